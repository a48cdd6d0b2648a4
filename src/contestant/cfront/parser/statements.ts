/** Statements (C11 6.8 and GNU statements). */
import type { TextRange } from "../../../ground/util/text-position.ts";
import type {
  AsmOperand,
  AsmStatement,
  CompoundStatement,
  Expression,
  ForStatement,
  Statement,
} from "../ast.ts";
import { foldInteger } from "../constant-folding.ts";
import { skipAttributes } from "./attributes.ts";
import { ParseFault, type Parser, type SwitchTarget } from "./context.ts";
import { parseLocalDeclaration, startsDeclaration } from "./declarations.ts";
import { parseFunctionDefinition } from "./function-definitions.ts";
import {
  condition,
  convert,
  convertAssigned,
  decay,
  integerPromoted,
  isLvalue,
} from "./implicit-conversions.ts";
import { defineLabel, parseLocalLabels, useLabel } from "./labels.ts";
import { parseStringText } from "./string-literals.ts";

/** A braced block in a scope of its own. */
export function parseCompoundStatement(p: Parser): CompoundStatement {
  return p.inScope(() => parseBlock(p));
}

/** A braced block in the current scope; `leading` statements are put before its own. */
export function parseBlock(p: Parser, leading: readonly Statement[] = []): CompoundStatement {
  const { start } = p.expect("{", "to begin a block");
  const items: Statement[] = [...leading];
  const localLabels = parseLocalLabels(p);
  p.function?.localLabels.push(localLabels);
  while (!p.at("}")) {
    if (p.token.kind === "eof") p.fail("expected '}' before end of file");
    parseBlockItem(p, items);
  }
  p.function?.localLabels.pop();
  p.advance();
  return { kind: "compound", items, range: p.rangeFrom(start) };
}

/** Parses a declaration or statement; after an error goes on behind it. */
function parseBlockItem(p: Parser, items: Statement[]): void {
  const before = p.position;
  try {
    const item = startsDeclaration(p)
      ? parseLocalDeclaration(p, parseFunctionDefinition)
      : parseStatement(p);
    if (item !== undefined) items.push(item);
  } catch (fault) {
    if (!(fault instanceof ParseFault)) throw fault;
    if (p.position === before) p.advance();
    p.recover();
  }
}

/** Label, case or default in front of a statement, waiting for its body. */
type Prefix =
  | { readonly kind: "label"; readonly label: string }
  | { readonly kind: "case"; readonly low: bigint; readonly high: bigint }
  | { readonly kind: "default" };

/** A statement with its labels; thousands of labels in a row do not nest calls. */
function parseStatement(p: Parser): Statement {
  const prefixes: Prefix[] = [];
  for (let prefix = parsePrefix(p); prefix !== undefined; prefix = parsePrefix(p)) {
    prefixes.push(prefix);
  }
  let statement = parseLabelled(p, prefixes.length > 0);
  for (const prefix of prefixes.reverse()) {
    statement = { ...prefix, body: statement, range: statement.range };
  }
  return statement;
}

function parsePrefix(p: Parser): Prefix | undefined {
  if (p.token.kind === "identifier" && p.peek().text === ":" && p.peek().kind === "punctuator") {
    const name = p.advance();
    p.advance();
    skipAttributes(p);
    return { kind: "label", label: defineLabel(p, name.text, name) };
  }
  if (p.at("case")) return parseCase(p);
  if (p.at("default")) {
    const keyword = p.advance();
    p.expect(":", "after 'default'");
    const target = switchTarget(p, keyword);
    if (target?.hasDefault === true) p.error(keyword, "duplicate-case", "second 'default' label");
    if (target !== undefined) target.hasDefault = true;
    return { kind: "default" };
  }
  return undefined;
}

function parseCase(p: Parser): Prefix {
  const keyword = p.advance();
  const target = switchTarget(p, keyword);
  const lowExpression = p.grammar.conditionalExpression(p);
  const highExpression = p.accept("...") ? p.grammar.conditionalExpression(p) : lowExpression;
  p.expect(":", "after the case value");
  const constant = (expression: Expression): bigint => {
    const isConstant = foldInteger(expression, p.machine) !== undefined;
    const converted = target === undefined ? expression : convert(p, expression, target.type);
    const value = isConstant ? foldInteger(converted, p.machine) : undefined;
    if (value === undefined) {
      p.error(expression.range, "not-constant", "case value is not an integer constant");
    }
    return value ?? 0n;
  };
  const low = constant(lowExpression);
  const high = highExpression === lowExpression ? low : constant(highExpression);
  target?.cases.push({ low, high, range: p.rangeFrom(keyword.start) });
  return { kind: "case", low, high };
}

function switchTarget(p: Parser, keyword: { text: string } & TextRange): SwitchTarget | undefined {
  const target = p.function?.targets.findLast((candidate) => candidate.kind === "switch");
  if (target?.kind === "switch") return target;
  p.error(keyword, "misplaced-statement", `'${keyword.text}' label outside of a switch statement`);
  return undefined;
}

