/** Lemmas of a search about loops, and about the variables of their callers, are proved before they are used. */
import fc from "fast-check";
import { expect, test, vi } from "vitest";
import { REACHABILITY } from "../../../test/regression/verdicts.ts";
import { Budget } from "../call/budget.ts";
import { loadProgram } from "../program/load-program.ts";
import type { Term, TermManager } from "../smt/index.ts";
import { createCadical } from "../solver/cadical-wasm.ts";
import { specificationOf } from "../specification/index.ts";
import { proveByInvariantSearch } from "../techniques/proofs/invariant-search.ts";
import type {
  Location,
  TransitionSystem,
} from "../transition-systems/extraction/transition-system.ts";

vi.setConfig({ testTimeout: 200_000 });

const solvers = await createCadical();
const specification = specificationOf(REACHABILITY);
const SECONDS = 5;

const PRELUDE = `
extern void abort(void); void reach_error(void) { abort(); }
void check(int c) { if (!c) reach_error(); }
extern unsigned char __VERIFIER_nondet_uchar(void);
`;
const gcd = (claim: string): string =>
  `unsigned char gcd(unsigned char a, unsigned char b) { while (b != 0) { unsigned char t = b; b = a % b; a = t; } return a; }
   int main(void) { unsigned char x = __VERIFIER_nondet_uchar(), y = __VERIFIER_nondet_uchar();
   unsigned char g = gcd(x, y); check(${claim}); return 0; }`;

type Clauses = (manager: TermManager, location: Location) => readonly (readonly Term[])[];

/** The answer when a search claims these clauses for every loop. */
function answerWith(body: string, clausesOf: Clauses): string {
  const { program } = loadProgram("p.c", PRELUDE + body, "ILP32");
  const claim = { specification, createSatSolver: () => solvers.create(), confirm: () => false };
  const options = { claim, budget: new Budget(SECONDS), onProgress: () => {} };
  const search = (manager: TermManager, { locations }: TransitionSystem) => ({
    kind: "invariant" as const,
    clauses: new Map(
      locations
        .filter(({ isLoopHead }) => isLoopHead)
        .map((location) => [location, clausesOf(manager, location)]),
    ),
  });
  return proveByInvariantSearch(program, options, search).kind;
}

function variable({ variables }: Location, name: string): Term {
  return variables.find(({ object }) => object.name === name)?.term as Term;
}

test("facts about a caller's variable are used", () => {
  const answer = answerWith(gcd("y == 0 || g <= y"), (manager, location) => {
    const [a, b, y] = ["a", "b", "y"].map((name) => variable(location, name)) as [Term, Term, Term];
    const zero = manager.constant(8, 0);
    return [
      [manager.eq(y, zero), manager.ule(b, y)],
      [manager.eq(y, zero), manager.not(manager.eq(b, zero)), manager.ule(a, y)],
    ];
  });
  expect(answer).toBe("true");
});

const FALSE_PROGRAMS = [
  gcd("y == 0 || g < y"),
  gcd("g <= x || x == 0 || g == 7"),
  `int main(void) { unsigned char x = 0, n = __VERIFIER_nondet_uchar(), m = n; while (n) { n--; x += 2; } check(x >= m); return 0; }`,
  `unsigned char z; void f(unsigned char k) { while (k--) z += 3; }
   int main(void) { unsigned char x = __VERIFIER_nondet_uchar(); f(x); f(x); check(z == (unsigned char)(6 * x) && z != 12); return 0; }`,
];

/** A literal: the comparison, its variables or constants, and whether it is negated. */
const literals = fc.tuple(fc.nat(3), fc.nat(30), fc.nat(30), fc.boolean());

test.each(FALSE_PROGRAMS.map((body) => ({ body })))(
  "nothing that is said proves a false claim ($#)",
  ({ body }) => {
    fc.assert(
      fc.property(
        fc.array(fc.array(literals, { minLength: 1, maxLength: 3 }), { maxLength: 6 }),
        (recipe) => {
          const answer = answerWith(body, (manager, { variables }) => {
            const operand = (index: number): Term => {
              const own = variables.filter(({ term }) => term.width === 8);
              return own[index]?.term ?? manager.constant(8, index);
            };
            return recipe.map((clause) =>
              clause.map(([operator, a, b, isNegated]) => {
                const [x, y] = [operand(a % (variables.length + 3)), operand(b)];
                const atom = [
                  manager.eq(x, y),
                  manager.ule(x, y),
                  manager.ult(x, y),
                  manager.false,
                ];
                const chosen = atom[operator] as Term;
                return isNegated ? manager.not(chosen) : chosen;
              }),
            );
          });
          expect(answer).not.toBe("true");
        },
      ),
      { seed: 20_261_126, numRuns: 12 },
    );
  },
);
