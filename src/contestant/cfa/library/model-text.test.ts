import { describe, expect, it } from "vitest";
import { type FunctionSymbol, LP64, type ParsedUnit, parseC } from "../../cfront/index.ts";
import { buildCfa } from "../lowering/program-builder.ts";
import { formatCfa } from "../model/format.ts";
import { LIBRARY_TEXT } from "./library.ts";
import { ModelText } from "./model-text.ts";

describe("the library models by parts", () => {
  const machine = LP64;
  const whole = parseC("models", LIBRARY_TEXT, machine);
  const names = definedIn(whole).map(({ name }) => name);
  const read = (text: string | undefined): ParsedUnit => parseC("models", text ?? "", machine);

  it("each function alone means what it means in the whole", () => {
    const meaning = (unit: ParsedUnit, entry: string): string =>
      formatCfa(buildCfa(unit, machine, { entry }));
    for (const name of names) {
      const part = read(new ModelText(LIBRARY_TEXT).definitionsFor(name));
      // Other definitions in the text might be called through pointers.
      const isInPart = (symbol: FunctionSymbol): boolean =>
        part.functions.get(symbol.name)?.definition !== undefined;
      const functions = new Map([...whole.functions].filter(([, symbol]) => isInPart(symbol)));
      expect(meaning(part, name)).toBe(meaning({ ...whole, functions }, name));
      const range = whole.functions.get(name)?.definition?.range;
      expect(part.functions.get(name)?.definition?.range).toEqual(range);
    }
  });

  it.each([
    ["in their order", names],
    ["backwards", names.toReversed()],
  ])("one after the other %s, all are given once", (_, order) => {
    const text = new ModelText(LIBRARY_TEXT);
    const units = order.flatMap((name) => {
      const definitions = text.definitionsFor(name);
      return definitions === undefined ? [] : read(definitions);
    });
    expect(units.length).toBeGreaterThan(50);
    const given = units.flatMap((unit) => definedIn(unit).map(({ name }) => name));
    expect(given.toSorted()).toEqual(names.toSorted());
    const variables = units.flatMap(({ globals }) => globals.map(({ name }) => name));
    expect(variables.toSorted()).toEqual(whole.globals.map(({ name }) => name).toSorted());
  });
});

it("knows which functions there are", () => {
  const text = new ModelText("int f(int); static int g(void) { return f(1); }");
  expect(["f", "g", "h"].map((name) => text.defines(name))).toEqual([false, true, false]);
  expect(text.definitionsFor("f")).toBeUndefined();
});

it("declares what an earlier text has defined", () => {
  const text = new ModelText("int f(int a) { return a; } int g(void) { return f(1); }");
  expect(text.definitionsFor("f")?.trim()).toBe("int f(int a) { return a; }");
  expect(text.definitionsFor("g")?.replace(/\s+/g, " ")).toBe(
    "int f(int a) ; int g(void) { return f(1); }",
  );
  expect(text.definitionsFor("g")).toBeUndefined();
});

it("gives all users of a variable at once", () => {
  const text = new ModelText(
    'static int __agon_n;\nint next(void) { return __agon_n++; }\nchar *brace(void) { return "{"; }\nvoid reset(void) { __agon_n = 0; }',
  );
  expect(text.definitionsFor("reset")).toMatch(/next[\s\S]*reset/);
  expect(text.definitionsFor("brace")).not.toMatch(/__agon_n/);
});

function definedIn({ functions }: ParsedUnit): FunctionSymbol[] {
  return [...functions.values()].filter(({ definition }) => definition !== undefined);
}
