import { expect, test } from "vitest";
import { defined } from "./defined.ts";

interface Wanted {
  readonly a: number;
  readonly b?: string;
  readonly c?: boolean | null;
}

test("only members that are undefined are absent, and the order stays", () => {
  const b: string | undefined = undefined;
  const made: Wanted = { a: 1, ...defined({ b, c: null as boolean | null | undefined }) };
  expect(Object.entries(made)).toEqual([
    ["a", 1],
    ["c", null],
  ]);
  expect(Object.keys(defined({ z: 0, y: undefined, x: "", w: false }))).toEqual(["z", "x", "w"]);
});

test("members that are always there stay required", () => {
  const made: { readonly a: number; readonly b?: string } = defined({
    a: 1,
    b: "x" as string | undefined,
  });
  expect(made).toEqual({ a: 1, b: "x" });
});
