/** Declarations at file scope and function definitions (C11 6.9). */
import type { FunctionSymbol, Statement, Variable } from "../ast.ts";
import type { Token } from "../token.ts";
import { functionType } from "../type-factory.ts";
import { isComplete } from "../type-layout.ts";
import { typeToString } from "../type-printer.ts";
import type { FunctionType } from "../types.ts";
import { noAttributes, parseAttributes } from "./attributes.ts";
import { NO_RETURN } from "./calls.ts";
import { ParseFault, type Parser } from "./context.ts";
import {
  type Declared,
  declareAutoType,
  declareFunctionSymbol,
  declareLinkedVariable,
  declareTypedef,
  finishDeclarator,
} from "./declarations.ts";
import { type ParameterList, parameterVariable, parseDeclarator } from "./declarators.ts";
import { checkLabels } from "./labels.ts";
import { parseSpecifiers, startsSpecifiers } from "./specifiers.ts";
import { parseBlock } from "./statements.ts";
import { parseStaticAssert } from "./static-assert.ts";

/** Parses a whole file; after an error goes on with the next declaration. */
export function parseExternalDeclarations(p: Parser): void {
  while (p.token.kind !== "eof") {
    const before = p.position;
    try {
      parseExternalDeclaration(p);
    } catch (fault) {
      if (!(fault instanceof ParseFault)) throw fault;
      p.recover();
      p.accept("}");
      if (p.position === before) p.advance();
    }
  }
}

function parseExternalDeclaration(p: Parser): void {
  if (p.accept(";")) return;
  if (p.at("_Static_assert")) {
    parseStaticAssert(p);
    return;
  }
  if (p.at("asm") || p.at("__asm__") || p.at("__asm")) {
    skipToplevelAsm(p);
    return;
  }
  const first = p.token;
  const specifiers = parseSpecifiers(p);
  if (p.token === first) checkImplicitInt(p);
  if (specifiers.storage === "auto") {
    p.error(specifiers.range, "syntax-error", "'auto' outside of a function");
  }
  if (p.accept(";")) return;
  let isFirst = true;
  do {
    if (!isFirst) parseAttributes(p, specifiers.attributes);
    const declarator = parseDeclarator(p, specifiers.type, { names: "required" });
    const declared = finishDeclarator(p, specifiers, declarator);
    const { type } = declared;
    const { parameters } = declarator;
    if (isFirst && type.kind === "function" && parameters !== undefined) {
      if (p.at("{") || (parameters.identifiers !== undefined && startsSpecifiers(p, p.token))) {
        parseFunctionDefinition(p, declared, type, parameters, first.start);
        return;
      }
    }
    if (specifiers.isAutoType) declareAutoType(p, declared);
    else if (specifiers.storage === "typedef") declareTypedef(p, declared);
    else if (type.kind === "function") declareFunctionSymbol(p, declared, type);
    else declareLinkedVariable(p, declared);
    isFirst = false;
  } while (p.accept(","));
  p.expect(";", "after the declaration");
}

/** Without specifiers only `f() {…}`, `x;` and the like of old C are declarations. */
function checkImplicitInt(p: Parser): void {
  const { token } = p;
  const next = p.peek();
  if (token.kind === "identifier" && next.kind === "identifier") {
    throw p.fault(
      token,
      "undeclared",
      `'${token.text}' is not the name of a type`,
      "declare it with typedef before this line, or include the header that does",
    );
  }
  const isDeclarator = token.kind === "identifier" || token.text === "*" || token.text === "(";
  if (!isDeclarator) p.fail(`expected a declaration, found ${p.describeToken()}`);
}

/** Assembler at file scope defines no object or function that C code could see. */
function skipToplevelAsm(p: Parser): void {
  p.advance();
  p.expect("(", "after 'asm'");
  while (!p.at(")") && p.token.kind !== "eof") p.advance();
  p.expect(")", "after the assembler text");
  p.expect(";", "after 'asm'");
}

// ------------------------------------------------------------ function definitions

