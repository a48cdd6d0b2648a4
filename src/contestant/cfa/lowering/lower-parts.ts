/**
 * Lowers arithmetic on numbers of several parts to arithmetic on the parts.
 *
 * - Complex numbers: as gcc computes (C11 annex G). A real operand has no
 *   imaginary part at all (G.5), products and quotients of two complex floating
 *   numbers are those of libgcc, infinities included (library/complex-models.ts).
 * - GNU vectors ("Using Vector Instructions through Built-in Functions"): element
 *   by element in the type of the elements; comparisons give -1 and 0.
 */

import { invariant } from "../../../ground/util/errors.ts";
import type { TextRange } from "../../../ground/util/text-position.ts";
import {
  type Expression as Ast,
  type ArithmeticOperator as AstOperator,
  arrayOf,
  type BinaryExpression,
  type BuiltinExpression,
  type CastExpression,
  type CType,
  sizeOf,
  type UnaryExpression,
} from "../../cfront/index.ts";
import type { Expression, ValueType } from "../model/cfa.ts";
import { constantAddress } from "../model/expression-properties.ts";
import {
  addressOf,
  binary,
  cast,
  compare,
  complement,
  conditional,
  integer,
  negate,
  offsetBy,
  zero,
} from "../model/expressions.ts";
import { sizeInMemory } from "../model/scalar-layout.ts";
import { INT, integerType, valueTypeOf } from "../model/value-types.ts";
import { emitInternalCall } from "./internal-call.ts";
import type { Lowering } from "./lowering.ts";
import { ARITHMETIC, COMPARISONS } from "./operators.ts";
import { type PartsType, partsTypeOf, partValueType } from "./parts-type.ts";

/** The value of each part of a complex number or vector. */
export function partsOf(lower: Lowering, ast: Ast): readonly Expression[] {
  const type = requiredParts(ast.type);
  return lower.parts(
    ast,
    () => computedParts(lower, ast, type) ?? loadParts(lower, lower.place(ast).address, type),
  );
}

/** Computes the number into a new object; undefined when the expression designates its place. */
export function computedPlace(lower: Lowering, ast: Ast): Expression | undefined {
  const type = partsTypeOf(ast.type);
  const parts = type === undefined ? undefined : computedParts(lower, ast, type);
  if (parts === undefined) return undefined;
  const address = addressOf(lower.names.newTemporary(ast.type), lower.pointer);
  storeParts(lower, address, parts);
  return address;
}

function requiredParts(type: CType): PartsType {
  const parts = partsTypeOf(type);
  invariant(parts !== undefined, "a number of several parts");
  return parts;
}

/** The parts of a computed value, which is not read from memory. */
function computedParts(
  lower: Lowering,
  ast: Ast,
  type: PartsType,
): readonly Expression[] | undefined {
  switch (ast.kind) {
    case "binary":
      return binaryParts(lower, ast, type);
    case "unary":
      return unaryParts(lower, ast, type);
    case "cast":
      return castParts(lower, ast, type);
    case "builtin":
      return builtinParts(lower, ast, type);
    default:
      return undefined;
  }
}

/** Saves a value that is used several times. */
function keep(lower: Lowering, value: Expression): Expression {
  return lower.graph.isFrozen ? value : lower.save(value);
}

export function loadParts(
  lower: Lowering,
  address: Expression,
  type: PartsType,
): readonly Expression[] {
  const base = constantAddress(address) === undefined ? keep(lower, address) : address;
  const valueType = partValueType(type);
  const size = sizeInMemory(valueType, lower.pointer.bits);
  return Array.from({ length: type.count }, (_, index) => ({
    kind: "load",
    type: valueType,
    address: offsetBy(base, index * size),
  }));
}

