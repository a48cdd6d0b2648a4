/** Evaluates the expressions of an edge for one thread: values, places, and its accesses. */
import { defined } from "../../../ground/util/defined.ts";
import { gcdOfNumbers } from "../../../ground/util/gcd.ts";
import {
  type ArithmeticExpression,
  accessSize,
  type BitField,
  binary,
  type CallArgument,
  type CfaEdge,
  type ComparisonExpression,
  compare,
  type Expression,
  integer,
  type ValueType,
} from "../../cfa/index.ts";
import type { PointsTo } from "../../pointers/index.ts";
import {
  atom,
  constant,
  constantOf,
  functionPlace,
  isManageable,
  mayOverlap,
  objectPlace,
  operation,
  type Place,
  product,
  shifted,
  sum,
  type Target,
  target,
  truthOf,
  type Value,
} from "../../pointers/index.ts";
import type { Access, Context } from "./thread.ts";
import { type ThreadState, withCell, withoutCells } from "./thread-state.ts";

/** The interface of an evaluation to the whole analysis. */
export interface Surroundings {
  readonly pointsTo: PointsTo;
  readonly names: PlaceNames;
  /** Whether only the thread itself writes to the place, as far as is known. */
  readonly isTracked: (place: Place) => boolean;
  /** Absent while a fixpoint is computed. */
  readonly record?: (access: Access) => void;
  /** Records the reason why the program cannot be proved. */
  readonly incomplete: (reason: string) => void;
}

export interface Located {
  readonly value: Value;
  readonly targets: readonly Target[];
  /** Whether the access is certainly to the single target, in the latest instance of its place. */
  readonly isExact: boolean;
}

/** Forgets contents that a write may change, and records reads and writes. */
export class Evaluation {
  state: ThreadState;
  readonly #around: Surroundings;
  readonly #context: Context;
  readonly #edge: CfaEdge;
  readonly #phase: "before" | "after";
  #reads = 0;

  /** @param phase - of a call: before it, or when it has returned */
  constructor(
    around: Surroundings,
    context: Context,
    edge: CfaEdge,
    state: ThreadState,
    phase: "before" | "after" = "before",
  ) {
    this.#phase = phase;
    this.#around = around;
    this.#context = context;
    this.#edge = edge;
    this.state = state;
  }

  /** An unknown value, a different one at every execution of the edge. */
  fresh(): Value {
    const name = `@${this.#edge.id}`;
    return atom(`${name}.${this.#phase}.${this.#reads++}`, new Set([name]));
  }

  // ------------------------------------------------------------------ values

  value(expression: Expression): Value {
    const value = this.#value(expression);
    return isManageable(value) ? value : this.fresh();
  }

