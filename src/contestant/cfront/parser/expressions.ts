/** Expressions (C11 6.5 and GNU extensions): the grammar; typing is in operators.ts and its neighbours. */
import type { TextRange } from "../../../ground/util/text-position.ts";
import type { ArithmeticOperator, Expression, Variable } from "../ast.ts";
import type { Token } from "../token.ts";
import { unqualified } from "../type-factory.ts";
import { alignOf, isComplete, preferredAlignOf, sizeOf } from "../type-layout.ts";
import { typeToString } from "../type-printer.ts";
import type { CType } from "../types.ts";
import { makeArrow, makeMember, makeSubscript } from "./access.ts";
import { makeCall } from "./calls.ts";
import { makeCast } from "./casts.ts";
import type { Parser } from "./context.ts";
import { integerLiteral, typeFault } from "./implicit-conversions.ts";
import { parseLabelAddress } from "./labels.ts";
import {
  type BinaryOperator,
  makeAddress,
  makeAssignment,
  makeBinary,
  makeComma,
  makeCompoundAssignment,
  makeConditional,
  makeDereference,
  makeIncrement,
  makeNot,
  makePart,
  makeSigned,
} from "./operators.ts";
import { parsePrimary, parseStatementExpression } from "./primary.ts";
import { parseArguments } from "./special-builtins.ts";
import { withLengths } from "./variable-lengths.ts";

export function parseExpression(p: Parser): Expression {
  const { start } = p.token;
  return expressionRest(p, parseAssignment(p), start);
}

// Each `…Rest` function continues after a first operand that began at `start`.

function expressionRest(p: Parser, first: Expression, start: number): Expression {
  let left = first;
  while (p.accept(",")) left = makeComma(p, left, parseAssignment(p), p.rangeFrom(start));
  return left;
}

const ASSIGNMENTS: ReadonlyMap<string, ArithmeticOperator | undefined> = new Map([
  ["=", undefined],
  ...(["+", "-", "*", "/", "%", "<<", ">>", "&", "|", "^"] as const).map(
    (operator): [string, ArithmeticOperator] => [`${operator}=`, operator],
  ),
]);

export function parseAssignment(p: Parser): Expression {
  const { start } = p.token;
  return assignmentRest(p, parseConditional(p), start);
}

function assignmentRest(p: Parser, first: Expression, start: number): Expression {
  // `a = b = c`: a loop over the left operands, nested afterwards.
  const targets: { readonly left: Expression; readonly start: number; readonly token: Token }[] =
    [];
  let value = first;
  let valueStart = start;
  while (p.token.kind === "punctuator" && ASSIGNMENTS.has(p.token.text)) {
    targets.push({ left: value, start: valueStart, token: p.advance() });
    valueStart = p.token.start;
    value = parseConditional(p);
  }
  for (const { left, start: leftStart, token } of targets.reverse()) {
    const range = p.rangeFrom(leftStart);
    const place = { operatorRange: rangeOf(token), range };
    const operator = ASSIGNMENTS.get(token.text);
    value =
      operator === undefined
        ? makeAssignment(p, left, value, place)
        : makeCompoundAssignment(p, operator, left, value, place);
  }
  return value;
}

function rangeOf(token: Token): TextRange {
  return { start: token.start, end: token.end };
}

export function parseConditional(p: Parser): Expression {
  const { start } = p.token;
  return conditionalRest(p, parseBinary(p, 1), start);
}

/** Chains `a ? b : c ? d : …` are parsed in a loop and nested afterwards. */
function conditionalRest(p: Parser, first: Expression, firstStart: number): Expression {
  const links: {
    readonly start: number;
    readonly tested: Expression;
    readonly whenTrue: Expression | undefined;
    readonly questionRange: TextRange;
  }[] = [];
  let start = firstStart;
  let value = first;
  while (p.at("?")) {
    const questionRange = rangeOf(p.advance());
    const whenTrue = p.at(":") ? undefined : parseExpression(p);
    p.expect(":", "in the conditional expression");
    links.push({ start, tested: value, whenTrue, questionRange });
    start = p.token.start;
    value = parseBinary(p, 1);
  }
  for (const { start: linkStart, tested, whenTrue, questionRange } of links.reverse()) {
    const place = { questionRange, range: p.rangeFrom(linkStart) };
    value = makeConditional(p, tested, whenTrue, value, place);
  }
  return value;
}

/** Precedence of the binary operators; higher binds tighter. */
const PRECEDENCE: ReadonlyMap<string, number> = new Map(
  [
    ["||"],
    ["&&"],
    ["|"],
    ["^"],
    ["&"],
    ["==", "!="],
    ["<", ">", "<=", ">="],
    ["<<", ">>"],
    ["+", "-"],
    ["*", "/", "%"],
  ].flatMap((operators, level) => operators.map((text): [string, number] => [text, level + 1])),
);

