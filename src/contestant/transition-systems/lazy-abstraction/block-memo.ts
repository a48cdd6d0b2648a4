/**
 * Block-abstraction memoization (Wonisch, Wehrheim: "Predicate analysis with block-abstraction memoization", ICFEM
 * 2012) for predicate abstraction: a block that is called is explored separately, from the facts about its own
 * variables at its entry, and the result is cached, by the block, its entry region, and the predicates of the block
 * and of its callees. Its callers use the region at its exit.
 */

import {
  ALWAYS,
  BlockMemory,
  type Diagram,
  FirstInFirstOut,
  NEVER,
  PredicateRegions,
} from "../../abstract-interpretation/index.ts";
import { Interruption } from "../../analysis-core/index.ts";
import type { Term, TermManager } from "../../smt/index.ts";
import type {
  Block,
  BlockCall,
  BlockSystem,
  Location,
  Step,
} from "../extraction/transition-system.ts";
import type { LocationStates } from "../step-proof.ts";
import { AbstractPost } from "./abstract-post.ts";
import { BlockPaths, type Element } from "./block-paths.ts";
import { BlockRefinement } from "./block-refinement.ts";
import type { Precision } from "./predicate-analysis.ts";
import type { ReachedGraph } from "./reached-graph.ts";
import {
  ended,
  type LazyAbstractionAnswer,
  type LazyAbstractionOptions,
  type LazyAbstractionStatistics,
  PathSearch,
} from "./search.ts";

/** A region at a location of a block, in one exploration of it. */
export interface BlockState {
  readonly location: Location;
  readonly region: Diagram;
  /** Undefined where the exploration began. */
  readonly before:
    | { readonly state: BlockState; readonly element: Element<BlockState> }
    | undefined;
}

/** An error that may be reached: in the block itself, or in a callee. */
interface Target {
  readonly state: BlockState;
  readonly element: Element<BlockState>;
  readonly inner: Target | undefined;
}

/** The result of an exploration of a block. */
export interface Exploration {
  readonly block: Block | undefined;
  readonly entered: Diagram;
  /** By location, all states that are reached there. */
  readonly regions: ReadonlyMap<Location, Diagram>;
  readonly states: readonly BlockState[];
  readonly exits: readonly BlockState[];
  readonly target: Target | undefined;
  /** Explorations of the blocks that it calls. */
  readonly used: ReadonlySet<Exploration>;
}

/** The region where the block of an exploration returns. */
export function leftBy({ block, regions }: Exploration): Diagram {
  return (block?.exit && regions.get(block.exit)) ?? NEVER;
}

export interface BlockMemoStatistics extends LazyAbstractionStatistics {
  readonly blocks: number;
  /** Number of calls that were answered from the cache, and of others. */
  readonly hits: number;
  readonly misses: number;
}

export interface BlockInvariants {
  readonly regions: PredicateRegions;
  /** The exploration of `main`, and those that it depends on. */
  readonly explorations: readonly Exploration[];
}

export type BlockMemoAnswer = LazyAbstractionAnswer & {
  readonly found: BlockInvariants | undefined;
  readonly statistics: BlockMemoStatistics;
};

export function checkByBlockMemo(
  manager: TermManager,
  system: BlockSystem,
  options: LazyAbstractionOptions,
): BlockMemoAnswer {
  const search = new PathSearch(manager, system, options);
  const memo = new BlockMemo(search, system);
  const answer = ended(search, memo);
  return { ...answer, found: memo.found, statistics: memo.statistics() };
}

class BlockMemo {
  readonly #search: PathSearch;
  readonly #system: BlockSystem;
  readonly #precision: Precision = new Map();
  readonly #regions: PredicateRegions;
  readonly #post: AbstractPost;
  readonly #refinement: BlockRefinement<BlockState>;
  readonly #paths: BlockPaths<BlockState>;
  /** By block, entry region, and number of predicates. */
  readonly #memory = new BlockMemory<Exploration>();
  /** Steps after calls, with the exit region of the block. */
  readonly #returns = new Map<Step, Map<Diagram, Step>>();
  /** By block, its locations and those of its callees. */
  readonly #extents = new Map<Block, ReadonlySet<Location>>();
  #whole: Exploration | undefined;
  #nodes = 0;
  #covered = 0;

