/** How a plan is followed: who is asked again, and who is not. */
import { expect, test } from "vitest";
import { askConfiguration } from "../../test/support/ask-configuration.ts";

test("what has come to its end without an answer is not asked for ever", () => {
  const body =
    "int main(void) { if (__VERIFIER_nondet_int()) __builtin_unreachable(); check(1); return 0; }";
  const attempts = new Map<string, number>();
  const { verdict } = askConfiguration("default", body, {
    seconds: 3,
    onTechnique: ({ technique }) => attempts.set(technique, 1 + (attempts.get(technique) ?? 0)),
  });
  expect(verdict).toBe("unknown");
  // For a moment, briefly, in a round, and once with what is left.
  for (const [technique, count] of attempts) {
    expect(count, technique).toBeLessThanOrEqual(technique === "random-search" ? 20 : 4);
  }
});
