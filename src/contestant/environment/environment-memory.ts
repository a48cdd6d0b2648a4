/**
 * Adds the memory of the environment to a program: its pointers point to objects (withEnvironmentObjects), and
 * reads of memory that it may know (shared-memory.ts) may see changes made through any of them. An access through a
 * pointer of the environment is assumed to be valid.
 * TRUE for the result holds for the program in every environment: where pointers may be equal, any value may be
 * read; results that depend on their bits, or on which pointers are equal, are marked as open. An execution of the
 * result that calls an error function is an execution of the program, because such calls are reached only if each
 * value read was the one in memory.
 */

import { unreachableKind } from "../../ground/util/unreachable-kind.ts";
import {
  addressedObject,
  type CfaEdge,
  type CfaNode,
  type CfaProgram,
  calledName,
  compare,
  ENVIRONMENT_DOUBTS,
  type EnvironmentObjects,
  type Expression,
  expressionsOf,
  type FunctionCfa,
  forEachSubexpression,
  GrowingFunction,
  INT,
  INTERNAL_NAMES,
  inputCall,
  integer,
  intrinsicCall,
  intrinsicOf,
  isTracked,
  type LoadExpression,
  type MemoryObject,
  NewObjects,
  numberProgram,
  type Operation,
  substituteInEdge,
  type ValueType,
  withEnvironmentObjects,
  zero,
} from "../cfa/index.ts";
import type { Access } from "./object-types.ts";
import { ANY_BYTES, SharedMemory } from "./shared-memory.ts";

/**
 * Undefined where no pointer of the environment is dereferenced, or the points-to analysis exceeds its limit.
 * @param areApart - only environments in which every pointer points to an object of its own: for violations, not
 *   for proofs
 */
export function withEnvironmentMemory(
  program: CfaProgram,
  errorFunctions: ReadonlySet<string>,
  areApart = false,
): CfaProgram | undefined {
  const extended = withEnvironmentObjects(program);
  if (extended === undefined) return undefined;
  const memory = SharedMemory.of(extended.program, extended.blocks);
  if (memory === undefined) return undefined;
  const closed = new EnvironmentMemory(extended, memory, errorFunctions, areApart).run();
  plainPrograms.set(closed, program);
  return closed;
}

const plainPrograms = new WeakMap<CfaProgram, CfaProgram>();

/** The program from which {@link withEnvironmentMemory} made this one; otherwise the program itself. */
export function withoutEnvironmentMemory(program: CfaProgram): CfaProgram {
  return plainPrograms.get(program) ?? program;
}

class EnvironmentMemory {
  readonly #program: CfaProgram;
  readonly #memory: SharedMemory;
  readonly #errorFunctions: ReadonlySet<string>;
  readonly #areApart: boolean;
  readonly #objects: NewObjects;
  /** Variables that hold objects of the environment while these are being made. */
  readonly #made: ReadonlySet<MemoryObject | undefined>;
  /** Whether a read returned a value that was not in memory. */
  readonly #isOther: MemoryObject;
  #fn!: GrowingFunction;
  #at!: CfaNode;
  #edge!: CfaEdge;

  constructor(
    { program, blocks }: EnvironmentObjects,
    memory: SharedMemory,
    errorFunctions: ReadonlySet<string>,
    areApart: boolean,
  ) {
    this.#program = program;
    this.#areApart = areApart;
    const made = [...blocks.keys()].map(
      (edge) => edge.kind === "call" && edge.result && addressedObject(edge.result.address),
    );
    this.#made = new Set(made.map((object) => object || undefined));
    this.#memory = memory;
    this.#errorFunctions = errorFunctions;
    this.#objects = new NewObjects(program);
    this.#isOther = this.#objects.scalar("global", `${INTERNAL_NAMES.nondet}.isOther`, INT);
  }

