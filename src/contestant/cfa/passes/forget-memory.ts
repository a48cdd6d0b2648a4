/**
 * An abstraction for programs whose environment is not part of them, such as drivers: their
 * behaviour depends on few variables, while objects of the environment may have any contents. The
 * scalars that no pointer designates and that the program defines are exact. All other memory has
 * any value at each read, so that neither its layout nor its writers matter (the coarsest memory
 * model of Cousot, Cousot: "Static determination of dynamic properties of programs", 1976).
 *
 * A property of all executions of the abstraction holds for those of the program that access no
 * memory outside of objects: an access through a pointer changes no variable that no pointer
 * designates. Where an access names its object, its bounds are checked: an access beyond them is
 * `unsupported`.
 *
 * Functions without a definition change memory through the pointers that they get, which makes no
 * difference here. Each of them may call, any number of times, all functions that any of them ever
 * gets for a parameter (given-functions.ts). Those without a prototype stay marked as open. Inline
 * assembly changes its outputs, and memory.
 */

import { unreachableKind } from "../../../ground/util/unreachable-kind.ts";
import type { FunctionSymbol } from "../../cfront/index.ts";
import type {
  AssumeEdge,
  CallArgument,
  CallEdge,
  CfaEdge,
  CfaNode,
  CfaProgram,
  Expression,
  FunctionCfa,
  MemoryObject,
  PointerValueType,
  ValueType,
} from "../model/cfa.ts";
import { expressionsOf } from "../model/edge-expressions.ts";
import { accessSize, forEachSubexpression } from "../model/expression-properties.ts";
import { addressOf, binary, cast, compare, constantTruth, integer } from "../model/expressions.ts";
import { numberProgram } from "../model/finish.ts";
import type { Operation } from "../model/graph.ts";
import { INLINE_ASSEMBLY } from "../model/inline-assembly.ts";
import { INTRINSIC_FACTS } from "../model/intrinsic-facts.ts";
import { INTERNAL_NAMES, intrinsicOf } from "../model/intrinsics.ts";
import { INT, integerType, pointerType } from "../model/value-types.ts";
import { type CallGraph, callGraph } from "../queries/call-graph.ts";
import { calledName } from "../queries/called-name.ts";
import { callSignature, fits, functionSignature } from "../queries/signatures.ts";
import { ENVIRONMENT_DOUBTS } from "./environment-objects.ts";
import { givenFunctions } from "./given-functions.ts";
import { GrowingFunction, NewObjects } from "./growing-function.ts";
import { functionCall, inputCall, newFunction } from "./input-call.ts";
import { isOfMemory, isTrackedPlace } from "./memory-calls.ts";
import { substitute } from "./substitute.ts";

/** The program with arbitrary contents of all memory that pointers may designate. */
export function withArbitraryMemory(program: CfaProgram): CfaProgram {
  return new Abstraction(program).run();
}

/** The function in which the environment calls those that it was given. */
const CALLS_BACK = "__agon_calls_back";

class Abstraction {
  readonly #program: CfaProgram;
  readonly #objects: NewObjects;
  readonly #pointer: PointerValueType;
  readonly #graph: CallGraph;
  /**
   * Possible targets of a call through a pointer: functions whose address is taken, except those
   * with an arbitrary effect.
   */
  readonly #designated: readonly FunctionSymbol[];
  /** Functions that the environment was given, and may call whenever it is called. */
  readonly #given: readonly FunctionSymbol[];
  readonly #ofMemory = new Map<string, boolean>();
  #fn!: GrowingFunction;
  /** The start node of the current edge's next operation, and its final target. */
  #at!: CfaNode;
  #edge!: CfaEdge;

  constructor(program: CfaProgram) {
    this.#program = program;
    this.#objects = new NewObjects(program);
    this.#pointer = pointerType(program.machine.pointerBits / 8);
    this.#graph = callGraph(program);
    this.#designated = [...designatedFunctions(program)].filter(
      ({ name }) => !this.#isOfMemory(name) && (program.functions.has(name) || !intrinsicOf(name)),
    );
    const given = givenFunctions(program, this.#graph);
    this.#given = this.#designated.filter(({ name }) => given === "any" || given.has(name));
  }

