/** Determines the blocks of a run to which no pointer leads (valid-memtrack). */
import type { CfaEdge, CfaProgram, MemoryObject } from "../../cfa/index.ts";
import { type AddressSpace, READABLE } from "../address-space.ts";
import type { HeapBlock } from "../contract.ts";
import type { ExplorationState } from "./exploration-state.ts";
import type { Heap } from "./heap.ts";
import { KNOWN, type Openness } from "./openness.ts";
import { type PointerSearch, type Range, untrackedBlocks } from "./reachable-blocks.ts";
import type { Threads } from "./threads.ts";

export interface TrackedRun {
  readonly program: CfaProgram;
  readonly space: AddressSpace;
  readonly heap: Heap;
  readonly threads: Threads;
  readonly openness: Openness | undefined;
  readonly exploration: ExplorationState | undefined;
  /** Objects with static storage duration, with their addresses. */
  readonly statics: () => Iterable<readonly [MemoryObject, number]>;
  /** By place where threads are suspended. */
  readonly suspensionEdges: readonly (CfaEdge | undefined)[];
}

/** Functions that detach threads, whose results are never read. */
const DETACHING = ["pthread_detach", "thrd_detach", "pthread_attr_setdetachstate"];

export class TrackedBlocks {
  readonly #run: TrackedRun;
  /** Whether `main` has returned: its variables, and those of all threads, no longer exist. */
  hasReturned = false;

  constructor(run: TrackedRun) {
    this.#run = run;
  }

  /** @param others - further blocks through which blocks may be reached */
  untracked(others: readonly HeapBlock[] = []): readonly HeapBlock[] {
    const { heap, threads } = this.#run;
    const live = heap.blocks();
    const held = this.hasReturned ? [] : threads.held(true, () => true);
    const variables = this.#variables(true);
    const lost = this.#unreached([...live, ...others], { variables, held }, () => true);
    return others.length === 0 ? lost : lost.filter((block) => live.includes(block));
  }

  /** Those that are not certainly tracked at the end of a run. */
  possiblyUntracked(): readonly HeapBlock[] {
    return this.#notCertain({ variables: this.#variables(false), held: [] });
  }

  /** The same while all threads are suspended. */
  mayHaveLost(): boolean {
    const { program, threads, suspensionEdges } = this.#run;
    const held = threads.held(false, (place) => storesPointer(suspensionEdges[place]));
    // A thread that is not joined yet may still pass its result.
    const keepsResults = !DETACHING.some((name) => program.functions.has(name));
    return this.#notCertain({ variables: this.#variables(keepsResults), held }).length > 0;
  }

  #notCertain(from: Pick<PointerSearch, "variables" | "held">): readonly HeapBlock[] {
    return this.#unreached(this.#run.heap.blocks(), from, (at, bytes) =>
      this.#isVisiblePointer(at, bytes),
    );
  }

  /** Whether a word in memory lies in a live object, and was computed from an address. */
  #isVisiblePointer(at: number, bytes: number): boolean {
    const { exploration, space, openness } = this.#run;
    if (exploration !== undefined) return space.holdsPointer(at, bytes);
    const { shadow } = space;
    const isLive = ((shadow[at] as number) & (shadow[at + bytes - 1] as number) & READABLE) !== 0;
    return isLive && (openness === undefined || openness.valueAt(at, bytes) !== KNOWN);
  }

  #unreached(
    blocks: readonly HeapBlock[],
    from: Pick<PointerSearch, "variables" | "held">,
    isPointer: PointerSearch["isPointer"],
  ): readonly HeapBlock[] {
    if (blocks.length === 0) return [];
    const { space, program } = this.#run;
    const sorted = blocks.toSorted((a, b) => a.address - b.address);
    const pointerBytes = program.machine.pointerBits / 8;
    return untrackedBlocks(space, sorted, { ...from, pointerBytes, isPointer });
  }

  /**
   * Ranges of static objects, and of those of activations that have not returned.
   * @param hasModels - in explorations: whether variables of library models count as well
   */
  #variables(hasModels: boolean): readonly Range[] {
    const { exploration, space } = this.#run;
    const { staticStart, staticEnd, stack } = space;
    const isAll = hasModels || exploration === undefined;
    const statics = isAll ? [{ start: staticStart, end: staticEnd }] : this.#ownStatics();
    if (this.hasReturned) return statics;
    const used = exploration?.memory.stacks() ?? [
      { start: stack.usedStart, end: Math.min(stack.end, stack.usedEnd) },
    ];
    return [...statics, ...used];
  }

  /** Where static objects of the program lie that may hold addresses of blocks. */
  #ownStatics(): readonly Range[] {
    return [...this.#run.statics()].flatMap(([object, start]) => {
      if (object.isReadOnly || isOfModels(object)) return [];
      return [{ start, end: start + object.size }];
    });
  }
}

/** Whether models of the library declare the object. */
function isOfModels({ name }: MemoryObject): boolean {
  return name.startsWith("__agon_");
}

/** Whether the effect of an edge is to store a pointer. */
function storesPointer(edge: CfaEdge | undefined): boolean {
  if (edge?.kind === "assign") return edge.value.type.kind === "pointer";
  const result = edge?.kind === "call" ? edge.result : undefined;
  return result !== undefined && "scalar" in result && result.scalar.kind === "pointer";
}
