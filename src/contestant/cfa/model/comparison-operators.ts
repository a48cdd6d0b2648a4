import type { ComparisonOperator } from "./cfa.ts";

type Operators = Readonly<Record<ComparisonOperator, ComparisonOperator>>;

/** `a NEGATED b` holds for integers and pointers where `a OP b` does not. */
export const NEGATED: Operators = {
  eq: "ne",
  ne: "eq",
  lt: "ge",
  ge: "lt",
  le: "gt",
  gt: "le",
};

/** `a OP b` is `b MIRRORED a`. */
export const MIRRORED: Operators = {
  eq: "eq",
  ne: "ne",
  lt: "gt",
  gt: "lt",
  le: "ge",
  ge: "le",
};
