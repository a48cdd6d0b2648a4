/** For any states claimed at the locations of a transition system, a false claim is never proved by its steps. */
import fc from "fast-check";
import { expect, test, vi } from "vitest";
import { exhaustiveTruth } from "../../../test/fuzz/ground-truth.ts";
import { randomCallTask } from "../../../test/fuzz/random-call-task.ts";
import { randomLoopTask } from "../../../test/fuzz/random-loop-task.ts";
import { REACHABILITY } from "../../../test/regression/verdicts.ts";
import type { CfaProgram } from "../cfa/index.ts";
import { loadProgram } from "../program/load-program.ts";
import { type Term, TermManager } from "../smt/index.ts";
import { createCadical } from "../solver/cadical-wasm.ts";
import { specificationOf } from "../specification/index.ts";
import { stepsOf } from "./extraction/program-steps.ts";
import { NoTransitionSystem } from "./extraction/program-steps-options.ts";
import type { Location, TransitionSystem } from "./extraction/transition-system.ts";
import { type LocationStates, provesBySteps } from "./step-proof.ts";

vi.setConfig({ testTimeout: 200_000 });

const solvers = await createCadical();
const specification = specificationOf(REACHABILITY);

type States = (manager: TermManager, system: TransitionSystem) => LocationStates;

/** Whether a program is proved with these states; false without a transition system. */
function isProved(program: CfaProgram, statesIn: States): boolean {
  const manager = new TermManager();
  try {
    const system = stepsOf(program, manager, {
      ...specification.execution,
      classify: specification.classify,
      checkBudget: () => {},
      blockEnds: "loop-heads",
    });
    return provesBySteps(manager, system, statesIn(manager, system), {
      createSatSolver: () => solvers.create(),
      remainingSeconds: () => 5,
    });
  } catch (error) {
    if (!(error instanceof NoTransitionSystem)) throw error;
    return false;
  }
}

const PRELUDE = `
extern void abort(void); extern void *malloc(unsigned long); void reach_error(void) { abort(); }
void check(int c) { if (!c) reach_error(); }
extern unsigned char __VERIFIER_nondet_uchar(void);
`;
const programOf = (body: string): CfaProgram => loadProgram("p.c", PRELUDE + body, "ILP32").program;

const at = (
  locations: readonly Location[],
  say: (location: Location) => readonly Term[],
): LocationStates =>
  new Map(locations.filter(({ node }) => node !== undefined).map((one) => [one, say(one)]));

function variable({ variables }: Location, name: string): Term {
  return variables.find(({ object }) => object.name === name)?.term as Term;
}

const COUNTER = `int main(void) { unsigned char x = 0; while (__VERIFIER_nondet_uchar()) if (x == 6) x = 0; else x += 2; check(x != 7); return 0; }`;

test("one of the conditions holds wherever an execution comes", () => {
  const values =
    (...all: number[]): States =>
    (manager, { locations }) =>
      at(locations, (location) =>
        all.map((value) => manager.eq(variable(location, "x"), manager.constant(8, value))),
      );
  expect(isProved(programOf(COUNTER), values(0, 2, 4, 6))).toBe(true);
  expect(isProved(programOf(COUNTER), values(0, 2, 4))).toBe(false);
  expect(isProved(programOf(COUNTER), values(0, 2, 4, 6, 7))).toBe(false);
  expect(isProved(programOf(COUNTER), values())).toBe(false);
});

test("a claim about variables that the location does not have is no proof", () => {
  const body = `int main(void) { unsigned char x = 1, y = __VERIFIER_nondet_uchar(); while (x) { x = __VERIFIER_nondet_uchar(); y = x; }
    x = __VERIFIER_nondet_uchar(); while (x != 3) x++; check(x == 4); return 0; }`;
  const foreign: States = (manager, { locations }) => {
    const [first, second] = locations.filter(({ node }) => node !== undefined) as [
      Location,
      Location,
    ];
    const dead = manager.eq(manager.freshVariable("dead", 8), manager.constant(8, 1));
    return new Map([
      [first, [manager.true]],
      [second, [dead, manager.not(dead), manager.false]],
    ]);
  };
  expect(isProved(programOf(body), foreign)).toBe(false);
});