/** The address is fixed. */
export function storeParts(
  lower: Lowering,
  address: Expression,
  parts: readonly Expression[],
): void {
  let offset = 0;
  for (const value of parts) {
    lower.graph.emit({ kind: "assign", address: offsetBy(address, offset), value });
    offset += sizeInMemory(value.type, lower.pointer.bits);
  }
}

// ------------------------------------------------------------------ operators

/** A real operand of complex arithmetic is a single part. */
export function operandParts(lower: Lowering, ast: Ast): readonly Expression[] {
  const type = partsTypeOf(ast.type);
  if (type === undefined) return [lower.value(ast)];
  if (type.kind === "complex" && ast.kind === "cast" && ast.implicit) {
    const { operand } = ast;
    if (valueTypeOf(operand.type) !== undefined) {
      return [lower.convert(lower.value(operand), type.element)];
    }
  }
  return partsOf(lower, ast);
}

function binaryParts(
  lower: Lowering,
  { operator, left, right, range }: BinaryExpression,
  type: PartsType,
): readonly Expression[] | undefined {
  lower.checkOrder([{ ast: left }, { ast: right }]);
  const [a, b] = lower.sequenceOf([left, right], (part) => operandParts(lower, part));
  invariant(a !== undefined && b !== undefined, "two operands");
  const comparison = COMPARISONS[operator];
  if (comparison !== undefined) {
    const mask = partValueType(type);
    invariant(mask.kind === "int", "masks are integers");
    return a.map((x, index) =>
      conditional(
        compare(comparison, x, b[index] as Expression),
        integer(mask, -1),
        integer(mask, 0),
      ),
    );
  }
  return combineParts(lower, operator as AstOperator, type, a, b, range);
}

/** `a op b`; the operands have the type of the result. */
export function combineParts(
  lower: Lowering,
  operator: AstOperator,
  type: PartsType,
  a: readonly Expression[],
  b: readonly Expression[],
  range: TextRange,
): readonly Expression[] {
  const valueType = partValueType(type);
  if (type.kind === "complex") return complexResult(lower, operator, valueType, a, b, range);
  return a.map((x, index) =>
    elementOperation(operator, valueType, x, b[index] as Expression, range),
  );
}

/** Elements are not promoted: results wrap to their type. Shifts to the left lose bits silently. */
function elementOperation(
  operator: AstOperator,
  type: ValueType,
  x: Expression,
  y: Expression,
  range: TextRange,
): Expression {
  if (type.kind !== "int") return binary(ARITHMETIC[operator], type, x, y, range);
  const isLeftShift = operator === "<<";
  const wide = integerType(Math.max(32, type.bits), type.signed && !isLeftShift);
  return cast(type, binary(ARITHMETIC[operator], wide, cast(wide, x), cast(wide, y), range));
}

function complexResult(
  lower: Lowering,
  operator: AstOperator,
  type: ValueType,
  a: readonly Expression[],
  b: readonly Expression[],
  range: TextRange,
): readonly Expression[] {
  const [a0, b0] = [a[0] as Expression, b[0] as Expression];
  const [, a1] = a;
  const [, b1] = b;
  const op = (name: AstOperator, x: Expression, y: Expression): Expression =>
    elementOperation(name, type, x, y, range);
  const imaginary = a1 ?? b1 ?? zero(type);
  switch (operator) {
    case "+":
      return [op("+", a0, b0), a1 && b1 ? op("+", a1, b1) : imaginary];
    case "-":
      if (b1 === undefined) return [op("-", a0, b0), imaginary];
      return [op("-", a0, b0), a1 === undefined ? negated(b1, range) : op("-", a1, b1)];
    case "*":
      if (a1 === undefined || b1 === undefined) {
        const [x, y] = [keep(lower, a0), keep(lower, b0)];
        return a1 === undefined
          ? [op("*", x, y), op("*", x, imaginary)]
          : [op("*", x, y), op("*", imaginary, y)];
      }
      if (type.kind === "float") return modelled(lower, "mul", type, [a0, a1, b0, b1]);
      return integerProduct(
        op,
        [a0, a1, b0, b1].map((part) => keep(lower, part)),
      );
    case "/": {
      if (b1 !== undefined) {
        return modelled(lower, "div", type, [a0, a1 ?? zero(type), b0, b1]);
      }
      const divisor = keep(lower, b0);
      return [op("/", a0, divisor), op("/", imaginary, divisor)];
    }
    default:
      lower.unsupported(`operator '${operator}' on complex numbers`, lower.types.int);
      return [zero(type), zero(type)];
  }
}

