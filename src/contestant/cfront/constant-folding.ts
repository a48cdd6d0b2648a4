/**
 * Values of integer constant expressions (C11 6.6) over the typed AST, with
 * what gcc accepts beyond them: floating operands under casts and comparisons,
 * and addresses below a constant pointer (`(size_t)&((struct s *)0)->member`).
 *
 * Values wrap to their types as gcc computes them. Folding is for the places
 * where C asks for a constant; it must not replace evaluation in a program,
 * where the wrapped overflow is undefined behaviour.
 */
import {
  compareFloats,
  convertFloat,
  FLOAT32,
  FLOAT64,
  FLOAT128,
  type FloatFormat,
  floatAdd,
  floatDiv,
  floatMul,
  floatNegate,
  floatSub,
  floatToInteger,
  floatZero,
  integerToFloat,
  parseFloatLiteral,
  X87_EXTENDED,
} from "../../ground/util/ieee-float.ts";
import type { BinaryExpression, CastExpression, Expression, UnaryExpression } from "./ast.ts";
import { isInteger, underlyingInteger, wrapInteger } from "./conversions.ts";
import type { MachineModel } from "./machine-model.ts";
import { sizeOf } from "./type-layout.ts";
import type { CType, FloatKind } from "./types.ts";

interface FloatConstant {
  readonly format: FloatFormat;
  readonly bits: bigint;
}
/** Integers and pointers (as unsigned addresses) are bigints. */
type Constant = bigint | FloatConstant;

const FORMATS: Readonly<Record<FloatKind, FloatFormat>> = {
  float: FLOAT32,
  double: FLOAT64,
  ldouble: X87_EXTENDED,
  float128: FLOAT128,
};

/**
 * The value, canonical for the type of `expression`; undefined when it is not a
 * constant or has no value (division by zero, shift by a wrong amount, a
 * floating value outside the range of the integer type).
 */
export function foldInteger(expression: Expression, machine: MachineModel): bigint | undefined {
  const value = new Folder(machine).fold(expression);
  return typeof value === "bigint" && isInteger(expression.type) ? value : undefined;
}

class Folder {
  readonly #machine: MachineModel;

  constructor(machine: MachineModel) {
    this.#machine = machine;
  }

  fold(expression: Expression): Constant | undefined {
    switch (expression.kind) {
      case "integer":
        return this.#convert(expression.value, expression.type);
      case "float": {
        if (expression.type.kind !== "float") return undefined;
        const format = FORMATS[expression.type.name];
        const bits = parseFloatLiteral(expression.text, format);
        return bits === undefined ? undefined : { format, bits };
      }
      case "cast":
        return this.#cast(expression);
      case "unary":
        return this.#unary(expression);
      case "binary":
        return this.#binary(expression);
      case "conditional": {
        const condition = this.#truth(expression.condition);
        if (condition === undefined) return undefined;
        if (!condition) return this.fold(expression.whenFalse);
        return this.fold(expression.whenTrue ?? expression.condition);
      }
      case "decay":
        return this.#address(expression.operand);
      default:
        return undefined;
    }
  }

  /** The address of an lvalue below a constant pointer. */
  #address(lvalue: Expression): bigint | undefined {
    if (lvalue.kind === "unary" && lvalue.operator === "dereference") {
      const pointer = this.fold(lvalue.operand);
      return typeof pointer === "bigint" ? pointer : undefined;
    }
    if (lvalue.kind === "member" && lvalue.field.bitWidth === undefined) {
      const base = this.#address(lvalue.base);
      return base === undefined ? undefined : this.#wrapAddress(base + BigInt(lvalue.field.offset));
    }
    return undefined;
  }

  #wrapAddress(value: bigint): bigint {
    return BigInt.asUintN(this.#machine.pointerSize * 8, value);
  }

  /** `value` converted to a scalar type (C11 6.3.1). */
  #convert(value: Constant, type: CType): Constant | undefined {
    if (type.kind === "float") {
      const format = FORMATS[type.name];
      if (typeof value === "bigint") {
        return { format, bits: integerToFloat(format, "nearest-even", value) };
      }
      return { format, bits: convertFloat(value.format, format, "nearest-even", value.bits) };
    }
    if (type.kind === "pointer") {
      return typeof value === "bigint" ? this.#wrapAddress(value) : undefined;
    }
    if (!isInteger(type)) return undefined;
    const integer = underlyingInteger(type);
    if (typeof value === "bigint") return wrapInteger(value, integer);
    if (integer.name === "bool") return isZero(value) ? 0n : 1n;
    const range = { width: integer.bits, signed: integer.signed };
    return floatToInteger(value.format, "toward-zero", value.bits, range);
  }

  #cast(expression: CastExpression): Constant | undefined {
    const value = this.fold(expression.operand);
    return value === undefined ? undefined : this.#convert(value, expression.type);
  }

  #truth(expression: Expression): boolean | undefined {
    const value = this.fold(expression);
    return value === undefined ? undefined : !isZero(value);
  }

  #unary(expression: UnaryExpression): Constant | undefined {
    const { operator, operand } = expression;
    if (operator === "address") return this.#address(operand);
    if (operator === "not") {
      const truth = this.#truth(operand);
      return truth === undefined ? undefined : truth ? 0n : 1n;
    }
    if (operator !== "plus" && operator !== "minus" && operator !== "complement") return undefined;
    const folded = this.fold(operand);
    const value = folded === undefined ? undefined : this.#convert(folded, expression.type);
    if (value === undefined || operator === "plus") return value;
    if (typeof value === "bigint") {
      return this.#convert(operator === "minus" ? -value : ~value, expression.type);
    }
    if (operator === "complement") return undefined;
    return { format: value.format, bits: floatNegate(value.format, value.bits) };
  }

  #binary(expression: BinaryExpression): Constant | undefined {
    const { operator } = expression;
    if (operator === "&&" || operator === "||") {
      const left = this.#truth(expression.left);
      if (left === undefined) return undefined;
      if (left === (operator === "||")) return left ? 1n : 0n;
      const right = this.#truth(expression.right);
      return right === undefined ? undefined : right ? 1n : 0n;
    }
    const left = this.fold(expression.left);
    const right = this.fold(expression.right);
    if (left === undefined || right === undefined) return undefined;
    if (typeof left === "bigint" && typeof right === "bigint") {
      const isPointer =
        expression.left.type.kind === "pointer" || expression.right.type.kind === "pointer";
      const value =
        compareIntegers(operator, left, right) ??
        (isPointer
          ? pointerArithmetic(expression, left, right)
          : integerArithmetic(expression, left, right));
      return value === undefined ? undefined : this.#convert(value, expression.type);
    }
    if (typeof left === "bigint" || typeof right === "bigint") return undefined;
    return floatOperation(operator, left, right);
  }
}