/** Operators of precedence `minimum` and above, all left-associative. */
function parseBinary(p: Parser, minimum: number): Expression {
  const { start } = p.token;
  return binaryRest(p, parseCast(p), start, minimum);
}

function binaryRest(p: Parser, first: Expression, start: number, minimum: number): Expression {
  let left = first;
  for (;;) {
    const token = p.token;
    const precedence = token.kind === "punctuator" ? (PRECEDENCE.get(token.text) ?? 0) : 0;
    if (precedence < minimum) return left;
    p.advance();
    const right = parseBinary(p, precedence + 1);
    const place = { operatorRange: rangeOf(token), range: p.rangeFrom(start) };
    left = makeBinary(p, token.text as BinaryOperator, left, right, place);
  }
}

/** `(type) operand`, a compound literal `(type) { … }`, or a unary expression. */
function parseCast(p: Parser): Expression {
  if (!p.at("(") || !startsTypeNameAfterParenthesis(p)) return parseUnary(p);
  const { start } = p.token;
  const lengths: Variable[] = [];
  const type = parseParenthesizedTypeName(p, lengths);
  if (p.at("{")) {
    if (lengths.length > 0) {
      p.unsupported(p.rangeFrom(start), "a compound literal of a variably modified type is");
    }
    return parsePostfix(p, parseCompoundLiteral(p, type, start), start);
  }
  const operand = parseCast(p);
  const range = p.rangeFrom(start);
  return withLengths(lengths, makeCast(p, operand, type, range), range);
}

function startsTypeNameAfterParenthesis(p: Parser): boolean {
  return p.grammar.startsTypeName(p, 1);
}

function parseParenthesizedTypeName(p: Parser, lengths: Variable[]): CType {
  p.expect("(", "before the type");
  const type = p.grammar.typeName(p, lengths);
  p.expect(")", "after the type");
  return type;
}

/** C11 6.5.2.5; an object of its own, static at file scope. */
function parseCompoundLiteral(p: Parser, declared: CType, start: number): Expression {
  const { type, initializer } = p.grammar.initializer(p, declared);
  const range = p.rangeFrom(start);
  const isStatic = p.function === undefined;
  const variable = {
    kind: "variable",
    name: `literal.${p.uniqueNumber()}`,
    type,
    storage: isStatic ? "global" : "local",
    linkage: "none",
    isExternOnly: false,
    initializer,
    range,
  } as const;
  if (isStatic) p.globals.push(variable);
  return { kind: "compound-literal", variable, type, range };
}

const UNARY: ReadonlyMap<string, (p: Parser, operand: Expression, range: TextRange) => Expression> =
  new Map<string, (p: Parser, operand: Expression, range: TextRange) => Expression>([
    ["&", makeAddress],
    ["*", makeDereference],
    ["+", (p, operand, range) => makeSigned(p, "plus", operand, range)],
    ["-", (p, operand, range) => makeSigned(p, "minus", operand, range)],
    ["~", (p, operand, range) => makeSigned(p, "complement", operand, range)],
    ["!", makeNot],
    ["__real__", (p, operand, range) => makePart(p, "real", operand, range)],
    ["__real", (p, operand, range) => makePart(p, "real", operand, range)],
    ["__imag__", (p, operand, range) => makePart(p, "imag", operand, range)],
    ["__imag", (p, operand, range) => makePart(p, "imag", operand, range)],
    ["__extension__", (_p, operand) => operand],
  ]);
const SIZEOF: ReadonlySet<string> = new Set(["sizeof", "_Alignof", "__alignof", "__alignof__"]);

function parseUnary(p: Parser): Expression {
  const token = p.token;
  if (token.kind === "punctuator" || token.kind === "keyword") {
    const make = UNARY.get(token.text);
    if (make !== undefined) {
      p.advance();
      const operand = parseCast(p);
      return make(p, operand, p.rangeFrom(token.start));
    }
    if (token.text === "++" || token.text === "--") {
      p.advance();
      const operand = parseUnary(p);
      return makeIncrement(p, token.text, "prefix", operand, p.rangeFrom(token.start));
    }
    if (token.text === "&&") return parseLabelAddress(p);
    if (SIZEOF.has(token.text)) return parseSizeof(p);
  }
  const { start } = token;
  const primary = token.text === "(" ? parseParenthesized(p) : parsePrimary(p);
  return parsePostfix(p, primary, start);
}