type Quadruple = readonly [Expression, Expression, Expression, Expression];

function integerProduct(
  op: (name: AstOperator, x: Expression, y: Expression) => Expression,
  operands: readonly Expression[],
): readonly Expression[] {
  const [a, b, c, d] = operands as Quadruple;
  return [op("-", op("*", a, c), op("*", b, d)), op("+", op("*", a, d), op("*", b, c))];
}

/** Integers that have models, by their width; unsigned ones by the negative width. */
const INTEGER_MODELS: ReadonlyMap<
  number,
  "schar" | "uchar" | "short" | "ushort" | "int" | "uint" | "llong" | "ullong"
> = new Map([
  [8, "schar"],
  [-8, "uchar"],
  [16, "short"],
  [-16, "ushort"],
  [32, "int"],
  [-32, "uint"],
  [64, "llong"],
  [-64, "ullong"],
] as const);

/** By a function of library/complex-models.ts. */
function modelled(
  lower: Lowering,
  operation: "mul" | "div",
  type: ValueType,
  operands: Quadruple,
): readonly Expression[] {
  const kind =
    type.kind === "float"
      ? type.format
      : type.kind === "int"
        ? INTEGER_MODELS.get(type.signed ? type.bits : -type.bits)
        : undefined;
  const element = kind === undefined ? undefined : lower.types[kind];
  if (element === undefined) {
    lower.unsupported("division of complex numbers of this type", lower.types.int);
    return [zero(type), zero(type)];
  }
  lower.graph.mutate();
  const result: CType = { kind: "complex", element };
  const name = `__agon_complex_${operation}_${element.name}`;
  const symbol = lower.names.internalFunction(
    name,
    result,
    operands.map(() => element),
  );
  const address = addressOf(lower.names.newTemporary(result), lower.pointer);
  emitInternalCall(lower, symbol, operands, { address, recordSize: sizeOf(result) ?? 0 });
  return loadParts(lower, address, requiredParts(result));
}

function unaryParts(
  lower: Lowering,
  { operator, operand, range }: UnaryExpression,
  type: PartsType,
): readonly Expression[] | undefined {
  if (operator !== "plus" && operator !== "minus" && operator !== "complement") return undefined;
  const parts = partsOf(lower, operand);
  if (operator === "plus") return parts;
  if (operator === "complement" && type.kind === "complex") {
    const [real, imaginary] = parts as [Expression, Expression];
    return [real, negated(imaginary, range)];
  }
  return parts.map((part) =>
    operator === "minus" ? negated(part, range) : cast(part.type, complement(widened(part), range)),
  );
}

/** Parts are not promoted: the result wraps to their type. */
function negated(part: Expression, range: TextRange): Expression {
  return cast(part.type, negate(widened(part), range));
}

/** The operands of the model's operators have at least the width of `int`. */
function widened(part: Expression): Expression {
  return part.type.kind === "int" && part.type.bits < 32 ? cast(INT, part) : part;
}

/** `a == b` or `a != b` of complex numbers, as `int`. */
export function compareComplex(
  lower: Lowering,
  { operator, left, right }: BinaryExpression,
): Expression {
  lower.checkOrder([{ ast: left }, { ast: right }]);
  const [a, b] = lower.sequenceOf([left, right], (part) => partsOf(lower, part));
  const same = (index: number): Expression =>
    compare("eq", a?.[index] as Expression, b?.[index] as Expression);
  const isEqual = conditional(same(0), same(1), integer(INT, 0));
  return operator === "==" ? isEqual : compare("eq", isEqual, integer(INT, 0));
}

