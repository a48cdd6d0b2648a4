/**
 * Interpolants of random paths: programs of a few blocks over bytes, with choices of the environment. The results
 * of the interpolator are checked by separate questions to a new solver.
 */

import fc from "fast-check";
import { describe, expect, test, vi } from "vitest";
import { withHornSolver } from "../../../../test/support/with-horn-solver.ts";
import {
  type HornSolver,
  Substitution,
  solveOnce,
  type Term,
  TermManager,
  variablesIn,
} from "../../smt/index.ts";
import { createCadical } from "../../solver/cadical-wasm.ts";
import { ExecutionPaths, type PathPosition, positionsTo } from "../extraction/execution-path.ts";
import { LocationSolvers } from "../extraction/location-solvers.ts";
import { initialPredicates } from "../extraction/predicates.ts";
import type {
  Location,
  StateVariable,
  Step,
  TransitionSystem,
} from "../extraction/transition-system.ts";
import { invariantsOfPathPrograms } from "../lazy-abstraction/path-programs.ts";
import { HornChains } from "./horn-chains.ts";
import { type InterpolationStatistics, Interpolator, isSequence } from "./interpolants.ts";

vi.setConfig({ testTimeout: 120_000 });

const solvers = await createCadical();
const TRIVIAL = "(set-logic HORN)\n(check-sat)\n(get-model)";
const hasHornSolver = withHornSolver((solve) => solve(TRIVIAL, 10).kind === "solved");
const SEED = 20261123;
const WIDTH = 8;
const VARIABLES = 3;

/** Small numbers that determine a path. */
interface Recipe {
  readonly steps: readonly (readonly number[])[];
}

const recipes: fc.Arbitrary<Recipe> = fc.record({
  steps: fc.array(fc.array(fc.nat(1000), { minLength: 12, maxLength: 12 }), {
    minLength: 2,
    maxLength: 5,
  }),
});

interface Made {
  readonly manager: TermManager;
  readonly system: TransitionSystem;
  readonly steps: readonly Step[];
}

/** A path through a chain of locations; one of three has the same location as the one before. */
function pathOf({ steps: recipe }: Recipe): Made {
  const manager = new TermManager();
  const location = (id: number): Location => ({
    id,
    node: undefined,
    isLoopHead: true,
    stack: [],
    variables: Array.from({ length: id < 2 ? 0 : VARIABLES }, (_, index): StateVariable => {
      const term = manager.variable(`v${id}_${index}`, WIDTH);
      const object = { name: `v${index}` } as unknown as StateVariable["object"];
      return { term, object, offset: 0, isSigned: index === 1, isNamed: true, depth: undefined };
    }),
  });
  const [start, error] = [location(0), location(1)];
  const locations = [start];
  const steps: Step[] = [];
  let from = start;
  for (const [index, numbers] of recipe.entries()) {
    const isLast = index === recipe.length - 1;
    const [first = 0, ...rest] = numbers;
    const stays = from !== start && first % 3 === 0;
    const to = isLast ? error : stays ? from : location(locations.length + 1);
    if (!locations.includes(to) && to !== error) locations.push(to);
    const input = manager.variable(`input${index}`, WIDTH);
    const atoms = [...from.variables.map(({ term }) => term), input];
    const atom = (n: number): Term =>
      n % 3 === 0 ? manager.constant(WIDTH, n >> 2) : (atoms[n % atoms.length] as Term);
    const value = (n: number, m: number): Term =>
      n % 4 === 0
        ? atom(m)
        : n % 4 === 1
          ? manager.mul(atom(n), atom(m))
          : manager.add(atom(n >> 1), atom(m));
    const condition = (n: number, m: number): Term => {
      const [a, b] = [atom(n), value(m, n + m)];
      return [manager.eq(a, b), manager.ult(a, b), manager.slt(a, b), manager.sle(b, a)][
        n % 4
      ] as Term;
    };
    const at = (i: number): number => rest[i] ?? 0;
    const either = manager.or(condition(at(0), at(1)), condition(at(2), at(3)));
    const guard = manager.and(either, condition(at(4), at(5)));
    const next = new Map(
      to.variables.map(({ term }, i) => [
        term,
        manager.ite(condition(at(6), at(7)), value(at(8) + i, at(9)), atom(at(10) + i)),
      ]),
    );
    steps.push({ from, to, guard, next });
    from = to;
  }
  return {
    manager,
    steps,
    system: {
      start,
      error,
      locations,
      steps,
      inputs: new Map(),
      axioms: [],
      valueAt: () => undefined,
    },
  };
}

function isUnsatisfiable(manager: TermManager, conditions: readonly Term[]): boolean {
  return solveOnce(manager, solvers.create(), conditions).answer === "unsat";
}

