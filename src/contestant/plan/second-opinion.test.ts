import { expect, test } from "vitest";
import { type Asked, type SecondOpinion, secondOpinion } from "./second-opinion.ts";
import { withSolver } from "./solver-need.ts";

/** Has a clock that only attempts advance. */
function asked(given: Partial<Asked> & { readonly says?: Readonly<Record<string, string>> }): {
  readonly asked: Asked;
  readonly attempts: (readonly [string, number])[];
} {
  const attempts: (readonly [string, number])[] = [];
  let now = 10;
  return {
    attempts,
    asked: {
      technique: "single-execution",
      ground: "execution",
      mayKnow: () => true,
      usedSeconds: () => now,
      remainingSeconds: () => 100,
      attempt: (technique, seconds) => {
        attempts.push([technique, Number(seconds.toFixed(3))]);
        now += 0.6;
        const verdict = given.says?.[technique];
        if (verdict === "true" || verdict === "false") return { verdict };
        return { verdict: "unknown", reason: "no idea" };
      },
      ...given,
    },
  };
}

function opinionOn(question: Asked): SecondOpinion | undefined {
  return withSolver(secondOpinion(question));
}

test("a tenth of the time, shared by all who are asked", () => {
  const { asked: question, attempts } = asked({ says: { "bounded-model-checking": "true" } });
  const opinion = opinionOn(question);
  expect(attempts).toEqual([
    ["value-analysis", 1],
    ["bounded-model-checking", 0.4],
  ]);
  expect(opinion).toMatchObject({ kind: "confirmed", by: "bounded-model-checking" });
});

test("a missing opinion is reported, and a technique that would take longer does not run", () => {
  const { asked: question } = asked({ technique: "bounded-model-checking", ground: "symbolic" });
  expect(opinionOn(question)).toMatchObject({
    kind: "not given",
    reason: "abstract-interpretation: no idea; value-analysis: no idea",
  });
  const quick = asked({ usedSeconds: () => 0.1 });
  expect(opinionOn(quick.asked)).toMatchObject({
    kind: "not given",
    reason: "more would take longer than 10 % of the time",
  });
  expect(quick.attempts).toEqual([]);
});

test("another answer is a contradiction", () => {
  const { asked: question } = asked({ says: { "value-analysis": "false" } });
  expect(opinionOn(question)).toMatchObject({ kind: "contradicted", by: "value-analysis" });
});

test("a solver is required before a technique runs that may need it", () => {
  const { asked: question, attempts } = asked({});
  const steps = secondOpinion(question);
  expect(steps.next()).toMatchObject({ done: false });
  expect(attempts.map(([technique]) => technique)).toEqual(["value-analysis"]);
  expect(steps.next()).toMatchObject({ done: true });
  expect(attempts).toHaveLength(2);
});

test("proofs with invariants get no second opinion", () => {
  expect(opinionOn(asked({ technique: "induction", ground: "symbolic" }).asked)).toBeUndefined();
  expect(opinionOn(asked({ ground: undefined }).asked)).toBeUndefined();
});
