/**
 * Points-to analysis, independent of the order in which the program's edges are executed (Andersen: "Program
 * analysis and specialization for the C programming language", 1994), by byte offsets within objects; elements of
 * arrays are distinguished only by their offset within the element. Every integer may hold a pointer: arithmetic
 * keeps the targets of its operands. An edge is evaluated again when a place changes whose contents it has read.
 */

import { gcdOfNumbers } from "../../ground/util/gcd.ts";
import { unreachableKind } from "../../ground/util/unreachable-kind.ts";
import {
  accessSize,
  type CallEdge,
  type CfaEdge,
  type CfaProgram,
  type Expression,
  expressionsOf,
  type FunctionCfa,
  forEachSubexpression,
  INTRINSIC_FACTS,
  intrinsicOf,
  isSynchronisation,
  type MemoryObject,
} from "../cfa/index.ts";
import {
  blockPlace,
  functionPlace,
  mayOverlap,
  objectPlace,
  type Place,
  resultPlace,
  shifted,
  type Target,
  THREAD_RESULTS,
  THREAD_SPECIFIC,
  target,
  UNKNOWN,
} from "./memory-place.ts";
import { Contents } from "./place-contents.ts";
import { distanceOf } from "./residue.ts";
import { only, TargetSet, type Targets } from "./target-set.ts";
import { threadEffectOf } from "./thread-operations.ts";

/** Bytes of memory that may hold a pointer, where its type is not known. */
const POINTER_SIZE = 8;
/** Average number of evaluations of an edge; far more than programs need. */
const MAX_ROUNDS = 200;
/** Evaluations between two checks of the time. */
const STEPS_A_LOOK = 64;
const NOWHERE: Targets = new TargetSet();

/** Evaluates an edge, or the end of a thread. */
type Step = () => void;

export class PointsTo {
  readonly #program: CfaProgram;
  readonly #contents = new Map<string, { readonly place: Place; readonly contents: Contents }>();
  readonly #functions = new Set<FunctionCfa>();
  /** Start routines of threads. */
  readonly #starts = new Set<FunctionCfa>();
  /** Arguments of new threads, as targets. */
  readonly #passed = new TargetSet();
  /** Casts of values without targets to a pointer: it may be forged. */
  readonly #forged = new Set<Expression>();
  /** Pending steps, and the steps that read the contents of places, by their keys. */
  readonly #work = new Set<Step>();
  readonly #readers = new Map<string, Set<Step>>();
  #step: Step | undefined;
  /** Steps before the analysis is given up. */
  #left = 0;
  /** Total size of joined sets, in places. */
  #effort = 0;
  /** Set once the fixpoint is reached. */
  #values: Map<Expression, Targets> | undefined;
  #escaped: ReadonlySet<string> = new Set();

  constructor(program: CfaProgram) {
    this.#program = program;
  }

