/**
 * Cycles of states of a value analysis: where a state is reachable from itself, an execution may repeat for ever,
 * as reactive programs do when the environment keeps giving suitable inputs. Every state is known exactly or up to
 * ranges: inputs on the path are chosen as for a counterexample, and the caller executes them to check that the
 * state recurs (after Gupta, Henzinger, Majumdar, Rybalchenko, Xu, POPL 2008).
 */

import { cyclicComponents, Interruption, ProgramOrder } from "../../analysis-core/index.ts";
import type { CfaProgram } from "../../cfa/index.ts";
import type { AbstractState } from "../domains/value/abstract-state.ts";
import { ValueEdges } from "../domains/value/value-edges.ts";
import { ValueOperators } from "../domains/value/value-operators.ts";
import { BlockTransfer } from "../framework/block-transfer.ts";
import type { PartitionKey } from "../framework/reached-set.ts";
import {
  type ChosenInput,
  choicesOf,
  Exploration,
  type ExplorationOptions,
} from "./exploration.ts";
import { STORE_INTERVAL } from "./value-analysis.ts";

/** The inputs on the path to a state, and from there back to it. */
export interface ValueCycle {
  readonly stem: readonly ChosenInput[];
  readonly cycle: readonly ChosenInput[];
}

/** Number of states after which cycles are looked for, and the factor by which it grows. */
const FIRST_LOOK = 64;
const LOOK_GROWTH = 4;
const MAX_STATES = 100_000;
/** Number of cycles that are tried, in total and per component. */
const MAX_CYCLES = 40;
const MAX_CYCLES_HERE = 4;

/** A reached state. */
interface Place {
  readonly number: number;
  readonly key: PartitionKey;
  /** The place from which it was reached first. */
  readonly parent: Place | undefined;
  /** Until it was followed. */
  state: AbstractState | undefined;
  /** Whether no cell of it may have several values. */
  readonly isExact: boolean;
  successors: Place[];
}

/** Explores breadth first; can be continued. */
export class ValueCycleSearch {
  readonly #exploration: Exploration;
  readonly #edges: ValueEdges;
  readonly #operators: ValueOperators;
  readonly #blocks: BlockTransfer<AbstractState>;
  readonly #places: Place[] = [];
  readonly #byKey = new Map<PartitionKey, Place>();
  readonly #tried = new Set<string>();
  #followed = 0;
  #nextLook = FIRST_LOOK;
  #remainingSeconds: () => number = () => 0;

