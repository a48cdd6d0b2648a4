import { defined } from "../../ground/util/defined.ts";
import { invariant } from "../../ground/util/errors.ts";
import { isEndOfStack } from "../../ground/util/exhaustion.ts";
import { FNV_BASIS, fnv1a } from "../../ground/util/fnv.ts";
import { encodeX87 } from "../../ground/util/ieee-float.ts";
import {
  type CfaEdge,
  type CfaProgram,
  expressionsOf,
  type FloatValueType,
  forEachSubexpression,
  type MemoryObject,
} from "../cfa/index.ts";
import { interleavingFacts } from "../semantics/index.ts";
import { AddressSpace, functionIndex, OutOfMemory, staticBase } from "./address-space.ts";
import { generatedProgram } from "./codegen/generated-programs.ts";
import type { GeneratedProgram } from "./codegen/program.ts";
import { representationOf } from "./codegen/representation.ts";
import { Halt, Unwinding } from "./codegen/writer.ts";
import {
  type CompiledProgram,
  type ExplorationControl,
  type ExposedState,
  gapsOf,
  type InputSource,
  type InterpreterOptions,
  type Outcome,
} from "./contract.ts";
import { type BlockUse, opaqueAddresses } from "./opaque-addresses.ts";
import * as bits from "./runtime/bits.ts";
import { ExplorationState } from "./runtime/exploration-state.ts";
import { FloatUnit, floatBits } from "./runtime/floats.ts";
import { Heap } from "./runtime/heap.ts";
import { Library } from "./runtime/library.ts";
import { Memory } from "./runtime/memory.ts";
import { NanBits } from "./runtime/nan-bits.ts";
import { Openness } from "./runtime/openness.ts";
import * as pairs from "./runtime/pairs.ts";
import { Provenance } from "./runtime/provenance.ts";
import { RaceDetector } from "./runtime/races.ts";
import type { Blocks } from "./runtime/renamed-snapshot.ts";
import { Run } from "./runtime/run.ts";
import { type ThreadCode, ThreadExit, Threads } from "./runtime/threads.ts";
import { TrackedBlocks } from "./runtime/tracked-blocks.ts";
import { DEFAULT_SCHEDULER, type Scheduler } from "./schedule.ts";
import { StaticStorage } from "./static-storage.ts";

/** Loop iterations in a segment, before other threads may run: the loop may wait for them. */
const MAX_LOOPS = 200;
const DEFAULT_MEMORY = 64 * 2 ** 20;
/** The address space ends below this. */
const MAX_SPACE = 2 ** 31 - 2 ** 20;

/**
 * Translates a program into JavaScript functions, once for many runs. A program
 * too large or too deeply nested for that gives a limit at every run.
 */
export function compileProgram(program: CfaProgram, options: InterpreterOptions): CompiledProgram {
  try {
    const generated = generatedProgram(program, options, ENVIRONMENT);
    const capacity = options.maxMemoryBytes ?? DEFAULT_MEMORY;
    const functionCount = generated.symbols.length;
    const staticSize = generated.statics.size;
    const isOther = options.implementation === "other";
    const isTooLarge = staticSize > (options.maxStaticBytes ?? Number.POSITIVE_INFINITY);
    if (isTooLarge || staticBase(functionCount, isOther) + staticSize + capacity > MAX_SPACE) {
      return unrunnable(program, "memory");
    }
    const space = new AddressSpace(functionCount, staticSize, capacity, isOther, gapsOf(options));
    return new Executable(program, options, generated, space).compiled();
  } catch (error) {
    if (isEndOfStack(error)) return unrunnable(program, "depth");
    throw error;
  }
}

function unrunnable(program: CfaProgram, what: "memory" | "depth"): CompiledProgram {
  const outcome: Outcome = { kind: "limit", what };
  return {
    program,
    steps: 0,
    jumps: 0,
    hasThreads: false,
    turns: [],
    thread: 0,
    run: () => outcome,
    unfreed: () => [],
    untracked: () => [],
    untrackedByFreed: () => [],
    possiblyUntracked: () => [],
  };
}

