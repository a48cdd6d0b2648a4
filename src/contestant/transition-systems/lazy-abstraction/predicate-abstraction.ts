/**
 * Predicate abstraction with counterexample-guided abstraction refinement (Clarke, Grumberg, Jha, Lu, Veith, CAV
 * 2000) and lazy abstraction (Henzinger, Jhala, Majumdar, Sutre, POPL 2002): predicates are kept by location and
 * come from interpolants of spurious paths, and only the part below the first location with new ones is explored
 * again.
 */

import { invariant } from "../../../ground/util/errors.ts";
import type { ArgNode } from "../../abstract-interpretation/index.ts";
import {
  type Diagram,
  FirstInFirstOut,
  NEVER,
  PartitionedReachedSet,
  type Reached,
  runCpa,
} from "../../abstract-interpretation/index.ts";
import type { Term, TermManager } from "../../smt/index.ts";
import type { Location, TransitionSystem } from "../extraction/transition-system.ts";
import type { InterpolantSequence } from "../interpolation/interpolants.ts";
import type { LocationStates } from "../step-proof.ts";
import type { Abstraction } from "./abstract-post.ts";
import { isNamedAt, withNamed } from "./clauses.ts";
import { predicatesOf, withoutSign } from "./interpolant-parts.ts";
import { type Precision, PredicateAnalysis, type PredicateState } from "./predicate-analysis.ts";
import { type ReachedGraph, reachedNodes } from "./reached-graph.ts";
import {
  ended,
  type LazyAbstractionAnswer,
  type LazyAbstractionOptions,
  type LazyAbstractionStatistics,
  PathSearch,
} from "./search.ts";

export function checkByPredicateAbstraction(
  manager: TermManager,
  system: TransitionSystem,
  options: LazyAbstractionOptions,
  abstraction: Abstraction,
): LazyAbstractionAnswer {
  const search = new PathSearch(manager, system, options);
  return ended(search, new Refinement(search, abstraction));
}

class Refinement {
  readonly #search: PathSearch;
  readonly #precision: Precision = new Map();
  readonly #analysis: PredicateAnalysis;
  readonly #reached = new PartitionedReachedSet<PredicateState, Precision>();
  readonly #waitlist = new FirstInFirstOut<Reached<PredicateState, Precision>>();

  constructor(search: PathSearch, abstraction: Abstraction) {
    this.#search = search;
    this.#analysis = new PredicateAnalysis(search, this.#precision, abstraction);
  }

