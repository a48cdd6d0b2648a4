/**
 * Variably modified types (C11 6.7.6.2): determines when their lengths are evaluated. A declaration
 * lists hidden variables with the lengths before their uses; a type name in an expression becomes a
 * block of its own that declares them.
 */
import type { TextRange } from "../../../ground/util/text-position.ts";
import type { Expression, Variable } from "../ast.ts";
import type { CType } from "../types.ts";
import type { Parser } from "./context.ts";
import { integerLiteral, integerPromoted } from "./implicit-conversions.ts";

/**
 * The length of a variable-length array is evaluated once, where it is
 * declared (C11 6.7.6.2p5): a hidden constant variable of the expression's
 * promoted type holds it, and the type refers to that.
 */
export function holdLength(p: Parser, expression: Expression): Expression {
  if (p.lengthVariables === undefined) return expression;
  const value = integerPromoted(p, expression);
  const variable = hiddenVariable(p, "length", value);
  p.lengthVariables.push(variable);
  return { kind: "variable", variable, type: value.type, range: value.range };
}

/** `typeof` of an expression with a variably modified type evaluates it (GCC manual, "Typeof"). */
export function holdEvaluation(p: Parser, operand: Expression): void {
  if (operand.kind === "variable" || !isVariablyModified(operand.type)) return;
  const { range } = operand;
  const zero = integerLiteral(p.types.int, 0n, range);
  const value: Expression = {
    kind: "comma",
    left: operand,
    right: zero,
    type: p.types.int,
    range,
  };
  p.lengthVariables?.push(hiddenVariable(p, "evaluated", value));
}

function hiddenVariable(p: Parser, purpose: string, value: Expression): Variable {
  const { type, range } = value;
  return {
    kind: "variable",
    name: `${purpose}.${p.uniqueNumber()}`,
    type,
    storage: "local",
    linkage: "none",
    isExternOnly: false,
    initializer: { items: [{ offset: 0, type, value }], range },
    range,
  };
}

/** Whether a length in the type, at any depth, is computed at run time. */
function isVariablyModified(type: CType): boolean {
  switch (type.kind) {
    case "array":
      return type.lengthExpression !== undefined || isVariablyModified(type.element);
    case "pointer":
      return isVariablyModified(type.target);
    case "function":
      return isVariablyModified(type.result);
    default:
      return false;
  }
}

/** The expression behind the evaluation of the lengths in its type name. */
export function withLengths(
  lengths: readonly Variable[],
  expression: Expression,
  range: TextRange,
): Expression {
  if (lengths.length === 0) return expression;
  const items = [
    { kind: "declaration", variables: lengths, range },
    { kind: "expression", expression, range },
  ] as const;
  const body = { kind: "compound", items, range } as const;
  return { kind: "statement-expression", body, type: expression.type, range };
}