/** Names that generated code takes from its environment. */
const ENVIRONMENT = [
  ...["HALT", "I8", "U8", "I16", "U16", "I32", "F32", "F64", "VIEW", "SHADOW", "SHADOW32"],
  ...[
    "SPACE",
    "STACK",
    "STEPS",
    "RESULT",
    "ROUNDING",
    "MEMORY",
    "LIBRARY",
    "FLOATS",
    "RUN",
    "NANS",
    "NAN_BITS",
  ],
  ...["PROVENANCE", "STRAYED", "OWNERS"],
  ...["OPENNESS", "THREADS", "TURN", "LOCALS", "SITE", "UNWINDING"],
  ...["VISIBLE", "FULL", "LOOPS", "MAX_LOOPS", "PASSED", "POINT"],
  ...["floatPattern", ...Object.keys(pairs), "wordBits", "pairBits"],
];

class Executable {
  readonly #program: CfaProgram;
  readonly #options: InterpreterOptions;
  readonly #generated: GeneratedProgram;
  readonly #space: AddressSpace;
  readonly #heap: Heap;
  readonly #floats = new FloatUnit();
  readonly #nanBits = new NanBits();
  readonly #openness: Openness | undefined;
  readonly #provenance: Provenance | undefined;
  readonly #statics: StaticStorage;
  readonly #run: Run;
  readonly #threads: Threads;
  readonly #exploration: ExplorationState | undefined;
  readonly #locals = { start: 0, size: 0, bytes: new Uint8Array(0), shadow: new Uint8Array(0) };
  #readState: (words: Int32Array) => void = () => undefined;
  readonly #start: (globals: readonly unknown[], args: readonly unknown[]) => unknown;
  readonly #staticImage: Uint8Array;
  readonly #globals: readonly unknown[];
  readonly #arguments: readonly unknown[];
  readonly #trackedBlocks: TrackedBlocks;

