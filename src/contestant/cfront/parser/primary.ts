/** Primary expressions (C11 6.5.1, with GNU statement expressions and `__func__`). */
import type { TextRange } from "../../../ground/util/text-position.ts";
import type { Expression, Statement, Variable, VariableReference } from "../ast.ts";
import { parseCharacterLiteral, parseFloatLiteral, parseIntegerLiteral } from "../literals.ts";
import type { Token } from "../token.ts";
import { arrayOf, complexOf, qualified, unqualified } from "../type-factory.ts";
import { isCompatible } from "../type-relations.ts";
import type { CType, FloatType, IntegerType } from "../types.ts";
import { builtin } from "./builtins.ts";
import { functionReference, implicitFunction } from "./calls.ts";
import type { Parser } from "./context.ts";
import { bitFieldWidth, convert, decay, integerLiteral } from "./implicit-conversions.ts";
import { isSpecialBuiltin, parseSpecialBuiltin } from "./special-builtins.ts";
import { parseString } from "./string-literals.ts";

const FUNCTION_NAMES: ReadonlySet<string> = new Set([
  "__func__",
  "__FUNCTION__",
  "__PRETTY_FUNCTION__",
]);

export function parsePrimary(p: Parser): Expression {
  const token = p.token;
  switch (token.kind) {
    case "identifier":
      return parseIdentifier(p);
    case "integer":
      return parseInteger(p);
    case "float":
      return parseFloating(p);
    case "character": {
      p.advance();
      const { value, type } = parseCharacterLiteral(token.text, p.machine, (message) =>
        p.error(token, "invalid-literal", message),
      );
      return integerLiteral(p.types[type], value, rangeOf(token));
    }
    case "string":
      return parseString(p);
    default:
      if (token.text === "_Generic") return parseGeneric(p);
      if (isSpecialBuiltin(token)) return parseSpecialBuiltin(p);
      return p.fail(`expected an expression, found ${p.describeToken()}`);
  }
}

function rangeOf(token: Token): TextRange {
  return { start: token.start, end: token.end };
}

function parseInteger(p: Parser): Expression {
  const token = p.advance();
  const { value, type, imaginary } = parseIntegerLiteral(token.text, p.machine, (message) =>
    p.error(token, "invalid-literal", message),
  );
  const literal = integerLiteral(p.types[type], value, rangeOf(token));
  return imaginary ? imaginaryNumber(p, literal, p.types[type]) : literal;
}

function parseFloating(p: Parser): Expression {
  const token = p.advance();
  const { text, type, imaginary } = parseFloatLiteral(token.text, (message) =>
    p.error(token, "invalid-literal", message),
  );
  const literal: Expression = { kind: "float", text, type: p.types[type], range: rangeOf(token) };
  return imaginary ? imaginaryNumber(p, literal, p.types[type]) : literal;
}

/** `2.0i` (GNU). */
function imaginaryNumber(
  p: Parser,
  literal: Expression,
  element: IntegerType | FloatType,
): Expression {
  const zero = convert(p, integerLiteral(p.types.int, 0n, literal.range), element);
  return builtin("complex", complexOf(element), [zero, literal], literal.range);
}

/** `({ …; value; })` (GNU). */
export function parseStatementExpression(p: Parser): Expression {
  const { start } = p.expect("(", "");
  if (p.function === undefined) p.fail("statement expression outside of a function");
  const body = p.grammar.compoundStatement(p);
  p.expect(")", "after the statement expression");
  const range = p.rangeFrom(start);
  const items = [...body.items];
  separateLabels(items);
  const last = items.pop();
  if (last?.kind !== "expression" || last.expression === undefined) {
    return { kind: "statement-expression", body, type: p.types.void, range };
  }
  // The value is that of the last expression, converted as an operand would be.
  const value = decay(p, last.expression);
  items.push({ ...last, expression: value });
  return {
    kind: "statement-expression",
    body: { ...body, items },
    type: unqualified(value.type),
    range,
  };
}

/** `label: value;` at the end becomes `label: ;` and `value;`, so that the value is the last item. */
function separateLabels(items: Statement[]): void {
  for (let last = items.at(-1); last?.kind === "label"; last = items.at(-1)) {
    const { start } = last.range;
    const empty: Statement = {
      kind: "expression",
      expression: undefined,
      range: { start, end: start },
    };
    items.splice(-1, 1, { ...last, body: empty }, last.body);
  }
}

