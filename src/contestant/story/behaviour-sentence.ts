/** Describes undefined behaviour that does not concern memory, in a sentence. */

import { unreachableKind } from "../../ground/util/unreachable-kind.ts";
import type { Expression, ValueType } from "../cfa/index.ts";
import type { Outcome } from "../interpreter/index.ts";
import { valueForPeople } from "./value-text.ts";

type UndefinedOutcome = Extract<Outcome, { kind: "undefined-behaviour" }>;

export interface OperationFacts {
  /** The source of the operation, or of its statement. */
  readonly text: string;
  readonly bitsOf: (expression: Expression) => bigint | undefined;
}

const SYMBOLS: Readonly<Record<string, string>> = {
  add: "+",
  sub: "-",
  mul: "*",
  div: "/",
  rem: "%",
  shl: "<<",
  shr: ">>",
};

export function behaviourSentence(outcome: UndefinedOutcome, facts: OperationFacts): string {
  const { behaviour, expression, paragraph } = outcome;
  const { text } = facts;
  const operands = operandsOf(expression, facts);
  switch (behaviour) {
    case "signed-overflow": {
      const type = expression === undefined ? undefined : typeName(expression.type);
      const what = operands === undefined ? "the result" : `${operands}`;
      return `\`${text}\` overflows: ${what} does not fit ${type === undefined ? "its type" : `\`${type}\``}`;
    }
    case "division-by-zero":
      return `\`${text}\` divides by zero`;
    case "shift": {
      const type = expression === undefined ? "" : ` of \`${typeName(expression.type)}\``;
      const amount = expression?.kind === "binary" ? shown(expression.right, facts) : undefined;
      return `\`${text}\` shifts by ${amount ?? "an amount"}, which is negative or not less than the width${type}`;
    }
    case "float-to-integer":
      return `\`${text}\` converts a floating-point value to an integer type that cannot hold it`;
    case "read-only-write":
      return `\`${text}\` writes to a constant`;
    case "invalid-call":
      return `\`${text}\` calls through a pointer to no function, or with arguments that do not fit`;
    case "missing-result":
      return `\`${text}\` uses the result of a function that ended without one`;
    case "library-argument":
      return `\`${text}\` gives a library function what it excludes (${paragraph})`;
    case "unreachable":
      return `\`${text}\` is reached, which was declared impossible`;
    case "invalid-dereference":
    case "invalid-free":
    case "unspecified-value":
      return `\`${text}\` is undefined (${paragraph})`;
    default:
      return unreachableKind(behaviour);
  }
}

/** `2147483647 + 1`. */
function operandsOf(expression: Expression | undefined, facts: OperationFacts): string | undefined {
  if (expression?.kind === "unary") {
    const value = shown(expression.operand, facts);
    return value === undefined ? undefined : `-(${value})`;
  }
  if (expression?.kind !== "binary") return undefined;
  const [left, right] = [shown(expression.left, facts), shown(expression.right, facts)];
  const symbol = SYMBOLS[expression.operator];
  if (left === undefined || right === undefined || symbol === undefined) return undefined;
  return `${left} ${symbol} ${right.startsWith("-") ? `(${right})` : right}`;
}

function shown(expression: Expression, { bitsOf }: OperationFacts): string | undefined {
  const bits = bitsOf(expression);
  return bits === undefined ? undefined : valueForPeople(bits, expression.type);
}

function typeName(type: ValueType): string {
  if (type.kind === "float") return type.format === "ldouble" ? "long double" : type.format;
  if (type.kind === "pointer") return "pointer";
  const name =
    { 8: "char", 16: "short", 32: "int", 64: "long long", 128: "__int128" }[type.bits] ??
    `${type.bits}-bit integer`;
  return type.signed ? name : `unsigned ${name}`;
}
