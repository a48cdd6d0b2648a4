/**
 * Objects for pointers of the environment (lazy initialisation: Khurshid, Păsăreanu, Visser:
 * "Generalized symbolic execution for model checking and testing", TACAS 2003): where the
 * environment returns a pointer that the program follows, a new block of memory with arbitrary
 * contents is allocated, of the declared type, or the pointer is null. The same holds for pointers
 * in such a block, and in one that the program allocates and does not initialise.
 *
 * An execution of the result is one of the program in an environment each of whose pointers leads
 * to an object of its own. Pointers that lead to one object, or to an object of the program, are
 * not covered.
 */
import { type CType, sizeOf } from "../../cfront/index.ts";
import type {
  CallEdge,
  CfaEdge,
  CfaNode,
  CfaProgram,
  Expression,
  FunctionCfa,
  PointerValueType,
} from "../model/cfa.ts";
import { addressedObject } from "../model/expression-properties.ts";
import { compare, integer, offsetBy, zero } from "../model/expressions.ts";
import { numberProgram } from "../model/finish.ts";
import { INTERNAL_NAMES, intrinsicOf } from "../model/intrinsics.ts";
import { INT, integerType, pointerType } from "../model/value-types.ts";
import { calledName } from "../queries/called-name.ts";
import { type PointerCell, PointerFlow, type PointerMember } from "../queries/pointer-flow.ts";
import { GrowingFunction, NewObjects } from "./growing-function.ts";
import { inputCall, intrinsicCall } from "./input-call.ts";

/** Length of a chain of pointers, after which no object is created. */
const MAX_DEPTH = 3;
/** Maximal number of objects behind one pointer; further ones do not exist. */
const MAX_OBJECTS = 40;

/**
 * Why executions of a program with objects of the environment are not all executions; with
 * arbitrary memory, they are.
 */
export const ENVIRONMENT_DOUBTS = {
  values: "the values of pointers of the environment are unknown",
  aliases: "pointers of the environment may lead to one object",
} as const;

/** An object of the environment. */
export interface EnvironmentBlock {
  readonly type: CType;
  /** Whether there are executions with null in place of the pointer to it. */
  readonly mayBeNull: boolean;
}

export interface EnvironmentObjects {
  readonly program: CfaProgram;
  /** By the call that allocates it. */
  readonly blocks: ReadonlyMap<CfaEdge, EnvironmentBlock>;
}

/** Returns undefined where there is none. */
export function withEnvironmentObjects(program: CfaProgram): EnvironmentObjects | undefined {
  const edges = [...program.functions.values()].flatMap(({ isLibrary, nodes }) =>
    isLibrary ? [] : nodes.flatMap(({ leaving }) => leaving),
  );
  // Only an environment that returns pointers is assumed to have memory of its own.
  if (!edges.some((edge) => isGiven(program, edge))) return undefined;
  return new Environment(program).run();
}

/** Whether a call gets a pointer from the environment. */
function isGiven({ functions }: CfaProgram, edge: CfaEdge): boolean {
  const name = calledName(edge);
  if (edge.kind !== "call" || name === undefined || edge.result === undefined) return false;
  if (!("scalar" in edge.result) || edge.result.scalar.kind !== "pointer") return false;
  const fn = functions.get(name);
  return fn === undefined ? intrinsicOf(name)?.kind === "nondet" : fn.isExternal;
}

class Environment {
  readonly #program: CfaProgram;
  readonly #flow: PointerFlow;
  readonly #objects: NewObjects;
  readonly #pointer: PointerValueType;
  readonly #blocks = new Map<CfaEdge, EnvironmentBlock>();
  #fn!: GrowingFunction;
  #at!: CfaNode;
  #edge!: CfaEdge;
  #left = 0;

  constructor(program: CfaProgram) {
    this.#program = program;
    this.#flow = new PointerFlow(program);
    this.#objects = new NewObjects(program);
    this.#pointer = pointerType(program.machine.pointerBits / 8);
  }