  constructor(search: PathSearch, system: BlockSystem) {
    const { manager } = search;
    this.#search = search;
    this.#system = system;
    this.#regions = new PredicateRegions(manager);
    this.#post = new AbstractPost(manager, search.solvers, this.#regions, "boolean");
    this.#paths = new BlockPaths(manager, system, search.paths, elementsTo);
    this.#refinement = new BlockRefinement(search, system, this.#precision, this.#paths, {
      pathTo: elementsTo,
      returned: (step, exit) => this.#returned(step, exit.region),
    });
  }

  statistics(): BlockMemoStatistics {
    const predicates = [...this.#precision.values()].reduce((sum, { size }) => sum + size, 0);
    return {
      ...this.#search.statistics(),
      predicates,
      nodes: this.#nodes,
      covered: this.#covered,
      blocks: this.#system.blocks.length,
      hits: this.#memory.hits,
      misses: this.#memory.misses,
    };
  }

  get found(): BlockInvariants | undefined {
    if (this.#whole === undefined) return undefined;
    return { regions: this.#regions, explorations: this.#restedOn() };
  }

  run(): string | undefined {
    this.#search.lookAhead();
    for (;;) {
      const whole = this.#explore(undefined, this.#system.start, ALWAYS);
      if (whole.target === undefined) {
        this.#whole = whole;
        return undefined;
      }
      const problem = this.#refine(pathOf(whole.target));
      if (problem !== undefined) return problem;
      this.#search.options.onRefinement?.(this.statistics());
    }
  }

  /** The clauses are returned by {@link found}. */
  clauses(): Map<Location, readonly (readonly Term[])[]> {
    return new Map();
  }

  states(): LocationStates {
    return new Map();
  }

  /** One tree for each exploration of a block that the last one of `main` depends on. */
  graph(): ReachedGraph {
    const states = this.#restedOn().flatMap((exploration) => exploration.states);
    const ids = new Map(states.map((state, index) => [state, index]));
    const { manager } = this.#search;
    const nodes = states.map(({ location, region, before }, id) => ({
      id,
      location,
      parent: before && ids.get(before.state),
      coveredBy: undefined,
      holds: () =>
        this.#regions.clausesOf(region, () => true).map((literals) => manager.or(...literals)),
    }));
    return { nodes, predicates: this.#precision };
  }

  /** The explorations that the last exploration of `main` depends on. */
  #restedOn(): readonly Exploration[] {
    const all = new Set(this.#whole === undefined ? [] : [this.#whole]);
    // Iteration over a growing set includes new elements.
    for (const exploration of all)
      for (const used of exploration.used) all.add(this.#memory.lastOf(used));
    return [...all];
  }

  #refine(elements: readonly Element<BlockState>[]): string | undefined {
    const problem = this.#refinement.refine(elements);
    if (problem.kind === "refined") return undefined;
    if (problem.kind === "unknown") return problem.reason;
    const choices = this.#paths.choicesOn(elements, this.#search.options);
    if (choices === undefined) return "a path of composed steps that no execution takes";
    this.#search.takesPath(elements.at(-1)?.step, choices);
    // The last step is excluded from now on.
    this.#memory.clear();
    return undefined;
  }

  // -------------------------------------------------------------- exploration

  #summary(block: Block, entered: Diagram): Exploration {
    const key = `${block.entry.id} ${entered} ${this.#predicatesOf(block)}`;
    return this.#memory.ask(key, {
      nothing: () => new OpenExploration(block, entered, this.#regions).closed(undefined),
      explore: () => this.#explore(block, block.entry, entered),
      isMore: (found, taken) => this.#leavesMore(found, taken),
      endsSearch: ({ target }) => target !== undefined,
    });
  }

  #leavesMore(one: Exploration, other: Exploration): boolean {
    return !this.#regions.diagrams.implies(leftBy(one), leftBy(other));
  }

  /** Number of predicates with which a block, or a callee, is explored: it only grows. */
  #predicatesOf(block: Block): number {
    let count = 0;
    for (const location of this.#extentOf(block)) count += this.#precision.get(location)?.size ?? 0;
    return count;
  }

  #extentOf(block: Block): ReadonlySet<Location> {
    const known = this.#extents.get(block);
    if (known !== undefined) return known;
    const extent = new Set([block.entry]);
    // The set grows on the way. The steps that enter other blocks are among those of their callers.
    for (const location of extent) {
      for (const { to } of this.#stepsFrom(location)) extent.add(to);
      const call = this.#system.calls.get(location);
      if (call !== undefined) extent.add(call.block.entry);
    }
    this.#extents.set(block, extent);
    return extent;
  }

  #explore(block: Block | undefined, start: Location, entered: Diagram): Exploration {
    const exploration = new OpenExploration(block, entered, this.#regions);
    const { waitlist } = exploration;
    exploration.add({ location: start, region: entered, before: undefined });
    for (let state = waitlist.next(); state !== undefined; state = waitlist.next()) {
      this.#search.checkBudget();
      const target = this.#follow(state, exploration);
      if (target !== undefined) return this.#closed(exploration, target);
    }
    return this.#closed(exploration, undefined);
  }

  #closed(exploration: OpenExploration, target: Target | undefined): Exploration {
    this.#nodes += exploration.nodes;
    this.#covered += exploration.covered;
    return exploration.closed(target);
  }

  #follow(state: BlockState, exploration: OpenExploration): Target | undefined {
    const { location } = state;
    const call = this.#system.calls.get(location);
    if (call === undefined) {
      for (const step of this.#stepsFrom(location)) {
        const target = this.#take(state, step, { step }, exploration);
        if (target !== undefined) return target;
      }
      return undefined;
    }
    return this.#followCall(state, call, exploration);
  }

  #followCall(
    state: BlockState,
    { block, enter }: BlockCall,
    exploration: OpenExploration,
  ): Target | undefined {
    const entered = this.#post.after(state.region, enter, this.#predicatesAt(block.entry));
    if (entered === NEVER) return undefined;
    const summary = this.#summary(block, entered);
    exploration.used.add(summary);
    if (summary.target !== undefined) {
      return { state, element: { step: enter }, inner: summary.target };
    }
    const seen = new Set<Diagram>();
    for (const exit of summary.exits) {
      if (seen.has(exit.region)) continue;
      seen.add(exit.region);
      for (const step of this.#stepsFrom(state.location)) {
        const taken = this.#returned(step, exit.region);
        const target = this.#take(state, taken, { step, exit }, exploration);
        if (target !== undefined) return target;
      }
    }
    return undefined;
  }

  /** @param taken - the step with the facts about a block that has returned */
  #take(
    state: BlockState,
    taken: Step,
    element: Element<BlockState>,
    exploration: OpenExploration,
  ): Target | undefined {
    const { region } = state;
    if (taken.to === this.#system.error) {
      const isPossible = this.#search.isPossible([this.#regions.termOf(region)], taken);
      return isPossible ? { state, element, inner: undefined } : undefined;
    }
    const after = this.#post.after(region, taken, this.#predicatesAt(taken.to));
    if (after === NEVER) return undefined;
    exploration.add({ location: taken.to, region: after, before: { state, element } });
    return undefined;
  }

  #predicatesAt(location: Location): Iterable<Term> {
    return this.#precision.get(location) ?? [];
  }

  /** Steps that stay in the block. */
  #stepsFrom(location: Location): readonly Step[] {
    const enter = this.#system.calls.get(location)?.enter;
    return this.#search.stepsFrom(location).filter((step) => step !== enter);
  }

  #returned(step: Step, left: Diagram): Step {
    const known = this.#returns.get(step) ?? new Map<Diagram, Step>();
    this.#returns.set(step, known);
    const taken =
      known.get(left) ?? this.#refinement.restricted(step, [this.#regions.termOf(left)]);
    known.set(left, taken);
    return taken;
  }
}

