import { expect, test } from "vitest";
import { Decimal } from "../../../ground/util/decimal.ts";
import { defined } from "../../../ground/util/defined.ts";
import { cellsOf } from "../../results/index.ts";
import { type ColumnDefinition, columnTitle, typeColumn } from "./column.ts";
import { type FormatTarget, formatValue } from "./format-value.ts";
import { NumberList } from "./number-list.ts";
import { commonTasks, mergeTasks } from "./task-table.ts";

function typed(
  values: readonly (string | undefined)[],
  definition: Partial<ColumnDefinition> = {},
) {
  return typeColumn({ title: "t", ...definition }, cellsOf(values), () => undefined);
}

test.each([
  [["1s", "2s"], {}, "count", "t (s)"],
  [["1.5s", undefined, ""], {}, "measure", "t (s)"],
  [["1s", "2ms"], {}, "text", "t"],
  [["1", "x"], {}, "text", "t"],
  [[undefined, ""], {}, "text", "t"],
  [["NaN", "1"], {}, "measure", "t"],
  [["4096B"], { unit: "MB", sourceUnit: "B" }, "measure", "t (MB)"],
  [["7"], { title: "status" }, "status", "status"],
] as const)("values %j with %j are of kind %s", (values, definition, kind, title) => {
  const column = typed(values, definition);
  expect(column.kind).toBe(kind);
  expect(columnTitle(column)).toBe(title);
});

test.each([
  ["1.2345s", 3, "csv", "1.23"],
  ["999.96s", 3, "csv", "1000"],
  ["12345.678s", 3, "csv", "12300"],
  ["0.000s", 3, "csv", "0.000"],
  ["9.99s", 2, "csv", "10"],
  ["0.0019s", undefined, "html_cell", ".0019"],
  ["0.03141213900016737s", undefined, "csv", "0.03141213900016737"],
  ["0.03141213900016737s", undefined, "tooltip", "0.0314"],
] as const)("%s with %s digits for %s is %s", (value, digits, target, expected) => {
  const column = typed([value], defined({ significantDigits: digits }));
  expect(formatValue(column, value, target as FormatTarget)).toBe(expected);
});

test("figures are exact to 28 digits, and ties keep the first spelling", () => {
  const cells = cellsOf(["0.1s", "0.2s", undefined, "0.70s", "0.7s"]);
  const figures = new NumberList(cells.count).read(cells).figuresOf(Int32Array.of(0, 1, 2, 3, 4));
  expect(String(figures?.sum)).toBe("1.70");
  expect(String(figures?.mean)).toBe("0.425");
  expect(String(figures?.median)).toBe("0.45");
  expect(String(figures?.maximum)).toBe("0.7");
  expect(String(figures?.deviation?.())).toBe("0.2772634126602354290512900026");
  expect(new NumberList(cells.count).read(cells).figuresOf(Int32Array.of(2))).toBeUndefined();
});

test("deviations that are near enough: the error is within its bound", () => {
  let digits = 1;
  const next = (): number => {
    digits = (digits * 48271) % 2147483647;
    return digits;
  };
  const shapes = [
    () => `${next() % 1000}.${next()}`,
    () => `${next()}${next() % 10000}`,
    () => `-${next() % 10}.00${next()}`,
    // Nearly equal: most digits of the differences are lost.
    () => `98765432109.8765${next() % 100}`,
    () => `0.00000000${next()}`,
  ];
  for (const shape of shapes) {
    const cells = cellsOf(Array.from({ length: 400 }, shape));
    const rows = Int32Array.from({ length: 400 }, (_, row) => row);
    const figures = new NumberList(400).read(cells).figuresOf(rows);
    const near = figures?.nearDeviation?.();
    const exact = figures?.deviation?.() as Decimal;
    const difference = exact.minus(Decimal.parse(String(near?.value)) as Decimal);
    expect(Math.abs(difference.toNumber())).toBeLessThanOrEqual(near?.error as number);
  }
});

test("sums of large numbers are exact, too", () => {
  for (const sign of [1n, -1n]) {
    const numbers = Array.from(
      { length: 24 },
      (_, row) => sign * (999_999_999_999_990n + BigInt((row * row) % 9)),
    );
    const cells = cellsOf(numbers.map((number) => `${number}B`));
    const figures = new NumberList(24).read(cells).figuresOf(Int32Array.from(numbers.keys()));
    const sum = numbers.reduce((total, number) => total + number, 0n);
    expect(String(figures?.sum)).toBe(String(sum));
    // The result in doubles is wrong: otherwise the test would not show anything.
    expect(BigInt(numbers.reduce((total, number) => total + Number(number), 0))).not.toBe(sum);
  }
});

test.each([
  ["1", "3", "0.3333333333333333333333333333"],
  ["2", "3", "0.6666666666666666666666666667"],
  ["1", "8", "0.125"],
])("%s / %s = %s", (a, b, expected) => {
  const quotient = (Decimal.parse(a) as Decimal).dividedBy(Decimal.parse(b) as Decimal);
  expect(String(quotient)).toBe(expected);
});

test("the order of rows: new tasks come after those that precede them", () => {
  const lists = [Int32Array.of(0, 2, 4), Int32Array.of(1, 2, 3), Int32Array.of(4, 5)];
  expect([...mergeTasks(lists, 6)]).toEqual([1, 0, 2, 3, 4, 5]);
  expect([...commonTasks(lists.slice(0, 2), 6)]).toEqual([2]);
});