  run(): EnvironmentObjects | undefined {
    const functions = new Map<string, FunctionCfa>();
    for (const [name, fn] of this.#program.functions) {
      functions.set(name, this.#extend(fn));
    }
    if (this.#blocks.size === 0) return undefined;
    numberProgram(functions.values());
    const main = functions.get(this.#program.main.name) as FunctionCfa;
    return { program: { ...this.#program, functions, main }, blocks: this.#blocks };
  }

  #extend(original: FunctionCfa): FunctionCfa {
    this.#fn = new GrowingFunction(original);
    for (const edge of original.nodes.flatMap(({ leaving }) => leaving)) {
      this.#edge = edge;
      this.#at = this.#fn.copyOf(edge.source);
      if (original.isLibrary || edge.kind !== "call" || !this.#extendCall(edge)) {
        this.#fn.connect(this.#at, this.#fn.copyOf(edge.target), edge.range, edge);
      }
    }
    return this.#fn.finish();
  }

  /** @returns whether the call and its successors were added to the function */
  #extendCall(edge: CallEdge): boolean {
    const { result } = edge;
    if (result === undefined) return false;
    this.#left = MAX_OBJECTS;
    if (isGiven(this.#program, edge)) return this.#given(edge, result.address);
    const name = calledName(edge) ?? "";
    const isAllocation = !this.#program.functions.has(name) && intrinsicOf(name)?.kind === "malloc";
    return isAllocation && this.#allocated(edge, result.address);
  }

  /** A pointer from the environment. The call's own result is no longer used. */
  #given(edge: CallEdge, to: Expression): boolean {
    const cell = this.#flow.cellAt(to);
    if (cell === undefined || !this.#flow.isFollowed(cell)) return false;
    const type = this.#objectType(cell);
    if (type === undefined) return false;
    const unused = this.#objects.scalar(
      "temporary",
      `${INTERNAL_NAMES.nondet}.given`,
      this.#pointer,
    );
    this.#fn.locals.push(unused);
    const result = { address: this.#objects.addressOf(unused), scalar: this.#pointer };
    this.#emit({ ...edge, result });
    this.#lead(to, cell, type, 0);
    this.#end();
    return true;
  }

  /** A block that the program allocates. */
  #allocated(edge: CallEdge, to: Expression): boolean {
    const [argument] = edge.arguments;
    const cell = this.#flow.cellAt(to);
    if (cell === undefined || argument?.kind !== "scalar") return false;
    if (argument.value.kind !== "integer") return false;
    const size = Number(argument.value.value);
    const type = this.#flow
      .targetsBehind(cell)
      .find((one) => isRecord(one) && sizeOf(one) === size);
    if (type === undefined) return false;
    const members = this.#followedMembers(type, offsetsStoredNext(edge));
    if (members.length === 0) return false;
    this.#emit(edge);
    this.#initialise({ kind: "load", type: this.#pointer, address: to }, members, 1);
    this.#end();
    return true;
  }

  #followedMembers(type: CType, isStored: ReadonlySet<number> = new Set()): PointerMember[] {
    return this.#flow
      .membersOf(type)
      .filter(({ cell, offset }) => !isStored.has(offset) && this.#flow.isFollowed(cell));
  }

  /** Pointers in the object that a pointer leads to. */
  #initialise(pointer: Expression, members: readonly PointerMember[], depth: number): void {
    if (depth > MAX_DEPTH) return;
    for (const { cell, offset } of members) {
      const target = this.#objectType(cell);
      if (target !== undefined) this.#lead(offsetBy(pointer, offset), cell, target, depth);
    }
  }

  /** Stores a pointer to a new object, or null where the program tests for that. */
  #lead(to: Expression, cell: PointerCell, type: CType, depth: number): void {
    const size = sizeOf(type) ?? 0;
    if (this.#left-- <= 0 || size <= 0) return;
    const { range } = this.#edge;
    const mayBeNull = this.#flow.isTested(cell);
    const end = this.#fn.node();
    if (mayBeNull) {
      const choice = this.#objects.scalar("temporary", `${INTERNAL_NAMES.nondet}.isNull`, INT);
      this.#fn.locals.push(choice);
      this.#emit(
        inputCall(this.#program, { address: this.#objects.addressOf(choice), scalar: INT }),
      );
      const isObject = compare("eq", this.#objects.load(choice), integer(INT, 0n));
      const [object, none] = this.#fn.branch(this.#at, range, isObject);
      this.#fn.connect(none, end, range, {
        kind: "assign",
        address: to,
        value: zero(this.#pointer),
      });
      this.#at = object;
    }
    const block = this.#objects.scalar(
      "temporary",
      `${INTERNAL_NAMES.nondet}.object`,
      this.#pointer,
    );
    this.#fn.locals.push(block);
    const result = { address: this.#objects.addressOf(block), scalar: this.#pointer };
    const bytes = integer(integerType(this.#pointer.bits, false), size);
    const source = this.#at;
    this.#emit(intrinsicCall(this.#program, "__builtin_malloc", [bytes], result));
    const made = source.leaving.at(-1);
    if (made !== undefined) this.#blocks.set(made, { type, mayBeNull });
    const pointer = this.#objects.load(block);
    this.#emit({ kind: "assign", address: to, value: pointer });
    this.#initialise(pointer, this.#followedMembers(type), depth + 1);
    this.#fn.connect(this.#at, end, range, { kind: "skip" });
    this.#at = end;
  }

  /**
   * The type of the object to which the pointer in a cell leads: as declared, or as declared where
   * it is used.
   */
  #objectType(cell: PointerCell): CType | undefined {
    const types = this.#flow.targetsBehind(cell).filter((type) => {
      const isObject = type.kind !== "void" && type.kind !== "function";
      return isObject && (sizeOf(type) ?? 0) > 0;
    });
    return types.find(isRecord) ?? types[0];
  }

  #emit(operation: Parameters<GrowingFunction["connect"]>[3]): void {
    this.#at = this.#fn.connect(this.#at, this.#fn.node(), this.#edge.range, operation);
  }

  #end(): void {
    const target = this.#fn.copyOf(this.#edge.target);
    this.#fn.connect(this.#at, target, this.#edge.range, { kind: "skip" });
  }
}

