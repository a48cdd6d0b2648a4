/**
 * Finds programs whose behaviour is independent of the addresses of their blocks, by their syntax.
 * Addresses of blocks come from allocations only, pass from one pointer variable to the next,
 * possibly moved by a number of bytes, are dereferenced, freed, and compared with null: never cast,
 * ordered, subtracted, compared with each other, read as bytes, or made from numbers.
 */
import {
  type CallEdge,
  type CfaEdge,
  type CfaProgram,
  type Expression,
  expressionsOf,
  forEachSubexpression,
  type Intrinsic,
  intrinsicOf,
  type MemoryObject,
  sameValueType,
  type ValueType,
} from "../cfa/index.ts";

/** The use of blocks in a program that is independent of addresses. */
export interface BlockUse {
  /**
   * Whether it may read the contents of blocks; if so, no block, array or record contains the
   * address of one.
   */
  readonly readsContents: boolean;
}

/** Returns undefined when addresses may make a difference. */
export function opaqueAddresses(program: CfaProgram): BlockUse | undefined {
  const survey = new Survey(program);
  return survey.isOpaque ? { readsContents: survey.reads } : undefined;
}

/** Whether only loads and stores of the whole variable access it. */
export function isPlainPointer({ scalar, isAddressTaken }: MemoryObject): boolean {
  return scalar?.kind === "pointer" && !isAddressTaken;
}

/** Supported intrinsics whose arguments or results may be pointers. */
const KNOWN_TO_POINTERS: ReadonlySet<Intrinsic["kind"]> = new Set([
  ...(["malloc", "calloc", "free", "alloca", "end-alloca"] as const),
]);

/** Collects the memory operations other than loads and stores of plain variables. */
class Survey {
  reads = false;
  #readsPointers = false;
  #writesPointers = false;
  #writesNumbers = false;
  #refuses = false;
  readonly #program: CfaProgram;

  constructor(program: CfaProgram) {
    this.#program = program;
    for (const { parameters, nodes } of program.functions.values()) {
      for (const parameter of parameters) {
        if (parameter.scalar?.kind === "pointer" && parameter.isAddressTaken) {
          this.#writesPointers = true;
        }
      }
      for (const { leaving } of nodes) for (const edge of leaving) this.#visit(edge);
    }
  }

  get isOpaque(): boolean {
    const mayReadAddresses = this.reads && this.#writesPointers;
    const mayMakeAddresses = this.#readsPointers && this.#writesNumbers;
    return !this.#refuses && !mayReadAddresses && !mayMakeAddresses;
  }

  #visit(edge: CfaEdge): void {
    for (const expression of expressionsOf(edge)) {
      forEachSubexpression(expression, (part) => this.#look(part));
    }
    switch (edge.kind) {
      case "assign": {
        const isPlain = edge.bitField === undefined && isPlainAccess(edge.address, edge.value.type);
        if (!isPlain && !isConstant(edge.value)) this.#write(edge.value.type);
        if (!isPlain && edge.value.type.kind !== "pointer") this.#writesNumbers = true;
        return;
      }
      case "copy":
        this.reads = true;
        return;
      case "call":
        this.#call(edge);
        return;
      case "return":
        if (edge.value?.kind === "record") this.#refuses = true;
        return;
      case "skip":
      case "assume":
      case "clear":
      case "declare":
      case "end-scope":
      case "unsupported":
        return;
    }
  }

  #write({ kind }: ValueType): void {
    if (kind === "pointer") this.#writesPointers = true;
    else this.#writesNumbers = true;
  }

  #call(edge: CallEdge): void {
    const { callee, result } = edge;
    const hasRecords =
      edge.arguments.some(({ kind }) => kind === "record") ||
      (result !== undefined && !("scalar" in result));
    const isIndirect = callee.kind !== "address" || "size" in callee.target;
    if (isIndirect || hasRecords || edge.passesVariableArguments) {
      this.#refuses = true;
      return;
    }
    if (result !== undefined && "scalar" in result) {
      if (!isPlainAccess(result.address, result.scalar)) this.#write(result.scalar);
    }
    const { name } = callee.target as { readonly name: string };
    const known = this.#program.functions.get(name);
    if (known !== undefined && !known.isExternal) {
      const isWanted = result !== undefined && "scalar" in result;
      // Declared otherwise than defined, a call may take a pointer for a number.
      if (isWanted && (known.result?.kind === "pointer") !== (result.scalar.kind === "pointer")) {
        this.#refuses = true;
      }
      return;
    }
    const hasPointers =
      edge.arguments.some((each) => each.kind === "scalar" && each.value.type.kind === "pointer") ||
      (result !== undefined && "scalar" in result && result.scalar.kind === "pointer");
    const intrinsic = intrinsicOf(name);
    const isKnown = intrinsic !== undefined && KNOWN_TO_POINTERS.has(intrinsic.kind);
    if (hasPointers && !isKnown) this.#refuses = true;
  }

  #look(part: Expression): void {
    switch (part.kind) {
      case "integer":
        if (part.type.kind === "pointer" && part.value !== 0n) this.#refuses = true;
        return;
      case "load":
        if (part.bitField === undefined && isPlainAccess(part.address, part.type)) return;
        this.reads = true;
        if (part.type.kind === "pointer") this.#readsPointers = true;
        return;
      case "unary":
        if (part.operand.type.kind === "pointer") this.#refuses = true;
        return;
      case "binary": {
        if (part.left.type.kind !== "pointer" && part.right.type.kind !== "pointer") return;
        const isMoved = part.operator === "add" && part.right.type.kind !== "pointer";
        if (!isMoved) this.#refuses = true;
        return;
      }
      case "compare": {
        if (part.left.type.kind !== "pointer") return;
        const isEquality = part.operator === "eq" || part.operator === "ne";
        const isWithNull = [part.left, part.right].some(({ kind }) => kind === "integer");
        if (!isEquality || !isWithNull) this.#refuses = true;
        return;
      }
      case "cast":
        if ((part.type.kind === "pointer") !== (part.operand.type.kind === "pointer")) {
          this.#refuses = true;
        }
        return;
      case "float":
      case "address":
      case "conditional":
        return;
    }
  }
}

/** Whether it is a load or store of a whole variable that is only accessed by name. */
function isPlainAccess(address: Expression, type: ValueType): boolean {
  if (address.kind !== "address" || !("size" in address.target)) return false;
  const { scalar, isAddressTaken } = address.target;
  return scalar !== undefined && !isAddressTaken && sameValueType(scalar, type);
}

/** Null, or the address of something that is no block. */
function isConstant({ kind }: Expression): boolean {
  return kind === "integer" || kind === "address";
}
