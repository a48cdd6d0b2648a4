/**
 * Trace abstraction (Heizmann, Hoenicke, Podelski: "Refinement of trace abstraction", SAS 2009; "Software model
 * checking for people who love automata", CAV 2013): the program is an automaton whose words are sequences of steps
 * to an error. Each spurious word gives an interpolant automaton, whose states are conditions and whose edges are
 * valid Hoare triples; all words that it accepts are spurious, and are subtracted. When the remainder is empty the
 * program is safe. The difference is built on demand: a state is a location with the conditions that each automaton
 * may have reached, and it is not expanded when a weaker one at its location is known (antichains: De Wulf, Doyen,
 * Henzinger, Raskin, CAV 2006).
 */

import { FirstInFirstOut } from "../../abstract-interpretation/index.ts";
import { type Term, type TermManager, variablesIn } from "../../smt/index.ts";
import type { PathPosition } from "../extraction/execution-path.ts";
import type { Location, Step, TransitionSystem } from "../extraction/transition-system.ts";
import type { InterpolantSequence } from "../interpolation/interpolants.ts";
import type { LocationStates } from "../step-proof.ts";
import { clausesByLocation, conjunctionsByLocation } from "./clauses.ts";
import type { ReachedGraph } from "./reached-graph.ts";
import {
  ended,
  type LazyAbstractionAnswer,
  type LazyAbstractionOptions,
  type LazyAbstractionStatistics,
  PathSearch,
} from "./search.ts";

export function checkByTraceAbstraction(
  manager: TermManager,
  system: TransitionSystem,
  options: LazyAbstractionOptions,
): LazyAbstractionAnswer {
  const search = new PathSearch(manager, system, options);
  return ended(search, new TraceAbstraction(search));
}

/** The conditions of one automaton; `true`, where it begins, is always among them. */
type Automaton = readonly Term[];

/** A state of the difference. */
interface Remaining {
  readonly path: PathPosition;
  /** By automaton, the conditions that it has reached, without `true`. */
  readonly reached: readonly (readonly Term[])[];
}

class TraceAbstraction {
  readonly #search: PathSearch;
  readonly #automata: Automaton[] = [];
  /** Whether Hoare triples are valid, by step and by the numbers of the conditions. */
  readonly #triples = new Map<Step, Map<string, boolean>>();
  readonly #owned = new Map<Location, ReadonlySet<Term>>();
  /** The states of the current difference. */
  #states = new Map<Location, Remaining[]>();
  #nodes = 0;
  #covered = 0;

  constructor(search: PathSearch) {
    this.#search = search;
  }

  statistics(): LazyAbstractionStatistics {
    const predicates = this.#automata.reduce((sum, { length }) => sum + length, 0);
    const own = { predicates, nodes: this.#nodes, covered: this.#covered };
    return { ...this.#search.statistics(), ...own };
  }

  run(): undefined {
    this.#search.lookAhead();
    while (this.#findWord()) this.#search.options.onRefinement?.(this.statistics());
  }

  clauses(): Map<Location, readonly (readonly Term[])[]> {
    return clausesByLocation(this.#search.manager, this.#conditions());
  }

  states(): LocationStates {
    return conjunctionsByLocation(this.#search.manager, this.#conditions());
  }

  #conditions(): (readonly [Location, readonly (readonly Term[])[]])[] {
    return [...this.#states].map(([location, states]) => [
      location,
      states.map(({ reached }) => reached.flat()),
    ]);
  }

  graph(): ReachedGraph {
    const states = [...this.#states.values()].flat();
    const ids = new Map(states.map(({ path }, index) => [path, index]));
    const nodes = states.map(({ path, reached }, id) => ({
      id,
      location: path.location,
      holds: () => [...new Set(reached.flat())],
      parent: path.before && ids.get(path.before),
      coveredBy: undefined,
    }));
    const predicates = [...this.#states].map(
      ([location, own]) =>
        [location, new Set(own.flatMap(({ reached }) => reached.flat()))] as const,
    );
    return { nodes, predicates: new Map(predicates) };
  }

  /** Looks for a word that no automaton accepts; false when there is none, true when one was subtracted. */
  #findWord(): boolean {
    const { paths, system, manager, interpolator } = this.#search;
    this.#states = new Map();
    const waitlist = new FirstInFirstOut<Remaining>();
    this.#add({ path: paths.root, reached: this.#automata.map(() => []) }, waitlist);
    for (let state = waitlist.next(); state !== undefined; state = waitlist.next()) {
      this.#search.checkBudget();
      for (const step of this.#search.stepsFrom(state.path.location)) {
        const reached = this.#automata.map((automaton, index) =>
          this.#after(automaton, state.reached[index] ?? [], step),
        );
        if (reached.some((conditions) => conditions.includes(manager.false))) continue;
        const path = paths.after(state.path, step);
        if (step.to === system.error) {
          const interpolants = this.#search.interpolantsOf(path);
          if (interpolants !== undefined) this.#learn(interpolants);
          return true;
        }
        if (interpolator.factsAt(path).includes(manager.false)) {
          const interpolants = interpolator.establish(path, [manager.false]);
          if (interpolants !== undefined) {
            this.#learn(interpolants);
            return true;
          }
        }
        this.#add({ path, reached }, waitlist);
      }
    }
    return false;
  }

  #learn(interpolants: InterpolantSequence): void {
    const { manager } = this.#search;
    const conditions = interpolants.map((terms) => manager.and(...terms));
    this.#automata.push([...new Set(conditions)].filter((term) => term !== manager.true));
  }

  #add(state: Remaining, waitlist: FirstInFirstOut<Remaining>): void {
    const { location } = state.path;
    const alike = this.#states.get(location) ?? [];
    this.#states.set(location, alike);
    const knowsNoMore = (other: Remaining): boolean =>
      other.reached.every((conditions, index) =>
        conditions.every((condition) => state.reached[index]?.includes(condition)),
      );
    if (alike.some(knowsNoMore)) {
      this.#covered++;
      return;
    }
    this.#nodes++;
    alike.push(state);
    waitlist.add(state);
  }

  /** The conditions of an automaton after a step. */
  #after(automaton: Automaton, before: readonly Term[], step: Step): readonly Term[] {
    const from = [this.#search.manager.true, ...before];
    return automaton.filter((to) => from.some((condition) => this.#isTriple(condition, step, to)));
  }

  /** Whether the Hoare triple is valid. */
  #isTriple(before: Term, step: Step, after: Term): boolean {
    const known = this.#triples.get(step) ?? new Map<string, boolean>();
    this.#triples.set(step, known);
    const key = `${before.id},${after.id}`;
    const found = known.get(key);
    if (found !== undefined) return found;
    const { interpolator } = this.#search;
    const isValid = this.#isOver(step.to, after) && interpolator.isKept([before], step, [after]);
    known.set(key, isValid);
    return isValid;
  }

  #isOver(location: Location, condition: Term): boolean {
    const owned = this.#owned.get(location) ?? new Set(location.variables.map(({ term }) => term));
    this.#owned.set(location, owned);
    for (const variable of variablesIn(condition)) if (!owned.has(variable)) return false;
    return true;
  }
}
