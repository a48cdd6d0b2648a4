import { expect, test } from "vitest";
import { describeOutcome, runC } from "../../../test/support/run-c.ts";

test("annotations of goblint.h only evaluate their operands", () => {
  const text = `#include <goblint.h>
    int main(void) { int i = 0; __goblint_check(i++ == 5); __goblint_assert(i == 7); __goblint_assume(0); return i; }`;
  expect(describeOutcome(runC(text))).toBe("exit 1");
});