  run(): CfaProgram {
    const functions = new Map<string, FunctionCfa>();
    for (const [name, fn] of this.#program.functions) functions.set(name, this.#abstract(fn));
    if (this.#given.length > 0) functions.set(CALLS_BACK, this.#functionThatCallsBack());
    numberProgram(functions.values());
    const main = functions.get(this.#program.main.name) as FunctionCfa;
    return { ...this.#program, functions, main };
  }

  #abstract(original: FunctionCfa): FunctionCfa {
    this.#fn = new GrowingFunction(original);
    for (const node of original.nodes) {
      const [first] = node.leaving;
      if (first === undefined) continue;
      this.#edge = first;
      this.#at = this.#fn.copyOf(node);
      if (first.kind === "assume") this.#branch(node.leaving as readonly AssumeEdge[]);
      else this.#abstractEdge(first, original);
    }
    const { result } = original;
    return {
      ...this.#fn.finish(),
      parameters: original.parameters.filter(({ scalar }) => scalar !== undefined),
      result: result?.kind === "record" ? undefined : result,
    };
  }

  // -------------------------------------------------------------------- edges

  /** Adds the last operation of the current edge. */
  #finish(operation: Operation): void {
    this.#fn.connect(this.#at, this.#fn.copyOf(this.#edge.target), this.#edge.range, operation);
  }

  #emit(operation: Operation): void {
    this.#at = this.#fn.connect(this.#at, this.#fn.node(), this.#edge.range, operation);
  }

  #branch(edges: readonly AssumeEdge[]): void {
    // Edges of one node test one condition.
    const [{ condition }] = edges as readonly [AssumeEdge];
    const known = this.#known(condition);
    for (const edge of edges) {
      this.#edge = edge;
      this.#finish({ ...edge, condition: known });
    }
  }

  #abstractEdge(edge: Exclude<CfaEdge, AssumeEdge>, fn: FunctionCfa): void {
    switch (edge.kind) {
      case "skip": {
        const isHarmless = isDoubt(edge.open) || (fn.isExternal && !fn.symbol.type.oldStyle);
        this.#finish(isHarmless ? { kind: "skip" } : edge);
        return;
      }
      case "unsupported":
        this.#finish(edge.reason === INLINE_ASSEMBLY ? { kind: "skip" } : edge);
        return;
      case "declare":
      case "end-scope":
        this.#finish(edge);
        return;
      case "assign": {
        const value = this.#known(edge.value);
        if (isTrackedPlace(edge.address)) this.#finish({ ...edge, value });
        else {
          this.#stayInside(this.#known(edge.address), accessSize(value.type, edge.bitField));
          this.#finish({ kind: "skip" });
        }
        return;
      }
      case "copy":
        this.#stayInside(this.#known(edge.to), edge.size);
        this.#stayInside(this.#known(edge.from), edge.size);
        this.#finish({ kind: "skip" });
        return;
      case "clear":
        this.#stayInside(this.#known(edge.address), edge.size);
        this.#finish({ kind: "skip" });
        return;
      case "return": {
        const { value } = edge;
        const isScalar = value?.kind === "scalar";
        const known = isScalar ? { ...value, value: this.#known(value.value) } : undefined;
        this.#finish({ ...edge, value: known });
        return;
      }
      case "call":
        this.#call(edge);
        return;
      default:
        unreachableKind(edge);
    }
  }

  // -------------------------------------------------------------------- calls

  #call(edge: CallEdge): void {
    const { callee } = edge;
    if (callee.kind !== "address" || callee.target.kind !== "function") {
      this.#callThroughPointer(edge);
      return;
    }
    const { name } = callee.target;
    const intrinsic = this.#program.functions.has(name) ? undefined : intrinsicOf(name);
    const usual =
      intrinsic === undefined ? "kept" : INTRINSIC_FACTS[intrinsic.kind].withArbitraryMemory;
    const isAny = this.#isOfMemory(name) || (intrinsic?.kind === "nondet" && givesPointer(edge));
    const treatment = isAny ? "any" : usual;
    if (this.#program.functions.get(name)?.isExternal) this.#callBack();
    if (treatment === "unsupported") {
      this.#finish({ kind: "unsupported", reason: `${name} where memory is arbitrary` });
    } else if (treatment === "any") {
      if (intrinsic?.kind === "memory") this.#stayInsideAsArgument(edge);
      this.#anyResult(edge);
    } else this.#finish(this.#knownCall(edge));
  }

  #isOfMemory(name: string): boolean {
    let isOne = this.#ofMemory.get(name);
    if (isOne === undefined) {
      isOne = isOfMemory(this.#program, this.#graph, name);
      this.#ofMemory.set(name, isOne);
    }
    return isOne;
  }

