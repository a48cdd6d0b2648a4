/**
 * Thread-modular abstract interpretation (Miné: "Relational thread-modular static value analysis by abstract
 * interpretation", VMCAI 2014; protection-based reading: Schwarz, Saan, Seidl, Apinis, Erhard, Vojdani: "Improving
 * thread-modular abstract interpretation", SAS 2021): every thread is analysed separately, and sees the values that
 * others publish.
 * The argument. A thread knows the value of a cell only where no other thread may write to it: no thread that is
 * created and not awaited and holds none of the thread's locks writes there. Elsewhere a read returns any value
 * that was ever published. A thread publishes its writes at once where another may access the cell, and otherwise
 * when it reaches the first place where another may, or ends. So when a thread reads a cell, its value is one that
 * was published, or the thread's own: an unpublished value of another thread would imply that this other thread is
 * at a place where no other thread may access the cell. The exploration of threads determines which accesses may happen
 * at the same time; its accesses are complete, or the answer is unknown. The analysis of threads is repeated until
 * nothing new is published.
 */

import type { AbstractState, Transfer } from "../../abstract-interpretation/index.ts";
import {
  BlockTransfer,
  Exploration,
  type ExplorationOptions,
  JoinedStates,
  PartitionedReachedSet,
  PriorityWaitlist,
  type Reached,
  runCpa,
  sparseHull,
  thresholdsOf,
  ValueEdges,
  ValueOperators,
} from "../../abstract-interpretation/index.ts";
import type { GuardedInvariant } from "../../analysis-core/index.ts";
import { Interruption, ProgramOrder } from "../../analysis-core/index.ts";
import type { CfaProgram, FunctionCfa, MemoryObject } from "../../cfa/index.ts";
import { mayOverlap, objectPlace } from "../../pointers/index.ts";
import { type ExploredThreads, exploreThreads } from "../race-freedom/explored-threads.ts";
import type { Situation } from "../race-freedom/situations.ts";
import type { Thread } from "../race-freedom/thread.ts";
import { GuardedRanges } from "./guarded-ranges.ts";
import { Interference } from "./interference.ts";
import { PublishedMemory } from "./published-memory.ts";
import { Synchronisation } from "./synchronisation.ts";
import { ThreadEdges } from "./thread-edges.ts";
import { type ThreadView, ThreadViews } from "./thread-view.ts";

export type ThreadValuesAnswer =
  | {
      readonly kind: "true";
      readonly threads: number;
      /** Number of analyses of a thread. */
      readonly passes: number;
      readonly states: number;
      /** Invariants of variables while their locks are free. */
      readonly guards: readonly GuardedInvariant[];
    }
  | { readonly kind: "unknown"; readonly reason: string };

export type ThreadValuesOptions = Omit<ExplorationOptions, "confirm">;

/** Joins at a loop head before bounds are widened. */
const JOINS_BEFORE_WIDENING = 3;

/** TRUE when no thread can violate the property. */
export function analyseThreadValues(
  program: CfaProgram,
  options: ThreadValuesOptions,
): ThreadValuesAnswer {
  const { remainingSeconds } = options;
  const threads = exploreThreads(program, { isExhausted: () => remainingSeconds() <= 0 });
  if (typeof threads === "string") return { kind: "unknown", reason: threads };
  const spoiled = spoiledLock(threads);
  if (spoiled !== undefined) return { kind: "unknown", reason: spoiled };
  try {
    return new ThreadValues(program, threads, options).run();
  } catch (error) {
    if (!(error instanceof Interruption)) throw error;
    return { kind: "unknown", reason: error.message };
  }
}

/** The start of a thread. */
interface Beginning {
  readonly thread: Thread;
  readonly fn: FunctionCfa;
  readonly view: ThreadView;
  /** The reads of published values in the latest pass; undefined before the first one. */
  read?: ReturnType<PublishedMemory["heard"]>;
  states: number;
}

class ThreadValues {
  readonly #program: CfaProgram;
  readonly #transfer: Transfer;
  readonly #memory: PublishedMemory;
  readonly #interference: Interference;
  readonly #views: ThreadViews;
  readonly #synchronisation: Synchronisation;
  readonly #operators: ValueOperators;
  readonly #order: ProgramOrder;
  readonly #exploration: Exploration;
  readonly #beginnings: readonly Beginning[];
  #passes = 0;