// ---------------------------------------------------------------- conversions

function castParts(
  lower: Lowering,
  { operand, implicit }: CastExpression,
  type: PartsType,
): readonly Expression[] {
  const from = partsTypeOf(operand.type);
  if (type.kind === "complex") {
    if (from?.kind === "complex") {
      return partsOf(lower, operand).map((part) => lower.convert(part, type.element));
    }
    return [lower.convert(lower.value(operand), type.element), zero(partValueType(type))];
  }
  if (from === undefined && implicit) {
    const value = keep(lower, lower.convert(lower.value(operand), type.element));
    return Array.from({ length: type.count }, () => value);
  }
  return loadParts(lower, addressOfBytes(lower, operand), type);
}

/** Returns the address of the bytes of a value that a cast reinterprets. */
function addressOfBytes(lower: Lowering, ast: Ast): Expression {
  if (partsTypeOf(ast.type) !== undefined) return lower.place(ast).address;
  const address = addressOf(lower.names.newTemporary(ast.type), lower.pointer);
  lower.graph.emit({ kind: "assign", address, value: lower.value(ast) });
  return address;
}

/** A complex number or vector as a scalar (C11 6.3.1.7p2, GNU for vectors). */
export function partsAsScalar(lower: Lowering, operand: Ast, type: CType): Expression {
  const parts = requiredParts(operand.type);
  if (parts.kind === "vector") {
    const valueType = valueTypeOf(type);
    invariant(valueType !== undefined, "casts of vectors lead to numbers");
    return { kind: "load", type: valueType, address: addressOfBytes(lower, operand) };
  }
  const [real, imaginary] = partsOf(lower, operand) as [Expression, Expression];
  if (type.kind !== "integer" || type.name !== "bool") {
    lower.evaluate(imaginary);
    return lower.convert(real, type);
  }
  const isTrue = (part: Expression): Expression => compare("ne", part, zero(part.type));
  return lower.convert(conditional(isTrue(real), integer(INT, 1), isTrue(imaginary)), type);
}

// -------------------------------------------------------------------- builtins

function builtinParts(
  lower: Lowering,
  { name, arguments: operands }: BuiltinExpression,
  type: PartsType,
): readonly Expression[] | undefined {
  switch (name) {
    case "complex":
      lower.checkOrder(operands.map((ast) => ({ ast })));
      return lower.sequence(operands, (operand) => lower.value(operand));
    case "convertvector":
      return operands.flatMap((operand) =>
        partsOf(lower, operand).map((part) => lower.convert(part, type.element)),
      );
    case "shuffle":
      return shuffled(lower, operands, type);
    default:
      return undefined;
  }
}

/** Elements of one or two vectors, chosen by the last operand, modulo their number. */
function shuffled(
  lower: Lowering,
  operands: readonly Ast[],
  type: PartsType,
): readonly Expression[] {
  lower.checkOrder(operands.map((ast) => ({ ast })));
  const values = lower.sequenceOf(operands, (operand) => partsOf(lower, operand));
  const mask = values.at(-1) ?? [];
  const elements = values.slice(0, -1).flat();
  const valueType = partValueType(type);
  const table = arrayOf(type.element, elements.length);
  const address = addressOf(lower.names.newTemporary(table), lower.pointer);
  storeParts(lower, address, elements);
  const word = integerType(lower.pointer.bits, false);
  const size = integer(word, sizeInMemory(valueType, lower.pointer.bits));
  return mask.map((chosen) => {
    const index = binary("and", word, cast(word, chosen), integer(word, elements.length - 1));
    const place = binary("add", lower.pointer, address, binary("mul", word, index, size));
    return { kind: "load", type: valueType, address: place };
  });
}
