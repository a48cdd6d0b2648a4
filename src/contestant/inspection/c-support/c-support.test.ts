import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { readSupportExamples } from "../../../../test/support/support-programs.ts";
import { InputError } from "../../../ground/util/errors.ts";
import { buildCfa, formatCfa, intrinsicOf, isExternal } from "../../cfa/index.ts";
import {
  attributeSupport,
  HEADERS,
  LP64,
  type ParsedUnit,
  PRAGMAS,
  parseC,
} from "../../cfront/index.ts";
import { supportPage } from "./support-page.ts";
import { supportSections } from "./support-table.ts";

const ROOT = join(import.meta.dirname, "../../../..");

test("the page is what the front end does, and every row is shown", () => {
  const { text, unshown } = supportPage(LP64, readSupportExamples());
  expect(unshown).toEqual([]);
  const page = readFileSync(join(ROOT, "docs/c-support.md"), "utf8");
  // Every new program may change which one shows a row best.
  const claims = (table: string): string => table.replaceAll(/[^|]*\|$/gm, "");
  expect(claims(page), "run npx tsx scripts/c-support-table.ts").toBe(claims(text));
  const shown = [...page.matchAll(/`([^`]*)`[^`|]*\|$/gm)].map(([, path = ""]) => path);
  expect(shown.length).toBeGreaterThan(100);
  expect(shown.filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
});

const PROGRAM = "int main(void) { int x = 1; return x; }";

/** The meaning of the program, or the first diagnostic. */
function meaning(text: string): string {
  try {
    return formatCfa(buildCfa(parseC("p.c", text, LP64), LP64)).replaceAll(/:\d+:\d+/g, "");
  } catch (error) {
    if (error instanceof InputError) return error.diagnostics[0]?.message ?? "";
    throw error;
  }
}

describe("attributes", () => {
  const places = (attribute: string): string[] => [
    `int main(void) ${attribute}; ${PROGRAM}`,
    `int main(void) { int x ${attribute} = 1; return x; }`,
    `int main(void) { typedef int number ${attribute}; number x = 1; return x; }`,
  ];
  for (const [name, { support }] of attributeSupport()) {
    if (support === "exact") continue;
    test(`${name} is ${support}`, () => {
      for (const written of [name, `__${name}__`]) {
        const found = places(`__attribute__((${written}))`).map(meaning);
        if (support === "ignored") expect(found).toEqual(places("").map(meaning));
        else expect(new Set(found)).toEqual(new Set([`attribute '${name}' is not supported`]));
      }
    });
  }

  test.each(["no_such_attribute", "__no_such_attribute__", "overloadable"])(
    "%s is in no row",
    (name) => {
      expect(meaning(`int x __attribute__((${name})); ${PROGRAM}`)).toMatch(
        /^attribute '.*' is not supported$/,
      );
    },
  );

  test.each([
    "struct s { int x __attribute__((mode(DI))); };",
    "int f(int x __attribute__((mode(DI))));",
    "enum __attribute__((mode(QI))) e { A };",
    "int (__attribute__((mode(DI))) x);",
    "int f(int a[__attribute__((aligned(16))) const 3]);",
    "enum e { A __attribute__((aligned(16))) };",
  ])("where it is not used: %s", (declaration) => {
    expect(meaning(`${declaration} ${PROGRAM}`)).toMatch(/not supported$/);
  });
});

describe("pragmas", () => {
  for (const [words, { support }] of PRAGMAS) {
    if (support === "exact") continue;
    test(`${words} is ${support}`, () => {
      const found = meaning(`#pragma ${words} (x)\n${PROGRAM}`);
      if (support === "ignored") expect(found).toBe(meaning(`\n${PROGRAM}`));
      else expect(found).toBe(`'#pragma ${words} (x)' is not supported`);
    });
  }

  test.each(["no_such_pragma", "GCC no_such_pragma", "STDC NO_SUCH"])(
    "%s is in no row",
    (words) => {
      expect(meaning(`#pragma ${words}\n${PROGRAM}`)).toBe(`'#pragma ${words}' is not supported`);
    },
  );
});

test("what a header declares and has no model is refused where it is called", () => {
  const text = [...HEADERS.keys()].map((header) => `#include <${header}>\n`).join("");
  const unit: ParsedUnit = parseC("h.c", `#define _GNU_SOURCE\n${text}`, LP64);
  const refused = supportSections(LP64)
    .filter(({ title }) => title === "Functions")
    .flatMap(({ rows }) => rows.filter(({ support }) => support === "refused"))
    .flatMap(({ names }) => names);
  expect(refused.length).toBeGreaterThan(300);
  for (const name of refused) {
    expect(intrinsicOf(name), name).toBeUndefined();
    const symbol = unit.functions.get(name);
    // Functions without a definition may return anything.
    if (symbol !== undefined) expect(isExternal(symbol), name).toBe(false);
  }
});
