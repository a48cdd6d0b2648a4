/** Queries about Horn clauses to a process that answers several, and to its successor. */
import { describe, expect, test } from "vitest";
import { withHornSolver } from "../../../test/support/with-horn-solver.ts";

const SECONDS = 20;

/** One predicate, which holds for 0 alone, and an error from a bound on. */
const counter = (bound: number): string => `(set-logic HORN)
(declare-fun p (Int) Bool)
(assert (forall ((x Int)) (=> (= x 0) (p x))))
(assert (forall ((x Int)) (=> (and (p x) (>= x ${bound})) false)))
(check-sat)
(get-model)`;

const hasSolver = withHornSolver((solve) => solve(counter(1), SECONDS).kind === "solved");

describe.skipIf(!hasSolver)("a process of Z3", { timeout: 200_000 }, () => {
  test("answers one query after the other, and keeps nothing of the earlier ones", () => {
    withHornSolver((solve) => {
      const kinds = [5, 0, 7].map((bound) => solve(counter(bound), SECONDS).kind);
      expect(kinds).toEqual(["solved", "no-solution", "solved"]);
    });
  });

  test("what it cannot read is no answer, and the next question is", () => {
    withHornSolver((solve) => {
      expect(solve("(check-sat", SECONDS).kind).toBe("unknown");
      expect(solve(counter(5), SECONDS).kind).toBe("solved");
    });
  });

  test("one that came to a limit has a successor", () => {
    withHornSolver((solve) => {
      expect(solve(counter(5), SECONDS).kind).toBe("solved");
      expect(solve(counter(5), 0)).toMatchObject({ kind: "unknown" });
      expect(solve(counter(5), SECONDS).kind).toBe("solved");
    });
  });
});

test("without time there is no process at all", () => {
  const answer = withHornSolver((solve) => solve(counter(5), 0.1));
  expect(answer).toEqual({ kind: "unknown", reason: "time limit", cpuSeconds: 0 });
});