  /** @returns false when the fixpoint was not reached in time */
  solve(isExhausted: () => boolean): boolean {
    for (const object of this.#program.globals) {
      for (const { offset, value } of object.initial) {
        this.#store([target(objectPlace(object), offset, 0)], this.evaluate(value));
      }
    }
    this.#enter(this.#program.main);
    if (!this.#fixpoint(isExhausted)) return false;
    // Only now is it known which integers have no targets.
    this.#values = new Map();
    for (const fn of this.#functions) {
      for (const edge of fn.nodes.flatMap(({ leaving }) => leaving)) {
        const known = this.#forged.size;
        for (const expression of expressionsOf(edge)) {
          forEachSubexpression(expression, (part) => this.#lookForForgery(part));
        }
        if (this.#forged.size > known) this.#look(() => this.#apply(edge));
      }
    }
    this.#values = undefined;
    if (!this.#fixpoint(isExhausted)) return false;
    this.#values = new Map();
    this.#escaped = this.#escape();
    return true;
  }

  /** Effort of the analysis, as the total size of joined sets; the same on every machine. */
  get effort(): number {
    return this.#effort;
  }

  get functions(): ReadonlySet<FunctionCfa> {
    return this.#functions;
  }

  /** Whether several threads may access the place. */
  isEscaped({ key }: Place): boolean {
    return this.#escaped.has(key);
  }

  /** The functions that a value points to. */
  functionsAt(values: Iterable<Target>): string[] {
    const names: string[] = [];
    for (const { place, offset } of values) {
      if (place.kind === "function" && offset === 0) names.push(place.name);
    }
    return names;
  }

  #fixpoint(isExhausted: () => boolean): boolean {
    for (const step of this.#work) {
      this.#work.delete(step);
      if (this.#left-- === 0) return false;
      if (this.#left % STEPS_A_LOOK === 0 && isExhausted()) return false;
      this.#step = step;
      step();
    }
    this.#step = undefined;
    return true;
  }

  #lookForForgery(part: Expression): void {
    if (part.kind !== "cast" || part.type.kind !== "pointer" || part.operand.type.kind !== "int") {
      return;
    }
    if (part.operand.kind === "integer" || !this.evaluate(part.operand).isEmpty) return;
    this.#forged.add(part);
  }

  // ------------------------------------------------------------------ values

  evaluate(expression: Expression): Targets {
    const known = this.#values?.get(expression);
    if (known !== undefined) return known;
    const value = this.#evaluate(expression);
    this.#values?.set(expression, value);
    return value;
  }

  #evaluate(expression: Expression): Targets {
    switch (expression.kind) {
      case "integer":
      case "float":
      case "compare":
        return NOWHERE;
      case "address": {
        const { target: named } = expression;
        const place = "size" in named ? objectPlace(named) : functionPlace(named.name);
        return only(target(place, 0, 0));
      }
      case "load": {
        const { address, type, bitField } = expression;
        return this.load(this.evaluate(address), accessSize(type, bitField));
      }
      case "unary":
        return this.evaluate(expression.operand).smeared();
      case "cast": {
        const { operand, type } = expression;
        const values = this.evaluate(operand);
        const isWhole =
          type.kind !== "float" &&
          operand.type.kind !== "float" &&
          Math.min(type.bits, operand.type.bits) >= this.#program.machine.pointerBits;
        const kept = isWhole ? values : values.smeared();
        if (!this.#forged.has(expression)) return kept;
        const result = only(target(UNKNOWN, 0, 0));
        result.addAll(kept);
        return result;
      }
      case "conditional": {
        const result = new TargetSet();
        result.addAll(this.evaluate(expression.whenTrue));
        result.addAll(this.evaluate(expression.whenFalse));
        return result;
      }
      case "binary": {
        const result = new TargetSet();
        result.addAll(this.#binary(expression));
        return result;
      }
      default:
        return unreachableKind(expression);
    }
  }

  *#binary(expression: Expression & { kind: "binary" }): Generator<Target> {
    const { operator, left, right } = expression;
    // A distance: the pointer that it is added to keeps its targets.
    if (operator === "sub" && left.type.kind === "pointer" && right.type.kind === "pointer") return;
    const [lefts, rights] = [this.evaluate(left), this.evaluate(right)];
    if (operator !== "add" && operator !== "sub") {
      yield* lefts.smeared();
      yield* rights.smeared();
      return;
    }
    const sign = operator === "add" ? 1 : -1;
    // A pointer and a number make a pointer into the same object (C11 6.5.6p8).
    if (rights.isEmpty || (left.type.kind === "pointer" && !lefts.isEmpty)) {
      const { constant, stride } = distanceOf(right);
      for (const each of lefts) yield shifted(each, sign * constant, stride);
    } else if (lefts.isEmpty && operator === "add") {
      const { constant, stride } = distanceOf(left);
      for (const each of rights) yield shifted(each, constant, stride);
    } else {
      yield* lefts.smeared();
      yield* rights.smeared();
    }
  }

  /** The contents of the given number of bytes. */
  load(addresses: Iterable<Target>, size: number): Targets {
    const result = new TargetSet();
    const pointer = this.#program.machine.pointerBits / 8;
    for (const at of addresses) {
      if (at.place === UNKNOWN) result.add(at);
      const contents = this.#read(at.place);
      if (at.stride === 1 && contents !== undefined) {
        this.#effort += contents.all.size;
        result.addAll(size >= pointer ? contents.all : contents.all.smeared());
        continue;
      }
      for (const entry of contents?.entries.values() ?? []) {
        if (!mayOverlap(entry.at, entry.size, at, size)) continue;
        const isWhole =
          size >= pointer && entry.at.offset === at.offset && entry.at.stride === at.stride;
        const step = gcdOfNumbers(entry.at.stride, at.stride);
        const isElement = size >= pointer && step > 0 && (entry.at.offset - at.offset) % step === 0;
        this.#effort += entry.targets.size;
        result.addAll(isWhole || isElement ? entry.targets : entry.targets.smeared());
      }
    }
    return result;
  }

  /** Registers the current step as a reader, to be repeated when the contents change. */
  #read({ key }: Place): Contents | undefined {
    if (this.#step !== undefined) {
      let readers = this.#readers.get(key);
      if (readers === undefined) {
        readers = new Set();
        this.#readers.set(key, readers);
      }
      readers.add(this.#step);
    }
    return this.#contents.get(key)?.contents;
  }

  // ------------------------------------------------------------------- edges

  #store(addresses: Iterable<Target>, values: Targets, size: number = POINTER_SIZE): void {
    if (values.isEmpty) return;
    for (const at of addresses) {
      if (at.place === UNKNOWN || at.place.kind === "function") continue;
      this.#effort += values.size;
      if (!this.#contentsOf(at.place).add(at, size, values)) continue;
      for (const reader of this.#readers.get(at.place.key) ?? []) this.#work.add(reader);
    }
  }

  /** Copies the contents from `from` on to `to`. */
  #transfer(from: Iterable<Target>, to: readonly Target[], size = Number.POSITIVE_INFINITY): void {
    for (const source of from) {
      if (source.place === UNKNOWN) {
        const anywhere = to.map((each) => shifted(each, 0, 1));
        this.#store(anywhere, only(source));
        continue;
      }
      const entries = this.#read(source.place)?.entries.values() ?? [];
      for (const { at, size: held, targets } of [...entries]) {
        if (!mayOverlap(at, held, source, size)) continue;
        const stride = gcdOfNumbers(at.stride, source.stride);
        const moved = to.map((each) => shifted(each, at.offset - source.offset, stride));
        this.#store(moved, targets, held);
      }
    }
  }

  #contentsOf(place: Place): Contents {
    let found = this.#contents.get(place.key);
    if (found === undefined) {
      found = { place, contents: new Contents() };
      this.#contents.set(place.key, found);
    }
    return found.contents;
  }

  #apply(edge: CfaEdge): void {
    switch (edge.kind) {
      case "assign":
        this.#store(
          this.evaluate(edge.address),
          this.evaluate(edge.value),
          accessSize(edge.value.type, edge.bitField),
        );
        break;
      case "copy":
        this.#transfer(this.evaluate(edge.from), [...this.evaluate(edge.to)], edge.size);
        break;
      case "call":
        this.#call(edge);
        break;
      case "return": {
        const fn = this.#program.functions.get(edge.source.functionName);
        if (fn === undefined || edge.value === undefined) break;
        const to = [target(resultPlace(fn), 0, 0)];
        if (edge.value.kind === "scalar") this.#store(to, this.evaluate(edge.value.value));
        else this.#transfer(this.evaluate(edge.value.address), to, edge.value.size);
        break;
      }
      case "skip":
      case "assume":
      case "clear":
      case "declare":
      case "end-scope":
      case "unsupported":
        break;
    }
  }

  #call(edge: CallEdge): void {
    for (const name of this.functionsAt(this.evaluate(edge.callee))) {
      const fn = this.#program.functions.get(name);
      if (fn === undefined) this.#intrinsic(edge, name);
      else if (fn.isLibrary && isSynchronisation(name)) this.#thread(edge, name);
      else {
        this.#enter(fn);
        for (const [index, argument] of edge.arguments.entries()) {
          const parameter = fn.parameters[index];
          if (parameter === undefined) continue;
          const to = [target(objectPlace(parameter), 0, 0)];
          if (argument.kind === "scalar") this.#store(to, this.evaluate(argument.value));
          else this.#transfer(this.evaluate(argument.address), to, argument.size);
        }
        if (edge.result !== undefined) {
          const to = [...this.evaluate(edge.result.address)];
          this.#transfer([target(resultPlace(fn), 0, 0)], to);
        }
      }
    }
  }

