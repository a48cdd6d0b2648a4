/** Maps C's operators to those of the CFA. */
import type { ArithmeticOperator as AstOperator } from "../../cfront/index.ts";
import type { ArithmeticOperator, ComparisonOperator } from "../model/cfa.ts";

export const ARITHMETIC: Readonly<Record<AstOperator, ArithmeticOperator>> = {
  "+": "add",
  "-": "sub",
  "*": "mul",
  "/": "div",
  "%": "rem",
  "<<": "shl",
  ">>": "shr",
  "&": "and",
  "|": "or",
  "^": "xor",
};

/** Undefined for all other operators. */
export const COMPARISONS: Readonly<Record<string, ComparisonOperator>> = {
  "==": "eq",
  "!=": "ne",
  "<": "lt",
  "<=": "le",
  ">": "gt",
  ">=": "ge",
};
