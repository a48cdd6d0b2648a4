/** Lowers assignments, compound assignments, `++` and `--`. */

import { invariant } from "../../../ground/util/errors.ts";
import type { TextRange } from "../../../ground/util/text-position.ts";
import {
  type AssignmentExpression,
  type Expression as Ast,
  type CompoundAssignment,
  type CType,
  type IncrementExpression,
  integerPromote,
  isInteger,
  sizeOf,
} from "../../cfront/index.ts";
import type { Expression } from "../model/cfa.ts";
import { constantAddress } from "../model/expression-properties.ts";
import { addressOf, binary, cast, integer, zero } from "../model/expressions.ts";
import {
  INT,
  integerType,
  isBool,
  isInMemory,
  sameValueType,
  valueTypeOf,
} from "../model/value-types.ts";
import { atomically, isAtomic } from "./atomic-operation.ts";
import { lowerCall } from "./lower-call.ts";
import { combineParts, loadParts, operandParts, storeParts } from "./lower-parts.ts";
import type { Lowering, Place } from "./lowering.ts";
import { ARITHMETIC } from "./operators.ts";
import { type PartsType, partsTypeOf } from "./parts-type.ts";
import { copyInto, paddingIn } from "./record-copy.ts";

/** The value assigned if wanted; for records the address of the left side. */
export function lowerAssignment(
  lower: Lowering,
  { left, right, type }: AssignmentExpression,
  isWanted: boolean,
): Expression {
  lower.checkOrder([{ ast: left, isPlace: true }, { ast: right }], left);
  if (isInMemory(type)) return assignRecord(lower, left, right, isWanted);
  if (valueTypeOf(left.type) === undefined) {
    return lower.unsupported(`assignment of a ${left.type.kind} type`, type);
  }
  lower.graph.mutate();
  const call = isAtomic(lower, left.type) ? undefined : directCall(right, left.type);
  if (call !== undefined) {
    const place = lower.attempt(left, () => lower.place(left));
    if (place !== undefined && isFixed(place)) {
      // Where other threads may change the place, the value is the call's result, not a later read.
      if (!isWanted || isUnshared(lower, place)) {
        lowerCall(lower, call, { isWanted: true, destination: place.address });
        return isWanted ? load(place, left.type) : zero(INT);
      }
    }
  }
  let place: Place | undefined;
  const [address, value] = lower.sequence([left, right], (part) => {
    if (part !== left) return lower.value(part);
    place = lower.place(left);
    return place.address;
  });
  invariant(place !== undefined && address !== undefined && value !== undefined, "both sides");
  const target: Place = { ...place, address };
  if (!isAtomic(lower, left.type)) return store(lower, target, value, left.type, isWanted);
  const fixed: Place = { ...target, address: lower.save(address) };
  const kept = lower.save(value);
  return atomically(lower, fixed.address, "store", () =>
    store(lower, fixed, kept, left.type, isWanted),
  );
}

/** Gives a value to a place whose address is fixed: an object that is being initialised. */
export function assignTo(lower: Lowering, place: Place, type: CType, value: Ast): void {
  if (isInMemory(type)) {
    copyRecord(lower, place.address, value);
    return;
  }
  const call = isFixed(place) ? directCall(value, type) : undefined;
  if (call !== undefined) {
    lowerCall(lower, call, { isWanted: true, destination: place.address });
  } else if (valueTypeOf(type) === undefined) {
    lower.unsupported(`initialisation of a ${type.kind} type`, type);
  } else {
    lower.graph.emit({ kind: "assign", ...place, value: lower.value(value) });
  }
}

/** Copies a record to a fixed address. */
function copyRecord(lower: Lowering, to: Expression, value: Ast): void {
  if (value.kind === "call") {
    lowerCall(lower, value, { isWanted: true, destination: to });
    return;
  }
  copyInto(lower, to, value);
}

/** The call whose result becomes the value without any conversion. */
function directCall(value: Ast, type: CType): (Ast & { readonly kind: "call" }) | undefined {
  const wanted = valueTypeOf(type);
  let bare = value;
  while (bare.kind === "cast") {
    const [from, to] = [valueTypeOf(bare.operand.type), valueTypeOf(bare.type)];
    if (from === undefined || to === undefined || !sameValueType(from, to)) return undefined;
    // _Bool and unsigned char have one value type, but this conversion is a test.
    if (isBool(bare.type) && !isBool(bare.operand.type)) return undefined;
    bare = bare.operand;
  }
  if (bare.kind !== "call" || wanted === undefined) return undefined;
  const result = valueTypeOf(bare.type);
  return result !== undefined && sameValueType(result, wanted) ? bare : undefined;
}