/** Locations have little information about memory that pointers point to, elements, the heap, ended lifetimes. */
const FALSE_PROGRAMS = [
  COUNTER.replace("x != 7", "x != 6"),
  `int main(void) { unsigned char x = 0, *p = &x; while (__VERIFIER_nondet_uchar()) *p = 1; check(x == 0); return 0; }`,
  `int main(void) { unsigned char *p = malloc(1), *q = p; *p = 0; while (__VERIFIER_nondet_uchar()) { *q = 3; } check(*p == 0); return 0; }`,
  `unsigned char a[40]; int main(void) { unsigned char i = 0; while (i < 40) { a[i] = i; i++; } check(a[7] == 0); return 0; }`,
  `void set(unsigned char *p) { while (*p < 9) (*p)++; }
   int main(void) { unsigned char x = 0; set(&x); check(x == 0); return 0; }`,
  `unsigned char g; void f(void) { static unsigned char n; n++; if (n == 3) g = 1; }
   int main(void) { while (__VERIFIER_nondet_uchar()) f(); check(g == 0); return 0; }`,
  `struct s { unsigned char a, b; }; int main(void) { struct s x = {0, 0}, y; while (__VERIFIER_nondet_uchar()) { y = x; y.b = 5; x = y; } check(x.b == 0); return 0; }`,
  `unsigned char g; void one(void) { g = 1; } void two(void) { g = 2; }
   int main(void) { void (*f)(void) = one; while (__VERIFIER_nondet_uchar()) f = two; f(); check(g == 1); return 0; }`,
];

/** A literal: the comparison, its variables or constants, and whether it is negated. */
const literal = fc.tuple(fc.nat(2), fc.nat(30), fc.nat(300), fc.boolean());
/** Disjuncts of conjunctions for each location, by its place in the list. */
const recipe = fc.array(fc.array(fc.array(literal, { maxLength: 2 }), { maxLength: 3 }), {
  minLength: 1,
  maxLength: 4,
});
type Recipe = typeof recipe extends fc.Arbitrary<infer T> ? T : never;

const following =
  (all: Recipe): States =>
  (manager, { locations }) =>
    at(locations, (location) => {
      const { variables, id } = location;
      const chosen = all[id % all.length] ?? [];
      const integers = variables.filter(({ isSigned }) => isSigned !== undefined);
      return chosen.map((literals) =>
        manager.and(
          ...literals.map(([operator, a, b, isNegated]) => {
            const x = integers[a % (integers.length || 1)]?.term;
            if (x === undefined) return manager.true;
            const alike = integers.filter(({ term }) => term.width === x.width);
            const y = alike[b]?.term ?? manager.constant(x.width, b - 20);
            const atom = [manager.eq(x, y), manager.ule(x, y), manager.sle(x, y)][operator] as Term;
            return isNegated ? manager.not(atom) : atom;
          }),
        ),
      );
    });

const isNeverProved = (program: CfaProgram, runs: number): void =>
  fc.assert(
    fc.property(recipe, (all) => {
      expect(isProved(program, following(all))).toBe(false);
    }),
    { seed: 20_261_126, numRuns: runs, examples: [[[[]]], [[[[]]]]] },
  );

test.each(FALSE_PROGRAMS.map((body) => ({ body })))(
  "no claim about locations proves a false claim ($#)",
  ({ body }) => isNeverProved(programOf(body), 10),
);

const PROGRAMS = Number(process.env.AGON_PROGRAMS ?? 10);

test.each([
  ["loops", randomLoopTask],
  ["calls", randomCallTask],
])("nor one about random programs with %s", (_name, random) => {
  let asked = 0;
  for (let seed = 1; seed <= PROGRAMS; seed++) {
    const { text, dataModel, domains } = random(seed, 0);
    const { program } = loadProgram(`seed${seed}.c`, text, dataModel);
    const truth = exhaustiveTruth({ text, dataModel, domains }, program, specification);
    if (!truth.isViolated && !truth.hasUndefinedBehaviour) continue;
    asked++;
    isNeverProved(program, 6);
  }
  expect(asked).toBeGreaterThan(0);
});