  /** Returns the call with the followed parts of its arguments and result. */
  #knownCall(edge: CallEdge): CallEdge {
    const passed = edge.arguments.flatMap((argument): CallArgument[] =>
      argument.kind === "record" ? [] : [{ ...argument, value: this.#known(argument.value) }],
    );
    return { ...edge, arguments: passed, result: trackedResult(edge) };
  }

  #anyResult(edge: CallEdge): void {
    const result = trackedResult(edge);
    if (result === undefined || !("scalar" in result)) this.#finish({ kind: "skip" });
    else if (result.scalar.kind !== "pointer") this.#finish(inputCall(this.#program, result));
    else {
      const { address, scalar } = result;
      this.#finish({ kind: "assign", address, value: this.#any(scalar) });
    }
  }

  /** Calls any function whose address the program takes, or one of the environment. */
  #callThroughPointer(edge: CallEdge): void {
    const signature = callSignature(edge);
    const known = this.#knownCall(edge);
    for (const symbol of this.#designated) {
      const fn = this.#program.functions.get(symbol.name);
      if (fn !== undefined && !isUnprototyped(fn) && !fits(signature, functionSignature(fn))) {
        continue;
      }
      const otherwise = this.#onlySometimes();
      this.#finish({ ...known, callee: addressOf(symbol, this.#pointer) });
      this.#at = otherwise;
    }
    this.#callBack();
    this.#anyResult(edge);
  }

  /** The environment is called, and may call the functions that it was given. */
  #callBack(): void {
    if (this.#given.length === 0) return;
    this.#emit(functionCall(this.#program, newFunction(CALLS_BACK, this.#program, "void"), []));
  }

  /** Any number of calls of functions that the environment was given, in any order. */
  #functionThatCallsBack(): FunctionCfa {
    const original = emptyFunction(CALLS_BACK, this.#program);
    this.#fn = new GrowingFunction(original);
    this.#edge = original.entry.leaving[0] as CfaEdge;
    const head = this.#fn.copyOf(original.entry);
    this.#at = head;
    for (const symbol of this.#given) {
      const otherwise = this.#onlySometimes();
      const parameters = this.#program.functions.get(symbol.name)?.parameters ?? [];
      const values = parameters.flatMap(({ scalar }) => (scalar ? [this.#any(scalar)] : []));
      const call = functionCall(this.#program, symbol, values);
      this.#fn.connect(this.#at, head, this.#edge.range, call);
      this.#at = otherwise;
    }
    this.#finish({ kind: "return", value: undefined });
    return this.#fn.finish();
  }

  /** Continues in executions with unknown behaviour; the others end at the returned node. */
  #onlySometimes(): CfaNode {
    const isChosen = compare("ne", this.#any(INT), integer(INT, 0n));
    const [taken, otherwise] = this.#fn.branch(this.#at, this.#edge.range, isChosen);
    this.#at = taken;
    return otherwise;
  }

  // ------------------------------------------------------------------- values

  /** Any value, from a new variable. For a pointer it is a number, so that it can be compared. */
  #any(type: ValueType): Expression {
    if (type.kind === "pointer") return cast(type, this.#any(integerType(type.bits, false)));
    const object = this.#objects.scalar("temporary", `${INTERNAL_NAMES.nondet}.memory`, type);
    this.#fn.locals.push(object);
    const address = this.#objects.addressOf(object);
    this.#emit(inputCall(this.#program, { address, scalar: type }));
    return this.#objects.load(object);
  }

  /**
   * Replaces reads from memory that is not followed by any values. Where these are combined with
   * variables, only the type of the result is kept: a bound on a variable from such memory need not
   * hold the next time.
   */
  #known(expression: Expression): Expression {
    let readsMemory = false;
    let readsVariables = false;
    const known = substitute(expression, (load) => {
      const { address, type, bitField } = load;
      if (isTrackedPlace(address)) {
        readsVariables = true;
        return undefined;
      }
      readsMemory = true;
      this.#stayInside(address, accessSize(type, bitField));
      return this.#any(type);
    });
    return readsMemory && readsVariables ? this.#any(expression.type) : known;
  }

  // ------------------------------------------------------------------- bounds

  /** Where an object is named, the access must lie within its bounds. */
  #stayInside(address: Expression, size: number | Expression): void {
    const place = namedPlace(address, this.#pointer);
    if (place === undefined) return;
    const { object, offset } = place;
    const reason = `possible access outside of '${object.name}'`;
    const word = integerType(this.#pointer.bits, false);
    const length = typeof size === "number" ? integer(word, BigInt(size)) : cast(word, size);
    const whole = integer(word, BigInt(object.size));
    this.#demand(compare("le", length, whole), reason);
    this.#demand(compare("le", offset, binary("sub", word, whole, length)), reason);
  }

  /** Otherwise the behaviour is unknown. */
  #demand(condition: Expression, reason: string): void {
    const truth = constantTruth(condition);
    if (truth === true) return;
    if (truth === false) {
      this.#emit({ kind: "unsupported", reason });
      return;
    }
    const [inside, outside] = this.#fn.branch(this.#at, this.#edge.range, condition);
    this.#fn.connect(outside, inside, this.#edge.range, { kind: "unsupported", reason });
    this.#at = inside;
  }

  /** Functions that copy and fill memory: a place, another one or a byte, a number of bytes. */
  #stayInsideAsArgument({ arguments: passed }: CallEdge): void {
    const [to, from, size] = passed.map((one) => (one.kind === "scalar" ? one.value : undefined));
    const bytes = size === undefined ? Number.MAX_SAFE_INTEGER : this.#known(size);
    for (const argument of [to, from]) {
      if (argument?.type.kind === "pointer") this.#stayInside(this.#known(argument), bytes);
    }
  }
}

/** Returns a function without parameters and without effect. */
function emptyFunction(name: string, program: CfaProgram): FunctionCfa {
  const node = (): CfaNode => ({ id: 0, functionName: name, leaving: [], entering: [] });
  const [entry, exit] = [node(), node()];
  const range = { start: 0, end: 0 };
  const edge: CfaEdge = { kind: "skip", id: 0, source: entry, target: exit, range };
  entry.leaving.push(edge);
  exit.entering.push(edge);
  return {
    symbol: newFunction(name, program, "void"),
    name,
    entry,
    exit,
    nodes: [entry, exit],
    parameters: [],
    locals: [],
    result: undefined,
    isLibrary: true,
    isExternal: false,
  };
}

/**
 * Whether calls may pass arguments of other types, such as an `int` for a `char` (C11 6.5.2.2p6).
 */
function isUnprototyped({ symbol, parameters }: FunctionCfa): boolean {
  return symbol.type.oldStyle && parameters.length > 0;
}

/** Functions whose address the program takes other than to call them. */
function designatedFunctions(program: CfaProgram): Iterable<FunctionSymbol> {
  const found = new Map<string, FunctionSymbol>();
  const look = (expression: Expression): void =>
    forEachSubexpression(expression, (part) => {
      if (part.kind !== "address" || "size" in part.target) return;
      found.set(part.target.name, part.target);
    });
  for (const { initial } of program.globals) for (const { value } of initial) look(value);
  for (const { nodes } of program.functions.values()) {
    for (const edge of nodes.flatMap(({ leaving }) => leaving)) {
      const called = calledName(edge) === undefined ? undefined : expressionsOf(edge)[0];
      for (const expression of expressionsOf(edge)) if (expression !== called) look(expression);
    }
  }
  return found.values();
}

function trackedResult({ result }: CallEdge): CallEdge["result"] {
  return result !== undefined && "scalar" in result && isTrackedPlace(result.address)
    ? result
    : undefined;
}

function givesPointer({ result }: CallEdge): boolean {
  return result !== undefined && "scalar" in result && result.scalar.kind === "pointer";
}

/** Returns the object by whose name an address is computed, and its offset. */
function namedPlace(
  address: Expression,
  { bits }: PointerValueType,
): { readonly object: MemoryObject; readonly offset: Expression } | undefined {
  const word = integerType(bits, false);
  let offset: Expression = integer(word, 0n);
  let base = address;
  while (base.kind === "binary" && base.operator === "add" && base.type.kind === "pointer") {
    offset = binary("add", word, offset, base.right);
    base = base.left;
  }
  if (base.kind !== "address" || !("size" in base.target)) return undefined;
  return { object: base.target, offset };
}

/** The targets of pointers make no difference here, and each of them may have any value. */
function isDoubt(open: string | undefined): boolean {
  return open === ENVIRONMENT_DOUBTS.values || open === ENVIRONMENT_DOUBTS.aliases;
}
