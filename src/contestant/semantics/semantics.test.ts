/** The semantics over exact integers agrees with the interpreter on random programs. */
import { describe, expect, it } from "vitest";
import { type MachineOutcome, runBySemantics } from "../../../test/support/big-integer-machine.ts";
import { randomIntegerProgram } from "../../../test/support/random-integer-program.ts";
import { buildCfa, type CallEdge } from "../cfa/index.ts";
import { ILP32, LP64, parseC } from "../cfront/index.ts";
import { compileProgram, type Outcome } from "../interpreter/index.ts";

const INPUTS = [[], [1n, 2n, 3n, 4n], [-1n, 2147483647n, 77n, 12345n, 200n]];
const ERRORS = new Set(["reach_error"]);
const PROGRAMS = 300;

interface Trial {
  readonly here: MachineOutcome;
  readonly there: Outcome;
}

function trials(seed: number): Trial[] {
  const machine = seed % 2 === 0 ? LP64 : ILP32;
  const program = buildCfa(parseC("random.c", randomIntegerProgram(seed), machine), machine);
  return (["wrap", "stop"] as const).flatMap((overflow) => {
    const compiled = compileProgram(program, {
      errorFunctions: ERRORS,
      overflow,
      maxSteps: 100_000,
      maxMemoryBytes: 2 ** 22,
    });
    return INPUTS.map((inputs) => {
      let next = 0;
      // The interpreter also requests results that are discarded.
      const input = ({ result }: CallEdge): bigint =>
        result === undefined ? 0n : (inputs[next++] ?? 0n);
      const there = compiled.run({ nondet: input });
      return { here: runBySemantics(program, { errorFunctions: ERRORS, overflow, inputs }), there };
    });
  });
}

/** The common result of both. */
function told(outcome: MachineOutcome | Outcome): unknown {
  switch (outcome.kind) {
    case "terminated":
      return [outcome.kind, outcome.exitCode];
    case "undefined-behaviour": {
      const { edge, behaviour } = outcome;
      return [outcome.kind, behaviour, typeof edge === "number" ? edge : edge.id];
    }
    case "aborted":
    case "blocked":
    case "error-reached": {
      const { edge } = outcome;
      return [outcome.kind, typeof edge === "number" ? edge : edge.id];
    }
    default:
      return [outcome.kind];
  }
}

describe("the semantics over exact integers", () => {
  const kinds = new Map<string, number>();
  const count = (kind: string): void => void kinds.set(kind, (kinds.get(kind) ?? 0) + 1);

  it(`agrees with the interpreter on ${PROGRAMS} random programs`, () => {
    for (let seed = 1; seed <= PROGRAMS; seed++) {
      for (const { here, there } of trials(seed)) {
        if (here.kind === "unsupported" || there.kind === "unsupported" || there.kind === "limit") {
          count("unsupported");
          continue;
        }
        expect({ seed, outcome: told(here) }).toEqual({ seed, outcome: told(there) });
        count(here.kind === "undefined-behaviour" ? here.behaviour : here.kind);
      }
    }
  });

  it("has met most outcomes, and seldom something that it lacks", () => {
    const seen = [...kinds.keys()];
    expect(seen).toEqual(
      expect.arrayContaining([
        ...["terminated", "aborted", "error-reached", "signed-overflow", "division-by-zero"],
        ...["shift", "invalid-dereference", "missing-result", "library-argument"],
      ]),
    );
    const all = [...kinds.values()].reduce((a, b) => a + b, 0);
    expect((kinds.get("unsupported") ?? 0) / all).toBeLessThan(0.25);
  });
});