function parseIdentifier(p: Parser): Expression {
  const token = p.token;
  if (isSpecialBuiltin(token)) return parseSpecialBuiltin(p);
  const range = rangeOf(token);
  const entity = p.scope.lookup(token.text);
  if (entity !== undefined) {
    p.advance();
    switch (entity.kind) {
      case "variable": {
        const type = p.referenceTypes.get(entity) ?? entity.type;
        return variableReference(p, { kind: "variable", variable: entity, type, range });
      }
      case "function":
        return functionReference(p, entity, range);
      case "enum-constant":
        return integerLiteral(entity.type, entity.value, range);
      case "typedef":
        return p.fail(`expected an expression, found the type '${token.text}'`);
    }
  }
  if (FUNCTION_NAMES.has(token.text) && p.function !== undefined) {
    p.advance();
    const variable = functionName(p);
    return { kind: "variable", variable, type: variable.type, range };
  }
  p.advance();
  if (p.at("(")) {
    const symbol = implicitFunction(p, token);
    return functionReference(p, symbol, range);
  }
  throw p.fault(range, "undeclared", `'${token.text}' is not declared`);
}

/** A name of an object with linkage may be an alias; see link-level.ts. */
function variableReference(p: Parser, reference: VariableReference): VariableReference {
  const { variable } = reference;
  const target = p.linkTargets.get(variable);
  if (target?.kind === "variable") return { ...reference, variable: target };
  if (variable.linkage !== "none") p.linkedReferences.push(reference);
  return reference;
}

/** `static const char __func__[] = "name";` (C11 6.4.2.2). */
function functionName(p: Parser): Variable {
  const state = p.function;
  if (state === undefined) return p.fail("'__func__' outside of a function");
  if (state.nameVariable === undefined) {
    const { name, range } = state.symbol;
    // The number of a nested function is no part of its name.
    const bytes = Uint8Array.from(
      [...name.replace(/\.\d+$/, "")].map((character) => character.charCodeAt(0)).concat(0),
    );
    const type = arrayOf(qualified(p.types.char, { const: true }), bytes.length);
    const value: Expression = { kind: "string", bytes, type, range };
    state.nameVariable = {
      kind: "variable",
      name: "__func__",
      type,
      storage: "static-local",
      linkage: "none",
      isExternOnly: false,
      initializer: { items: [{ offset: 0, type, value }], range },
      range,
    };
    p.globals.push(state.nameVariable);
  }
  return state.nameVariable;
}

/** `_Generic ( expression , type : expression , … )` (C11 6.5.1.1). */
function parseGeneric(p: Parser): Expression {
  const keyword = p.advance();
  p.expect("(", "after '_Generic'");
  const controlling = p.grammar.assignmentExpression(p);
  const type = unqualified(decay(p, controlling).type);
  const matchesNoType = hasBitFieldType(controlling);
  let chosen: Expression | undefined;
  let fallback: Expression | undefined;
  while (p.accept(",")) {
    const place = p.token;
    let associated: CType | undefined;
    if (!p.accept("default")) associated = p.grammar.typeName(p);
    p.expect(":", "after the type");
    const expression = p.grammar.assignmentExpression(p);
    if (associated === undefined) {
      if (fallback !== undefined) {
        throw p.fault(place, "type-error", "second 'default' in '_Generic'");
      }
      fallback = expression;
    } else if (!matchesNoType && isCompatible(type, associated, p.types)) {
      if (chosen !== undefined) {
        throw p.fault(place, "type-error", "two associations of '_Generic' match the expression");
      }
      chosen = expression;
    }
  }
  p.expect(")", "after the associations of '_Generic'");
  const result = chosen ?? fallback;
  if (result === undefined) {
    throw p.fault(keyword, "type-error", "no association of '_Generic' matches the expression");
  }
  return result;
}

/**
 * In gcc, a bit-field that is narrower than its declared type has a type without a name; promotion
 * changes that only up to the width of `int`.
 */
function hasBitFieldType(expression: Expression): boolean {
  if (expression.kind === "unary" && expression.operator === "plus") {
    return (bitFieldWidth(expression.operand) ?? 0) > 32;
  }
  return bitFieldWidth(expression) !== undefined;
}
