/** Typing of operators (C11 6.5.3–6.5.17, GNU extensions): from operands to nodes of the tree. */
import type { TextRange } from "../../../ground/util/text-position.ts";
import type {
  ArithmeticOperator,
  BinaryExpression,
  ComparisonOperator,
  Expression,
  UnaryExpression,
} from "../ast.ts";
import { foldInteger } from "../constant-folding.ts";
import { isArithmetic, isInteger, isScalar } from "../conversions.ts";
import { pointerTo, qualified, qualifiersOf, unqualified, vectorOf } from "../type-factory.ts";
import { isComplete } from "../type-layout.ts";
import { typeToString } from "../type-printer.ts";
import { compositeType, isCompatibleUnqualified } from "../type-relations.ts";
import type { CType, PointerType } from "../types.ts";
import type { Parser } from "./context.ts";
import {
  arithmeticOperands,
  condition,
  convert,
  convertAssigned,
  decay,
  integerLiteral,
  integerPromoted,
  isLvalue,
  isNullPointerConstant,
  refuseWideBitField,
  typeFault,
} from "./implicit-conversions.ts";
import { asVector, COMPARISONS, maskType } from "./vectors.ts";

export type BinaryOperator = BinaryExpression["operator"];

/** An operator with the places that its node records. */
export interface OperatorPlace {
  readonly operatorRange: TextRange;
  readonly range: TextRange;
}

const INTEGER_ONLY: ReadonlySet<string> = new Set(["%", "&", "|", "^"]);
const CANNOT_WRAP: ReadonlySet<string> = new Set([..."%&|^/", ...COMPARISONS]);

export function makeBinary(
  p: Parser,
  operator: BinaryOperator,
  leftOperand: Expression,
  rightOperand: Expression,
  place: OperatorPlace,
): Expression {
  if (operator === "&&" || operator === "||") {
    const left = condition(p, leftOperand);
    const right = condition(p, rightOperand);
    return { kind: "binary", operator, left, right, type: p.types.int, ...place };
  }
  const left = decay(p, leftOperand);
  const right = decay(p, rightOperand);
  const vector = makeVectorBinary(p, operator, left, right, place);
  if (vector !== undefined) return vector;
  if (isComparison(operator)) return makeComparison(p, operator, left, right, place);
  if (operator === "<<" || operator === ">>") return makeShift(p, operator, left, right, place);
  if (left.type.kind === "pointer" || right.type.kind === "pointer") {
    return makePointerArithmetic(p, operator, left, right, place);
  }
  const isAllowed = INTEGER_ONLY.has(operator) ? isInteger : isArithmetic;
  if (!isAllowed(left.type) || !isAllowed(right.type)) {
    throw operandFault(p, operator, left, right, place);
  }
  refuseWide(p, operator, left, right);
  const operands = arithmeticOperands(p, left, right);
  return {
    kind: "binary",
    operator,
    left: operands.left,
    right: operands.right,
    type: operands.type,
    ...place,
  };
}

/** Arithmetic on GNU vectors; undefined when no operand is one. */
function makeVectorBinary(
  p: Parser,
  operator: Exclude<BinaryOperator, "&&" | "||">,
  leftOperand: Expression,
  rightOperand: Expression,
  place: OperatorPlace,
): Expression | undefined {
  const type = vectorOf(leftOperand.type) === undefined ? rightOperand.type : leftOperand.type;
  const shape = vectorOf(type);
  if (shape === undefined) return undefined;
  const left = asVector(p, leftOperand, type);
  const right = asVector(p, rightOperand, type);
  const isShift = operator === "<<" || operator === ">>";
  const needsIntegers = isShift || INTEGER_ONLY.has(operator);
  if (left === undefined || right === undefined || (needsIntegers && !isInteger(shape.element))) {
    throw operandFault(p, operator, leftOperand, rightOperand, place);
  }
  const result = isComparison(operator) ? maskType(p, shape) : unqualified(type);
  return { kind: "binary", operator, left, right, type: result, ...place };
}

function isComparison(operator: BinaryOperator): operator is ComparisonOperator {
  return COMPARISONS.has(operator);
}

function refuseWide(p: Parser, operator: string, left: Expression, right: Expression): void {
  const options = { canWrap: !CANNOT_WRAP.has(operator) };
  refuseWideBitField(p, left, right, options);
  refuseWideBitField(p, right, left, options);
}

function operandFault(
  p: Parser,
  operator: string,
  left: Expression,
  right: Expression,
  { operatorRange }: OperatorPlace,
): Error {
  const types = `'${typeToString(left.type)}' and '${typeToString(right.type)}'`;
  return typeFault(
    p,
    operatorRange,
    `operator '${operator}' does not take operands of types ${types}`,
  );
}

