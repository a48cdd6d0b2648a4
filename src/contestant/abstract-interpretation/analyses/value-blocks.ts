/**
 * Block-abstraction memoization (Wonisch, Wehrheim, ICFEM 2012; Beyer, Friedberger, ESEC/FSE 2020) for explicit
 * values with ranges: functions and loops are explored separately, from the relevant part of a state, and their
 * exit states are cached. In programs that allocate on the heap there are no blocks: heap objects concern all
 * pointers.
 */

import { blockFunctions, Interruption, ProgramOrder } from "../../analysis-core/index.ts";
import type { AssumeEdge, CfaEdge, CfaProgram } from "../../cfa/index.ts";
import type { AbstractState } from "../domains/value/abstract-state.ts";
import { BlockExtents, type ValueBlock } from "../domains/value/block-extent.ts";
import { BlockReducer, type Entered } from "../domains/value/block-reducer.ts";
import { thresholdsOf } from "../domains/value/thresholds.ts";
import { ValueEdges } from "../domains/value/value-edges.ts";
import { ValueOperators } from "../domains/value/value-operators.ts";
import { BlockMemory } from "../framework/block-memory.ts";
import { BlockTransfer } from "../framework/block-transfer.ts";
import type { CaseSplit, EdgeAnalysis } from "../framework/edge-analysis.ts";
import { type PartitionKey, ReachedKeys } from "../framework/reached-set.ts";
import { SeparateStates } from "../framework/state-operators.ts";
import { FirstInFirstOut } from "../framework/waitlist.ts";
import { type CpaEnd, runCpa } from "./cpa.ts";
import { Exploration, type ExplorationAnswer, type ExplorationOptions } from "./exploration.ts";
import { MAX_KEY_CHARACTERS, STORE_INTERVAL } from "./value-analysis.ts";

export interface ValueBlocksOptions extends ExplorationOptions {
  /** As in the value analysis. */
  readonly maxValues: number;
}

export interface ValueBlocksStatistics {
  readonly functions: number;
  readonly loops: number;
  /** Block entries that were answered from the cache, and others. */
  readonly hits: number;
  readonly misses: number;
  /** Number of stored states, in all explorations. */
  readonly states: number;
}

export type ValueBlocksAnswer = ExplorationAnswer & { readonly statistics: ValueBlocksStatistics };

/** Depth of nested block entries: recursion with ever new values does not end. */
const MAX_DEPTH = 200;

/** Thrown when a violation was confirmed. */
class ViolationFound extends Error {}

/** TRUE when no violation can be reached, FALSE when one was replayed. */
export function analyseValuesByBlocks(
  program: CfaProgram,
  options: ValueBlocksOptions,
): ValueBlocksAnswer {
  const blocks = new ValueBlocks(program, options);
  const answer = blocks.run();
  return { ...answer, statistics: blocks.statistics() };
}

/** An exploration of a block: its initial state, and its exit states. */
interface BlockExploration {
  readonly entered: Entered;
  readonly exits: ReadonlyMap<PartitionKey, AbstractState>;
}

class ValueBlocks {
  readonly #exploration: Exploration;
  readonly #edges: ValueEdges;
  readonly #operators: ValueOperators;
  readonly #order: ProgramOrder;
  readonly #extents: BlockExtents | undefined;
  readonly #reducer: BlockReducer;
  readonly #memory = new BlockMemory<BlockExploration>();
  #states = 0;

