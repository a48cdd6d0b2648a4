import { invariant } from "../../../ground/util/errors.ts";
import { floatWidth } from "../../../ground/util/ieee-float.ts";
import {
  type CallEdge,
  type CfaEdge,
  FLOAT_FORMATS,
  type FunctionCfa,
  fits,
  type MemoryObject,
  type Signature,
  sizeInMemory,
  type ValueType,
} from "../../cfa/index.ts";
import type { FunctionSymbol } from "../../cfront/index.ts";
import { type AddressSpace, LIVE } from "../address-space.ts";
import { Halt, type Tables } from "../codegen/writer.ts";
import type { InputSource, Observer, PlacedObject, PlacedVariable, View } from "../contract.ts";
import { evaluate } from "./evaluate.ts";
import type { ExplorationState } from "./exploration-state.ts";
import { type FloatUnit, floatValue } from "./floats.ts";
import { type JumpingLoop, valuesAhead } from "./iteration-jump.ts";
import { Jumps, type Mark } from "./jumps.ts";
import { bigKind, type Memory } from "./memory.ts";
import { fromBig } from "./pairs.ts";
import { type Blocks, sharedSnapshot, stateSnapshot } from "./renamed-snapshot.ts";

/** The data about the program that a run needs besides its code. */
export interface RunTables {
  readonly tables: Tables;
  readonly pointerBits: number;
  /** By function index: the functions of the program. */
  readonly functions: readonly FunctionCfa[];
  readonly definitions: readonly Signature[];
  readonly calls: readonly Signature[];
  /** For thread-local objects: that of the running thread. */
  staticAddress(object: MemoryObject): number | undefined;
  /** Whether the state of a run has more parts than memory and activations. */
  readonly hidesState: boolean;
  readonly blocks: Blocks;
  /** Whether or not there is a function at the address. */
  functionIndex(address: number): number;
  /** The running thread. */
  thread(): number;
  functionAddress(symbol: FunctionSymbol): number;
  readonly exploration: ExplorationState | undefined;
  /** Whether a suspended thread holds a number that may be an address in the range. */
  isHeld(start: number, end: number): boolean;
  /** The lives of objects end, which other threads may access. */
  exploreEnd(start: number, size: number): void;
  /** Offsets in the frame of a function, by function index. */
  frameOffset(functionIndex: number, object: MemoryObject): number | undefined;
  /** Objects with their offsets in the frame of a function, by function index. */
  frameObjects(functionIndex: number): Iterable<readonly [MemoryObject, number]>;
  /** With static storage duration, outside of threads. */
  staticObjects(): Iterable<MemoryObject>;
}

export interface Activation {
  readonly functionIndex: number;
  readonly frame: number;
  /** Present addresses of objects that got new ones, by object id. */
  readonly renewed: Map<number, number>;
  /** The position while a called function is active; only in runs for exploration. */
  place: readonly unknown[] | undefined;
}

/** Innermost last. */
export type ActivationStack = Activation[];

const STEP_CHUNK = 2 ** 30;
/**
 * Steps of the first chunk of a run, between two checks; each chunk is twice as long as the one
 * before.
 */
const FIRST_CHUNK = 2 ** 16;

/**
 * The state of the current run besides memory, and the functions that generated code calls on it.
 */
export class Run {
  readonly #info: RunTables;
  readonly #space: AddressSpace;
  readonly #jumps: Jumps;
  readonly #memory: Memory;
  readonly #floats: FloatUnit;
  readonly #observer: Observer | undefined;
  readonly #view: View;
  /** Those of the running thread. */
  activations: ActivationStack = [];
  readonly #fit = new Map<number, boolean>();
  /** `[left]`: steps until the next call of {@link moreSteps}. */
  readonly stepsLeft: Int32Array = new Int32Array(1);
  #chunk = 0;
  #stepsBefore = 0;
  #maxSteps = 0;
  #inputs: InputSource | undefined;
  #longest = STEP_CHUNK;
  /** Called between chunks of a run, which it may end; set before the run begins. */
  onChunk: (() => void) | undefined;
  /** Number of jumps over many iterations. */
  jumps = 0;
  /** Whether the input source gives contents to indeterminate memory. */
  fills = false;

  constructor(
    info: RunTables,
    space: AddressSpace,
    memory: Memory,
    floats: FloatUnit,
    observer: Observer | undefined,
  ) {
    this.#info = info;
    this.#space = space;
    this.#jumps = new Jumps(space);
    this.#memory = memory;
    this.#floats = floats;
    this.#observer = observer;
    this.#view = this.#makeView();
  }

  begin(inputs: InputSource, maxSteps: number): void {
    this.#inputs = inputs;
    this.fills = inputs.fill !== undefined;
    this.#maxSteps = maxSteps;
    this.#stepsBefore = 0;
    this.jumps = 0;
    this.#longest = this.onChunk === undefined ? STEP_CHUNK : FIRST_CHUNK;
    this.activations = [];
    this.#jumps.reset();
    this.#takeChunk();
  }

  edgeAt(index: number): CfaEdge {
    return this.#info.tables.edges[index] as CfaEdge;
  }