/** Each operand is promoted on its own (C11 6.5.7p3). */
function makeShift(
  p: Parser,
  operator: "<<" | ">>",
  leftOperand: Expression,
  rightOperand: Expression,
  place: OperatorPlace,
): Expression {
  if (!isInteger(leftOperand.type) || !isInteger(rightOperand.type)) {
    throw operandFault(p, operator, leftOperand, rightOperand, place);
  }
  if (operator === "<<") refuseWideBitField(p, leftOperand, undefined, { canWrap: true });
  const left = integerPromoted(p, leftOperand);
  const right = integerPromoted(p, rightOperand);
  return { kind: "binary", operator, left, right, type: left.type, ...place };
}

/** C11 6.5.8, 6.5.9; gcc also compares pointers of different types, and pointers with integers. */
function makeComparison(
  p: Parser,
  operator: ComparisonOperator,
  left: Expression,
  right: Expression,
  place: OperatorPlace,
): Expression {
  const make = (a: Expression, b: Expression): Expression => ({
    kind: "binary",
    operator,
    left: a,
    right: b,
    type: p.types.int,
    ...place,
  });
  const isOrdered = operator !== "==" && operator !== "!=";
  if (isOrdered && (left.type.kind === "complex" || right.type.kind === "complex")) {
    throw operandFault(p, operator, left, right, place);
  }
  if (isArithmetic(left.type) && isArithmetic(right.type)) {
    refuseWide(p, operator, left, right);
    const operands = arithmeticOperands(p, left, right);
    return make(operands.left, operands.right);
  }
  const isPointerOrInteger = (type: CType): boolean => type.kind === "pointer" || isInteger(type);
  if (!isPointerOrInteger(left.type) || !isPointerOrInteger(right.type)) {
    throw operandFault(p, operator, left, right, place);
  }
  if (left.type.kind !== "pointer") return make(convert(p, left, right.type), right);
  if (right.type.kind !== "pointer") return make(left, convert(p, right, left.type));
  const common = isVoidPointer(right.type) ? right.type : left.type;
  return make(convert(p, left, common), convert(p, right, common));
}

function isVoidPointer(type: PointerType): boolean {
  return type.target.kind === "void";
}

/** `pointer ± integer`, `integer + pointer` (turned around) and `pointer − pointer` (C11 6.5.6). */
function makePointerArithmetic(
  p: Parser,
  operator: ArithmeticOperator,
  left: Expression,
  right: Expression,
  place: OperatorPlace,
): Expression {
  if (operator === "-" && left.type.kind === "pointer" && right.type.kind === "pointer") {
    requireCompleteTarget(p, left);
    if (!isCompatibleUnqualified(left.type.target, right.type.target, p.types)) {
      throw operandFault(p, operator, left, right, place);
    }
    const converted = convert(p, right, left.type);
    return { kind: "binary", operator, left, right: converted, type: p.types.ptrdiff, ...place };
  }
  const [pointer, integer] = left.type.kind === "pointer" ? [left, right] : [right, left];
  const isTurned = pointer === right;
  if ((operator !== "+" && (operator !== "-" || isTurned)) || !isInteger(integer.type)) {
    throw operandFault(p, operator, left, right, place);
  }
  requireCompleteTarget(p, pointer);
  const type = unqualified(pointer.type);
  const offset = integerPromoted(p, integer);
  return { kind: "binary", operator, left: pointer, right: offset, type, ...place };
}

/** `void` and functions count as bytes in GNU C. */
function requireCompleteTarget(p: Parser, pointer: Expression): void {
  if (pointer.type.kind !== "pointer") return;
  const { target } = pointer.type;
  if (isComplete(target) || target.kind === "void" || target.kind === "function") return;
  const shown = typeToString(target);
  throw typeFault(p, pointer.range, `arithmetic on a pointer to the incomplete type '${shown}'`);
}

// ----------------------------------------------------------------- assignments

function requireModifiable(p: Parser, target: Expression, operator: string): void {
  if (!isLvalue(target) || target.type.kind === "array" || target.type.kind === "function") {
    throw typeFault(p, target.range, `the operand of '${operator}' is not a modifiable object`);
  }
  if (hasConstPart(target.type)) {
    throw typeFault(p, target.range, `the operand of '${operator}' is 'const'`);
  }
}

/** Whether the type, or a member of it at any depth, is `const` (C11 6.3.2.1p1). */
function hasConstPart(type: CType): boolean {
  if (type.const) return true;
  if (type.kind === "array") return hasConstPart(type.element);
  if (type.kind !== "struct" && type.kind !== "union") return false;
  return type.definition.fields?.some((field) => hasConstPart(field.type)) ?? false;
}