/** A whole scalar at an address that no evaluation can change. */
function isFixed(place: Place): boolean {
  return place.bitField === undefined && constantAddress(place.address) !== undefined;
}

function load(place: Place, type: CType): Expression {
  const valueType = valueTypeOf(type);
  invariant(valueType !== undefined, "only scalars are loaded");
  return { kind: "load", type: valueType, ...place };
}

/** Stores a value of the type of the place; returns the resulting value of the place. */
function store(
  lower: Lowering,
  place: Place,
  value: Expression,
  type: CType,
  isWanted: boolean,
): Expression {
  if (!isWanted) {
    lower.graph.emit({ kind: "assign", ...place, value });
    return zero(INT);
  }
  if (constantAddress(place.address) !== undefined && isUnshared(lower, place)) {
    lower.graph.emit({ kind: "assign", ...place, value });
    const isPlainConstant = place.bitField === undefined && value.kind === "integer";
    return isPlainConstant ? value : load(place, type);
  }
  if (place.bitField === undefined) {
    const kept = lower.save(value);
    lower.graph.emit({ kind: "assign", ...place, value: kept });
    return kept;
  }
  // The value of a bit-field is the part that fits; it is read back through a pointer that the
  // store cannot change.
  const fixed: Place = { ...place, address: lower.save(place.address) };
  lower.graph.emit({ kind: "assign", ...fixed, value });
  return lower.save(load(fixed, type));
}

/** Whether the stored value is unchanged when it is read again. */
function isUnshared(lower: Lowering, { address }: Place): boolean {
  if (!lower.names.hasThreads) return true;
  const variable = constantAddress(address)?.object.variable;
  return variable !== undefined && lower.names.isPrivate(variable);
}

function assignRecord(lower: Lowering, left: Ast, right: Ast, isWanted: boolean): Expression {
  lower.graph.mutate();
  const size = sizeOf(left.type) ?? 0;
  if (right.kind === "call") {
    const place = lower.attempt(left, () => lower.place(left));
    if (place !== undefined && isFixed(place)) {
      copyRecord(lower, place.address, right);
      return place.address;
    }
  }
  const [to, from] = lower.sequence([left, right], (part) => lower.place(part).address);
  invariant(to !== undefined && from !== undefined, "both sides");
  const fixed = isWanted && constantAddress(to) === undefined ? lower.save(to) : to;
  if (size > 0) lower.graph.emit({ kind: "copy", to: fixed, from, size, ...paddingIn(left.type) });
  else {
    lower.evaluate(to);
    lower.evaluate(from);
  }
  return fixed;
}

export function lowerCompoundAssignment(
  lower: Lowering,
  expression: CompoundAssignment,
  isWanted: boolean,
): Expression {
  const { left, right } = expression;
  lower.graph.mutate();
  lower.checkOrder([{ ast: left, isPlace: true }, { ast: right }], left);
  const parts = partsTypeOf(expression.computationType);
  if (parts !== undefined) return updateParts(lower, expression, parts, isWanted);
  let place: Place | undefined;
  const [address, operand] = lower.sequence([left, right], (part) => {
    if (part !== left) return lower.value(part);
    place = lower.place(left);
    return place.address;
  });
  invariant(place !== undefined && address !== undefined && operand !== undefined, "both sides");
  if (isAtomic(lower, left.type)) {
    const fixed: Place = { ...place, address: lower.save(address) };
    const kept = lower.save(operand);
    return atomically(lower, fixed.address, "update", () =>
      update(lower, expression, fixed, kept, isWanted),
    );
  }
  return update(lower, expression, { ...place, address }, operand, isWanted);
}

/** `left op= right` where the computation is that of complex numbers or vectors. */
function updateParts(
  lower: Lowering,
  { left, right, operator, range, type }: CompoundAssignment,
  computation: PartsType,
  isWanted: boolean,
): Expression {
  if (isAtomic(lower, left.type)) return lower.unsupported(`atomic ${left.type.kind} type`, type);
  let place: Place | undefined;
  const [addresses, operand] = lower.sequenceOf([left, right], (part) => {
    if (part !== left) return operandParts(lower, part);
    place = lower.place(left);
    return [place.address];
  });
  const address = addresses?.[0];
  invariant(place !== undefined && address !== undefined && operand !== undefined, "both sides");
  const fixed: Place = {
    ...place,
    address: constantAddress(address) === undefined ? lower.save(address) : address,
  };
  const target = partsTypeOf(left.type);
  const read =
    target === undefined ? [load(fixed, left.type)] : loadParts(lower, fixed.address, target);
  const old = read.map((part) => lower.convert(part, computation.element));
  const results = combineParts(lower, operator, computation, old, operand, range);
  if (target === undefined) {
    const value = lower.convert(results[0] as Expression, left.type);
    return store(lower, fixed, value, left.type, isWanted);
  }
  const kept = results.map((part) => lower.save(lower.convert(part, target.element)));
  storeParts(lower, fixed.address, kept);
  return fixed.address;
}

