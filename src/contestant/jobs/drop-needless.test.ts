import { expect, test } from "vitest";
import { dropNeedless } from "./drop-needless.ts";

const NUMBERS = Array.from({ length: 100 }, (_, index) => index);

test.each([[[]], [[0]], [[99]], [[3, 50, 51]], [[0, 1, 98, 99]]])(
  "what is needed stays: %j",
  (needed) => {
    let tests = 0;
    const rest = dropNeedless(
      NUMBERS,
      (items) => {
        tests++;
        return needed.every((number) => items.includes(number));
      },
      () => false,
    );
    expect(rest).toEqual(needed);
    expect(tests).toBeLessThan(60);
  },
);

test("what can be left out alone but not together is kept once", () => {
  const either = (items: readonly number[]): boolean => items.includes(3) || items.includes(4);
  expect(dropNeedless(NUMBERS, either, () => false)).toHaveLength(1);
});

test("without time everything stays", () => {
  expect(
    dropNeedless(
      NUMBERS,
      () => true,
      () => true,
    ),
  ).toEqual(NUMBERS);
});