  constructor(program: CfaProgram, threads: ExploredThreads, options: ThreadValuesOptions) {
    this.#program = program;
    this.#order = new ProgramOrder(program);
    const incomplete = (reason: string): never => {
      throw new Interruption(reason);
    };
    const ended = objectsThatEnd(program);
    const lasting = program.main.locals.filter(
      (object) => object.kind !== "parameter" && object.isAddressTaken && !ended.has(object),
    );
    const confirm = (): boolean => false;
    this.#exploration = new Exploration({ ...options, confirm }, () => {
      throw new Interruption("incomplete");
    });
    this.#transfer = this.#exploration.transfer(program, undefined, {
      lasting,
      ownerOf: (edge) => threads.ownerOf(edge),
      isAlone: ({ shared }) => threads.isAlone((shared as ThreadView).situation),
      synchronise: (edge, name, state, passed) => {
        const view = state.shared as ThreadView;
        return this.#synchronisation.call({ edge, name, state, passed, view });
      },
    });
    const { layout, evaluator } = this.#transfer;
    evaluator.knowsResidues = true;
    const statics = new Set([
      ...layout.statics.map(({ object }) => object),
      ...layout.sites.filter(({ isShared }) => isShared).map(({ objects }) => objects.newest),
    ]);
    const thresholds = thresholdsOf(program);
    this.#memory = new PublishedMemory(
      thresholds,
      (object) => statics.has(object) && object.kind !== "thread-local",
    );
    this.#interference = new Interference(threads, layout);
    this.#views = new ThreadViews(this.#interference, this.#memory, evaluator, layout);
    const created = creationsOf(threads);
    this.#synchronisation = new Synchronisation({
      transfer: this.#transfer,
      views: this.#views,
      memory: this.#memory,
      mutexKinds: threads.mutexKinds,
      createdAt: ({ situation }) => created.get(situation) ?? [],
      sharesLocals: usesLocalsOfMain(threads, lasting),
      incomplete,
    });
    this.#operators = new ViewOperators(this.#transfer, {
      thresholds,
      maxValues: Number.POSITIVE_INFINITY,
      either: sparseHull,
    });
    this.#beginnings = beginningsOf(threads).map(({ context, situation }) => ({
      thread: context.thread,
      fn: context.fn,
      states: 0,
      view: this.#views.of(situation),
    }));
  }

  run(): ThreadValuesAnswer {
    for (let isStable = false; !isStable; ) {
      isStable = true;
      for (const beginning of this.#beginnings) {
        const { thread, read } = beginning;
        if (thread.parent !== undefined && !this.#memory.has(argumentKey(thread))) continue;
        if (read !== undefined && !this.#memory.hasGrown(read)) continue;
        isStable = false;
        this.#follow(beginning);
      }
    }
    const states = this.#beginnings.reduce((sum, each) => sum + each.states, 0);
    const begun = this.#beginnings.filter(({ read }) => read !== undefined).length;
    return { kind: "true", threads: begun, passes: this.#passes, states, guards: this.#guards() };
  }

  /** Analyses all threads once more, and looks at their unpublished values. */
  #guards(): readonly GuardedInvariant[] {
    const guards = new GuardedRanges(this.#interference, this.#memory, this.#transfer.layout);
    if (guards.all.length === 0) return [];
    this.#views.audit = guards;
    try {
      for (const beginning of this.#beginnings) if (beginning.read) this.#follow(beginning);
      const isStable = this.#beginnings.every(({ read }) => !read || !this.#memory.hasGrown(read));
      return isStable ? guards.all : [];
    } catch (error) {
      // The proof is valid without them.
      if (!(error instanceof Interruption)) throw error;
      return [];
    } finally {
      this.#views.audit = undefined;
    }
  }

  /** @throws Interruption when the passes can no longer be a proof */
  #follow(beginning: Beginning): void {
    this.#passes++;
    this.#memory.listen();
    const values = new ValueEdges(this.#transfer);
    const edges = new ThreadEdges(values, this.#views, this.#synchronisation, () =>
      this.#initial(beginning),
    );
    const { heads } = this.#order;
    const blocks = new BlockTransfer(edges, {
      isBlockEnd: ({ node }) => node.entering.length > 1 || heads.has(node),
      checkBudget: this.#exploration.checkBudget,
    });
    const reached = new PartitionedReachedSet<AbstractState, undefined>();
    const analysis = new JoinedStates(
      edges,
      blocks,
      this.#operators,
      (state) => heads.has(state.node) && state.joins >= JOINS_BEFORE_WIDENING,
    );
    const end = runCpa(analysis, {
      waitlist: new PriorityWaitlist<Reached<AbstractState, undefined>>((a, b) =>
        this.#order.compare(a.state, b.state),
      ),
      reached,
      onTarget: () => {
        throw new Interruption("the values of variables do not exclude a violation");
      },
    });
    if (end.kind !== "complete") {
      const answer = this.#exploration.answer(end, 0);
      const interruption = end.kind === "interrupted" ? end.reason : "a violation";
      throw new Interruption(answer.kind === "unknown" ? answer.reason : interruption);
    }
    beginning.read = this.#memory.heard();
    beginning.states = reached.size;
  }

  #initial({ thread, fn, view }: Beginning): AbstractState {
    const { layout, evaluator } = this.#transfer;
    const state = this.#transfer.initialOf(fn);
    for (const { object, layout: inside, slot } of layout.statics) {
      if (!this.#program.main.locals.includes(object)) continue;
      for (const [index, { type }] of inside.cells.entries()) {
        state.slots[slot + index] = evaluator.any(state, type);
      }
    }
    this.#views.begin(state, view);
    if (thread.parent === undefined) return state;
    const [parameter] = fn.parameters;
    const scalar = parameter?.scalar;
    if (parameter === undefined || scalar === undefined) return state;
    const { slot, layout: cells } = layout.placeOf(parameter);
    const pointer = { kind: "pointer", bits: layout.pointerBits } as const;
    const passed = this.#memory.read(state, argumentKey(thread), pointer, evaluator);
    const type = cells.cells[0]?.type ?? scalar;
    state.slots[state.frame.base + slot] = evaluator.integers.retyped(state, passed, pointer, type);
    return state;
  }
}

/** States are joined where they see the same memory. */
class ViewOperators extends ValueOperators {
  override partition({ shared }: AbstractState): number {
    return (shared as ThreadView).id;
  }
}

function argumentKey({ key }: Thread): string {
  return `argument ${key}`;
}

function beginningsOf({
  exploration,
}: ExploredThreads): { situation: Situation; context: Situation["context"] }[] {
  return [...exploration.situations]
    .filter(({ context, node }) => context.caller === undefined && node === context.fn.entry)
    .map((situation) => ({ situation, context: situation.context }));
}

/** Names of the start values of threads, by where they are created. */
function creationsOf({ exploration }: ExploredThreads): ReadonlyMap<Situation, readonly string[]> {
  const created = new Map<Situation, string[]>();
  for (const [key, situations] of exploration.creations) {
    const thread = exploration.threads.get(key);
    if (thread === undefined) continue;
    for (const situation of situations) {
      created.set(situation, [...(created.get(situation) ?? []), argumentKey(thread)]);
    }
  }
  return created;
}

/** Objects whose scope ends before the function does. */
function objectsThatEnd({ main }: CfaProgram): ReadonlySet<MemoryObject> {
  const ended = new Set<MemoryObject>();
  for (const edge of main.nodes.flatMap(({ leaving }) => leaving)) {
    if (edge.kind === "end-scope") for (const object of edge.objects) ended.add(object);
  }
  return ended;
}

function usesLocalsOfMain({ accesses }: ExploredThreads, locals: readonly MemoryObject[]): boolean {
  const places = new Set(locals.map((object) => objectPlace(object).key));
  return accesses.some(
    ({ thread, target }) => thread.parent !== undefined && places.has(target.place.key),
  );
}

/**
 * The reason why locks may be corrupted: their bytes are written while a thread may use or hold them. The
 * exploration assumes that only synchronisation functions change a lock.
 */
function spoiledLock(threads: ExploredThreads): string | undefined {
  const locks = threads.accesses.filter(({ role }) => role === "lock");
  const places = new Set(locks.map(({ target }) => target.place.key));
  for (const write of threads.accesses) {
    if (!write.isWrite || !places.has(write.target.place.key)) continue;
    const isUsed = locks.some(
      (lock) =>
        lock.target.place.key === write.target.place.key &&
        mayOverlap(lock.target, lock.size, write.target, write.size) &&
        (write.locks.length > 0 || threads.mayCoincide(write, lock)),
    );
    if (isUsed) return "a lock that may be written to while it is used";
  }
  return undefined;
}
