import { defined } from "../../../ground/util/defined.ts";
import {
  type CallEdge,
  type CfaEdge,
  type CfaNode,
  type CfaProgram,
  type Expression,
  type FunctionCfa,
  isSynchronisation,
  type MemoryObject,
  type ValueType,
} from "../../cfa/index.ts";
import type { FunctionSymbol } from "../../cfront/index.ts";
import type { Outcome, SuspensionKind, UndefinedBehaviour } from "../contract.ts";
import type { JumpingLoop } from "../runtime/iteration-jump.ts";
import type { CodeOptions } from "./code-options.ts";
import { type Code, isAtom } from "./representation.ts";

/** Thrown by generated code and the runtime to end a run. */
export class Halt {
  readonly outcome: Outcome;

  constructor(outcome: Outcome) {
    this.outcome = outcome;
  }
}

/** Thrown by a runtime to end activations of C functions, up to the place that catches it. */
export class Unwinding {}

/** The objects to which generated code refers by index, shared by all functions of a program. */
export class Tables {
  readonly halts: Halt[] = [];
  readonly suspensions: SuspensionKind[] = [];
  /** By place: the edge, where there is one. */
  readonly suspensionEdges: (CfaEdge | undefined)[] = [];
  readonly edges: CfaEdge[] = [];
  /** Loops of which many iterations are done at once. */
  readonly loops: JumpingLoop[] = [];
  readonly inputTypes: Map<number, ValueType> = new Map();
  readonly #edgeIndices = new Map<CfaEdge, number>();

  /** Code that throws; an instance is made once per place, not per throw. */
  halt(outcome: Outcome): string {
    this.halts.push(new Halt(outcome));
    return `throw HALT[${this.halts.length - 1}];`;
  }

  /** Index of an edge whose result of this type comes from the input source. */
  input(edge: CallEdge, type: ValueType): number {
    const index = this.edge(edge);
    this.inputTypes.set(index, type);
    return index;
  }

  /** A number for a place where threads are suspended. */
  suspension(kind: SuspensionKind, edge: CfaEdge | undefined): number {
    this.suspensionEdges.push(edge);
    return this.suspensions.push(kind) - 1;
  }

  edge(edge: CfaEdge): number {
    let index = this.#edgeIndices.get(edge);
    if (index === undefined) {
      index = this.edges.length;
      this.edges.push(edge);
      this.#edgeIndices.set(edge, index);
    }
    return index;
  }
}

/** Marks the start of an edge's code, where that is needed. */
export const EDGE_MARK = "/* edge */";

/** The locations of the objects and functions in expressions. */
export interface Places {
  /** JavaScript variable of a scalar that never lives in memory (two with suffixes `l` and `h` for pairs). */
  register(object: MemoryObject): string | undefined;
  /** Code for the base address of an object in memory; may be repeated. */
  address(object: MemoryObject): string;
  functionAddress(symbol: FunctionSymbol): number;
}

/** The input for generating the code of all functions. */
export interface ProgramContext {
  readonly program: CfaProgram;
  readonly options: CodeOptions;
  readonly tables: Tables;
  /** Whether the program calls `fesetround`: else all rounding is to nearest. */
  readonly changesRounding: boolean;
  /** Whether memory may hold NaNs at places that could be read as anything but floats. */
  readonly tracksNans: boolean;
  /** Several threads: functions are generators, which yield where another thread may run. */
  readonly isThreaded: boolean;
  /** Activations may end by an exception of {@link Unwinding}. */
  readonly unwinds: boolean;
  /** A scalar that is only ever accessed as a whole, by name. */
  isPrivate(object: MemoryObject): boolean;
  /** Whether accesses must stay at the objects that pointers were computed from; every object lives in memory then. */
  readonly followsProvenance: boolean;
  /** Functions whose address is taken, and that are no functions of the tables: intrinsics and error functions. */
  readonly specialTargets: readonly FunctionSymbol[];
  functionIndex(cfa: FunctionCfa): number;
  /** Index of the signature of a call, for the check of calls through pointers. */
  signatureIndex(edge: CallEdge): number;
}

/** Where the function goes on after a jump to a call of `setjmp`. */
export interface JumpSite {
  /** Number of the case. */
  readonly index: number;
  /** See jump-locals.ts. */
  readonly locals: readonly MemoryObject[];
}

/** The input and the output of generating the code of one function. */
export class Writer {
  readonly context: ProgramContext;
  readonly tables: Tables;
  readonly places: Places;
  /** The edge whose code is being written. */
  edge: CfaEdge | undefined;
  /** The arithmetic expression whose code is being written, for reports. */
  currentExpression: Expression | undefined;
  #lines: string[] = [];
  #temporaries = 0;
  #maxTemporaries = 0;
  readonly #counters = new Map<CfaNode, string>();