export function makeAssignment(
  p: Parser,
  left: Expression,
  rightOperand: Expression,
  place: OperatorPlace,
): Expression {
  requireModifiable(p, left, "=");
  const right = convertAssigned(p, rightOperand, left.type, "assigned");
  return { kind: "assignment", left, right, type: unqualified(left.type), range: place.range };
}

/** `left op= right`: the types of `left op right`, evaluated with left only once. */
export function makeCompoundAssignment(
  p: Parser,
  operator: ArithmeticOperator,
  left: Expression,
  rightOperand: Expression,
  place: OperatorPlace,
): Expression {
  requireModifiable(p, left, `${operator}=`);
  const type = unqualified(left.type);
  const { range } = place;
  const result = makeBinary(p, operator, asStored(left, operator), rightOperand, place);
  const isPointer = left.type.kind === "pointer";
  if (result.kind !== "binary" || isPointer !== (result.type.kind === "pointer")) {
    throw operandFault(p, `${operator}=`, left, rightOperand, place);
  }
  const { right } = result;
  const computationType = result.type;
  return { kind: "compound-assignment", operator, left, right, computationType, type, range };
}

/**
 * Operations whose result is truncated to the bit-field anyway may be computed
 * in a wider type: for them the type of a wide bit-field is its declared one.
 */
function asStored(left: Expression, operator: ArithmeticOperator): Expression {
  if (left.kind !== "member" || (left.field.bitWidth ?? 0) <= 32) return left;
  if (!TRUNCATABLE.has(operator)) return left;
  const { name, type, offset } = left.field;
  return { ...left, field: { name, type, offset } };
}

const TRUNCATABLE: ReadonlySet<string> = new Set(["+", "-", "*", "&", "|", "^", "<<"]);

export function makeIncrement(
  p: Parser,
  operator: "++" | "--",
  position: "prefix" | "postfix",
  operand: Expression,
  range: TextRange,
): Expression {
  requireModifiable(p, operand, operator);
  if (!isScalar(operand.type) && vectorOf(operand.type) === undefined) {
    const shown = typeToString(operand.type);
    throw typeFault(p, range, `'${operator}' does not take an operand of type '${shown}'`);
  }
  requireCompleteTarget(p, operand);
  const type = unqualified(operand.type);
  return { kind: "increment", operator, position, operand, type, range };
}

// ------------------------------------------------------------- unary operators

const SPELLING = { plus: "+", minus: "-", complement: "~" } as const;

export function makeSigned(
  p: Parser,
  operator: keyof typeof SPELLING,
  expression: Expression,
  range: TextRange,
): Expression {
  const value = decay(p, expression);
  const element = vectorOf(value.type)?.element ?? value.type;
  const isAllowed =
    isInteger(element) ||
    (operator !== "complement" && element.kind === "float") ||
    value.type.kind === "complex";
  if (!isAllowed) throw unaryFault(p, SPELLING[operator], value, range);
  if (operator !== "plus") refuseWideBitField(p, value, undefined, { canWrap: true });
  const operand = integerPromoted(p, value);
  return { kind: "unary", operator, operand, type: unqualified(operand.type), range };
}

export function makeNot(p: Parser, expression: Expression, range: TextRange): Expression {
  const operand = condition(p, expression);
  return { kind: "unary", operator: "not", operand, type: p.types.int, range };
}

/** `__real__` and `__imag__`: the imaginary part of a real number is zero. */
export function makePart(
  p: Parser,
  operator: "real" | "imag",
  operand: Expression,
  range: TextRange,
): Expression {
  if (!isArithmetic(operand.type)) throw unaryFault(p, `__${operator}__`, operand, range);
  const type = operand.type.kind === "complex" ? operand.type.element : unqualified(operand.type);
  return { kind: "unary", operator, operand, type, range };
}

function unaryFault(p: Parser, operator: string, operand: Expression, range: TextRange): Error {
  const shown = typeToString(operand.type);
  return typeFault(p, range, `operator '${operator}' does not take an operand of type '${shown}'`);
}

/** `*pointer`; `*&x` is x, and a dereferenced function is the function (C11 6.5.3.2p4). */
export function makeDereference(p: Parser, expression: Expression, range: TextRange): Expression {
  const operand = decay(p, expression);
  if (operand.type.kind !== "pointer") throw unaryFault(p, "*", operand, range);
  if (operand.kind === "decay" && operand.operand.type.kind === "function") return operand.operand;
  if (operand.kind === "unary" && operand.operator === "address") return operand.operand;
  const { target } = operand.type;
  return { kind: "unary", operator: "dereference", operand, type: target, range };
}