function parseFunctionDefinition(
  p: Parser,
  declared: Declared,
  declaredType: FunctionType,
  list: ParameterList,
  start: number,
): void {
  const { name, specifiers } = declared;
  const variables =
    list.identifiers === undefined
      ? list.variables
      : p.inScope(() => parseOldStyleParameters(p, list.identifiers ?? []), list.scope);
  const type =
    list.identifiers === undefined ? declaredType : oldStyleType(declaredType, variables);
  if (specifiers.storage === "typedef") p.error(name, "syntax-error", "a typedef with a body");
  const { result } = type;
  if (result.kind !== "void" && !isComplete(result)) {
    const shown = typeToString(result);
    p.error(name, "type-error", `'${name.text}' returns the incomplete type '${shown}'`);
  }
  for (const parameter of variables) {
    if (isComplete(parameter.type)) continue;
    const shown = typeToString(parameter.type);
    p.error(parameter.range, "type-error", `parameter of the incomplete type '${shown}'`);
  }
  const symbol = declareFunctionSymbol(p, declared, type);
  // GNU `extern inline` gives only a body for inlining, which the real definition may repeat.
  const isInlineOnly = specifiers.isInline && specifiers.storage === "extern";
  const previous = symbol.definition;
  if (previous !== undefined && !isInlineOnly && !p.inlineDefinitions.has(symbol)) {
    p.error(name, "redefinition", `function '${name.text}' is defined twice`);
  }
  // A program's own `exit` does what its body says.
  if (NO_RETURN.has(name.text)) symbol.isNoReturn = declared.attributes.noReturn;
  list.scope.showFrom(start);
  const body = parseBody(p, symbol, list);
  if (previous !== undefined && isInlineOnly) return;
  if (isInlineOnly) p.inlineDefinitions.add(symbol);
  else p.inlineDefinitions.delete(symbol);
  symbol.definition = { symbol, parameters: variables, body, range: p.rangeFrom(start) };
}

function parseBody(
  p: Parser,
  symbol: FunctionSymbol,
  { scope, lengths }: ParameterList,
): ReturnType<typeof parseBlock> {
  const leading: Statement[] = [];
  const [first] = lengths;
  if (first !== undefined) {
    leading.push({ kind: "declaration", variables: lengths, range: first.range });
  }
  p.function = {
    symbol,
    labels: new Set(),
    labelUses: new Map(),
    localLabels: [],
    nameVariable: undefined,
    targets: [],
  };
  try {
    const body = p.inScope(() => parseBlock(p, leading), scope);
    checkLabels(p);
    return body;
  } finally {
    p.function = undefined;
  }
}

/** The declarations between the names and the body of `f(a, b) int a; {…}`; what is missing is int. */
function parseOldStyleParameters(p: Parser, identifiers: readonly Token[]): Variable[] {
  const declared = new Map<string, Variable>();
  while (!p.at("{")) {
    const specifiers = parseSpecifiers(p);
    do {
      const declarator = parseDeclarator(p, specifiers.type, { names: "required" });
      parseAttributes(p, noAttributes());
      const { name } = declarator;
      if (name === undefined || !identifiers.some(({ text }) => text === name.text)) {
        const message = `'${name?.text}' is not a parameter of this function`;
        throw p.fault(name ?? p.token, "undeclared", message);
      }
      const range = { start: name.start, end: name.end };
      declared.set(name.text, parameterVariable(p, name.text, declarator.type, range));
    } while (p.accept(","));
    p.expect(";", "after the declaration of the parameters");
  }
  return identifiers.map((name) => {
    const range = { start: name.start, end: name.end };
    const variable = declared.get(name.text) ?? parameterVariable(p, name.text, p.types.int, range);
    if (p.scope.lookupHere(name.text) !== undefined) {
      p.error(name, "redefinition", `parameter '${name.text}' is declared twice`);
    }
    p.scope.declare(name.text, variable, name.end);
    return variable;
  });
}

function oldStyleType(type: FunctionType, variables: readonly Variable[]): FunctionType {
  const parameters = variables.map((variable) => ({ name: variable.name, type: variable.type }));
  return functionType(type.result, parameters, { oldStyle: true });
}
