/** Function definitions (C11 6.9.1), old-style ones and GNU nested functions among them. */
import type { CompoundStatement, FunctionSymbol, Statement, Variable } from "../ast.ts";
import { functionType } from "../type-factory.ts";
import { isComplete } from "../type-layout.ts";
import { typeToString } from "../type-printer.ts";
import type { FunctionType } from "../types.ts";
import { skipAttributes } from "./attributes.ts";
import { NO_RETURN } from "./calls.ts";
import type { Parser } from "./context.ts";
import { type Declared, declareFunctionSymbol, declareNestedFunction } from "./declarations.ts";
import { type ParameterList, parameterVariable, parseDeclarator } from "./declarators.ts";
import { checkLabels } from "./labels.ts";
import { parseSpecifiers } from "./specifiers.ts";

/** A function at file scope, or a GNU nested function inside the body of another one. */
export function parseFunctionDefinition(
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
      : p.inScope(() => parseOldStyleParameters(p, list), list.scope);
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
  const symbol =
    p.function === undefined
      ? declareFunctionSymbol(p, declared, type)
      : declareNestedFunction(p, declared, type);
  // GNU `extern inline` gives only a body for inlining, which the real definition may repeat.
  const isInlineOnly = specifiers.isInline && specifiers.storage === "extern";
  const previous = symbol.definition;
  if (previous !== undefined && !isInlineOnly && !p.inlineDefinitions.has(symbol)) {
    p.error(name, "redefinition", `function '${name.text}' is defined twice`);
  }
  // A program's own `exit` has the semantics of its body.
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
): CompoundStatement {
  const leading: Statement[] = [];
  const [first] = lengths;
  if (first !== undefined) {
    leading.push({ kind: "declaration", variables: lengths, range: first.range });
  }
  const outer = p.function;
  p.function = {
    symbol,
    labels: new Set(),
    labelUses: new Map(),
    localLabels: [],
    nameVariable: undefined,
    targets: [],
  };
  try {
    const body = p.inScope(() => p.grammar.block(p, leading), scope);
    checkLabels(p);
    return body;
  } finally {
    p.function = outer;
  }
}

/**
 * The declarations between the names and the body of `f(a, b) int a; {…}`; undeclared parameters
 * are int.
 */
function parseOldStyleParameters(
  p: Parser,
  { identifiers = [], lengths }: ParameterList,
): Variable[] {
  const declared = new Map<string, Variable>();
  const outerLengths = p.lengthVariables;
  p.lengthVariables = lengths;
  try {
    while (!p.at("{")) {
      const specifiers = parseSpecifiers(p);
      do {
        const declarator = parseDeclarator(p, specifiers.type, { names: "required" });
        skipAttributes(p);
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
  } finally {
    p.lengthVariables = outerLengths;
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