  #enter(fn: FunctionCfa): void {
    if (this.#functions.has(fn)) return;
    this.#functions.add(fn);
    for (const edge of fn.nodes.flatMap(({ leaving }) => leaving)) {
      this.#look(() => this.#apply(edge));
    }
  }

  #look(step: Step): void {
    this.#work.add(step);
    this.#left += MAX_ROUNDS;
  }

  #scalarArgument(edge: CallEdge, index: number): Targets {
    const argument = edge.arguments[index];
    return argument?.kind === "scalar" ? this.evaluate(argument.value) : NOWHERE;
  }

  #storeResult(edge: CallEdge, values: Targets): void {
    if (edge.result !== undefined) this.#store(this.evaluate(edge.result.address), values);
  }

  #thread(edge: CallEdge, name: string): void {
    const effect = threadEffectOf(name);
    if (effect === undefined) return;
    switch (effect.kind) {
      case "create": {
        const passed = this.#scalarArgument(edge, effect.argument);
        this.#passed.addAll(passed);
        for (const start of this.functionsAt(this.#scalarArgument(edge, effect.start))) {
          this.#start(start, passed);
        }
        break;
      }
      case "exit":
        this.#store([target(THREAD_RESULTS, 0, 0)], this.#scalarArgument(edge, 0));
        break;
      case "join":
        this.#transfer([target(THREAD_RESULTS, 0, 0)], [...this.#scalarArgument(edge, 1)]);
        break;
      case "once":
        for (const called of this.functionsAt(this.#scalarArgument(edge, 1))) {
          const fn = this.#program.functions.get(called);
          if (fn !== undefined) this.#enter(fn);
        }
        break;
      case "set-specific":
        this.#store([target(THREAD_SPECIFIC, 0, 0)], this.#scalarArgument(edge, 1));
        break;
      case "get-specific":
        this.#storeResult(edge, this.load([target(THREAD_SPECIFIC, 0, 0)], POINTER_SIZE));
        break;
      default:
        // Numbers only.
        break;
    }
  }

  #start(name: string, passed: Targets): void {
    const fn = this.#program.functions.get(name);
    if (fn === undefined) return;
    this.#enter(fn);
    if (!this.#starts.has(fn)) {
      this.#starts.add(fn);
      const results = [target(resultPlace(fn), 0, 0)];
      this.#look(() => this.#transfer(results, [target(THREAD_RESULTS, 0, 0)]));
    }
    const [parameter] = fn.parameters;
    if (parameter !== undefined) this.#store([target(objectPlace(parameter), 0, 0)], passed);
  }

  #intrinsic(edge: CallEdge, name: string): void {
    const intrinsic = intrinsicOf(name);
    const made = new TargetSet();
    const from = intrinsic === undefined ? "anywhere" : INTRINSIC_FACTS[intrinsic.kind].result;
    switch (from) {
      case "none":
        break;
      case "block":
        made.add(target(blockPlace(edge), 0, 0));
        break;
      case "first":
        made.addAll(this.#scalarArgument(edge, 0));
        break;
      // Bytes of a pointer that are reversed may be reversed again.
      case "arguments":
        for (const index of edge.arguments.keys()) made.addAll(this.#scalarArgument(edge, index));
        break;
      case "anywhere":
        if (edge.result !== undefined && "scalar" in edge.result) {
          if (edge.result.scalar.kind === "pointer") made.add(target(UNKNOWN, 0, 0));
        }
        break;
      default:
        unreachableKind(from);
    }
    if (intrinsic?.kind === "realloc") {
      this.#transfer(this.#scalarArgument(edge, 0), [target(blockPlace(edge), 0, 0)]);
    } else if (intrinsic?.kind === "memory" && intrinsic.operation !== "set") {
      this.#transfer(this.#scalarArgument(edge, 1), [...this.#scalarArgument(edge, 0)]);
    } else if (intrinsic?.kind === "nondet-memory") {
      const to = [...this.#scalarArgument(edge, 0)].map((each) => shifted(each, 0, 1));
      this.#store(to, only(target(UNKNOWN, 0, 0)));
    }
    this.#storeResult(edge, made);
  }

  // ------------------------------------------------------------------ escape

  /** Places that a pointer in static storage, in a thread's argument or in its result may reach. */
  #escape(): ReadonlySet<string> {
    const isStatic = ({ kind }: MemoryObject): boolean => kind !== "thread-local";
    const objects = this.#program.globals.filter(isStatic).map(objectPlace);
    const passed = [...this.#passed].map(({ place }) => place);
    return this.reachable([...objects, THREAD_RESULTS, ...passed]);
  }

  /** Keys of the places, and of all places that pointers in them may reach. */
  reachable(places: Iterable<Place>): ReadonlySet<string> {
    const reached = new Set<string>();
    const work: Place[] = [];
    const add = (place: Place): void => {
      if (reached.has(place.key)) return;
      reached.add(place.key);
      work.push(place);
    };
    for (const place of places) add(place);
    for (let place = work.pop(); place !== undefined; place = work.pop()) {
      const entries = this.#contents.get(place.key)?.contents.entries.values() ?? [];
      for (const { targets } of entries) for (const each of targets) add(each.place);
    }
    return reached;
  }
}