  constructor(
    program: CfaProgram,
    options: InterpreterOptions,
    generated: GeneratedProgram,
    space: AddressSpace,
  ) {
    this.#program = program;
    this.#options = options;
    this.#generated = generated;
    this.#space = space;
    this.#statics = new StaticStorage(program.machine.pointerBits, generated, space);
    this.#openness = options.tracksOpenness === true ? new Openness(space) : undefined;
    if (generated.followsProvenance) {
      space.followOwners();
      this.#provenance = new Provenance(space, program.machine.pointerBits / 8);
    }
    const memory = new Memory(space, this.#nanBits, this.#openness, this.#provenance);
    this.#heap = new Heap(space, this.#nanBits);
    this.#exploration = options.explores ? this.#makeExploration() : undefined;
    this.#run = this.#makeRun(memory);
    // In explorations, races show as adjacent accesses, unless another operation orders them.
    const needsOrder = !options.explores || interleavingFacts(program).ordersWithoutSynchronising;
    const races = options.detectsRaces && needsOrder ? new RaceDetector() : undefined;
    this.#threads = new Threads(
      space,
      this.#heap,
      this.#run,
      races,
      this.#locals,
      this.#floats,
      this.#exploration,
      options.implementation === "other",
    );
    this.#trackedBlocks = new TrackedBlocks({
      program,
      space,
      heap: this.#heap,
      threads: this.#threads,
      openness: this.#openness,
      exploration: this.#exploration,
      statics: () => this.#placedStatics(),
      suspensionEdges: generated.tables.suspensionEdges,
    });
    if (races !== undefined) space.onReuse = (base, size) => races.forget(base, size);
    this.#start = this.#load(memory);
    this.#arguments = this.#makeArguments();
    this.#statics.initialise(memory);
    this.#globals = generated.registerGlobals.flatMap((object) =>
      this.#statics.initialWords(memory, object),
    );
    this.#staticImage = space.bytes.slice(space.staticStart, space.staticEnd);
    this.#exploration?.memory.keepStatics();
    this.#keepLocals();
    if (options.tracksBlocks === true) {
      this.#run.onChunk = () => {
        if (this.#tracked.untracked().length > 0) throw new Halt({ kind: "block-lost" });
      };
    }
  }

  /** The initial values of thread-local objects, for further threads. */
  #keepLocals(): void {
    const [first] = this.#generated.threadLocals;
    if (first === undefined) return;
    const { bytes, shadow, staticEnd } = this.#space;
    const start = this.#statics.addressOf(first) as number;
    this.#locals.start = start;
    this.#locals.size = staticEnd - start;
    this.#locals.bytes = bytes.slice(start, staticEnd);
    this.#locals.shadow = shadow.slice(start, staticEnd);
  }

  compiled(): CompiledProgram {
    const run = this.#run;
    const threads = this.#threads;
    return {
      program: this.#program,
      hasThreads: this.#generated.isThreaded,
      run: (inputs, scheduler) => this.#execute(inputs, scheduler ?? DEFAULT_SCHEDULER),
      get turns() {
        return threads.turns;
      },
      get thread() {
        return threads.current;
      },
      get steps() {
        return run.steps;
      },
      get jumps() {
        return run.jumps;
      },
      unfreed: () => this.#heap.blocks(),
      untracked: () => this.#tracked.untracked(),
      untrackedByFreed: () => this.#tracked.untracked(this.#heap.freed()),
      possiblyUntracked: () => this.#tracked.possiblyUntracked(),
      ...defined({ state: this.#exposedState(), exploration: this.#explorationControl() }),
    };
  }

  #exposedState(): ExposedState | undefined {
    if (this.#options.exposesState !== true) return undefined;
    const { staticStart, staticEnd, stack, bytes } = this.#space;
    return {
      objects: this.#generated.exposedObjects,
      read: this.#readState,
      memoryHash: () => {
        const statics = hashOf(bytes, staticStart, staticEnd, 0);
        return hashOf(bytes, stack.usedStart, stack.usedEnd, statics);
      },
    };
  }

  #explorationControl(): ExplorationControl | undefined {
    const state = this.#exploration;
    if (state === undefined) return undefined;
    const threads = this.#threads;
    const nans = this.#nanBits.count;
    const { setsJumps } = this.#generated;
    return {
      visible: state.visible,
      places: this.#generated.tables.suspensions,
      get placeOfEnd() {
        return state.placeOfEnd;
      },
      get conflict() {
        return state.conflict;
      },
      stateKey: () => {
        // Neither the bits of a NaN nor the buffers of jumps are in the key.
        if (setsJumps || (nans[0] as number) > 0) return undefined;
        return state.key(threads.count, (to) => threads.describe(to));
      },
      mayHaveLost: () => this.#tracked.mayHaveLost(),
      footprintOf: (thread) => state.segments.footprintOf(thread),
      lastAccesses: (thread) => state.segments.entriesOf(thread),
      awaitedBy: (thread) => threads.awaitedBy(thread),
      lastTouched: (thread) => state.segments.touchedBy(thread),
      get threads() {
        return threads.count;
      },
      placeOf: (thread) => threads.placeOf(thread),
      leaveOut: (objects) => {
        const words = [...objects].map(
          (object) => (this.#statics.addressOf(object) as number) >> 2,
        );
        const { suspensions, suspensionEdges } = this.#generated.tables;
        const places = suspensions.map((kind, place) => {
          const edge = suspensionEdges[place];
          return kind === "access" && edge !== undefined && accesses(edge, objects);
        });
        state.leaveOut(new Set(words), places);
      },
      get wasInVain() {
        return state.segments.isInVain;
      },
      get leftOut() {
        return state.leftOut;
      },
      leftOutWords: () => state.leftOutWords(),
    };
  }

  #makeExploration(): ExplorationState {
    const { statics, tables } = this.#generated;
    const ranges = [...statics.offsets.keys()].flatMap((object) => {
      if (object.isReadOnly || object.size === 0) return [];
      const start = this.#statics.addressOf(object) as number;
      return [{ start: start >> 2, end: (start + object.size + 3) >> 2 }];
    });
    const findsRaces = this.#options.detectsRaces === true;
    return new ExplorationState(this.#space, ranges, tables.suspensions.length, findsRaces);
  }

  /** For callers that have requested it. */
  get #tracked(): TrackedBlocks {
    invariant(this.#options.tracksBlocks === true, "blocks are tracked only when asked for");
    return this.#trackedBlocks;
  }

  *#placedStatics(): Iterable<readonly [MemoryObject, number]> {
    const { statics } = this.#generated;
    for (const [object, offset] of statics.offsets)
      yield [object, this.#space.staticStart + offset];
  }

  #blocks(): Blocks {
    let known: { readonly use: BlockUse | undefined } | undefined;
    return {
      blockAt: (address) => this.#heap.blockAt(address),
      freedBlockAt: (address) => this.#heap.freedBlockAt(address),
      use: () => {
        known ??= { use: opaqueAddresses(this.#program) };
        return known.use;
      },
    };
  }

  #makeRun(memory: Memory): Run {
    const { tables, functions, definitions, calls, plans } = this.#generated;
    return new Run(
      {
        tables,
        pointerBits: this.#program.machine.pointerBits,
        functions,
        definitions,
        calls,
        staticAddress: (object) => {
          const address = this.#statics.addressOf(object);
          const isLocal = address !== undefined && object.kind === "thread-local";
          return isLocal ? address + (this.#threads.locals[0] as number) : address;
        },
        hidesState: this.#generated.hidesState,
        blocks: this.#blocks(),
        exploration: this.#exploration,
        isHeld: (start, end) => this.#threads.isHeld(start, end),
        exploreEnd: (start, size) => this.#threads.exploreEnd(start, size),
        functionIndex: (address) =>
          functionIndex(
            address,
            this.#generated.symbols.length,
            this.#options.implementation === "other",
          ),
        thread: () => this.#threads.current,
        functionAddress: (symbol) => this.#generated.functionAddress(symbol),
        frameOffset: (index, object) => plans.get(index)?.frame.offsets.get(object),
        frameObjects: (index) => plans.get(index)?.frame.offsets ?? [],
        staticObjects: () => this.#generated.statics.offsets.keys(),
      },
      this.#space,
      memory,
      this.#floats,
      this.#options.observer,
    );
  }

  /** Turns the generated source into functions. */
  #load(memory: Memory): (globals: readonly unknown[], args: readonly unknown[]) => unknown {
    const space = this.#space;
    const { buffer } = space;
    const { tables } = this.#generated;
    const { pointerBits } = this.#program.machine;
    const environment: Record<string, unknown> = {
      ...pairs,
      ...bits,
      HALT: tables.halts,
      I8: new Int8Array(buffer),
      U8: space.bytes,
      I16: new Int16Array(buffer),
      U16: new Uint16Array(buffer),
      I32: new Int32Array(buffer),
      F32: new Float32Array(buffer),
      F64: new Float64Array(buffer),
      VIEW: space.view,
      SHADOW: space.shadow,
      SHADOW32: new Int32Array(space.shadow.buffer),
      SPACE: space,
      STACK: space.stack.cursor,
      STEPS: this.#run.stepsLeft,
      RESULT: new Int32Array(1),
      ROUNDING: this.#floats.control,
      MEMORY: memory,
      LIBRARY: new Library(memory, this.#heap, tables.edges, this.#run, pointerBits),
      FLOATS: this.#floats,
      RUN: this.#run,
      OPENNESS: this.#openness,
      PROVENANCE: this.#provenance,
      STRAYED: this.#provenance?.strayed,
      OWNERS: space.owners,
      THREADS: this.#threads,
      TURN: this.#threads.turn,
      LOCALS: this.#threads.locals,
      SITE: this.#threads.site,
      UNWINDING: Unwinding,
      VISIBLE: this.#exploration?.visible,
      FULL: this.#exploration?.segments.full,
      LOOPS: this.#exploration?.loops,
      MAX_LOOPS,
      PASSED: this.#exploration?.passedPoints,
      POINT: this.#exploration?.point,
      NANS: this.#nanBits.count,
      NAN_BITS: this.#nanBits,
      floatPattern: patternInMemory,
    };
    // The source is written by this folder from typed data; program text never enters it.
    const load = new Function("E", this.#generated.source) as (e: typeof environment) => {
      start: (globals: readonly unknown[], args: readonly unknown[]) => unknown;
      state: (words: Int32Array) => void;
    };
    const { start, state } = load(environment);
    this.#readState = state;
    return start;
  }

  /** The parameters of `main` are zero: the program assigns those that it uses (see cfa/program-start.ts). */
  #makeArguments(): readonly unknown[] {
    return this.#program.main.parameters.flatMap(({ scalar }): unknown[] => {
      const rep = scalar === undefined ? "word" : representationOf(scalar);
      return rep === "pair" ? [0, 0] : rep === "big" ? [0n] : [0];
    });
  }

  #execute(inputs: InputSource, scheduler: Scheduler): Outcome {
    const space = this.#space;
    space.stack.reset();
    space.heap.reset();
    this.#openness?.reset();
    this.#provenance?.reset();
    if (this.#openness !== undefined) this.#statics.open(this.#openness);
    space.bytes.set(this.#staticImage, space.staticStart);
    this.#heap.reset();
    this.#nanBits.reset();
    for (const [address, size] of this.#statics.nans) this.#nanBits.mark(address, size);
    this.#floats.setMode(0);
    this.#run.begin(inputs, this.#options.maxSteps ?? Number.POSITIVE_INFINITY);
    this.#threads.reset(scheduler);
    this.#trackedBlocks.hasReturned = false;
    try {
      const started = this.#start(this.#globals, this.#arguments);
      const status = this.#generated.isThreaded
        ? this.#threads.execute(started as ThreadCode)
        : started;
      this.#trackedBlocks.hasReturned = true;
      return { kind: "terminated", exitCode: typeof status === "number" ? status & 255 : 0 };
    } catch (error) {
      if (error instanceof Halt) return error.outcome;
      // Only the thread of `main` is left, and it ended itself.
      if (error instanceof ThreadExit) return { kind: "terminated", exitCode: 0 };
      if (error instanceof OutOfMemory) {
        return { kind: "limit", what: "memory", ...defined({ block: error.block }) };
      }
      if (isEndOfStack(error)) return { kind: "limit", what: "depth" };
      throw error;
    }
  }
}

/** Maximal number of hashed words of a range of memory. */
const MAX_HASHED = 2 ** 16;

function hashOf(bytes: Uint8Array, start: number, end: number, seed: number): number {
  return fnv1a(bytes, start, Math.min(end, start + MAX_HASHED), seed ^ FNV_BASIS);
}

/** The bits of a float in memory. */
function patternInMemory(format: FloatValueType["format"], value: number | bigint): bigint {
  const pattern = floatBits(format, value);
  return format === "ldouble" ? encodeX87(pattern) : pattern;
}

/** Whether an edge mentions one of the objects by name. */
function accesses(edge: CfaEdge, objects: ReadonlySet<MemoryObject>): boolean {
  let isFound = false;
  for (const expression of expressionsOf(edge)) {
    forEachSubexpression(expression, (part) => {
      isFound ||= part.kind === "address" && "size" in part.target && objects.has(part.target);
    });
  }
  return isFound;
}