/**
 * A parenthesised expression or a statement expression. Parentheses that open
 * one right behind the other, as in `(((a && b) && c) && d)`, do not nest calls.
 */
function parseParenthesized(p: Parser): Expression {
  const starts: number[] = [];
  while (p.at("(") && p.peek().text !== "{" && !startsTypeNameAfterParenthesis(p)) {
    starts.push(p.advance().start);
  }
  const innermost = starts.pop();
  if (innermost === undefined) return parseStatementExpression(p);
  let expression = parseExpression(p);
  p.expect(")", "after the expression");
  let inner = innermost;
  for (const start of starts.reverse()) {
    expression = parsePostfix(p, expression, inner);
    expression = binaryRest(p, expression, inner, 1);
    expression = conditionalRest(p, expression, inner);
    expression = assignmentRest(p, expression, inner);
    expression = expressionRest(p, expression, inner);
    p.expect(")", "after the expression");
    inner = start;
  }
  return expression;
}

/** sizeof and alignof of a type or of an expression, which is evaluated only for a length in it (C11 6.5.3.4). */
function parseSizeof(p: Parser): Expression {
  const keyword = p.advance();
  let type: CType;
  let operand: Expression | undefined;
  const lengths: Variable[] = [];
  if (p.at("(") && startsTypeNameAfterParenthesis(p)) {
    const { start } = p.token;
    type = parseParenthesizedTypeName(p, lengths);
    if (p.at("{")) {
      operand = parsePostfix(p, parseCompoundLiteral(p, type, start), start);
      type = operand.type;
    }
  } else {
    operand = parseUnary(p);
    type = operand.type;
  }
  const range = p.rangeFrom(keyword.start);
  if (operand?.kind === "member" && operand.field.bitWidth !== undefined) {
    throw typeFault(p, range, `'${keyword.text}' of a bit-field`);
  }
  if (keyword.text !== "sizeof") {
    return alignmentOf(p, keyword, type, range, operand && declaredAlignment(operand));
  }
  const size = sizeOf(type);
  if (size !== undefined) {
    // Unspecified where a length does not matter (C11 6.7.6.2p5).
    if (lengths.length > 0) p.unsupported(range, "'sizeof' of a type with an unused length is");
    return integerLiteral(p.types.size, BigInt(size), range);
  }
  if (!isComplete(type)) {
    throw typeFault(p, range, `'sizeof' of the incomplete type '${typeToString(type)}'`);
  }
  const value: Expression = {
    kind: "runtime-sizeof",
    of: unqualified(type),
    type: p.types.size,
    range,
  };
  if (operand === undefined || operand.kind === "variable") {
    return withLengths(lengths, value, range);
  }
  return { kind: "comma", left: operand, right: value, type: p.types.size, range };
}

/**
 * The alignment of a variable or a member, independent of its type; members are placed by C11's
 * alignment, also on i386.
 */
function declaredAlignment(operand: Expression): number | undefined {
  if (operand.kind === "variable") return operand.variable.alignedTo;
  return operand.kind === "member" ? (operand.field.align ?? alignOf(operand.type)) : undefined;
}

/** `declared` is the alignment that the object itself was given. */
function alignmentOf(
  p: Parser,
  keyword: Token,
  type: CType,
  range: TextRange,
  declared: number | undefined,
): Expression {
  const align = declared ?? (keyword.text === "_Alignof" ? alignOf(type) : preferredAlignOf(type));
  if (align === undefined) {
    throw typeFault(p, range, `alignment of the incomplete type '${typeToString(type)}'`);
  }
  return integerLiteral(p.types.size, BigInt(align), range);
}

function parsePostfix(p: Parser, primary: Expression, start: number): Expression {
  let expression = primary;
  for (;;) {
    const token = p.token;
    if (token.kind !== "punctuator") return expression;
    switch (token.text) {
      case "[": {
        p.advance();
        const index = parseExpression(p);
        p.expect("]", "after the subscript");
        expression = makeSubscript(p, expression, index, p.rangeFrom(start));
        break;
      }
      case "(": {
        const { values, closeParenRange } = parseArguments(p);
        const place = { closeParenRange, range: p.rangeFrom(start) };
        expression = makeCall(p, expression, values, place);
        break;
      }
      case ".":
      case "->": {
        p.advance();
        const name = p.identifier("a member name");
        const make = token.text === "." ? makeMember : makeArrow;
        expression = make(p, expression, name, p.rangeFrom(start));
        break;
      }
      case "++":
      case "--":
        p.advance();
        expression = makeIncrement(p, token.text, "postfix", expression, p.rangeFrom(start));
        break;
      default:
        return expression;
    }
  }
}