interface Asked extends Made {
  readonly end: PathPosition;
  readonly interpolator: Interpolator;
}

function withInterpolator<T>(recipe: Recipe, use: (asked: Asked) => T): T {
  return withPath(pathOf(recipe), undefined, use);
}

function withPath<T>(made: Made, solveHorn: HornSolver | undefined, use: (asked: Asked) => T): T {
  const { manager, system, steps } = made;
  const source = { createSatSolver: () => solvers.create(), remainingSeconds: () => 1000 };
  const locationSolvers = new LocationSolvers(manager, system, source);
  const pool = initialPredicates(manager, system);
  const invariants = invariantsOfPathPrograms(
    manager,
    system,
    { ...source, confirm: () => false },
    () => expect.unreachable("nothing was confirmed"),
  );
  const chains = solveHorn && new HornChains(manager, { ...source, solveHorn });
  const interpolator = new Interpolator(manager, system, locationSolvers, source, pool, {
    invariants,
    chains,
  });
  try {
    return use({ ...made, interpolator, end: new ExecutionPaths(manager, system).along(steps) });
  } finally {
    interpolator.dispose();
    locationSolvers.dispose();
  }
}

test("sequences lead from step to step to false, over the variables of their locations; paths with an execution have none", () => {
  const made = { facts: 0, chains: 0, preconditions: 0, invariants: 0, feasible: 0, unknown: 0 };
  fc.assert(
    fc.property(recipes, (recipe) => {
      withInterpolator(recipe, ({ manager, end, interpolator }) => {
        const conditions = positionsTo(end).flatMap((position) => position.conditions);
        const isPossible = !isUnsatisfiable(manager, conditions);
        const first = interpolator.explain(end);
        // A path whose steps were refuted before is explained by an invariant of all paths of these steps.
        const found = end.depth % 2 === 0 ? interpolator.explain(end) : first;
        expect(found.kind).toBe(first.kind);
        expect(interpolator.statistics.refused).toBe(0);
        if (found.kind !== "infeasible") {
          expect(found.kind === "feasible").toBe(isPossible);
          made[found.kind]++;
          return;
        }
        expect(isPossible).toBe(false);
        made[found.by]++;
        const { interpolants } = found;
        expect(interpolants[0]).toEqual([]);
        expect(manager.and(...(interpolants.at(-1) ?? []))).toBe(manager.false);
        for (const { step, depth, location } of positionsTo(end)) {
          const { guard, next } = step as Step;
          const after = manager.and(...(interpolants[depth] ?? []));
          const own = new Set(location.variables.map(({ term }) => term));
          expect([...variablesIn(after)].filter((variable) => !own.has(variable))).toEqual([]);
          const missed = manager.not(new Substitution(manager, next).apply(after));
          expect(
            isUnsatisfiable(manager, [...(interpolants[depth - 1] ?? []), guard, missed]),
          ).toBe(true);
        }
      });
    }),
    { seed: SEED, numRuns: 120 },
  );
  // All kinds have occurred; otherwise the test is void.
  const { unknown, chains, ...others } = made;
  expect(unknown).toBeLessThan(12);
  expect(chains).toBe(0);
  for (const [kind, count] of Object.entries(others))
    expect([kind, count > 2]).toEqual([kind, true]);
});

test("conditions that are not a sequence do not pass the check", () => {
  let changed = 0;
  fc.assert(
    fc.property(recipes, (recipe) => {
      withInterpolator(recipe, ({ manager, end, interpolator }) => {
        const found = interpolator.explain(end);
        if (found.kind !== "infeasible") return;
        const { interpolants } = found;
        const passes = (sequence: readonly (readonly Term[])[]): boolean =>
          isSequence(sequence, end, [manager.false], (before, step, after) =>
            interpolator.isKept(before, step, after),
          );
        expect(passes(interpolants)).toBe(true);
        expect(passes(interpolants.slice(1))).toBe(false);
        expect(passes([[manager.false], ...interpolants.slice(1)])).toBe(false);
        expect(passes([...interpolants.slice(0, -1), []])).toBe(false);
        const foreign = manager.eq(manager.variable("foreign", WIDTH), manager.constant(WIDTH, 1));
        const middle = Math.floor(interpolants.length / 2);
        expect(passes(interpolants.with(middle, [...(interpolants[middle] ?? []), foreign]))).toBe(
          false,
        );
        // There are no facts after the first step: it is a sequence only where that suffices.
        const isNeeded = (interpolants[1] ?? []).length > 0 && interpolants.length > 2;
        if (isNeeded && !passes(interpolants.with(1, []))) changed++;
      });
    }),
    { seed: SEED, numRuns: 40 },
  );
  expect(changed).toBeGreaterThan(3);
});

