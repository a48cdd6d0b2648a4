/**
 * Expressions of witnesses: C expressions without side effects and calls, with
 * `\at(E, LABEL)` and `\result` where the format has them.
 */
import {
  type CType,
  type Expression,
  type ExtraNames,
  parseExpressionAt,
  walkAst,
} from "../cfront/index.ts";

import type { ParsedProgram } from "./lint-program.ts";

/** A fault at a character of the expression's text (from 0). */
export interface ExpressionFault {
  readonly rule: "expression-syntax" | "undeclared-name" | "expression-effect" | "expression-type";
  readonly message: string;
  readonly offset: number;
}

export interface ExpressionContext {
  readonly program: ParsedProgram;
  /** The offset that determines the visible names. */
  readonly offset: number;
  /** Whether `\at`, and in contracts `\old`, are allowed. */
  readonly isExtended: boolean;
  readonly extra: ExtraNames;
}

/** Returns the faults of an expression. */
export function checkExpression(
  text: string,
  context: ExpressionContext,
): readonly ExpressionFault[] {
  const plain = context.isExtended ? withoutFunctions(text) : { text };
  if ("fault" in plain) return [plain.fault];
  const { unit, machine } = context.program;
  const { expression, diagnostics } = parseExpressionAt(
    unit,
    machine,
    context.offset,
    plain.text,
    context.extra,
  );
  if (expression !== undefined) return checkParsed(expression);
  return diagnostics
    .filter(({ severity }) => severity === "error")
    .slice(0, 1)
    .map(({ code, message, column = 1 }) => ({
      rule: code === "undeclared" ? ("undeclared-name" as const) : ("expression-syntax" as const),
      message,
      offset: column - 1,
    }));
}

/** Returns the type of a type name in the program; undefined when there is none. */
export function typeOfName(typeName: string, program: ParsedProgram): CType | undefined {
  const { expression } = parseExpressionAt(program.unit, program.machine, 0, `(${typeName})0`);
  return expression?.kind === "cast" ? expression.type : undefined;
}

function checkParsed(expression: Expression): readonly ExpressionFault[] {
  const faults: ExpressionFault[] = [];
  const fault = (rule: ExpressionFault["rule"], message: string, offset: number): void =>
    void faults.push({ rule, message, offset });
  walkAst(expression, (part) => {
    const { start } = part.range;
    if (part.kind === "assignment" || part.kind === "compound-assignment") {
      fault("expression-effect", "an assignment is not allowed in an expression", start);
    } else if (part.kind === "increment") {
      fault("expression-effect", `'${part.operator}' is not allowed in an expression`, start);
    } else if (part.kind === "call") {
      fault("expression-effect", "a function call is not allowed in an expression", start);
    } else if (part.kind === "statement-expression") {
      fault("expression-effect", "statements are not allowed in an expression", start);
    }
    return undefined;
  });
  const { kind } = expression.type;
  if (kind === "void" || kind === "struct" || kind === "union") {
    fault("expression-type", "the expression has no truth value", expression.range.start);
  }
  return faults.slice(0, 1);
}

const FUNCTION = /\\(at|old)\s*\(/g;
const LABELS = ["Old", "Pre", "AnyPrev", "LastPrev", "Here"];

/** Blanks out `\at(` and `, LABEL)`, `\old(` and `)`, so that offsets do not change. */
function withoutFunctions(
  text: string,
): { readonly text: string } | { readonly fault: ExpressionFault } {
  const chars = text.split("");
  const blank = (from: number, to: number): void => {
    for (let at = from; at < to; at++) chars[at] = " ";
  };
  const fault = (message: string, offset: number): { fault: ExpressionFault } => ({
    fault: { rule: "expression-syntax", message, offset },
  });
  for (const match of text.matchAll(FUNCTION)) {
    const open = match.index + match[0].length - 1;
    const end = closing(text, open);
    if (end === undefined) return fault("a parenthesis is not closed", open);
    blank(match.index, open);
    if (match[1] === "old") continue;
    const inner = text.slice(open + 1, end);
    const label = /,\s*(\w+)\s*$/.exec(inner);
    if (label?.[1] === undefined) return fault("expected '\\at(EXPRESSION, LABEL)'", match.index);
    if (!LABELS.includes(label[1])) {
      const message = `unknown label '${label[1]}'; known: ${LABELS.join(", ")}`;
      return fault(message, open + 1 + label.index + label[0].indexOf(label[1]));
    }
    blank(open + 1 + label.index, end);
  }
  return { text: chars.join("") };
}

function closing(text: string, open: number): number | undefined {
  let depth = 0;
  for (let at = open; at < text.length; at++) {
    if (text[at] === "(") depth++;
    if (text[at] === ")" && --depth === 0) return at;
  }
  return undefined;
}