  statistics(): LazyAbstractionStatistics {
    const predicates = [...this.#precision.values()].reduce((sum, { size }) => sum + size, 0);
    const { graph, covered } = this.#analysis;
    return { ...this.#search.statistics(), predicates, nodes: graph.size, covered };
  }

  run(): string | undefined {
    this.#search.lookAhead();
    for (;;) {
      let target: PredicateState | undefined;
      const end = runCpa(this.#analysis, {
        waitlist: this.#waitlist,
        reached: this.#reached,
        onTarget: (state) => {
          target = state;
          return true;
        },
      });
      if (end.kind === "complete") return undefined;
      if (end.kind === "interrupted") return end.reason;
      if (target === undefined) return "no target";
      const problem = this.#refine(target);
      if (problem !== undefined) return problem;
    }
  }

  clauses(): Map<Location, readonly (readonly Term[])[]> {
    const { regions: all } = this.#analysis;
    const { diagrams } = all;
    const regions = new Map<Location, Diagram>();
    for (const { state } of this.#reached) {
      const { location } = state.path;
      regions.set(location, diagrams.or(regions.get(location) ?? NEVER, state.region));
    }
    return new Map(
      [...regions].map(([location, region]) => [
        location,
        withNamed(
          all.clausesOf(region, () => true),
          all.clausesOf(region, (predicate) => isNamedAt(location, predicate)),
        ),
      ]),
    );
  }

  states(): LocationStates {
    const states = new Map<Location, Term[]>();
    for (const { state } of this.#reached) {
      const { location } = state.path;
      const known = states.get(location) ?? [];
      states.set(location, known);
      known.push(this.#analysis.regions.termOf(state.region));
    }
    return states;
  }

  graph(): ReachedGraph {
    const { manager } = this.#search;
    const { graph, regions } = this.#analysis;
    const holds = ({ region }: PredicateState): readonly Term[] =>
      regions.clausesOf(region, () => true).map((literals) => manager.or(...literals));
    const nodes = reachedNodes(graph.root, ({ path }) => path.location, holds);
    return { nodes, predicates: this.#precision };
  }

  /** Adds predicates for a spurious path; returns the reason if there are none. */
  #refine(target: PredicateState): string | undefined {
    const interpolants = this.#search.interpolantsOf(target.path);
    const parent = target.parent?.node;
    if (parent === undefined) return "no path to a target";
    if (interpolants === undefined) {
      // The last step is excluded from now on.
      this.#followAgain([parent]);
      return undefined;
    }
    const states = statesTo(parent);
    const pivot =
      this.#learn(states, interpolants, predicatesOf) ??
      this.#learn(states, interpolants, (term) => [term]);
    if (pivot === undefined) return "no new predicates exclude a spurious counterexample";
    this.#cutBelow(states, pivot);
    this.#search.options.onRefinement?.(this.statistics());
    return undefined;
  }

  /**
   * Adds predicates to the locations of a path.
   * @param states - of the path, by depth
   * @returns the depth of the first state that was made without some of them
   */
  #learn(
    states: readonly PredicateState[],
    interpolants: InterpolantSequence,
    partsOf: (term: Term) => readonly Term[],
  ): number | undefined {
    let pivot: number | undefined;
    for (const [depth, state] of states.entries()) {
      const { location } = state.path;
      const known = this.#precision.get(location) ?? new Set<Term>();
      this.#precision.set(location, known);
      const predicates = (interpolants[depth] ?? []).flatMap(partsOf).map(withoutSign);
      for (const predicate of predicates) if (predicate.op !== "constant") known.add(predicate);
      const before = new Set([...known].slice(0, state.predicates));
      if (predicates.some((one) => one.op !== "constant" && !before.has(one))) pivot ??= depth;
    }
    return pivot;
  }

  /** Removes the part below the state of a path at a depth, and follows that state again. */
  #cutBelow(states: readonly PredicateState[], depth: number): void {
    const [before, first] = [states[depth - 1]?.node, states[depth]?.node];
    invariant(before !== undefined && first !== undefined, "the start has no predicates");
    const { removed, uncovered } = this.#analysis.graph.removeBelow(first);
    for (const entry of [...this.#reached]) {
      const { node } = entry.state;
      if (node === undefined || !removed.has(node)) continue;
      entry.isWaiting = false;
      this.#reached.remove(this.#analysis.partition(entry.state), entry);
    }
    this.#followAgain([before, ...uncovered]);
  }

  /** Nodes that were covered are not in the reached set yet. */
  #followAgain(nodes: readonly ArgNode<PredicateState>[]): void {
    const entries = new Map([...this.#reached].map((entry) => [entry.state, entry]));
    for (const { state } of nodes) {
      let entry = entries.get(state);
      if (entry === undefined) {
        entry = { state, precision: this.#precision, isWaiting: false, node: undefined };
        this.#reached.add(this.#analysis.partition(state), entry);
      }
      if (entry.isWaiting) continue;
      entry.isWaiting = true;
      this.#waitlist.add(entry);
    }
  }
}

function statesTo(node: ArgNode<PredicateState>): PredicateState[] {
  const states: PredicateState[] = [];
  for (let at: PredicateState | undefined = node.state; at !== undefined; at = at.parent) {
    states.push(at);
  }
  return states.reverse();
}