describe.skipIf(!hasHornSolver)("chains of Horn clauses", () => {
  test("of random paths are guesses: those that pass the check are sequences, which other questions confirm", () => {
    const found = { none: 0, sequence: 0, refused: 0 };
    withHornSolver((solveHorn) => {
      fc.assert(
        fc.property(recipes, (recipe) => {
          withInterpolator(recipe, ({ manager, end, interpolator }) => {
            const chains = new HornChains(manager, { solveHorn, remainingSeconds: () => 1000 });
            const sequence = chains.sequenceOf(end);
            if (sequence === undefined) {
              found.none++;
              return;
            }
            const passes = isSequence(sequence, end, [manager.false], (before, step, after) =>
              interpolator.isKept(before, step, after),
            );
            found[passes ? "sequence" : "refused"]++;
            const conditions = positionsTo(end).flatMap((position) => position.conditions);
            if (passes) expect(isUnsatisfiable(manager, conditions)).toBe(true);
          });
        }),
        { seed: SEED, numRuns: 80 },
      );
    });
    for (const [kind, count] of Object.entries(found)) {
      expect([kind, count > 2]).toEqual([kind, true]);
    }
  });

  test("say so where there is no such solver", () => {
    const absent: HornSolver = () => ({
      kind: "unknown",
      reason: "not installed",
      isAbsent: true,
      cpuSeconds: 0,
    });
    withPath(boundedSums(), absent, ({ interpolator, end }) => {
      expect(interpolator.explain(end).kind).toBe("unknown");
      expect(interpolator.statistics.chains).toEqual({ asked: 1, refused: 0, isAbsent: true });
    });
  });

  test("explain what depends on more inputs than preconditions distinguish, without wrapping around", () => {
    const explained = (solveHorn?: HornSolver): readonly [string, InterpolationStatistics] =>
      withPath(boundedSums(), solveHorn, ({ interpolator, end }) => {
        const explanation = interpolator.explain(end);
        const by = explanation.kind === "infeasible" ? explanation.by : explanation.kind;
        return [by, interpolator.statistics];
      });
    const [without, unasked] = explained();
    expect([without, unasked.chains]).toEqual(["unknown", undefined]);
    const [by, { made, chains, refused }] = withHornSolver(explained);
    expect(by).toBe("chains");
    expect(made).toEqual({ facts: 0, chains: 1, preconditions: 0, invariants: 0 });
    expect([chains, refused]).toEqual([{ asked: 1, refused: 0, isAbsent: false }, 0]);
  });
});

/**
 * `c <= a + 2 * b` holds after the first step, and the second one adds as much to `a` as to `c`, from which it
 * subtracts something.
 */
function boundedSums(): Made {
  const made = pathOf({ steps: Array.from({ length: 3 }, (_, index) => [index + 1]) });
  const { manager, system } = made;
  const [start, before, after] = system.locations as [Location, Location, Location];
  const input = (name: string): Term => manager.variable(name, WIDTH);
  const areFew = (...terms: readonly Term[]): Term =>
    manager.and(...terms.map((term) => manager.ult(term, manager.constant(WIDTH, 20))));
  const [i, j, k, u, w] = [input("i"), input("j"), input("k"), input("u"), input("w")];
  const values = (to: Location, ...terms: readonly Term[]): Map<Term, Term> =>
    new Map(to.variables.map(({ term }, index) => [term, terms[index] as Term]));
  const [a, c, b] = before.variables.map(({ term }) => term) as [Term, Term, Term];
  const [x, z, y] = after.variables.map(({ term }) => term) as [Term, Term, Term];
  const weighed = (one: Term, two: Term): Term => manager.add(one, manager.add(two, two));
  const first = manager.sub(weighed(i, j), k);
  const moved = manager.sub(manager.add(c, u), w);
  const steps: Step[] = [
    {
      from: start,
      to: before,
      guard: manager.and(areFew(i, j, k), manager.ule(k, i)),
      next: values(before, i, first, j),
    },
    {
      ...{
        from: before,
        to: after,
        guard: manager.and(areFew(u, w), manager.sle(manager.constant(WIDTH, 0n), c)),
      },
      next: values(after, manager.add(a, u), moved, b),
    },
    {
      from: after,
      to: system.error,
      next: new Map(),
      guard: manager.and(
        manager.slt(weighed(x, y), z),
        manager.slt(z, manager.constant(WIDTH, 60)),
        areFew(y),
        manager.ult(x, manager.constant(WIDTH, 40)),
      ),
    },
  ];
  return { manager, steps, system: { ...system, steps } };
}
