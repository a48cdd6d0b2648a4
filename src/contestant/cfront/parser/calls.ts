/** Typing of function calls (C11 6.5.2.2) and implicitly declared functions. */
import type { TextRange } from "../../../ground/util/text-position.ts";
import type { Expression, FunctionReference, FunctionSymbol, Variable } from "../ast.ts";
import type { Token } from "../token.ts";
import { functionType, unqualified } from "../type-factory.ts";
import { typeToString } from "../type-printer.ts";
import { isCompatibleUnqualified } from "../type-relations.ts";
import type { CType, FunctionType, RecordType } from "../types.ts";
import type { Parser } from "./context.ts";
import {
  convertAssigned,
  decay,
  defaultPromoted,
  isNullPointerConstant,
  typeFault,
} from "./implicit-conversions.ts";
import { libraryFunctionType } from "./library-functions.ts";

export function makeCall(
  p: Parser,
  calleeExpression: Expression,
  argumentList: readonly Expression[],
  { closeParenRange, range }: { readonly closeParenRange: TextRange; readonly range: TextRange },
): Expression {
  const callee = decay(p, calleeExpression);
  const target = callee.type.kind === "pointer" ? callee.type.target : undefined;
  if (target?.kind !== "function") {
    const shown = typeToString(callee.type);
    throw typeFault(p, callee.range, `called value of type '${shown}' is not a function`);
  }
  const values = convertArguments(p, target, argumentList, callee, closeParenRange);
  const type = unqualified(target.result);
  return { kind: "call", callee, arguments: values, type, closeParenRange, range };
}

function convertArguments(
  p: Parser,
  type: FunctionType,
  values: readonly Expression[],
  callee: Expression,
  closeParenRange: TextRange,
): Expression[] {
  if (type.oldStyle) return values.map((value) => defaultPromoted(p, value));
  const { parameters, variadic } = type;
  const expected = parameters.length;
  if (values.length < expected || (values.length > expected && !variadic)) {
    const name = nameOfCallee(callee);
    const least = variadic ? "at least " : "";
    const message = `${name} takes ${least}${expected} arguments, found ${values.length}`;
    p.error(values[expected]?.range ?? closeParenRange, "argument-count", message);
  }
  return values.map((value, index) => {
    const parameter = parameters[index];
    if (parameter === undefined) return defaultPromoted(p, value);
    return convertArgument(p, value, parameter.type);
  });
}

function nameOfCallee(callee: Expression): string {
  if (callee.kind !== "decay" || callee.operand.kind !== "function") return "the function";
  return `function '${callee.operand.symbol.name}'`;
}

function convertArgument(p: Parser, value: Expression, type: CType): Expression {
  if (type.kind === "union" && p.transparentUnions.has(type.definition)) {
    const argument = decay(p, value);
    const isUnion = argument.type.kind === "union" && argument.type.definition === type.definition;
    if (!isUnion) return asTransparentUnion(p, argument, type);
  }
  return convertAssigned(p, value, type, "passed");
}

/** GNU `transparent_union`: the argument initialises the member whose type it has. */
function asTransparentUnion(p: Parser, value: Expression, type: RecordType): Expression {
  const fields = type.definition.fields ?? [];
  const member =
    fields.find((field) => isCompatibleUnqualified(field.type, value.type, p.types)) ??
    fields.find(
      (field) =>
        field.type.kind === "pointer" &&
        (value.type.kind === "pointer" || isNullPointerConstant(p, value)),
    ) ??
    fields[0];
  if (member === undefined) throw typeFault(p, value.range, "argument for an empty union");
  return unionLiteral(p, type, member.type, convertAssigned(p, value, member.type, "passed"));
}

/** A union value whose member of the given type holds `value`: also GNU's cast to a union. */
export function unionLiteral(
  p: Parser,
  type: RecordType,
  memberType: CType,
  value: Expression,
): Expression {
  const { range } = value;
  const variable: Variable = {
    kind: "variable",
    name: `literal.${p.uniqueNumber()}`,
    type: unqualified(type),
    storage: p.function === undefined ? "global" : "local",
    linkage: "none",
    isExternOnly: false,
    initializer: { items: [{ offset: 0, type: memberType, value }], range },
    range,
  };
  if (p.function === undefined) p.globals.push(variable);
  return { kind: "compound-literal", variable, type: variable.type, range };
}

/**
 * Returns the function for a call of an undeclared name (C90 6.3.2.2): `int f()`, or the library
 * function of that name, which gcc knows.
 */
export function implicitFunction(p: Parser, name: Token): FunctionSymbol {
  const known = p.functions.get(name.text);
  if (known !== undefined) return known;
  const symbol = declareFunction(
    p,
    name.text,
    libraryFunctionType(p, name.text) ?? functionType(p.types.int, [], { oldStyle: true }),
    { start: name.start, end: name.end },
  );
  p.implicitFunctions.add(symbol);
  p.scope.declare(name.text, symbol, name.end);
  return symbol;
}

/** A name of a function; it may be an alias of another one (link-level.ts). */
export function functionReference(
  p: Parser,
  symbol: FunctionSymbol,
  range: TextRange,
): FunctionReference {
  const target = p.linkTargets.get(symbol);
  const named = target?.kind === "function" ? target : symbol;
  const reference: FunctionReference = {
    kind: "function",
    symbol: named,
    type: symbol.type,
    range,
  };
  p.linkedReferences.push(reference);
  return reference;
}

/** Adds a function to the translation unit. */
export function declareFunction(
  p: Parser,
  name: string,
  type: FunctionType,
  range: TextRange,
): FunctionSymbol {
  const symbol: FunctionSymbol = {
    kind: "function",
    name,
    type,
    definition: undefined,
    range,
    isNoReturn: NO_RETURN.has(name),
  };
  p.functions.set(name, symbol);
  return symbol;
}

/** Library functions that gcc knows not to return, however they are declared. */
export const NO_RETURN: ReadonlySet<string> = new Set([
  "abort",
  "exit",
  "_exit",
  "_Exit",
  "quick_exit",
]);

/** A plain call of a library function that the program need not have declared. */
export function callLibraryFunction(
  p: Parser,
  name: string,
  values: readonly Expression[],
  place: { readonly closeParenRange: TextRange; readonly range: TextRange },
): Expression {
  const { range } = place;
  let symbol = p.functions.get(name);
  if (symbol === undefined) {
    const type = libraryFunctionType(p, name);
    if (type === undefined) {
      throw p.fault(range, "unsupported", `builtin function '__builtin_${name}' is not supported`);
    }
    symbol = declareFunction(p, name, type, { start: range.start, end: range.start });
    p.implicitFunctions.add(symbol);
  }
  const callee = functionReference(p, symbol, range);
  return makeCall(p, callee, values, place);
}