  run(): CfaProgram {
    const functions = new Map<string, FunctionCfa>();
    for (const [name, fn] of this.#program.functions) functions.set(name, this.#rewrite(fn));
    numberProgram(functions.values());
    const main = functions.get(this.#program.main.name) as FunctionCfa;
    return {
      ...this.#program,
      functions,
      main,
      globals: [...this.#program.globals, this.#isOther],
    };
  }

  #rewrite(original: FunctionCfa): FunctionCfa {
    this.#fn = new GrowingFunction(original);
    for (const node of original.nodes) {
      const [first] = node.leaving;
      if (first === undefined) continue;
      this.#at = this.#fn.copyOf(node);
      this.#edge = first;
      // Edges that leave the same node test the same condition.
      this.#prepare(first);
      const replaced = this.#certain(first);
      for (const edge of node.leaving) {
        const operation =
          edge.kind === "assume" && replaced.kind === "assume"
            ? { ...edge, condition: replaced.condition }
            : replaced;
        if (this.#errorFunctions.has(calledName(edge) ?? "")) this.#guardError();
        this.#fn.connect(this.#at, this.#fn.copyOf(edge.target), edge.range, operation);
      }
    }
    return this.#fn.finish();
  }

  /** Adds the assumptions and open values at the start of an edge. */
  #prepare(edge: CfaEdge): void {
    for (const expression of expressionsOf(edge)) {
      const loads: LoadExpression[] = [];
      forEachSubexpression(expression, (part) => {
        if (part.kind === "load") loads.push(part);
        else if (part.kind === "conditional") this.#test(part.condition);
      });
      // Pointers to objects that hold other pointers come first.
      for (const { address } of loads.reverse()) this.#access(address);
      this.#lookAtBits(expression);
    }
    switch (edge.kind) {
      case "assume":
        this.#test(edge.condition);
        break;
      case "assign":
        this.#access(edge.address);
        break;
      case "clear":
        this.#access(edge.address);
        break;
      case "copy":
        this.#access(edge.to);
        this.#access(edge.from);
        this.#openWhenUncertain(edge.from, { kind: "bytes", size: edge.size });
        break;
      case "return":
        if (edge.value?.kind === "record") {
          this.#access(edge.value.address);
          this.#openWhenUncertain(edge.value.address, ANY_BYTES);
        }
        break;
      case "call": {
        const name = calledName(edge);
        const isIntrinsic = name !== undefined && !this.#program.functions.has(name);
        const kind = isIntrinsic ? intrinsicOf(name)?.kind : undefined;
        for (const argument of edge.arguments) {
          const { kind: passed } = argument;
          const address = passed === "scalar" ? argument.value : argument.address;
          if (passed === "record" || kind === "memory") this.#access(address);
          if (passed === "record" || (kind !== undefined && !UNREAD.has(kind))) {
            this.#openWhenUncertain(address, ANY_BYTES);
          }
        }
        break;
      }
      case "skip":
      case "declare":
      case "end-scope":
      case "unsupported":
        break;
      default:
        unreachableKind(edge);
    }
  }

  /** Assumes that a pointer of the environment is valid where it is dereferenced. */
  #access(address: Expression): void {
    let base = address;
    while (base.kind === "binary" && base.operator === "add") base = base.left;
    if (base.kind === "address" || base.type.kind !== "pointer") return;
    // Objects that were made just now.
    if (base.kind === "load" && this.#made.has(addressedObject(base.address))) return;
    if (!this.#memory.mayBeNull(base)) return;
    const isValid = compare("ne", base, zero(base.type));
    this.#emit(intrinsicCall(this.#program, INTERNAL_NAMES.assume, [isValid], undefined));
  }

  /** Handles a test of whether a value is zero. */
  #test(value: Expression): void {
    if (value.type.kind === "pointer" && this.#memory.isNeverNull(value)) this.#open(VALUES);
  }

  /** Comparisons with null are known; other comparisons, and numbers made from pointers, are not. */
  #lookAtBits(expression: Expression): void {
    const visit = (part: Expression): void => {
      switch (part.kind) {
        case "integer":
        case "float":
        case "address":
          return;
        case "load":
          if (part.type.kind !== "pointer" && this.#memory.isOfEnvironment(part)) {
            this.#open(VALUES);
          }
          visit(part.address);
          return;
        case "unary":
          visit(part.operand);
          return;
        case "cast": {
          const isNumber = part.type.kind !== "pointer" && part.operand.type.kind === "pointer";
          if (isNumber && this.#memory.isOfEnvironment(part.operand)) this.#open(VALUES);
          visit(part.operand);
          return;
        }
        case "conditional":
          for (const one of [part.condition, part.whenTrue, part.whenFalse]) visit(one);
          return;
        case "binary":
          if (part.operator === "sub" && part.left.type.kind === "pointer") this.#compare(part);
          visit(part.left);
          visit(part.right);
          return;
        case "compare": {
          const [left, right] = [pointerIn(part.left), pointerIn(part.right)];
          const isEquality = part.operator === "eq" || part.operator === "ne";
          if (isEquality && isNull(right)) {
            this.#test(left);
            visit(left);
          } else if (isEquality && isNull(left)) {
            this.#test(right);
            visit(right);
          } else {
            this.#compare(part);
            visit(part.left);
            visit(part.right);
          }
        }
      }
    };
    visit(expression);
  }

  #compare({ left, right }: { readonly left: Expression; readonly right: Expression }): void {
    const isOfEnvironment = (one: Expression): boolean =>
      one.type.kind === "pointer" && this.#memory.isOfEnvironment(one);
    if (isOfEnvironment(left) || isOfEnvironment(right)) this.#open(VALUES);
  }

  /** The edge with separate values for reads whose value may differ from the one in memory. */
  #certain(edge: CfaEdge): Operation {
    const known = new Map<LoadExpression, Expression>();
    return substituteInEdge(edge, (load) => {
      const object = addressedObject(load.address);
      if (object !== undefined && isTracked(object) && object.kind !== "global") return undefined;
      if (!this.#isUncertain(load.address, load.type)) return undefined;
      if (load.type.kind === "pointer" || load.bitField !== undefined) {
        this.#open(ALIASES);
        return undefined;
      }
      const value = known.get(load) ?? this.#read(load, load.type);
      known.set(load, value);
      return value;
    });
  }

  /** The value in memory, or another value. */
  #read(load: LoadExpression, type: ValueType): Expression {
    const [choice, value] = [this.#temporary("isOther", INT), this.#temporary("read", type)];
    this.#input(choice);
    const { range } = this.#edge;
    const isSame = compare("eq", this.#objects.load(choice), integer(INT, 0n));
    const [same, other] = this.#fn.branch(this.#at, range, isSame);
    const end = this.#fn.node();
    this.#fn.connect(same, end, range, this.#objects.assign(value, load));
    this.#at = other;
    this.#input(value);
    this.#fn.connect(this.#at, end, range, this.#objects.assign(this.#isOther, integer(INT, 1n)));
    this.#at = end;
    return this.#objects.load(value);
  }

  #temporary(name: string, type: ValueType): MemoryObject {
    const object = this.#objects.scalar("temporary", `${INTERNAL_NAMES.nondet}.${name}`, type);
    this.#fn.locals.push(object);
    return object;
  }

  #input(object: MemoryObject): void {
    const address = this.#objects.addressOf(object);
    this.#emit(inputCall(this.#program, { address, scalar: object.scalar ?? INT }));
  }

  #isUncertain(address: Expression, access: Access): boolean {
    return !this.#areApart && this.#memory.isUncertain(address, access);
  }

