/**
 * Computes the values of an input that an exploration must try to cover all of them: both of a
 * boolean; for an integer that is only compared with constants, one value of every class that the
 * comparisons do not distinguish; one value of an input that decides nothing.
 *
 * Any other use of an input requires too many values. The analysis is flow-insensitive: an object
 * belongs to an input when any assignment may put the input's value into it.
 */
import {
  type CallEdge,
  type CfaEdge,
  type CfaProgram,
  type Expression,
  expressionsOf,
  isBool,
  type MemoryObject,
  type ValueType,
} from "../../cfa/index.ts";

/** All values to try, as bit patterns; undefined: too many. */
export type InputValues = (edge: CallEdge, type: ValueType) => readonly bigint[] | undefined;

const TRUTH_VALUES: readonly bigint[] = [0n, 1n];

export function inputValuesOf(program: CfaProgram): InputValues {
  const edges = [...program.functions.values()].flatMap(({ nodes }) =>
    nodes.flatMap(({ leaving }) => leaving),
  );
  const known = new Map<number, readonly bigint[] | undefined>();
  return (edge, type) => {
    if (isTruth(edge)) return TRUTH_VALUES;
    if (type.kind !== "int") return undefined;
    if (!known.has(edge.id)) {
      const constants = new Uses(program, edges).constantsFor(edge);
      known.set(edge.id, constants && representatives(constants, type.bits));
    }
    return known.get(edge.id);
  };
}

/**
 * Whether a call returns 0 or 1: the interpreter takes only the lowest bit of the value that the
 * environment chooses.
 */
export function isTruth({ callee, result }: CallEdge): boolean {
  const isTruthCall =
    callee.kind === "address" &&
    callee.target.kind === "function" &&
    isBool(callee.target.type.result);
  const object = result && objectAt(result.address);
  return isTruthCall || (object !== undefined && isBool(object.type));
}

/**
 * Returns one value of every class, for signed and unsigned comparisons: constants, their
 * neighbours, and the bounds of the types.
 */
function representatives(constants: ReadonlySet<bigint>, bits: number): readonly bigint[] {
  if (constants.size === 0) return [0n];
  const ends = [0n, 1n << BigInt(bits - 1)];
  const values = [...constants, ...ends].flatMap((value) => [value - 1n, value, value + 1n]);
  return [...new Set(values.map((value) => BigInt.asUintN(bits, value)))];
}

function objectAt(address: Expression): MemoryObject | undefined {
  const isObject = address.kind === "address" && address.target.kind !== "function";
  return isObject ? (address.target as MemoryObject) : undefined;
}

/**
 * Returns the object whose value the expression is, perhaps in another integer type that is not
 * narrower.
 */
function copied(expression: Expression): MemoryObject | undefined {
  if (expression.kind === "load" && expression.bitField === undefined) {
    const object = objectAt(expression.address);
    return object?.scalar?.kind === "int" ? object : undefined;
  }
  if (expression.kind !== "cast" || expression.type.kind !== "int") return undefined;
  const { type } = expression.operand;
  if (type.kind !== "int" || type.bits > expression.type.bits) return undefined;
  return copied(expression.operand);
}

class Uses {
  readonly #program: CfaProgram;
  readonly #edges: readonly CfaEdge[];
  readonly #copies = new Set<MemoryObject>();
  readonly #constants = new Set<bigint>();
  #isFollowed = true;

  constructor(program: CfaProgram, edges: readonly CfaEdge[]) {
    this.#program = program;
    this.#edges = edges;
  }

  /** Returns the constants with which the input is compared; undefined when it has other uses. */
  constantsFor(input: CallEdge): ReadonlySet<bigint> | undefined {
    if (input.result === undefined) return this.#constants;
    const object = objectAt(input.result.address);
    if (object === undefined || !isFollowable(object)) return undefined;
    this.#copies.add(object);
    for (let before = 0; before < this.#copies.size && this.#isFollowed; ) {
      before = this.#copies.size;
      for (const edge of this.#edges) this.#look(edge);
    }
    return this.#isFollowed ? this.#constants : undefined;
  }

  #look(edge: CfaEdge): void {
    if (edge.kind === "assume" && this.#isCopy(edge.condition)) {
      this.#constants.add(0n);
      return;
    }
    const handled = new Set<Expression>();
    if (edge.kind === "assign" && this.#isCopy(edge.value)) {
      const isWhole = edge.bitField === undefined;
      this.#copyTo(isWhole ? objectAt(edge.address) : undefined);
      handled.add(edge.value);
    }
    if (edge.kind === "call") this.#passed(edge, handled);
    for (const expression of expressionsOf(edge)) {
      if (!handled.has(expression)) this.#use(expression);
    }
  }

  /** Arguments become values of parameters. */
  #passed(edge: CallEdge, handled: Set<Expression>): void {
    const { callee } = edge;
    const isDirect = callee.kind === "address" && callee.target.kind === "function";
    const cfa = isDirect ? this.#program.functions.get(callee.target.name) : undefined;
    edge.arguments.forEach((argument, index) => {
      if (argument.kind !== "scalar" || !this.#isCopy(argument.value)) return;
      this.#copyTo(cfa?.parameters[index]);
      handled.add(argument.value);
    });
  }

  #isCopy(expression: Expression): boolean {
    const object = copied(expression);
    return object !== undefined && this.#copies.has(object);
  }

  #copyTo(object: MemoryObject | undefined): void {
    if (object === undefined || !isFollowable(object)) this.#isFollowed = false;
    else this.#copies.add(object);
  }

  /** Accepts comparisons with constants only, and tests against zero. */
  #use(expression: Expression): void {
    if (expression.kind === "compare") {
      const { left, right } = expression;
      const [leftIs, rightIs] = [this.#isCopy(left), this.#isCopy(right)];
      if (leftIs && right.kind === "integer") this.#constants.add(right.value);
      else if (rightIs && left.kind === "integer") this.#constants.add(left.value);
      else if (leftIs || rightIs) this.#isFollowed = false;
      for (const part of [left, right]) if (!this.#isCopy(part)) this.#use(part);
      return;
    }
    if (this.#isCopy(expression)) {
      // Conditions are handled by their callers; a value in another position flows somewhere else.
      this.#isFollowed = false;
      return;
    }
    forEachChild(expression, (child, isCondition) => {
      if (isCondition && this.#isCopy(child)) this.#constants.add(0n);
      else this.#use(child);
    });
    if (expression.kind === "load") this.#load(expression.address);
  }

  /** Rejects loads of a part of an object, or with another type. */
  #load(address: Expression): void {
    const object = objectAt(address);
    if (object !== undefined && this.#copies.has(object)) this.#isFollowed = false;
  }
}

function forEachChild(
  expression: Expression,
  visit: (child: Expression, isCondition: boolean) => void,
): void {
  switch (expression.kind) {
    case "integer":
    case "float":
    case "address":
      return;
    case "load":
      if (objectAt(expression.address) === undefined) visit(expression.address, false);
      return;
    case "unary":
    case "cast":
      visit(expression.operand, false);
      return;
    case "binary":
    case "compare":
      visit(expression.left, false);
      visit(expression.right, false);
      return;
    case "conditional":
      visit(expression.condition, true);
      visit(expression.whenTrue, false);
      visit(expression.whenFalse, false);
  }
}

/** Whether an object is an integer that is only accessed by its name. */
function isFollowable(object: MemoryObject): boolean {
  return object.scalar?.kind === "int" && !object.isAddressTaken && !isBool(object.type);
}