  /** Where pointers were read by the code of the edge; see provenance.ts. */
  readonly loadedAt: Map<Expression, string> = new Map();

  /** Calls of `setjmp` in the function, with the case to go to after a jump. */
  jumpSites: ReadonlyMap<CfaEdge, JumpSite> = new Map();
  /** The function is one of Agon's models of library functions. */
  readonly isLibrary: boolean;
  /** The function is a model of synchronisation between threads. */
  readonly isSynchronisation: boolean;

  readonly #compile: (w: Writer, expression: Expression) => Code;

  constructor(
    context: ProgramContext,
    cfa: FunctionCfa,
    places: Places,
    compile: (w: Writer, expression: Expression) => Code,
  ) {
    this.isLibrary = cfa.isLibrary;
    this.isSynchronisation = cfa.isLibrary && isSynchronisation(cfa.name);
    this.#compile = compile;
    this.context = context;
    this.tables = context.tables;
    this.places = places;
  }

  get pointerBits(): 32 | 64 {
    return this.context.program.machine.pointerBits;
  }

  /** Starts an edge: temporaries of the previous one are free again. */
  begin(edge: CfaEdge): void {
    this.edge = edge;
    this.loadedAt.clear();
    this.#temporaries = 0;
    if (this.tellsPlaces) this.emit(EDGE_MARK);
  }

  /** Whether suspended threads report their position and values. */
  get tellsPlaces(): boolean {
    const { explores, tracksBlocks } = this.context.options;
    return explores === true || (tracksBlocks === true && this.context.isThreaded);
  }

  get temporaryCount(): number {
    return this.#temporaries;
  }

  /**
   * Code of an expression, see expressions.ts; operations that can fail have been emitted before.
   */
  expression(expression: Expression): Code {
    return this.#compile(this, expression);
  }

  emit(line: string): void {
    this.#lines.push(line);
  }

  /** A new temporary; it is assigned once within the edge. */
  temporary(): string {
    this.#temporaries++;
    this.#maxTemporaries = Math.max(this.#maxTemporaries, this.#temporaries);
    return `t${this.#temporaries}`;
  }

  /** A variable of the activation that belongs to a loop and starts with zero. */
  counterOf(head: CfaNode): string {
    const counter = this.#counters.get(head) ?? `c${this.#counters.size + 1}`;
    this.#counters.set(head, counter);
    return counter;
  }

  get counters(): readonly string[] {
    return [...this.#counters.values()];
  }

  /** Names of all temporaries, for their declaration. */
  get temporaries(): string[] {
    return Array.from({ length: this.#maxTemporaries }, (_, i) => `t${i + 1}`);
  }

  /** Code that may be repeated and that later assignments do not change. */
  hold(code: string): string {
    if (isAtom(code)) return code;
    const temporary = this.temporary();
    this.emit(`${temporary} = ${code};`);
    return temporary;
  }

  /** Executes a call with effects, here and once. */
  call(code: string): string {
    const temporary = this.temporary();
    this.emit(`${temporary} = ${code};`);
    return temporary;
  }

  pair(lo: string, hi: string): Code {
    return { rep: "pair", lo: this.hold(lo), hi: this.hold(hi) };
  }

  /** Runs `write` and returns the lines it emitted instead of emitting them. */
  capture<T>(write: () => T): { readonly result: T; readonly lines: string[] } {
    const outer = this.#lines;
    this.#lines = [];
    const result = write();
    const lines = this.#lines;
    this.#lines = outer;
    return { result, lines };
  }

  takeLines(): string[] {
    const lines = this.#lines;
    this.#lines = [];
    return lines;
  }

  /** A statement that ends the run as undefined behaviour. */
  undefinedBehaviour(
    behaviour: UndefinedBehaviour,
    paragraph: string,
    expression?: Expression,
  ): string {
    const edge = this.edge as CfaEdge;
    return this.tables.halt({
      kind: "undefined-behaviour",
      behaviour,
      paragraph,
      edge,
      ...defined({ expression }),
    });
  }

  /** `nearest` unless the program changes the rounding mode; it is evaluated only in the nearest mode. */
  rounded(nearest: string, general: string): string {
    return this.context.changesRounding ? `(ROUNDING[0] === 0 ? ${nearest} : ${general})` : nearest;
  }

  unsupported(reason: string): string {
    return this.tables.halt({ kind: "unsupported", reason, edge: this.edge as CfaEdge });
  }
}