/** Reads the place, computes, and stores. */
function update(
  lower: Lowering,
  { left, operator, computationType, type, range }: CompoundAssignment,
  fixed: Place,
  operand: Expression,
  isWanted: boolean,
): Expression {
  if (left.type.kind === "pointer") {
    const moved = lower.displace(
      load(fixed, left.type),
      operand,
      left.type.target,
      operator === "-",
    );
    return store(lower, fixed, moved, left.type, isWanted);
  }
  const computation = valueTypeOf(computationType);
  if (valueTypeOf(left.type) === undefined || computation === undefined) {
    return lower.unsupported("complex arithmetic", type);
  }
  const old = cast(computation, load(fixed, left.type));
  const isShift = operator === "<<" || operator === ">>";
  const second = isShift ? operand : cast(computation, operand);
  const result = binary(ARITHMETIC[operator], computation, old, second, range);
  return store(lower, fixed, lower.convert(result, left.type), left.type, isWanted);
}

export function lowerIncrement(
  lower: Lowering,
  expression: IncrementExpression,
  isWanted: boolean,
): Expression {
  const { operand } = expression;
  lower.graph.mutate();
  const parts = partsTypeOf(operand.type);
  if (parts !== undefined) return incrementParts(lower, expression, parts);
  lower.checkOrder([{ ast: operand, isPlace: true }], operand);
  const place = lower.place(operand);
  if (!isAtomic(lower, operand.type)) return increment(lower, expression, place, isWanted);
  const fixed: Place = { ...place, address: lower.save(place.address) };
  return atomically(lower, fixed.address, "update", () =>
    increment(lower, expression, fixed, isWanted),
  );
}

/** Vectors by one in each element, complex numbers in their real part; the result is the address of the value. */
function incrementParts(
  lower: Lowering,
  { operand, operator, position, range, type }: IncrementExpression,
  parts: PartsType,
): Expression {
  if (isAtomic(lower, type)) return lower.unsupported(`atomic ${type.kind} type`, type);
  lower.checkOrder([{ ast: operand, isPlace: true }], operand);
  const place = lower.place(operand).address;
  const address = constantAddress(place) === undefined ? lower.save(place) : place;
  const old = loadParts(lower, address, parts).map((part) => lower.save(part));
  const one = lower.convert(integer(INT, 1), parts.element);
  const ones = parts.kind === "complex" ? [one] : old.map(() => one);
  const next = combineParts(lower, operator === "++" ? "+" : "-", parts, old, ones, range);
  storeParts(lower, address, next);
  if (position === "prefix") return address;
  const copy = addressOf(lower.names.newTemporary(type), lower.pointer);
  storeParts(lower, copy, old);
  return copy;
}

function increment(
  lower: Lowering,
  expression: IncrementExpression,
  place: Place,
  isWanted: boolean,
): Expression {
  const { operand, position, range } = expression;
  const current = load(place, operand.type);
  const old = isWanted && position === "postfix" ? lower.save(current) : current;
  const next = lower.convert(step(lower, old, expression, range), operand.type);
  const result = store(lower, place, next, operand.type, isWanted && position === "prefix");
  return position === "postfix" ? old : result;
}

/** The operand plus or minus one, in its promoted type. */
function step(
  lower: Lowering,
  old: Expression,
  { operand, operator }: IncrementExpression,
  range: TextRange,
): Expression {
  const { type } = operand;
  const isBackwards = operator === "--";
  if (type.kind === "pointer") {
    const one = integer(integerType(lower.pointer.bits, false), 1);
    return lower.displace(old, one, type.target, isBackwards);
  }
  const bitWidth = operand.kind === "member" ? operand.field.bitWidth : undefined;
  const promoted = isInteger(type) ? promotedType(lower, type, bitWidth) : type;
  const computation = valueTypeOf(promoted) ?? old.type;
  const one = cast(computation, integer(INT, 1));
  return binary(isBackwards ? "sub" : "add", computation, cast(computation, old), one, range);
}

function promotedType(
  lower: Lowering,
  type: CType & { readonly kind: "integer" | "enum" },
  bitWidth: number | undefined,
): CType {
  return integerPromote(type, lower.types, bitWidth);
}