/** An exploration in progress. */
class OpenExploration {
  readonly waitlist = new FirstInFirstOut<BlockState>();
  readonly used = new Set<Exploration>();
  nodes = 0;
  covered = 0;
  readonly #block: Block | undefined;
  readonly #entered: Diagram;
  readonly #predicates: PredicateRegions;
  readonly #reached = new Map<Location, BlockState[]>();

  constructor(block: Block | undefined, entered: Diagram, predicates: PredicateRegions) {
    this.#block = block;
    this.#entered = entered;
    this.#predicates = predicates;
  }

  add(state: BlockState): void {
    const alike = this.#reached.get(state.location) ?? [];
    this.#reached.set(state.location, alike);
    const { diagrams } = this.#predicates;
    this.nodes++;
    if (alike.some(({ region }) => diagrams.implies(state.region, region))) {
      this.covered++;
      return;
    }
    alike.push(state);
    this.waitlist.add(state);
  }

  closed(target: Target | undefined): Exploration {
    const { diagrams } = this.#predicates;
    const regions = new Map(
      [...this.#reached].map(([location, states]) => [
        location,
        states.reduce((all, { region }) => diagrams.or(all, region), NEVER),
      ]),
    );
    const exit = this.#block?.exit;
    return {
      block: this.#block,
      entered: this.#entered,
      regions,
      target,
      used: this.used,
      states: [...this.#reached.values()].flat(),
      exits: (exit && this.#reached.get(exit)) ?? [],
    };
  }
}

/** From the start of the block to the state. */
function elementsTo(state: BlockState): readonly Element<BlockState>[] {
  const elements: Element<BlockState>[] = [];
  for (let at = state; at.before !== undefined; at = at.before.state)
    elements.push(at.before.element);
  return elements.reverse();
}

function pathOf(target: Target): readonly Element<BlockState>[] {
  const elements: Element<BlockState>[] = [];
  for (let at: Target | undefined = target; at !== undefined; at = at.inner) {
    elements.push(...elementsTo(at.state), at.element);
  }
  if (elements.length === 0) throw new Interruption("an error without a path");
  return elements;
}
