/**
 * Predicates for blocks from a spurious path: interpolants of the active calls, as for any sequence of steps; and
 * for each call on it that has returned, the facts that the block must establish at its exit so that the
 * interpolant after the call follows from the one before it, with interpolants of the path that leads there (nested
 * interpolants: Heizmann, Hoenicke, Podelski, POPL 2010).
 */
import { Substitution, type Term, variablesIn } from "../../smt/index.ts";
import { type PathPosition, positionsTo } from "../extraction/execution-path.ts";
import { atomsOf } from "../extraction/predicates.ts";
import type { BlockCall, BlockSystem, Location, Step } from "../extraction/transition-system.ts";
import type { PathExplanation } from "../interpolation/interpolants.ts";
import type { BlockPaths, Element, PathTo } from "./block-paths.ts";
import { predicatesOf, withoutSign } from "./interpolant-parts.ts";
import type { Precision } from "./predicate-analysis.ts";
import type { PathSearch } from "./search.ts";

/** Number of conditions of one step that are proposed for the exit of the block before it. */
const MAX_PROPOSED = 30;

export type RefinementEnd =
  | { readonly kind: "refined" }
  | { readonly kind: "feasible" }
  | { readonly kind: "unknown"; readonly reason: string };

interface Exits<E> {
  readonly pathTo: PathTo<E>;
  /** A step after a call, with the facts about the state at the exit of the block. */
  readonly returned: (step: Step, exit: E) => Step;
}

export class BlockRefinement<E extends object> {
  readonly #search: PathSearch;
  readonly #system: BlockSystem;
  readonly #precision: Precision;
  readonly #paths: BlockPaths<E>;
  readonly #exits: Exits<E>;
  readonly #own = new Map<Location, ReadonlySet<Term>>();
  readonly #inStaticStorage: ReadonlySet<Term>;
  #isNew = false;

