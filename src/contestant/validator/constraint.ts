/** Constraints of `function_return` waypoints: `\result <op> <constant>` (witness format 2.0). */

import { compareFloats, parseFloatLiteral } from "../../ground/util/ieee-float.ts";
import {
  compare,
  type Expression,
  floatConstant,
  formatOf,
  integer,
  type ValueType,
  widthOf,
} from "../cfa/index.ts";

type Operator = "==" | "!=" | "<" | "<=" | ">" | ">=";

export interface ResultConstraint {
  readonly operator: Operator;
  /** The constant as written, without parentheses and blanks around it. */
  readonly constant: string;
}

const FORM = /^\s*\\result\s*(==|!=|<=|>=|<|>)\s*(\S.*?)\s*$/;

/** Returns undefined when the text has another form. */
export function parseResultConstraint(text: string): ResultConstraint | undefined {
  const match = FORM.exec(text);
  const [, operator, constant] = match ?? [];
  if (operator === undefined || constant === undefined) return undefined;
  return { operator: operator as Operator, constant: stripParentheses(constant) };
}

function stripParentheses(text: string): string {
  let inner = text.trim();
  while (inner.startsWith("(") && inner.endsWith(")")) inner = inner.slice(1, -1).trim();
  return inner;
}

/**
 * Parses an integer constant of C, perhaps signed; also the usual spelling of the least `long
 * long`.
 */
function parseInteger(text: string): bigint | undefined {
  const least = /^-\s*(\d+)[uUlL]*\s*-\s*1$/.exec(text);
  if (least?.[1] !== undefined) return -BigInt(least[1]) - 1n;
  const match = /^([+-]?)\s*(0[xX][0-9a-fA-F]+|\d+)[uUlL]*$/.exec(text);
  if (match?.[2] === undefined) return undefined;
  const octal = /^0\d/.test(match[2]);
  const magnitude = BigInt(octal ? `0o${match[2].slice(1)}` : match[2]);
  return match[1] === "-" ? -magnitude : magnitude;
}

/** Returns the constant as a bit pattern of a type; undefined when it cannot be parsed. */
function constantBits(text: string, type: ValueType): bigint | undefined {
  if (type.kind !== "float") {
    const value = parseInteger(text);
    // Constraints compare mathematical integers (ACSL 2.2.3); hexadecimal ones are read as
    // patterns.
    const isPattern = /^0[xX]/.test(text) || type.kind === "pointer";
    if (value === undefined || !(isPattern || isInRange(value, type))) return undefined;
    return BigInt.asUintN(type.bits, value);
  }
  const format = formatOf(type.format);
  const match = /^([+-]?)\s*((?:0[xX])?[0-9a-fA-F.]+(?:[eEpP][+-]?\d+)?)[fFlLQ]?$/.exec(text);
  if (match?.[2] === undefined) return undefined;
  const digits =
    /[fF]$/.test(match[2]) && !/^0[xX]/.test(match[2]) ? match[2].slice(0, -1) : match[2];
  const bits = parseFloatLiteral(digits, format, "nearest-even");
  if (bits === undefined) return undefined;
  return match[1] === "-" ? bits ^ (1n << BigInt(widthOf(type) - 1)) : bits;
}

function isInRange(value: bigint, type: ValueType & { readonly bits: number }): boolean {
  return type.kind === "int" && type.signed
    ? BigInt.asIntN(type.bits, value) === value
    : BigInt.asUintN(type.bits, value) === value;
}

const COMPARISONS = {
  "==": "eq",
  "!=": "ne",
  "<": "lt",
  "<=": "le",
  ">": "gt",
  ">=": "ge",
} as const;

/** Returns the constraint on the stored result of a call; undefined when it cannot be parsed. */
export function resultCondition(
  text: string,
  address: Expression,
  type: ValueType,
): Expression | undefined {
  const constraint = parseResultConstraint(text);
  const bits = constraint === undefined ? undefined : constantBits(constraint.constant, type);
  if (constraint === undefined || bits === undefined) return undefined;
  const constant: Expression =
    type.kind === "float" ? floatConstant(type, bits) : integer(type, bits);
  const operator = COMPARISONS[constraint.operator];
  return compare(operator, { kind: "load", type, address }, constant);
}

/**
 * Returns a value that satisfies the constraint, as a bit pattern; undefined when none is found.
 */
export function satisfyingValue(constraint: ResultConstraint, type: ValueType): bigint | undefined {
  const bits = constantBits(constraint.constant, type);
  if (bits === undefined) return undefined;
  const one = type.kind === "float" ? undefined : 1n;
  for (const candidate of [bits, ...(one === undefined ? [0n] : [bits + one, bits - one, 0n])]) {
    const value = BigInt.asUintN(widthOf(type), candidate);
    if (satisfies(constraint, value, type) === true) return value;
  }
  return undefined;
}

/** Whether a result satisfies the constraint; undefined when the constant cannot be parsed. */
export function satisfies(
  constraint: ResultConstraint,
  result: bigint,
  type: ValueType,
): boolean | undefined {
  const bits = constantBits(constraint.constant, type);
  if (bits === undefined) return undefined;
  if (type.kind === "float") {
    const relation = compareFloats(formatOf(type.format), result, bits);
    switch (constraint.operator) {
      case "==":
        return relation === "equal";
      case "!=":
        return relation !== "equal";
      case "<":
        return relation === "less";
      case "<=":
        return relation === "less" || relation === "equal";
      case ">":
        return relation === "greater";
      case ">=":
        return relation === "greater" || relation === "equal";
    }
  }
  const isSigned = type.kind === "int" && type.signed;
  const value = (pattern: bigint): bigint =>
    isSigned ? BigInt.asIntN(type.bits, pattern) : BigInt.asUintN(type.bits, pattern);
  const [a, b] = [value(result), value(bits)];
  switch (constraint.operator) {
    case "==":
      return a === b;
    case "!=":
      return a !== b;
    case "<":
      return a < b;
    case "<=":
      return a <= b;
    case ">":
      return a > b;
    case ">=":
      return a >= b;
  }
}
