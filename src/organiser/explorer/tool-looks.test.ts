import { expect, test } from "vitest";
import { withLooks } from "./tool-looks.ts";

const tools = (...ids: readonly string[]): readonly { id: string; look?: number }[] =>
  ids.map((id) => ({ id }));
const looks = (found: readonly { id: string; look?: number }[]): string =>
  found.map(({ id, look }) => `${id}${look ?? ""}`).join(" ");

test("without earlier results the position decides", () => {
  expect(looks(withLooks(tools("a", "b"), []))).toBe("a b");
});

test("earlier tools keep their style, also absent ones; new ones get another", () => {
  const first = { tools: tools("a", "b", "c") };
  const second = { tools: withLooks(tools("x", "c", "a"), [first]) };
  expect(looks(second.tools)).toBe("x3 c2 a0");
  const third = withLooks(tools("b", "y", "x", "a"), [second, first]);
  expect(looks(third)).toBe("b1 y4 x3 a0");
});

test("earlier results that contradict each other: the newest decides, and no style is shared", () => {
  const found = withLooks(tools("a", "b"), [{ tools: tools("b") }, { tools: tools("a", "b") }]);
  expect(looks(found)).toBe("a1 b0");
});