function parseLabelled(p: Parser, isLabelled: boolean): Statement {
  // A label at the end of a block or before a declaration belongs to an empty statement (C23, GNU).
  if (isLabelled && (p.at("}") || startsDeclaration(p))) {
    const { start } = p.token;
    return { kind: "expression", expression: undefined, range: { start, end: start } };
  }
  const token = p.token;
  if (token.kind === "keyword" || token.kind === "punctuator") {
    const parse = STATEMENTS.get(token.text);
    if (parse !== undefined) return parse(p);
  }
  if (token.text === "__attribute__" || token.text === "__attribute") {
    skipAttributes(p); // fallthrough
    return parseExpressionStatement(p);
  }
  return parseExpressionStatement(p);
}

function parseExpressionStatement(p: Parser): Statement {
  const { start } = p.token;
  const expression = p.at(";") ? undefined : p.grammar.expression(p);
  p.expect(";", expression === undefined ? "" : "after the expression");
  return { kind: "expression", expression, range: p.rangeFrom(start) };
}

/** `else if` chains of any length are parsed in a loop and nested afterwards. */
function parseIf(p: Parser): Statement {
  const links: { start: number; condition: Expression; then: Statement }[] = [];
  let last: Statement | undefined;
  for (;;) {
    const { start } = p.expect("if", "");
    const tested = parseParenthesizedCondition(p, "if");
    const then = parseStatement(p);
    links.push({ start, condition: tested, then });
    if (!p.accept("else")) break;
    if (!p.at("if")) {
      last = parseStatement(p);
      break;
    }
  }
  const { end } = p.rangeFrom(0);
  for (const { start, condition: tested, then } of links.reverse()) {
    last = { kind: "if", condition: tested, then, else: last, range: { start, end } };
  }
  return last as Statement;
}

function parseParenthesizedCondition(p: Parser, keyword: string): Expression {
  p.expect("(", `after '${keyword}'`);
  const expression = p.grammar.expression(p);
  p.expect(")", `after the condition of '${keyword}'`);
  return condition(p, expression);
}

function parseLoopBody(p: Parser): Statement {
  p.function?.targets.push({ kind: "loop" });
  try {
    return parseStatement(p);
  } finally {
    p.function?.targets.pop();
  }
}

function parseWhile(p: Parser): Statement {
  const { start } = p.advance();
  const tested = parseParenthesizedCondition(p, "while");
  const body = parseLoopBody(p);
  return { kind: "while", condition: tested, body, range: p.rangeFrom(start) };
}

function parseDo(p: Parser): Statement {
  const { start } = p.advance();
  const body = parseLoopBody(p);
  p.expect("while", "after the body of 'do'");
  const tested = parseParenthesizedCondition(p, "while");
  p.expect(";", "after the condition of 'do'");
  return { kind: "do", body, condition: tested, range: p.rangeFrom(start) };
}

function parseFor(p: Parser): ForStatement {
  const { start } = p.advance();
  return p.inScope(() => {
    p.expect("(", "after 'for'");
    let initializer: Statement | undefined;
    if (startsDeclaration(p)) {
      // A witness places loop invariants at `for`, and they may mention the loop's own variables.
      initializer = parseLocalDeclaration(p, parseFunctionDefinition, start);
    } else if (!p.accept(";")) initializer = parseExpressionStatement(p);
    const tested = p.at(";") ? undefined : condition(p, p.grammar.expression(p));
    p.expect(";", "after the condition of 'for'");
    const step = p.at(")") ? undefined : p.grammar.expression(p);
    p.expect(")", "after the clauses of 'for'");
    const body = parseLoopBody(p);
    return { kind: "for", initializer, condition: tested, step, body, range: p.rangeFrom(start) };
  });
}

function parseSwitch(p: Parser): Statement {
  const { start } = p.advance();
  p.expect("(", "after 'switch'");
  const expression = decay(p, p.grammar.expression(p));
  p.expect(")", "after the value of 'switch'");
  if (expression.type.kind !== "integer" && expression.type.kind !== "enum") {
    throw p.fault(expression.range, "type-error", "the value of 'switch' is not an integer");
  }
  const promoted = integerPromoted(p, expression);
  const target: SwitchTarget = {
    kind: "switch",
    type: promoted.type,
    cases: [],
    hasDefault: false,
  };
  p.function?.targets.push(target);
  let body: Statement;
  try {
    body = parseStatement(p);
  } finally {
    p.function?.targets.pop();
  }
  checkCases(p, target);
  return { kind: "switch", condition: promoted, body, range: p.rangeFrom(start) };
}