  constructor(program: CfaProgram, specification: ExplorationOptions["specification"]) {
    const exploration = new Exploration(
      { specification, remainingSeconds: () => this.#remainingSeconds(), confirm: () => false },
      // Left out executions do not matter for a cycle that can be executed.
      () => {},
    );
    this.#exploration = exploration;
    const transfer = exploration.transfer(program);
    const { heads } = new ProgramOrder(program);
    this.#edges = new ValueEdges(transfer);
    this.#operators = new ValueOperators(transfer, {
      thresholds: [],
      maxValues: Number.POSITIVE_INFINITY,
    });
    this.#blocks = new BlockTransfer(this.#edges, {
      isBlockEnd: ({ node, hasSplit }, steps) =>
        heads.has(node) && (hasSplit || steps > STORE_INTERVAL),
      checkBudget: exploration.checkBudget,
    });
  }

  /**
   * @param accept - executes a cycle: whether a state recurs
   * @returns whether one was accepted
   */
  run(accept: (cycle: ValueCycle) => boolean, remainingSeconds: () => number): boolean {
    this.#remainingSeconds = remainingSeconds;
    try {
      if (this.#places.length === 0) this.#arrive(this.#edges.initial(), undefined);
      while (this.#followed < this.#places.length && this.#mayGrow()) {
        this.#exploration.checkBudget();
        this.#follow(this.#places[this.#followed] as Place);
        this.#followed++;
        if (this.#followed < this.#nextLook) continue;
        this.#nextLook *= LOOK_GROWTH;
        if (this.#look(accept)) return true;
      }
      return this.#look(accept);
    } catch (end) {
      if (end instanceof Interruption) return false;
      throw end;
    }
  }

  #mayGrow(): boolean {
    return this.#places.length < MAX_STATES;
  }

  // --------------------------------------------------------------- exploration

  #follow(place: Place): void {
    const { state } = place;
    if (state === undefined) return;
    // Where the time limit interrupted it before, it is repeated.
    place.successors = [];
    this.#post(state, (successor) => {
      const next = this.#arrive(successor, place);
      if (!place.successors.includes(next)) place.successors.push(next);
    });
    place.state = undefined;
  }

  /** The states at the next ends of blocks. */
  #post(state: AbstractState, visit: (successor: AbstractState) => void): void {
    this.#blocks.post(state.fork(), {
      add: (successor) => {
        if (!this.#edges.isTarget(successor)) {
          this.#operators.adjust(successor);
          visit(successor);
        }
        return false;
      },
    });
  }

  #arrive(state: AbstractState, parent: Place | undefined): Place {
    const key = this.#operators.key(state);
    const known = this.#byKey.get(key);
    if (known !== undefined) return known;
    const number = this.#places.length;
    const isExact = state.isExact();
    const place: Place = { number, key, parent, state, isExact, successors: [] };
    this.#byKey.set(key, place);
    this.#places.push(place);
    return place;
  }

  // -------------------------------------------------------------------- cycles

  /** Tries cycles among the reached states: first those without undetermined values. */
  #look(accept: (cycle: ValueCycle) => boolean): boolean {
    const edges = this.#places.flatMap((from) => from.successors.map((to) => ({ from, to })));
    const exact = edges.filter(({ from, to }) => from.isExact && to.isExact);
    for (const some of [exact, edges]) {
      for (const component of cyclicComponents(some, (edge) => edge)) {
        const inside = new Set(component.map(({ from }) => from));
        const starts = [...inside].sort((a, b) => a.number - b.number).slice(0, MAX_CYCLES_HERE);
        for (const start of starts) {
          this.#exploration.checkBudget();
          const way = wayAround(start, inside);
          const name = way.map(({ number }) => number).join(" ");
          if (this.#tried.has(name) || this.#tried.size >= MAX_CYCLES) continue;
          const cycle = this.#inputsOf(start, way);
          // Not before this point: the time limit may interrupt it.
          this.#tried.add(name);
          if (cycle !== undefined && accept(cycle)) return true;
        }
      }
    }
    return false;
  }

  /**
   * The states are followed once more, so that inputs have the names of this path; and twice around the cycle,
   * since values that one round leaves undetermined may be determined by the next one.
   */
  #inputsOf(start: Place, way: readonly Place[]): ValueCycle | undefined {
    const stem: Place[] = [];
    for (let at = start; at.parent !== undefined; at = at.parent) stem.unshift(at);
    let state: AbstractState | undefined = this.#edges.initial();
    const ends: number[] = [];
    for (const part of [stem, way, way]) {
      for (const next of part) {
        state = this.#successor(state, next);
        if (state === undefined) return undefined;
      }
      ends.push(choicesOf(state)?.length ?? 0);
    }
    const choices = choicesOf(state);
    if (choices === undefined) return undefined;
    const [first, second] = ends;
    return { stem: choices.slice(0, first), cycle: choices.slice(first, second) };
  }

  #successor(state: AbstractState, next: Place): AbstractState | undefined {
    let found: AbstractState | undefined;
    this.#post(state, (successor) => {
      if (found === undefined && this.#operators.key(successor) === next.key) found = successor;
    });
    return found;
  }
}

/** The places of a shortest path back to a place, which comes last. */
function wayAround(start: Place, inside: ReadonlySet<Place>): readonly Place[] {
  const before = new Map<Place, Place>();
  const waiting = [start];
  for (let at = waiting.shift(); at !== undefined; at = waiting.shift()) {
    for (const next of at.successors) {
      if (!inside.has(next) || before.has(next)) continue;
      before.set(next, at);
      if (next !== start) waiting.push(next);
    }
    if (before.has(start)) break;
  }
  const way = [start];
  for (let at = before.get(start); at !== undefined && at !== start; at = before.get(at))
    way.unshift(at);
  return way;
}