  constructor(program: CfaProgram, options: ValueBlocksOptions) {
    this.#exploration = new Exploration(options, () => {});
    const transfer = this.#exploration.transfer(program);
    const { layout, evaluator } = transfer;
    this.#edges = new ValueEdges(transfer);
    this.#order = new ProgramOrder(program);
    this.#operators = new ValueOperators(transfer, {
      thresholds: thresholdsOf(program),
      maxValues: options.maxValues,
    });
    this.#reducer = new BlockReducer(layout, evaluator.newSymbol, (state) =>
      this.#operators.key(state),
    );
    if (layout.sites.length > 0) return;
    const functions = blockFunctions(program, () => true);
    this.#extents = new BlockExtents(program, (fn) => functions.has(fn));
  }

  run(): ExplorationAnswer {
    try {
      const end = this.#explore(
        new EdgesOfBlock(this.#edges, undefined, this.#edges.initial(), this),
      );
      return this.#exploration.answer(end, this.#states);
    } catch (error) {
      if (!(error instanceof ViolationFound)) throw error;
      return { kind: "false" };
    }
  }

  statistics(): ValueBlocksStatistics {
    return {
      functions: this.#extents?.functions.size ?? 0,
      loops: this.#extents?.loops.size ?? 0,
      hits: this.#memory.hits,
      misses: this.#memory.misses,
      states: this.#states,
    };
  }

  #explore(edges: EdgesOfBlock): CpaEnd {
    const { heads } = this.#order;
    const transfer = new BlockTransfer(edges, {
      isBlockEnd: ({ node, hasSplit }, steps) =>
        heads.has(node) && (hasSplit || steps > STORE_INTERVAL),
      checkBudget: this.#exploration.checkBudget,
    });
    const reached = new ReachedKeys<AbstractState, undefined>(MAX_KEY_CHARACTERS);
    const end = runCpa(new SeparateStates(edges, transfer, this.#operators), {
      waitlist: new FirstInFirstOut(),
      reached,
      followsAtOnce: ({ hasSplit }) => !hasSplit,
      onTarget: (state) => {
        if (this.#exploration.confirms(state)) throw new ViolationFound();
        return false;
      },
    });
    this.#states += reached.size;
    return end;
  }

  /** The block that a state enters with an edge. */
  blockAt({ node, frame }: AbstractState, edge: CfaEdge): ValueBlock | undefined {
    if (this.#extents === undefined) return undefined;
    const loop = this.#extents.loops.get(node);
    if (frame.call === edge && node === frame.fn.entry) {
      return this.#extents.functions.get(frame.fn) ?? loop;
    }
    return loop?.loop?.has(edge.source) === true ? undefined : loop;
  }

  /** The states that leave a block when a state enters it; undefined when it must be executed in place. */
  passed(state: AbstractState, block: ValueBlock): readonly AbstractState[] | undefined {
    this.#exploration.checkBudget();
    this.#operators.adjust(state);
    const entered = this.#reducer.reduce(state, block);
    if (entered === undefined) return undefined;
    if (this.#memory.depth >= MAX_DEPTH) {
      this.#exploration.incomplete(`deep recursion of ${block.fn.name}`);
      return [];
    }
    const kind = block.loop === undefined ? "function" : "loop";
    const explored = this.#memory.ask(`${kind} ${entered.key}`, {
      nothing: () => ({ entered, exits: new Map() }),
      explore: () => this.#exitsOf(block, entered),
      isMore: (found, taken) => [...found.exits.keys()].some((key) => !taken.exits.has(key)),
      endsSearch: () => false,
    });
    const exits = [...explored.exits.values()];
    return exits.map((exit) => {
      const left = this.#reducer.expand(state, entered, explored.entered, exit);
      left.hasSplit = state.hasSplit || exit.hasSplit || exits.length > 1;
      left.hasMoved = true;
      return left;
    });
  }

  #exitsOf(block: ValueBlock, entered: Entered): BlockExploration {
    const edges = new EdgesOfBlock(this.#edges, block, entered.state.fork(), this);
    const end = this.#explore(edges);
    if (end.kind === "interrupted") throw new Interruption(end.reason);
    return { entered, exits: edges.exits };
  }

  /** A state as it leaves a block. */
  readonly adjusted = (state: AbstractState): PartitionKey => {
    this.#operators.adjust(state);
    return this.#operators.key(state);
  };
}

/**
 * The steps of one exploration: entered blocks are passed as a whole, and states that leave its own block end
 * there.
 */
class EdgesOfBlock implements EdgeAnalysis<AbstractState> {
  /** Exit states of the block, by keys. */
  readonly exits = new Map<PartitionKey, AbstractState>();
  readonly #edges: ValueEdges;
  readonly #block: ValueBlock | undefined;
  readonly #start: AbstractState;
  readonly #blocks: ValueBlocks;

  constructor(
    edges: ValueEdges,
    block: ValueBlock | undefined,
    start: AbstractState,
    blocks: ValueBlocks,
  ) {
    this.#edges = edges;
    this.#block = block;
    this.#start = start;
    this.#blocks = blocks;
  }

  initial(): AbstractState {
    return this.#start;
  }

  fork(state: AbstractState): AbstractState {
    return this.#edges.fork(state);
  }

  branches(
    state: AbstractState,
    edges: readonly AssumeEdge[],
    others: AbstractState[],
  ): readonly AssumeEdge[] {
    return this.#edges.branches(state, edges, others);
  }

  post(state: AbstractState, edge: CfaEdge, others: AbstractState[]): AbstractState | undefined {
    const after = this.#edges.post(state, edge, others);
    if (after === undefined || this.#hasLeft(after)) return undefined;
    const block = this.#blocks.blockAt(after, edge);
    const passed = block === undefined ? undefined : this.#blocks.passed(after, block);
    if (passed === undefined) return after;
    const [first, ...rest] = passed.filter((exit) => !this.#hasLeft(exit));
    others.push(...rest);
    return first;
  }

  leave(state: AbstractState, others: AbstractState[]): AbstractState | undefined {
    const isOwn = this.#block !== undefined && state.frame.caller === undefined;
    if (!isOwn) return this.#edges.leave(state, others);
    this.#store(state);
    return undefined;
  }

  split(state: AbstractState, by: CaseSplit): readonly AbstractState[] {
    return this.#edges.split(state, by);
  }

  isTarget(state: AbstractState): boolean {
    return this.#edges.isTarget(state);
  }

  /** Whether a state has left the explored loop. */
  #hasLeft(state: AbstractState): boolean {
    const loop = this.#block?.loop;
    if (loop === undefined || state.frame.caller !== undefined || loop.has(state.node))
      return false;
    this.#store(state);
    return true;
  }

  #store(state: AbstractState): void {
    const key = this.#blocks.adjusted(state);
    if (!this.exits.has(key)) this.exits.set(key, state);
  }
}