/** `&lvalue`; `&*p` is p and `&a[i]` is `a + i`, without access (C11 6.5.3.2p3). */
export function makeAddress(p: Parser, operand: Expression, range: TextRange): Expression {
  if (operand.type.kind === "function") return decay(p, operand);
  if (!isLvalue(operand)) throw typeFault(p, range, "cannot take the address of a value");
  if (operand.kind === "member" && operand.field.bitWidth !== undefined) {
    throw typeFault(p, range, `cannot take the address of bit-field '${operand.field.name}'`);
  }
  if (operand.kind === "unary" && operand.operator === "dereference") return operand.operand;
  const type = pointerTo(operand.type, p.machine);
  const address: UnaryExpression = { kind: "unary", operator: "address", operand, type, range };
  return foldMemberOffset(p, address) ?? address;
}

/** `&((struct s *)0)->member`, the old offsetof: a constant, where nothing is accessed. */
function foldMemberOffset(p: Parser, address: UnaryExpression): Expression | undefined {
  let base = address.operand;
  if (base.kind !== "member") return undefined;
  while (base.kind === "member") base = base.base;
  if (base.kind !== "unary" || base.operand.kind !== "cast") return undefined;
  const asInteger = convert(p, address, p.types.size);
  const value = foldInteger(asInteger, p.machine);
  if (value === undefined) return undefined;
  return convert(p, integerLiteral(p.types.size, value, address.range), address.type);
}

// -------------------------------------------------------- conditional and comma

/** `c ? a : b`, or GNU `c ?: b` when `whenTrue` is undefined (C11 6.5.15). */
export function makeConditional(
  p: Parser,
  tested: Expression,
  whenTrueOperand: Expression | undefined,
  whenFalseOperand: Expression,
  place: { readonly questionRange: TextRange; readonly range: TextRange },
): Expression {
  const testedValue = condition(p, tested);
  if (whenTrueOperand === undefined && tested.type.kind === "complex") {
    p.unsupported(place.questionRange, "'?:' without a middle operand on a complex number is");
  }
  const first = whenTrueOperand === undefined ? testedValue : decay(p, whenTrueOperand);
  const second = decay(p, whenFalseOperand);
  const type = conditionalType(p, first, second, place.questionRange);
  return {
    kind: "conditional",
    condition: testedValue,
    whenTrue: whenTrueOperand === undefined ? undefined : convert(p, first, type),
    whenFalse: convert(p, second, type),
    type,
    ...place,
  };
}

function conditionalType(
  p: Parser,
  first: Expression,
  second: Expression,
  range: TextRange,
): CType {
  const a = unqualified(first.type);
  const b = unqualified(second.type);
  if (isArithmetic(a) && isArithmetic(b)) {
    refuseWideBitField(p, first, second, { canWrap: false });
    refuseWideBitField(p, second, first, { canWrap: false });
    return arithmeticOperands(p, first, second).type;
  }
  if (a.kind === "void" || b.kind === "void") return p.types.void;
  if (a.kind === "pointer" && b.kind === "pointer") return commonPointer(p, first, second, a, b);
  // An integer beside a pointer is the null pointer, or converted with a warning.
  if (a.kind === "pointer" && isInteger(b)) return a;
  if (b.kind === "pointer" && isInteger(a)) return b;
  if ((a.kind === "struct" || a.kind === "union") && (b.kind === "struct" || b.kind === "union")) {
    if (a.definition === b.definition) return a;
  }
  const types = `'${typeToString(a)}' and '${typeToString(b)}'`;
  throw typeFault(p, range, `the branches of '?:' have the types ${types}, which do not match`);
}

function commonPointer(
  p: Parser,
  first: Expression,
  second: Expression,
  a: PointerType,
  b: PointerType,
): CType {
  if (isNullPointerConstant(p, first)) return b;
  if (isNullPointerConstant(p, second)) return a;
  const qualifiers = { ...qualifiersOf(a.target), ...qualifiersOf(b.target) };
  const target = isCompatibleUnqualified(a.target, b.target, p.types)
    ? compositeType(unqualified(a.target), unqualified(b.target))
    : p.types.void; // gcc warns when neither is `void *`
  return pointerTo(qualified(target, qualifiers), p.machine);
}

export function makeComma(
  p: Parser,
  leftOperand: Expression,
  rightOperand: Expression,
  range: TextRange,
): Expression {
  const left = decay(p, leftOperand);
  const right = decay(p, rightOperand);
  return { kind: "comma", left, right, type: unqualified(right.type), range };
}