  get steps(): number {
    return this.#stepsBefore + this.#chunk - (this.stepsLeft[0] as number);
  }

  #takeChunk(): void {
    this.#chunk = Math.min(this.#longest, this.#maxSteps - this.#stepsBefore);
    this.#longest = Math.min(2 * this.#longest, STEP_CHUNK);
    this.stepsLeft[0] = this.#chunk;
  }

  /** Called when the steps of a chunk are used up. */
  moreSteps(): void {
    this.#stepsBefore = this.steps;
    this.#chunk = 0;
    this.stepsLeft[0] = 0;
    if (this.#stepsBefore > this.#maxSteps) throw new Halt({ kind: "limit", what: "steps" });
    this.onChunk?.();
    this.#takeChunk();
  }

  /** Returns the values of a loop's objects many iterations later. */
  valuesAhead(loop: number, values: readonly bigint[]): readonly bigint[] | undefined {
    const ahead = valuesAhead(this.#info.tables.loops[loop] as JumpingLoop, values);
    if (ahead !== undefined) this.jumps++;
    return ahead;
  }

  // -------------------------------------------------------------------- jumps

  beginJumps(): number {
    return this.#jumps.begin();
  }

  endJumps(activation: number): void {
    this.#jumps.end(activation);
  }

  setJump(
    buffer: number,
    activation: number,
    site: number,
    registers: readonly unknown[],
    places: readonly number[],
  ): boolean {
    const thread = this.#info.thread();
    return this.#jumps.set(buffer, { activation, site, thread, registers }, places);
  }

  changedSince(mark: Mark, index: number): boolean {
    return this.#jumps.hasChanged(mark, index);
  }

  longJump(buffer: number, value: number): void {
    this.#jumps.jump(buffer, value, this.#info.thread());
  }

  exit(status: number): never {
    throw new Halt({ kind: "terminated", exitCode: status & 255 });
  }

  // ------------------------------------------------------------------- inputs

  #input(index: number): { source: InputSource; edge: CallEdge; type: ValueType } {
    const { tables } = this.#info;
    return {
      source: this.#inputs as InputSource,
      edge: tables.edges[index] as CallEdge,
      type: tables.inputTypes.get(index) as ValueType,
    };
  }

  inputWord(index: number): number {
    const { source, edge, type } = this.#input(index);
    if (source.nondet32 !== undefined) return source.nondet32(edge, type) | 0;
    return Number(BigInt.asIntN(32, source.nondet(edge, type)));
  }

  inputPair(index: number): number {
    const { source, edge, type } = this.#input(index);
    return fromBig(source.nondet(edge, type));
  }

  inputFloat(index: number): number {
    const { source, edge, type } = this.#input(index);
    if (type.kind !== "float") return 0;
    const width = floatWidth(FLOAT_FORMATS[type.format]);
    return Number(floatValue(type.format, BigInt.asUintN(width, source.nondet(edge, type))));
  }

  /** 128-bit integers, long double (from the 80 bits of memory) and float128: by way of memory. */
  inputBig(index: number): bigint {
    const { source, edge, type } = this.#input(index);
    const bits = BigInt.asUintN(128, source.nondet(edge, type));
    this.#memory.storeBits(0, sizeInMemory(type, this.#info.pointerBits), bits);
    return this.#memory.loadBig(bigKind(type), 0);
  }

  fill(index: number, address: number, size: number): void {
    const edge = this.#info.tables.edges[index] as CfaEdge;
    this.#memory.fill(address, (this.#inputs as InputSource).fill?.(edge, size), size);
  }

  // ------------------------------------------------------------ frames, calls

  takeFrame(size: number, align: number): number {
    return this.#space.stack.take(size, align);
  }

  /** A new live instance of a local object. */
  renew(objectId: number, size: number, align: number): number {
    const address = this.#space.stack.take(this.#space.footprint(size), Math.max(align, 16));
    this.#space.shade(address, size, LIVE);
    this.activations.at(-1)?.renewed.set(objectId, address);
    return address;
  }

  /** Index of the function at an address, or -1 when there is none that a call of this signature may reach. */
  functionAt(address: number, signature: number): number {
    const index = this.#info.functionIndex(address);
    const { definitions, calls } = this.#info;
    if (!Number.isInteger(index) || index < 0 || index >= definitions.length) return -1;
    const key = index * calls.length + signature;
    let isFit = this.#fit.get(key);
    if (isFit === undefined) {
      isFit = fits(calls[signature] as Signature, definitions[index] as Signature);
      this.#fit.set(key, isFit);
    }
    return isFit ? index : -1;
  }

  // ---------------------------------------------------------------- observers

  enter(functionIndex: number, frame: number): void {
    this.activations.push({ functionIndex, frame, renewed: new Map(), place: undefined });
  }

  leave(): void {
    this.activations.pop();
  }

  /** The innermost activation calls a function. */
  standAt(place: readonly unknown[]): void {
    const activation = this.activations.at(-1);
    if (activation !== undefined) activation.place = place;
  }

  /**
   * Ends the innermost activation in runs for exploration, where its memory is reused.
   * @param start - start of its frame
   * @param mayDangle - whether addresses of its objects may be anywhere
   * @param result - its result, if that may be an address
   */
  leaveFrame(start: number, mayDangle: boolean, result: number, returns: boolean): void {
    const { exploration } = this.#info;
    invariant(exploration !== undefined, "frames are used again in runs for exploration only");
    const end = this.#space.stack.cursor[0] as number;
    const isEndOfProgram = returns && this.#info.thread() === 0 && this.activations.length === 1;
    if (mayDangle && !isEndOfProgram) this.endLife(start, end - start, result);
    exploration.memory.release(start);
    this.activations.pop();
    const caller = this.activations.at(-1);
    if (caller !== undefined) caller.place = undefined;
  }

  /** Ends the lives of objects whose memory will be reused. */
  endLife(start: number, size: number, result: number): void {
    if (size === 0) return;
    const end = start + size;
    const { exploration, isHeld, exploreEnd } = this.#info;
    exploreEnd(start, size);
    const isKnown =
      (result >= start && result <= end) ||
      exploration?.memory.refersTo(start, end) === true ||
      isHeld(start, end);
    if (!isKnown) return;
    // A thread that knows the address may use it before.
    exploration?.endEarly();
    const edge = this.edgeAt(0);
    throw new Halt({ kind: "unsupported", reason: "an address outlives its object", edge });
  }

  onEdge(index: number): void {
    const edge = this.#info.tables.edges[index] as CfaEdge;
    if (this.#observer?.onEdge?.(edge, this.#view) === "stop") {
      throw new Halt({ kind: "stopped", edge });
    }
  }

  onStore(index: number): void {
    this.#observer?.onStore?.(this.#info.tables.edges[index] as CfaEdge, this.#view);
  }

  onReturn(index: number, bits: bigint | undefined): void {
    const edge = this.#info.tables.edges[index] as CallEdge;
    this.#observer?.onCallReturn?.(edge, bits, this.#view);
  }

  #objectNear(address: number): PlacedObject | undefined {
    let nearest: PlacedObject | undefined;
    for (const { object, base } of this.#variables()) {
      if (base > address || object.kind === "temporary") continue;
      if (nearest === undefined || base > nearest.base) nearest = { object, base };
    }
    return nearest;
  }

  /** @param first - index of the outermost activation */
  *#variables(first = 0): Generator<PlacedVariable> {
    for (const object of this.#info.staticObjects()) {
      const base = this.#info.staticAddress(object);
      if (base !== undefined) yield { object, base, depth: 0, functionName: "" };
    }
    for (let index = first; index < this.activations.length; index++) {
      const { functionIndex, frame, renewed } = this.activations[index] as Activation;
      const functionName = (this.#info.functions[functionIndex] as FunctionCfa).name;
      for (const [object, offset] of this.#info.frameObjects(functionIndex)) {
        const base = renewed.get(object.id) ?? frame + offset;
        yield { object, base, depth: index + 1, functionName };
      }
    }
  }

  #makeView(): View {
    // None when the outermost one has returned.
    const activation = (): Activation | undefined => this.activations.at(-1);
    const info = this.#info;
    const addressOf = (object: MemoryObject): number | undefined => {
      const innermost = activation();
      if (innermost === undefined) return info.staticAddress(object);
      const { functionIndex, frame, renewed } = innermost;
      const offset = info.frameOffset(functionIndex, object);
      return (
        renewed.get(object.id) ??
        (offset === undefined ? info.staticAddress(object) : frame + offset)
      );
    };
    const floats = this.#floats;
    const environment = {
      memory: this.#memory,
      pointerBits: info.pointerBits,
      get roundingMode() {
        return floats.roundingMode;
      },
      addressOf,
      functionAddress: info.functionAddress,
    };
    const run = this;
    return {
      get thread() {
        return info.thread();
      },
      get functionName() {
        const innermost = activation();
        if (innermost === undefined) return "";
        return (info.functions[innermost.functionIndex] as FunctionCfa).name;
      },
      get depth() {
        return run.activations.length;
      },
      evaluate: (expression) => evaluate(environment, expression),
      objectNear: (address) => this.#objectNear(address),
      variables: () => [...this.#variables()],
      snapshot: () => {
        if (this.#hidesState) return undefined;
        const places = this.activations.flatMap(({ functionIndex, frame, renewed }) => [
          functionIndex,
          frame,
          ...[...renewed].flat(),
        ]);
        const words = [floats.control[0] as number, ...places];
        return stateSnapshot(this.#space, words, run.#variables(), info.blocks);
      },
      sharedSnapshot: () => {
        if (this.#hidesState) return undefined;
        const words = [floats.control[0] as number];
        const reaching = run.#variables(run.activations.length - 1);
        return sharedSnapshot(this.#space, words, reaching, info.blocks);
      },
    };
  }

  /** Neither the next steps of other threads nor the targets of jumps are state of memory. */
  get #hidesState(): boolean {
    return this.#info.hidesState || (this.#memory.nanBits.count[0] as number) > 0;
  }
}