  #value(expression: Expression): Value {
    switch (expression.kind) {
      case "integer":
        return constant(expression.value, expression.type.bits);
      case "float":
        return atom(`f${expression.type.format}${expression.bits}`, new Set());
      case "address":
        return this.#around.names.value(
          "size" in expression.target
            ? objectPlace(expression.target)
            : functionPlace(expression.target.name),
        );
      case "load":
        return this.load(expression.address, expression.type, expression.bitField);
      case "unary": {
        const operand = this.value(expression.operand);
        const { type } = expression;
        if (type.kind === "float") return operation(expression.operator, operand);
        const negated = product(operand, -1n, type.bits);
        if (expression.operator === "negate") return negated;
        return sum(negated, constant(1n, type.bits), -1n, type.bits);
      }
      case "cast":
        return castValue(this.value(expression.operand), expression.operand.type, expression.type);
      case "compare":
        return this.#comparison(expression);
      case "conditional": {
        const condition = this.value(expression.condition);
        const [yes, no] = [this.value(expression.whenTrue), this.value(expression.whenFalse)];
        const truth = this.truth(condition, expression.condition.type);
        if (truth !== undefined) return truth ? yes : no;
        return yes.key === no.key ? yes : operation("if", condition, yes, no);
      }
      case "binary":
        return this.#binary(expression);
    }
  }

  #binary(expression: ArithmeticExpression): Value {
    const { operator, type, left, right } = expression;
    if (type.kind === "pointer" || expression.scalesIndex === true)
      return this.#address(expression);
    const [a, b] = [this.value(left), this.value(right)];
    if (type.kind === "float") return operation(`${operator}${type.format}`, a, b);
    const { bits } = type;
    const [x, y] = [constantOf(a), constantOf(b)];
    if (operator === "add") return sum(a, b, 1n, bits);
    if (operator === "sub") return sum(a, b, -1n, bits);
    if (operator === "mul" && y !== undefined) return product(a, y, bits);
    if (operator === "mul" && x !== undefined) return product(b, x, bits);
    if (operator === "shl" && y !== undefined && y < BigInt(bits)) return product(a, 1n << y, bits);
    if (x !== undefined && y !== undefined && type.kind === "int") {
      const operands = [typed(left, x), typed(right, y)] as const;
      if (operands[0] !== undefined && operands[1] !== undefined) {
        const folded = binary(operator, type, operands[0], operands[1]);
        if (folded.kind === "integer") return constant(folded.value, bits);
      }
    }
    return operation(`${operator}${typeName(type)}`, a, b);
  }

  /** The sum of a pointer and a distance, or the part of a distance that scales an index: neither wraps around. */
  #address({ operator, type, left, right, scalesIndex }: ArithmeticExpression): Value {
    const bits = type.kind === "float" ? 64 : type.bits;
    const [a, b] = [this.value(left), this.value(right)];
    if (scalesIndex === true) {
      const factor = constantOf(b);
      return factor === undefined
        ? operation(`index${bits}`, a, b)
        : product(asIndex(a, bits), factor, bits);
    }
    const isScaled = right.kind === "binary" && right.scalesIndex === true;
    return sum(a, isScaled ? b : asIndex(b, bits), operator === "sub" ? -1n : 1n, bits);
  }

  #comparison({ operator, left, right }: ComparisonExpression): Value {
    const [a, b] = [this.value(left), this.value(right)];
    const { type } = left;
    const { names } = this.#around;
    if (type.kind === "float") return operation(`?${operator}${type.format}`, a, b);
    const [x, y] = [constantOf(a), constantOf(b)];
    if (x !== undefined && y !== undefined) {
      const operands = [typed(left, x), typed(right, y)] as const;
      if (operands[0] !== undefined && operands[1] !== undefined) {
        const folded = compare(operator, operands[0], operands[1]);
        if (folded.kind === "integer") return constant(folded.value, 32);
      }
    }
    const not = (value: Value): Value => sum(constant(1n, 32), value, -1n, 32);
    const less = (p: Value, q: Value): Value =>
      p.key === q.key ? constant(0n, 32) : operation(`?lt${typeName(type)}`, p, q);
    switch (operator) {
      case "eq":
        return equality(names, a, b, type.bits);
      case "ne":
        return not(equality(names, a, b, type.bits));
      case "lt":
        return less(a, b);
      case "ge":
        return not(less(a, b));
      case "gt":
        return less(b, a);
      case "le":
        return not(less(b, a));
    }
  }

  /** Whether the value is nonzero; undefined when it is not known. */
  truth(value: Value, type: ValueType): boolean | undefined {
    const known = constantOf(value);
    if (known !== undefined) return known !== 0n;
    if (type.kind === "float") return undefined;
    const { condition, negated } = truthOf(value, type.bits);
    const fact = this.state.facts.get(condition);
    return fact === undefined ? undefined : fact.holds !== negated;
  }

  /** Records that the value is zero, or nonzero. */
  learn(value: Value, type: ValueType, isNonzero: boolean): void {
    if (type.kind === "float") return;
    const { condition, negated, depends } = truthOf(value, type.bits);
    const facts = new Map(this.state.facts).set(condition, {
      holds: isNonzero !== negated,
      depends,
    });
    this.state = { ...this.state, facts };
  }

  // ------------------------------------------------------------------ places

  /** Evaluates an address. */
  locate(address: Expression): Located {
    const value = this.value(address);
    const own = placeIn(this.#around.names, value, address.type);
    if (own !== undefined) {
      const [one] = own;
      return { value, targets: own, isExact: one !== undefined && one.stride === 0 };
    }
    if (constantOf(value) !== undefined) return { value, targets: [], isExact: false };
    return { value, targets: [...this.#around.pointsTo.evaluate(address)], isExact: false };
  }

  load(address: Expression, type: ValueType, bitField?: BitField): Value {
    const located = this.locate(address);
    const size = accessSize(type, bitField);
    const isBitField = bitField !== undefined;
    this.access(located, size, { isWrite: false, ...defined({ bitField }), base: address });
    const [at] = located.targets;
    if (!located.isExact || isBitField || at === undefined) return this.fresh();
    if (!this.#around.isTracked(at.place)) return this.fresh();
    const known = this.state.cells.get(at.place.key)?.get(`${at.offset}:${size}`);
    if (known !== undefined) return known;
    const value = this.fresh();
    this.state = withCell(this.state, at.place.key, `${at.offset}:${size}`, value);
    return value;
  }

  store(
    located: Located,
    size: number,
    value: Value | undefined,
    bitField?: BitField,
    base?: Expression,
  ): void {
    const isBitField = bitField !== undefined;
    this.access(located, size, { isWrite: true, ...defined({ bitField, base }) });
    this.overwrite(located.targets, size);
    const [at] = located.targets;
    if (!located.isExact || isBitField || at === undefined || value === undefined) return;
    if (!this.#around.isTracked(at.place)) return;
    this.state = withCell(this.state, at.place.key, `${at.offset}:${size}`, value);
  }

  /** Makes contents unknown. */
  overwrite(targets: Iterable<Target>, size: number): void {
    for (const at of targets) {
      this.state = withoutCells(
        this.state,
        at.place.key,
        (offset, cellSize) => !mayOverlap(at, size, { offset, stride: 0 }, cellSize),
      );
    }
  }

  /** The targets of the value are no longer local to the thread. */
  publish(value: Value | undefined, targets: Iterable<Target>): void {
    if (this.state.fresh.size === 0) return;
    const known = [...targets].map(({ place }) => place.key);
    const named = [...(value?.terms.keys() ?? [])].map((name) => name.slice(1));
    const rest = [...this.state.fresh].filter(
      (key) => !known.includes(key) && !named.includes(key),
    );
    this.state = { ...this.state, fresh: new Set(rest) };
  }

  /** Records an access. */
  access(
    { targets, value, isExact }: Located,
    size: number,
    how: {
      readonly isWrite: boolean;
      readonly bitField?: BitField;
      readonly role?: Access["role"];
      readonly base?: Expression;
    },
  ): void {
    const { record, incomplete, pointsTo } = this.#around;
    if (record === undefined) return;
    const { isWrite, bitField, base } = how;
    const location = bitField?.location ?? { start: 0, end: size };
    const isOfLibrary = this.#context.fn.isLibrary && base !== undefined && namesStaticObject(base);
    const role = how.role ?? (isOfLibrary ? "library" : "plain");
    const { thread } = this.#context;
    const { locks, created, joined, fresh, atomic } = this.state;
    for (const at of targets) {
      const { place } = at;
      if (place.kind === "unknown") {
        incomplete("an access through a pointer that may lead anywhere");
        continue;
      }
      if (place.kind === "function" || (place.kind === "object" && place.object.isReadOnly))
        continue;
      if (!pointsTo.isEscaped(place) || (isExact && fresh.has(place.key))) continue;
      record({
        thread,
        edge: this.#edge,
        target: shifted(at, location.start, 0),
        size: location.end - location.start,
        isWrite,
        isBitField: bitField !== undefined && bitField.location === undefined,
        role,
        isAtomic: atomic > 0,
        address: value,
        locks,
        created,
        joined,
      });
    }
  }

  /** The expression of a scalar argument; undefined for others. */
  argument(argument: CallArgument | undefined): Expression | undefined {
    return argument?.kind === "scalar" ? argument.value : undefined;
  }
}

/** Maps places to names of their addresses and back. */
export class PlaceNames {
  readonly #places = new Map<string, Place>();

  /** The address of a place. */
  value(place: Place): Value {
    const name = `&${place.key}`;
    this.#places.set(name, place);
    return atom(name);
  }

  place(name: string): Place | undefined {
    return this.#places.get(name);
  }
}

/** The place that an address denotes by itself; undefined when the value does not determine it. */
function placeIn(names: PlaceNames, value: Value, type: ValueType): readonly Target[] | undefined {
  if (type.kind === "float") return undefined;
  let place: Place | undefined;
  let stride = 0;
  for (const [name, factor] of value.terms) {
    const found = names.place(name);
    if (found === undefined) {
      const step = Number(BigInt.asIntN(type.bits, factor));
      stride = Number.isSafeInteger(step) ? gcdOfNumbers(stride, step) : 1;
      continue;
    }
    if (place !== undefined || factor !== 1n) return undefined;
    place = found;
  }
  if (place === undefined) return undefined;
  const offset = Number(BigInt.asIntN(type.bits, value.constant));
  return [target(place, offset, stride)];
}

function equality(names: PlaceNames, a: Value, b: Value, bits: number): Value {
  const difference = sum(a, b, -1n, bits);
  const known = constantOf(difference);
  if (known !== undefined) return constant(known === 0n ? 1n : 0n, 32);
  // Objects are not at address 0.
  for (const [one, other] of [
    [a, b],
    [b, a],
  ] as const) {
    if (constantOf(other) !== 0n || one.terms.size !== 1) continue;
    const [[name, factor] = ["", 0n]] = one.terms;
    if (factor === 1n && names.place(name) !== undefined && one.constant < 65536n)
      return constant(0n, 32);
  }
  const [first, second] = a.key < b.key ? [a, b] : [b, a];
  return operation("?eq", first, second);
}

function castValue(value: Value, from: ValueType, to: ValueType): Value {
  if (from.kind === "float" || to.kind === "float") {
    return operation(`cast${typeName(from)}:${typeName(to)}`, value);
  }
  const known = constantOf(value);
  if (known !== undefined) {
    const signed = from.kind === "int" && from.signed;
    return constant(signed ? BigInt.asIntN(from.bits, known) : known, to.bits);
  }
  if (to.bits === from.bits) {
    const isAddress = to.kind === "pointer" && from.kind === "int";
    return isAddress ? asIndex(value, to.bits) : value;
  }
  // The truncation has a separate name: equal low bits do not make values equal.
  if (to.bits < from.bits) return operation(`low${to.bits}`, value);
  return operation(`wide${typeName(from)}:${to.bits}`, value);
}

/** Larger constants are scaled to numbers that wrap around. */
const MAX_CONSTANT_BITS = 40;

/**
 * A number that was computed modulo two to the width, as one that is scaled or added to a pointer without wrapping around: multiples of
 * powers of two stay multiples of them, others need not.
 */
function asIndex(value: Value, bits: number): Value {
  const isPlain = [...value.terms].every(
    ([name, factor]) => name.startsWith("&") || isPower(factor, bits),
  );
  const isSmall =
    BigInt.asIntN(MAX_CONSTANT_BITS, value.constant) === BigInt.asIntN(bits, value.constant);
  return isPlain && isSmall ? value : operation(`index${bits}`, value);
}

function isPower(factor: bigint, bits: number): boolean {
  const signed = BigInt.asIntN(bits, factor);
  const size = signed < 0n ? -signed : signed;
  return (size & (size - 1n)) === 0n;
}

function typed(expression: Expression, value: bigint): Expression | undefined {
  const { type } = expression;
  return type.kind === "float" ? undefined : integer(type, value);
}

function typeName(type: ValueType): string {
  if (type.kind === "float") return type.format;
  return `${type.kind === "int" && type.signed ? "s" : "u"}${type.bits}`;
}

/** Whether an address is that of a static object, or of a part of it, according to the expression. */
function namesStaticObject(address: Expression): boolean {
  let base = address;
  while (base.kind === "binary") base = base.left;
  return base.kind === "address" && "size" in base.target && base.target.kind === "global";
}
