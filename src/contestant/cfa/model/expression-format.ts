/** CFA expressions as text for readers: close to C, with explicit types where they matter. */
import { formatFloatDecimal } from "../../../ground/util/ieee-float.ts";
import type {
  ArithmeticOperator,
  BitField,
  ComparisonOperator,
  Expression,
  MemoryObject,
  ValueType,
} from "./cfa.ts";
import { formatOf, patternOf } from "./float-values.ts";

const SYMBOLS: Readonly<Record<ArithmeticOperator | ComparisonOperator, string>> = {
  add: "+",
  sub: "-",
  mul: "*",
  div: "/",
  rem: "%",
  shl: "<<",
  shr: ">>",
  and: "&",
  or: "|",
  xor: "^",
  eq: "==",
  ne: "!=",
  lt: "<",
  le: "<=",
  gt: ">",
  ge: ">=",
};

/** `i32`, `u8`, `ptr`, `double`. */
export function formatValueType(type: ValueType): string {
  switch (type.kind) {
    case "int":
      return `${type.signed ? "i" : "u"}${type.bits}`;
    case "float":
      return type.format;
    case "pointer":
      return "ptr";
  }
}

/** Its name; objects with one name are not distinguished. */
export function formatObject(object: MemoryObject): string {
  return object.name;
}

/**
 * A load of a whole scalar object is its name, other loads are
 * `type[address]`, bit-fields `type[address]:position:width`. Operators that
 * need it have their type as a suffix: `+u64`; none stands for `i32`.
 */
export function formatExpression(expression: Expression): string {
  switch (expression.kind) {
    case "integer":
      return expression.type.kind === "pointer"
        ? expression.value === 0n
          ? "null"
          : `ptr:0x${expression.value.toString(16)}`
        : `${expression.value}${operatorSuffix(expression.type)}`;
    case "float":
      return `${formatFloatDecimal(formatOf(expression.type), patternOf(expression))}${
        { float: "f", double: "", ldouble: "l", float128: "q" }[expression.type.format]
      }`;
    case "address":
      return `&${expression.target.name}`;
    case "load":
      return formatPlace(expression.address, expression.type, expression.bitField);
    case "unary":
      return `${expression.operator === "negate" ? "-" : "~"}${formatOperand(expression.operand)}`;
    case "binary":
    case "compare": {
      const { left, right, operator } = expression;
      const suffix = operatorSuffix(expression.kind === "compare" ? left.type : expression.type);
      return `${formatOperand(left)} ${SYMBOLS[operator]}${suffix} ${formatOperand(right)}`;
    }
    case "cast":
      return `(${formatValueType(expression.type)})${formatOperand(expression.operand)}`;
    case "conditional": {
      const [condition, whenTrue, whenFalse] = [
        expression.condition,
        expression.whenTrue,
        expression.whenFalse,
      ].map(formatOperand);
      return `${condition} ? ${whenTrue} : ${whenFalse}`;
    }
  }
}

/** The place of a store, in the form of a load. */
export function formatPlace(address: Expression, type: ValueType, bitField?: BitField): string {
  if (address.kind === "address" && "size" in address.target && bitField === undefined) {
    const { scalar } = address.target;
    if (scalar !== undefined && formatValueType(scalar) === formatValueType(type)) {
      return formatObject(address.target);
    }
  }
  const bits = bitField === undefined ? "" : `:${bitField.bitOffset}:${bitField.bitWidth}`;
  return `${formatValueType(type)}[${formatExpression(address)}]${bits}`;
}

function formatOperand(expression: Expression): string {
  const text = formatExpression(expression);
  const isOpen =
    expression.kind === "binary" ||
    expression.kind === "compare" ||
    expression.kind === "conditional";
  return isOpen ? `(${text})` : text;
}

function operatorSuffix(type: ValueType): string {
  const name = formatValueType(type);
  return name === "i32" || name === "ptr" ? "" : name;
}