  constructor(
    search: PathSearch,
    system: BlockSystem,
    precision: Precision,
    paths: BlockPaths<E>,
    exits: Exits<E>,
  ) {
    this.#search = search;
    this.#system = system;
    this.#precision = precision;
    this.#paths = paths;
    this.#exits = exits;
    this.#inStaticStorage = new Set(
      system.locations.flatMap(({ variables }) =>
        variables.flatMap(({ depth, term }) => (depth === undefined ? [term] : [])),
      ),
    );
  }

  refine(elements: readonly Element<E>[]): RefinementEnd {
    const { paths, options } = this.#search;
    const end = paths.along(elements.map((element) => this.#paths.composed(element)));
    const positions = [paths.root, ...positionsTo(end)];
    const explanation = this.#explain(positions);
    if (explanation.kind !== "infeasible") return explanation;
    this.#search.countRefinement();
    this.#isNew = false;
    const { interpolants } = explanation;
    for (const [depth, conditions] of interpolants.entries()) {
      const position = positions[depth];
      if (position !== undefined) this.#learn(position.location, conditions);
    }
    const isExplained = this.#explainCalls(elements, positions, interpolants);
    if (this.#isNew) return { kind: "refined" };
    const why = isExplained ? "no new predicates exclude a spurious counterexample" : undefined;
    const late = options.remainingSeconds() <= 0 ? "time limit" : undefined;
    return { kind: "unknown", reason: late ?? why ?? "no interpolants of a call" };
  }

  /** Explains a path, or its infeasible prefix: behind it nothing would be explained. */
  #explain(positions: readonly PathPosition[]): PathExplanation {
    const { interpolator, manager } = this.#search;
    for (const position of positions) {
      if (!interpolator.factsAt(position).includes(manager.false)) continue;
      const interpolants = interpolator.establish(position, [manager.false]);
      if (interpolants !== undefined) return { kind: "infeasible", interpolants, by: "facts" };
    }
    return interpolator.explain(positions.at(-1) as PathPosition);
  }

  /** A step after a call, restricted by conditions on the variables of the exit. */
  restricted(step: Step, left: readonly Term[]): Step {
    const { manager } = this.#search;
    const outcome = new Substitution(manager, this.#callAt(step).outcome);
    const guard = manager.and(step.guard, ...left.map((term) => outcome.apply(term)));
    return { ...step, guard };
  }

  // -------------------------------------------------------------------- calls

  /** @param positions - before the first element, and after each */
  #explainCalls(
    elements: readonly Element<E>[],
    positions: readonly PathPosition[],
    interpolants: readonly (readonly Term[])[],
  ): boolean {
    let isExplained = true;
    for (const [index, { step, exit }] of elements.entries()) {
      const [before, after] = [interpolants[index], interpolants[index + 1]];
      const position = positions[index];
      if (exit === undefined || before === undefined || after === undefined) continue;
      if (position === undefined || after.length === 0) continue;
      const { interpolator } = this.#search;
      if (interpolator.isKept(before, this.#exits.returned(step, exit), after)) continue;
      if (!this.#explainCall(step, exit, position, before, after)) isExplained = false;
    }
    return isExplained;
  }

  /** Facts that a block must establish, so that a condition holds after its call when another one did before. */
  #explainCall(
    step: Step,
    exit: E,
    position: PathPosition,
    before: readonly Term[],
    after: readonly Term[],
  ): boolean {
    const { interpolator, paths } = this.#search;
    const call = this.#callAt(step);
    const elements = this.#exits.pathTo(exit);
    const inside = [paths.after(position, call.enter)];
    for (const element of elements) {
      inside.push(paths.after(inside.at(-1) as PathPosition, this.#paths.composed(element)));
    }
    const end = inside.at(-1) as PathPosition;
    this.#proposeAt(end.location, call, step, position, after);
    const need = this.#needOf(step, position, end, before, after);
    if (need === undefined) return false;
    const sequence = interpolator.establish(end, need.exit);
    const earlier = interpolator.establish(position, need.position);
    if (sequence === undefined || earlier === undefined) return false;
    for (const [one, conditions] of [
      [end, sequence],
      [position, earlier],
    ] as const) {
      for (const at of positionsTo(one)) this.#learn(at.location, conditions[at.depth] ?? []);
    }
    const conditions = inside.map(({ depth }) => sequence[depth] ?? []);
    return this.#explainCalls(elements, inside, conditions);
  }

  /** Facts at the exit of a block, and at its call, that suffice for a condition after the call. */
  #needOf(
    step: Step,
    position: PathPosition,
    end: PathPosition,
    before: readonly Term[],
    after: readonly Term[],
  ): { readonly exit: readonly Term[]; readonly position: readonly Term[] } | undefined {
    const { interpolator, solvers, manager } = this.#search;
    const facts = interpolator.factsAt(end);
    if (facts.includes(manager.false)) return { exit: [manager.false], position: [] };
    const outcome = new Substitution(manager, this.#callAt(step).outcome);
    const byOutcome = new Map(facts.map((fact) => [outcome.apply(fact), fact]));
    const known = [...new Set([...before, ...interpolator.factsAt(position)])];
    const primed = new Substitution(manager, step.next);
    const missed = manager.not(manager.and(...after.map((term) => primed.apply(term))));
    const asked = [...known, ...byOutcome.keys(), step.guard, missed];
    if (solvers.check(step.from, asked) !== "unsat") return undefined;
    return {
      exit: solvers
        .failed(step.from, [...byOutcome.keys()])
        .flatMap((term) => byOutcome.get(term) ?? []),
      position: solvers.failed(step.from, known).filter((term) => !before.includes(term)),
    };
  }

  /** Proposes conditions that are needed after a call, expressed over the exit of the block. */
  #proposeAt(
    exit: Location,
    { outcome, enter }: BlockCall,
    step: Step,
    { values }: PathPosition,
    after: readonly Term[],
  ): void {
    const { manager, interpolator } = this.#search;
    // The variables of the exit, by their values in the caller, and by the values on this path.
    const sayable = new Map<Term, Term>();
    const byValue = new Map<Term, Term>();
    for (const [variable, here] of outcome) {
      sayable.set(here, variable);
      const value = values.get(here);
      if (value !== undefined) byValue.set(value, variable);
    }
    for (const { term } of enter.from.variables) {
      const value = values.get(term);
      if (sayable.has(term) || value === undefined) continue;
      const same = value.op === "constant" ? value : byValue.get(value);
      if (same !== undefined) sayable.set(term, same);
    }
    const primed = new Substitution(manager, step.next);
    const said = new Substitution(manager, sayable);
    const asked = [step.guard, ...after.map((term) => primed.apply(term))];
    const terms = asked.flatMap((term) => [...atomsOf(term)]).slice(0, MAX_PROPOSED);
    for (const term of terms) interpolator.propose(exit, said.apply(term));
  }

  #callAt({ from }: Step): BlockCall {
    const call = this.#system.calls.get(from);
    if (call === undefined) throw new Error("no block is called here");
    return call;
  }

  // --------------------------------------------------------------- predicates

  #learn(location: Location, conditions: readonly Term[]): void {
    for (const predicate of conditions.flatMap(predicatesOf).map(withoutSign)) {
      if (predicate.op === "constant") continue;
      this.#add(location, predicate);
      if ([...variablesIn(predicate)].every((term) => this.#inStaticStorage.has(term))) {
        this.#addToCalls(predicate);
      }
    }
  }

  /** A fact about static storage alone is likely to matter to every call. */
  #addToCalls(predicate: Term): void {
    const variables = [...variablesIn(predicate)];
    const ends = this.#system.blocks.flatMap(({ entry, exit = entry }) => [entry, exit]);
    for (const location of [...ends, ...this.#system.calls.keys()]) {
      const known = this.#variablesAt(location);
      if (variables.every((variable) => known.has(variable))) this.#add(location, predicate);
    }
  }

  #add(location: Location, predicate: Term): void {
    const known = this.#precision.get(location) ?? new Set<Term>();
    this.#precision.set(location, known);
    if (known.has(predicate)) return;
    known.add(predicate);
    this.#isNew = true;
  }

  #variablesAt(location: Location): ReadonlySet<Term> {
    const known = this.#own.get(location) ?? new Set(location.variables.map(({ term }) => term));
    this.#own.set(location, known);
    return known;
  }
}
