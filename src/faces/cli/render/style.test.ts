import { expect, test } from "vitest";
import { columnsOf, styleOf } from "./style.ts";

test.each([
  [{ isTTY: true, columns: 0 }, 80],
  [{ isTTY: true }, 80],
  [{ isTTY: true, columns: 132 }, 132],
  [{ columns: 132 }, Number.POSITIVE_INFINITY],
])("columns of %j: %d", (stream, columns) => {
  expect(styleOf(stream, {}).columns).toBe(columns);
});

test("a terminal that does not know its width", () => {
  expect(columnsOf({ columns: 0 })).toBe(80);
});