  #openWhenUncertain(address: Expression, access: Access): void {
    if (address.type.kind === "pointer" && this.#isUncertain(address, access)) this.#open(ALIASES);
  }

  /** An error of the result is an error of the program if every value read was the one in memory. */
  #guardError(): void {
    const isSame = compare("eq", this.#objects.load(this.#isOther), integer(INT, 0n));
    const [same, other] = this.#fn.branch(this.#at, this.#edge.range, isSame);
    this.#fn.connect(other, same, this.#edge.range, { kind: "unsupported", reason: ALIASES });
    this.#at = same;
  }

  #open(reason: string): void {
    this.#emit({ kind: "skip", open: reason });
  }

  #emit(operation: Operation): void {
    this.#at = this.#fn.connect(this.#at, this.#fn.node(), this.#edge.range, operation);
  }
}

const { values: VALUES, aliases: ALIASES } = ENVIRONMENT_DOUBTS;

/** Intrinsics that do not read relevant memory. */
const UNREAD: ReadonlySet<string> = new Set([
  "free",
  "end-alloca",
  "no-effect",
  "access",
  "nondet",
  "nondet-memory",
]);

/** A pointer that is used as a number of its width, as in `(unsigned long)p != 0`. */
function pointerIn(value: Expression): Expression {
  const isCast = value.kind === "cast" && value.operand.type.kind === "pointer";
  return isCast && value.type.kind === "int" && value.type.bits >= value.operand.type.bits
    ? value.operand
    : value;
}

function isNull(value: Expression): boolean {
  if (value.kind === "cast") return isNull(value.operand);
  return value.kind === "integer" && value.value === 0n;
}
