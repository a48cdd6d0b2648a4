import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { LP64 } from "../cfront/index.ts";
import { obfuscatePrograms } from "./obfuscate.ts";
import { piecesOf } from "./pieces.ts";

function obfuscate(
  text: string,
  {
    keep = [],
    name = "p.c",
    seed = 1,
  }: Partial<{ keep: string[]; name: string; seed: number }> = {},
): string {
  const options = { machine: LP64, seed, keep, fileNames: ["t.c"] };
  return obfuscatePrograms([{ name, text }], options).texts[0] as string;
}

test.each([
  "int a = 1; // x\n/* y\n z */ char *s = \"/* no */\"; char c = '\\'';\n",
  "#define A(x) x##1 /* c\n d */ + 2\n#include <stdio.h>\n#pragma weak f\n#error don't\n",
  '#if 0\n it\'s text\n#endif\n# 1 "a.c" 2\nint x\\\ny; L"w" u8"s" 0x1p-3 .5e+1f\n',
  '"unterminated\nint a;\n',
  "/* no end",
])("the pieces of %j are all of it", (text) => {
  expect(
    piecesOf(text)
      .map((piece) => piece.text)
      .join(""),
  ).toBe(text);
});

test.each([
  ["a function of the library", "#include <stdlib.h>\nint f(void) { return abs(-1); }", ["abs"]],
  [
    "what is defined nowhere",
    "extern int outside(int); int f(void) { return outside(1); }",
    ["outside"],
  ],
  [
    "the competition's functions",
    "extern int __VERIFIER_nondet_int(void); void reach_error(void) {} int main(void) { return __VERIFIER_nondet_int(); }",
    ["__VERIFIER_nondet_int", "reach_error", "main"],
  ],
  ["words of the property", "int watched; int f(void) { return watched; }", ["watched"]],
  [
    "names of attributes",
    'int f(void) __attribute__((noinline, section(".data.abc"))); int f(void) { return 1; }',
    ["noinline", "section", ".data.abc"],
  ],
  [
    "names in assembler",
    'int f(int in) { asm("mov %[in], %[in]" : [in] "+r"(in)); return in; }',
    ["%[in]", "[in]"],
  ],
  ["macros of the compiler", "#ifdef __x86_64__\nint f;\n#endif", ["__x86_64__"]],
  [
    "fields of the library's structures",
    "#include <time.h>\nint f(struct tm *t) { return t->tm_year; }",
    ["tm_year"],
  ],
])("stays: %s", (_what, text, words) => {
  const result = obfuscate(text, { keep: ["watched"] });
  for (const word of words) expect(result).toContain(word);
  expect(result).not.toMatch(/\bf\b/);
});

test("names, comments and file names go; lines stay", () => {
  const text = `# 1 "/home/me/secret_false.c"
// expected: false
struct list { struct list *next; int value; };
enum color { red, green };
static int counter; /* two
lines */ typedef struct list list_t;
int sum(list_t *head, int limit) {
  int total = 0;
again:
  while (head && total < limit) { total += head->value + red; head = head->next; }
  if (counter++ < 3) goto again;
  return total;
}
extern void __assert_fail(const char *, const char *, unsigned, const char *);
void reach_error(void) { __assert_fail("0", "secret_false.c", 3, "reach_error"); }
`;
  const result = obfuscate(text, { name: "secret_false.i" });
  expect(result).not.toMatch(
    /secret|expected|list|color|counter|sum|head|limit|total|again|value|next/,
  );
  expect(result.split("\n")).toHaveLength(text.split("\n").length);
  expect(result.split("\n")[6]).toMatch(/^int n\d+\(n\d+ \*n\d+, int n\d+\) \{$/);
  expect(result).toContain('# 1 "t.c"');
});

test("the seed decides the names", () => {
  const text = "int alpha, beta, gamma_, delta, epsilon;";
  expect(obfuscate(text, { seed: 1 })).toBe(obfuscate(text, { seed: 1 }));
  expect(obfuscate(text, { seed: 1 })).not.toBe(obfuscate(text, { seed: 2 }));
});

test("names that macros make text of, or paste, stay", () => {
  const result = obfuscate(`#define SHOW(x) show(#x, x)
#define FIELD(n) field_##n
extern int show(const char *, int);
int field_one = 1, other = 2;
int f(int visible) { return SHOW(visible) + FIELD(one) + field_one + other; }`);
  expect(result).toContain("visible");
  expect(result).toContain("field_one");
  expect(result).not.toMatch(/\bother\b/);
});

test("files of one task share their names", () => {
  const { texts } = obfuscatePrograms(
    [
      { name: "a.c", text: "int shared(int); int main(void) { return shared(1); }" },
      { name: "b.c", text: "int shared(int x) { return x; }" },
    ],
    { machine: LP64, seed: 3, keep: [], fileNames: ["a", "b"] },
  );
  const name = /int (n\d+)\(int\)/.exec(texts[0] as string)?.[1];
  expect(name).toBeDefined();
  expect(texts[1]).toContain(`int ${name}(`);
});

test("a program that cannot be parsed is refused", () => {
  expect(() => obfuscate("int f( {")).toThrow("p.c:1");
});

const EXAMPLES = "examples/mini";
const hasGcc = spawnSync("gcc", ["--version"]).status === 0;

describe.skipIf(!hasGcc)("compiled (skipped without gcc)", () => {
  const programs = readdirSync(EXAMPLES, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".c"))
    .sort();

  test("the examples have the same machine code as before", { timeout: 60_000 }, () => {
    const folder = mkdtempSync(join(tmpdir(), "agon-obfuscate-"));
    const codeOf = (text: string, name: string): Buffer => {
      const file = join(folder, `${name}.c`);
      writeFileSync(file, text);
      const object = join(folder, `${name}.o`);
      const { status, stderr } = spawnSync("gcc", ["-O1", "-w", "-c", file, "-o", object], {
        encoding: "utf8",
      });
      expect(stderr).toBe("");
      expect(status).toBe(0);
      spawnSync("objcopy", ["-O", "binary", "-j", ".text", object, `${object}.text`]);
      return readFileSync(`${object}.text`);
    };
    try {
      expect(programs.length).toBeGreaterThan(30);
      for (const program of programs) {
        const text = readFileSync(join(EXAMPLES, program), "utf8");
        expect(codeOf(obfuscate(text), "new").equals(codeOf(text, "old")), program).toBe(true);
      }
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
});