function isRecord({ kind }: CType): boolean {
  return kind === "struct" || kind === "union";
}

/**
 * Returns the offsets in an allocated block that are certainly stored before any other access to
 * it.
 */
function offsetsStoredNext(allocation: CallEdge): ReadonlySet<number> {
  const offsets = new Set<number>();
  const aliases = new Set([allocation.result && addressedObject(allocation.result.address)]);
  const isPointer = (value: Expression): boolean =>
    value.kind === "load" && aliases.has(addressedObject(value.address));
  let node = allocation.target;
  for (const seen = new Set<CfaNode>(); !seen.has(node); ) {
    seen.add(node);
    const [edge, other] = node.leaving;
    if (edge === undefined || other !== undefined) break;
    node = edge.target;
    if (edge.kind === "skip" || edge.kind === "declare") continue;
    let to: Expression;
    if (edge.kind === "assign") to = edge.address;
    else if (edge.kind === "call" && edge.result !== undefined && isAllocation(edge)) {
      to = edge.result.address;
    } else break;
    const object = addressedObject(to);
    if (object !== undefined) {
      if (edge.kind === "assign" && isPointer(edge.value)) aliases.add(object);
      else aliases.delete(object);
    } else if (isPointer(to)) offsets.add(0);
    else if (to.kind === "binary" && isPointer(to.left) && to.right.kind === "integer") {
      offsets.add(Number(to.right.value));
    }
  }
  return offsets;
}

function isAllocation(edge: CallEdge): boolean {
  const kind = intrinsicOf(calledName(edge) ?? "")?.kind;
  return kind === "malloc" || kind === "calloc";
}
