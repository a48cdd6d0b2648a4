import { expect, test, vi } from "vitest";
import { settled } from "../../../test/support/settled.ts";
import { parseProperty } from "../../ground/properties/index.ts";
import type { Invariant, WitnessFile } from "../../ground/witness/index.ts";
import { Budget } from "../call/budget.ts";
import { loadProgram } from "../program/load-program.ts";
import { createCadical } from "../solver/cadical-wasm.ts";
import { type ValidationAnswer, validate } from "./validate.ts";

vi.setConfig({ testTimeout: 240_000 });
const solvers = await createCadical();
const SPECIFICATION = "CHECK( init(main()), LTL(F end) )";

/** Expressions by the line of their loop. */
type Relations = readonly (readonly [line: number, expression: string])[];

/** Asks a question that is expected to be decided. */
function answer(program: string, relations: Relations): ValidationAnswer {
  return settled(4, (seconds) => undecided(program, relations, seconds));
}

/** Asks a question that is expected to stay open. */
function undecided(program: string, relations: Relations, seconds = 2): ValidationAnswer {
  const invariants = relations.map(([line, expression]): Invariant => {
    const isTransition = expression.includes("\\at");
    return {
      type: isTransition ? "loop_transition_invariant" : "loop_invariant",
      location: { file: "p.c", line },
      expression,
      format: isTransition ? "ext_c_expression" : "c_expression",
    };
  });
  const file = {
    witness: { kind: "correctness", invariants },
    metadata: { task: { inputFiles: [], inputFileHashes: {} } },
    warnings: [],
  } as unknown as WitnessFile;
  const loaded = loadProgram("p.c", program, "LP64", { keepsBranches: true });
  return validate(loaded, parseProperty(SPECIFICATION, "p.prp"), file, {
    programHash: undefined,
    dataModel: "LP64",
    budget: new Budget(seconds),
    seed: 1,
    createSatSolver: () => solvers.create(),
  });
}

const TWO_LOOPS = `extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned x = __VERIFIER_nondet_uint(), y = __VERIFIER_nondet_uint();
  while (x > 0)
    x--;
  while (y < 100)
    y = y + 1 + x;
  return 0;
}
`;

test("every loop needs a relation that cannot go on for ever, and that holds", () => {
  const first = [4, "x < \\at(x, AnyPrev)"] as const;
  const second = [6, "(y > \\at(y, AnyPrev) && y <= 100) || y > \\at(y, AnyPrev)"] as const;
  const noOther = [6, "x == 0"] as const;
  expect(answer(TWO_LOOPS, [first, noOther, second])).toMatchObject({ verdict: "true" });
  expect(undecided(TWO_LOOPS, [first], 10)).toMatchObject({
    verdict: "unknown",
    reason: expect.stringContaining("the loop at line 6"),
  });
  // It holds, but does not prove termination.
  const idle = undecided(TWO_LOOPS, [first, [6, "y >= \\at(y, AnyPrev) || 1"]]);
  expect(idle).toMatchObject({ verdict: "unknown" });
});

const ONE_LOOP = `extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned x = __VERIFIER_nondet_uint();
  while (x > 0)
    x--;
  return 0;
}
`;

test("a relation whose form shows nothing is proved to hold between no equal states", () => {
  const lower = "x + 1 <= \\at(x, AnyPrev) && x < 4294967295U";
  expect(answer(ONE_LOOP, [[4, lower]])).toMatchObject({ verdict: "true" });
  const last = "\\at(x, LastPrev) == x + 1";
  expect(answer(ONE_LOOP, [[4, last]])).toMatchObject({ verdict: "true" });
  const idle = undecided(ONE_LOOP, [[4, "x <= \\at(x, AnyPrev)"]], 5);
  expect(idle).toMatchObject({
    verdict: "unknown",
    reason: expect.stringContaining("'x <= \\at(x, AnyPrev)' holds between equal states"),
  });
});

test("addresses may be new for ever", () => {
  const blocks = `void *malloc(unsigned long);
int main(void) {
  char *p = malloc(1);
  while (1) {
    p = malloc(1);
  }
}
`;
  expect(undecided(blocks, [[4, "p != \\at(p, AnyPrev)"]]).verdict).toBe("unknown");
});

test("a relation that does not hold is refuted", () => {
  const wrong = answer(TWO_LOOPS, [
    [4, "x > \\at(x, AnyPrev)"],
    [6, "y > \\at(y, AnyPrev)"],
  ]);
  expect(wrong).toMatchObject({ verdict: "false", subproperty: "termination" });
});

const ENDLESS = `extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = __VERIFIER_nondet_int();
  while (x > 0) {
    if (x != 77) x--;
  }
  return 0;
}
`;

test("a program that may not terminate is not confirmed, for any claim", () => {
  for (const relation of ["x < \\at(x, AnyPrev)", "x <= \\at(x, AnyPrev)", "x > 0 || x <= 0"]) {
    expect(undecided(ENDLESS, [[4, relation]]).verdict).not.toBe("true");
  }
  expect(undecided(ENDLESS, []).verdict).toBe("unknown");
});

test("loops of gotos and recursion are seen", () => {
  const jumps = (start: string): string => `extern int __VERIFIER_nondet_int(void);
int main(void) { int x = ${start};\nagain: x--; if (x) goto again; return 0; }\n`;
  expect(undecided(jumps("__VERIFIER_nondet_int()"), [])).toMatchObject({ verdict: "unknown" });
  expect(answer(jumps("9"), [])).toMatchObject({ verdict: "true" });
  const recursive = (step: number): string => `extern int __VERIFIER_nondet_int(void);
int f(int n) { return n != 0 ? f(n - ${step}) : 0; }
int main(void) { int n = __VERIFIER_nondet_int(); return n > 0 ? f(n) : 0; }\n`;
  expect(undecided(recursive(2), [])).toMatchObject({
    verdict: "unknown",
    reason: expect.stringContaining("recursion of f"),
  });
  expect(answer(recursive(1), [])).toMatchObject({ verdict: "true" });
  expect(answer("int main(void) { return 0; }\n", [])).toMatchObject({ verdict: "true" });
});

const TWO_DIRECTIONS = `extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int();
  while (x != 0) {
    if (x > 0) x--; else x++;
  }
  while (x < 9) {
    x++;
    while (y > 0 && __VERIFIER_nondet_int()) { y--; x = 0; }
  }
  return 0;
}
`;
const fallsTo = (value: string, limit: string): string =>
  `(${value} < \\at(${value}, AnyPrev) && \\at(${value}, AnyPrev) >= ${limit})`;

test("a union of relations is proved for all visits, an order for those of all loops together", () => {
  const union = [4, `${fallsTo("(long long)x", "0")} || ${fallsTo("-(long long)x", "0")}`] as const;
  const y = "((long long)y < 0 ? -1 : (long long)y)";
  const x = "9 - (long long)x";
  const orders = [7, 9].map((line) => {
    const equal = `${y} == \\at(${y}, AnyPrev)`;
    return [line, `${fallsTo(y, "0")} || (${equal} && ${fallsTo(x, "0")})`] as const;
  });
  expect(answer(TWO_DIRECTIONS, [union, ...orders])).toMatchObject({ verdict: "true" });
  const half = [4, fallsTo("(long long)x", "0")] as const;
  expect(undecided(TWO_DIRECTIONS, [half, ...orders]).verdict).not.toBe("true");
  const other = [7, fallsTo(x, "0")] as const;
  expect(undecided(TWO_DIRECTIONS, [union, other, ...orders.slice(1)]).verdict).not.toBe("true");
});
