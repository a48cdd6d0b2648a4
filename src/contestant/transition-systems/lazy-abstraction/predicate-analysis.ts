/**
 * Predicate abstraction as a configurable program analysis (Beyer, Keremoglu, Wendler: "Predicate abstraction with
 * adjustable-block encoding", FMCAD 2010): states are regions at the ends of blocks, kept separate; a precision is
 * the predicates of a location. The graph of the states is built on the way.
 */

import type {
  Analysis,
  PartitionKey,
  Reached,
  Successors,
} from "../../abstract-interpretation/index.ts";
import {
  AbstractReachabilityGraph,
  ALWAYS,
  type ArgNode,
  type Diagram,
  NEVER,
  PredicateRegions,
} from "../../abstract-interpretation/index.ts";
import type { Term } from "../../smt/index.ts";
import type { PathPosition } from "../extraction/execution-path.ts";
import type { Location } from "../extraction/transition-system.ts";
import { type Abstraction, AbstractPost } from "./abstract-post.ts";
import type { PathSearch } from "./search.ts";

export interface PredicateState {
  readonly path: PathPosition;
  readonly region: Diagram;
  /** The region is over this many predicates of the location, the oldest ones. */
  readonly predicates: number;
  readonly parent: PredicateState | undefined;
  node: ArgNode<PredicateState> | undefined;
}

/** The predicates of every location; refinement adds some. */
export type Precision = Map<Location, Set<Term>>;

export class PredicateAnalysis implements Analysis<PredicateState, Precision> {
  readonly graph: AbstractReachabilityGraph<PredicateState> =
    new AbstractReachabilityGraph<PredicateState>();
  readonly regions: PredicateRegions;
  covered = 0;
  readonly #search: PathSearch;
  readonly #post: AbstractPost;
  readonly #precision: Precision;

  constructor(search: PathSearch, precision: Precision, abstraction: Abstraction) {
    this.#search = search;
    this.#precision = precision;
    this.regions = new PredicateRegions(search.manager);
    this.#post = new AbstractPost(search.manager, search.solvers, this.regions, abstraction);
  }

  initial(): PredicateState {
    return {
      path: this.#search.paths.root,
      region: ALWAYS,
      predicates: 0,
      parent: undefined,
      node: undefined,
    };
  }

  initialPrecision(): Precision {
    return this.#precision;
  }

  post(state: PredicateState, precision: Precision, out: Successors<PredicateState>): void {
    const { paths, system, manager } = this.#search;
    const { path, region } = state;
    const condition = this.regions.termOf(region);
    for (const step of this.#search.stepsFrom(path.location)) {
      this.#search.checkBudget();
      if (step.to === system.error) {
        if (condition === manager.false || !this.#search.isPossible([condition], step)) continue;
        const end = paths.after(path, step);
        out.add({ path: end, region: ALWAYS, predicates: 0, parent: state, node: undefined });
        continue;
      }
      const chosen = precision.get(step.to) ?? new Set();
      const after = this.#post.after(region, step, chosen);
      if (after === NEVER) continue;
      out.add({
        path: paths.after(path, step),
        region: after,
        predicates: chosen.size,
        parent: state,
        node: undefined,
      });
    }
  }

  adjust(fresh: PredicateState, precision: Precision): readonly [PredicateState, Precision] {
    return [fresh, precision];
  }

  partition({ path }: PredicateState): PartitionKey {
    return path.location.id;
  }

  merge(_fresh: PredicateState, reached: PredicateState): PredicateState {
    return reached;
  }

  /**
   * Fresh states get their nodes here: covered ones have one as well, so that they are found when the cover is
   * removed.
   */
  stop(
    fresh: PredicateState,
    _precision: Precision,
    alike: readonly Reached<PredicateState, Precision>[] | undefined,
  ): boolean {
    fresh.node = this.graph.add(fresh, fresh.parent?.node);
    const by = alike?.find(({ state }) =>
      this.regions.diagrams.implies(fresh.region, state.region),
    );
    if (by?.state.node === undefined) return false;
    this.graph.cover(fresh.node, by.state.node);
    this.covered++;
    return true;
  }

  isTarget({ path }: PredicateState): boolean {
    return path.location === this.#search.system.error;
  }
}