function isZero(value: Constant): boolean {
  if (typeof value === "bigint") return value === 0n;
  return compareFloats(value.format, value.bits, floatZero(value.format)) === "equal";
}

function truthValue(isTrue: boolean): bigint {
  return isTrue ? 1n : 0n;
}

function compareIntegers(
  operator: BinaryExpression["operator"],
  left: bigint,
  right: bigint,
): bigint | undefined {
  switch (operator) {
    case "<":
      return truthValue(left < right);
    case ">":
      return truthValue(left > right);
    case "<=":
      return truthValue(left <= right);
    case ">=":
      return truthValue(left >= right);
    case "==":
      return truthValue(left === right);
    case "!=":
      return truthValue(left !== right);
    default:
      return undefined;
  }
}

/** The exact result, before it wraps to the type. */
function integerArithmetic(
  expression: BinaryExpression,
  left: bigint,
  right: bigint,
): bigint | undefined {
  const type = expression.left.type;
  if (!isInteger(type)) return undefined;
  const { bits } = underlyingInteger(type);
  switch (expression.operator) {
    case "+":
      return left + right;
    case "-":
      return left - right;
    case "*":
      return left * right;
    case "/":
      return right === 0n ? undefined : left / right;
    case "%":
      return right === 0n ? undefined : left % right;
    case "<<":
      return right < 0n || right >= BigInt(bits) ? undefined : left << right;
    case ">>":
      return right < 0n || right >= BigInt(bits) ? undefined : left >> right;
    case "&":
      return left & right;
    case "|":
      return left | right;
    case "^":
      return left ^ right;
    default:
      return undefined;
  }
}

/** Pointer ± integer in elements, pointer − pointer likewise. */
function pointerArithmetic(
  { operator, left: leftOperand, right: rightOperand }: BinaryExpression,
  left: bigint,
  right: bigint,
): bigint | undefined {
  const leftType = leftOperand.type;
  const rightType = rightOperand.type;
  const pointer = leftType.kind === "pointer" ? leftType : rightType;
  if (pointer.kind !== "pointer") return undefined;
  const size = BigInt(sizeOf(pointer.target) ?? 0);
  if (size === 0n) return undefined;
  if (leftType.kind === "pointer" && rightType.kind === "pointer") {
    if (operator !== "-") return undefined;
    return BigInt.asIntN(pointer.size * 8, left - right) / size;
  }
  if (operator === "+") {
    return leftType.kind === "pointer" ? left + right * size : left * size + right;
  }
  return operator === "-" && leftType.kind === "pointer" ? left - right * size : undefined;
}

function floatOperation(
  operator: BinaryExpression["operator"],
  left: FloatConstant,
  right: FloatConstant,
): Constant | undefined {
  const { format } = left;
  const relation = compareFloats(format, left.bits, right.bits);
  switch (operator) {
    case "+":
      return { format, bits: floatAdd(format, "nearest-even", left.bits, right.bits) };
    case "-":
      return { format, bits: floatSub(format, "nearest-even", left.bits, right.bits) };
    case "*":
      return { format, bits: floatMul(format, "nearest-even", left.bits, right.bits) };
    case "/":
      return { format, bits: floatDiv(format, "nearest-even", left.bits, right.bits) };
    case "<":
      return truthValue(relation === "less");
    case ">":
      return truthValue(relation === "greater");
    case "<=":
      return truthValue(relation === "less" || relation === "equal");
    case ">=":
      return truthValue(relation === "greater" || relation === "equal");
    case "==":
      return truthValue(relation === "equal");
    case "!=":
      return truthValue(relation !== "equal");
    default:
      return undefined;
  }
}
