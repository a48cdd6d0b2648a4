import { expect, test } from "vitest";
import { askConfiguration } from "../../../test/support/ask-configuration.ts";

const LONG = (condition: string): string =>
  `int main(void) { unsigned x = 0; while (x < 0x0fffffff) x = x + 2; check(${condition}); return 0; }`;

test("a single execution of hundreds of millions of steps is followed to its end", {
  timeout: 120_000,
}, () => {
  const question = { seconds: 30 };
  expect(askConfiguration("falsifier", LONG("x % 2 != 0"), question).verdict).toBe("false");
  expect(askConfiguration("falsifier", LONG("x % 2 == 0"), question).verdict).toBe("true");
});
