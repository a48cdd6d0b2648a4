/** `__builtin_object_size` compared with gcc -O0. */
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { LP64 } from "../machine-model.ts";
import { parseTranslationUnit } from "./translation-unit.ts";

const DECLARATIONS = `
struct pair { char first[6]; char second[10]; };
char buf[10]; int arr[4]; struct pair pair, prs[3]; char *p; struct pair *q; int i;
int f(void);
`;

/** Operands that name an object, and some about which gcc has no information. */
const OPERANDS = [
  "buf, 0",
  "buf, 3",
  "buf + 3, 0",
  "buf + 20, 0",
  "buf + i, 0",
  "&buf[3], 0",
  "&buf[10], 0",
  "(void *)buf, 0",
  "&*buf, 0",
  "&buf, 2",
  "arr + 1, 0",
  "(char *)arr + 1, 0",
  "&pair, 0",
  "&pair, 1",
  "pair.first, 0",
  "pair.first, 1",
  "&pair.first[2], 0",
  "&pair.second, 3",
  "pair.second, 2",
  "prs + 1, 0",
  "prs[1].second, 1",
  '"abc", 0',
  '"abc" + 1, 0',
  "p, 0",
  "p, 2",
  "q->first, 0",
  "q->first, 1",
  "&q->second[1], 3",
  "i ? buf : p, 0",
  "f, 0",
  "(void *)0, 0",
];

/** The values in a program that gcc compiles without optimization; undefined without gcc. */
function valuesOfGcc(): string[] | undefined {
  const folder = mkdtempSync(join(tmpdir(), "agon-object-size-"));
  try {
    const prints = OPERANDS.map(
      (operand) => `printf("%lu\\n", (unsigned long)__builtin_object_size(${operand}));`,
    );
    const text = `int printf(const char *, ...);\n${DECLARATIONS}\nint f(void) { return 0; }\nint main(void) { ${prints.join("\n")} }`;
    writeFileSync(join(folder, "sizes.c"), text);
    const build = spawnSync("gcc", ["-w", "-O0", "-m64", "sizes.c", "-o", "sizes"], {
      cwd: folder,
    });
    if (build.status !== 0) return undefined;
    return spawnSync(join(folder, "sizes"), { encoding: "utf8" }).stdout.trim().split("\n");
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const gcc = valuesOfGcc();

test.skipIf(gcc === undefined)("sizes are those of gcc -O0 (needs gcc)", () => {
  const checks = OPERANDS.map(
    (operand, index) =>
      `_Static_assert(__builtin_object_size(${operand}) == ${gcc?.[index]}ul, "${operand.replaceAll('"', "'")} is ${gcc?.[index]}");`,
  );
  const { diagnostics } = parseTranslationUnit(
    "sizes.c",
    `${DECLARATIONS}\n${checks.join("\n")}`,
    LP64,
  );
  expect(diagnostics.map(({ message }) => message)).toEqual([]);
});

test.each(["open, 0", "&arr[1], 1"])("the answer of gcc for %s is not guessed", (operand) => {
  const text = `extern char open[]; int arr[4];
    unsigned long n(void) { return __builtin_object_size(${operand}); }`;
  const { diagnostics } = parseTranslationUnit("open.c", text, LP64);
  expect(diagnostics.map(({ code }) => code)).toEqual(["unsupported"]);
});
