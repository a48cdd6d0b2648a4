/** How a plan is followed: which techniques run again, and which do not. */
import { expect, test } from "vitest";
import { askConfiguration } from "../../../test/support/ask-configuration.ts";

test("what has come to its end without an answer is not asked for ever", () => {
  const body =
    "int main(void) { if (__VERIFIER_nondet_int()) __builtin_unreachable(); check(1); return 0; }";
  const attempts = new Map<string, number>();
  const { verdict } = askConfiguration("default", body, {
    seconds: 3,
    onTechnique: ({ technique }) => attempts.set(technique, 1 + (attempts.get(technique) ?? 0)),
  });
  expect(verdict).toBe("unknown");
  // A moment, a brief attempt, one in a round, and one with the remaining time.
  for (const [technique, count] of attempts) {
    expect(count, technique).toBeLessThanOrEqual(technique === "random-search" ? 20 : 4);
  }
});

test("unrolling goes on before others begin anew with more time", () => {
  // The parity of a number, by its set bits and by all of its bits.
  const body = `int main(void) {
    unsigned long long v = __VERIFIER_nondet_uint(), w;
    v = v << 32 | __VERIFIER_nondet_uint();
    w = v;
    int p = 0, q = 0;
    while (w != 0) { p = !p; w = w & (w - 1); }
    for (int i = 0; i < 64; i++) q ^= v >> i & 1;
    check(p == q);
    return 0;
  }`;
  const attempts: string[] = [];
  askConfiguration("default", body, {
    seconds: 4,
    onTechnique: ({ technique }) => attempts.push(technique),
  });
  const third = (technique: string): number =>
    attempts.flatMap((each, index) => (each === technique ? [index] : []))[2] ?? attempts.length;
  expect(third("bounded-model-checking")).toBeLessThan(third("random-search"));
});