function checkCases(p: Parser, { cases }: SwitchTarget): void {
  const sorted = cases
    .filter(({ low, high }) => low <= high)
    .sort((a, b) => (a.low < b.low ? -1 : a.low > b.low ? 1 : a.range.start - b.range.start));
  sorted.forEach((current, index) => {
    const previous = sorted[index - 1];
    if (previous !== undefined && current.low <= previous.high) {
      p.error(current.range, "duplicate-case", `case value ${current.low} is already covered`);
    }
  });
}

// ----------------------------------------------------------------------- jumps

function parseGoto(p: Parser): Statement {
  const { start } = p.advance();
  if (p.accept("*")) {
    const target = decay(p, p.grammar.expression(p));
    p.expect(";", "after 'goto'");
    return { kind: "computed-goto", target, range: p.rangeFrom(start) };
  }
  const name = p.identifier("a label name");
  const label = useLabel(p, name.text, name);
  p.expect(";", "after 'goto'");
  return { kind: "goto", label, range: p.rangeFrom(start) };
}

function parseBreak(p: Parser): Statement {
  const keyword = p.advance();
  if ((p.function?.targets.length ?? 0) === 0) {
    p.error(keyword, "misplaced-statement", "'break' outside of a loop or switch");
  }
  p.expect(";", "after 'break'");
  return { kind: "break", range: p.rangeFrom(keyword.start) };
}

function parseContinue(p: Parser): Statement {
  const keyword = p.advance();
  if (p.function?.targets.some((target) => target.kind === "loop") !== true) {
    p.error(keyword, "misplaced-statement", "'continue' outside of a loop");
  }
  p.expect(";", "after 'continue'");
  return { kind: "continue", range: p.rangeFrom(keyword.start) };
}

function parseReturn(p: Parser): Statement {
  const { start } = p.advance();
  const result = p.function?.symbol.type.result;
  let value = p.at(";") ? undefined : p.grammar.expression(p);
  if (value !== undefined && result !== undefined) {
    if (result.kind !== "void") value = convertAssigned(p, value, result, "returned");
    else value = convert(p, decay(p, value), result);
  }
  p.expect(";", "after 'return'");
  return { kind: "return", value, range: p.rangeFrom(start) };
}

// ------------------------------------------------------------------------- asm

/** `asm qualifiers ( "text" : outputs : inputs : clobbers : labels );` */
function parseAsm(p: Parser): AsmStatement {
  const { start } = p.advance();
  let mayJump = false;
  while (ASM_QUALIFIERS.has(p.token.text)) mayJump = p.advance().text === "goto" || mayJump;
  p.expect("(", "after 'asm'");
  const text = parseStringText(p);
  const outputs: AsmOperand[] = [];
  const inputs: AsmOperand[] = [];
  // `::` is two punctuators, so empty sections need no special care.
  for (let section = 0; p.accept(":"); section++) {
    while (!p.at(":") && !p.at(")")) {
      const operand = parseAsmOperand(p, section);
      if (operand !== undefined) (section === 0 ? outputs : inputs).push(operand);
      if (!p.accept(",")) break;
    }
  }
  p.expect(")", "after the operands of 'asm'");
  p.expect(";", "after 'asm'");
  return { kind: "asm", text, outputs, inputs, mayJump, range: p.rangeFrom(start) };
}

const ASM_QUALIFIERS: ReadonlySet<string> = new Set(
  "volatile __volatile__ __volatile inline __inline__ __inline goto".split(" "),
);

function parseAsmOperand(p: Parser, section: number): AsmOperand | undefined {
  if (section === 3) {
    const name = p.identifier("a label name");
    useLabel(p, name.text, name);
    return undefined;
  }
  let name: string | undefined;
  if (p.accept("[")) {
    name = p.advance().text;
    p.expect("]", "after the operand's name");
  }
  const constraint = parseStringText(p);
  if (section === 2) return undefined;
  p.expect("(", "before the operand");
  const operand = p.grammar.expression(p);
  p.expect(")", "after the operand");
  if (section === 0 && !isLvalue(operand)) {
    throw p.fault(operand.range, "type-error", "an output of inline assembly is not an object");
  }
  const staysObject = section === 0 || (isLvalue(operand) && !/[^moV,%]/.test(constraint));
  const value = staysObject ? operand : decay(p, operand);
  return name === undefined ? { constraint, value } : { name, constraint, value };
}

const STATEMENTS: ReadonlyMap<string, (p: Parser) => Statement> = new Map<
  string,
  (p: Parser) => Statement
>([
  ["{", parseCompoundStatement],
  ["if", parseIf],
  ["while", parseWhile],
  ["do", parseDo],
  ["for", parseFor],
  ["switch", parseSwitch],
  ["goto", parseGoto],
  ["break", parseBreak],
  ["continue", parseContinue],
  ["return", parseReturn],
  ["asm", parseAsm],
  ["__asm", parseAsm],
  ["__asm__", parseAsm],
]);
