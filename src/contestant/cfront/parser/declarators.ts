/** Declarators, parameter lists and type names (C11 6.7.6, 6.7.7). */
import type { TextRange } from "../../../ground/util/text-position.ts";
import type { Expression, Variable } from "../ast.ts";
import { foldInteger } from "../constant-folding.ts";
import { isInteger } from "../conversions.ts";
import type { Token } from "../token.ts";
import { arrayOf, functionType, pointerTo, qualified } from "../type-factory.ts";
import { isComplete } from "../type-layout.ts";
import { typeToString } from "../type-printer.ts";
import type { CType, Qualifiers } from "../types.ts";
import {
  type Attributes,
  atAttribute,
  noAttributes,
  parseAttributes,
  skipAttributes,
  withoutAttributes,
} from "./attributes.ts";
import type { Parser } from "./context.ts";
import { decay } from "./implicit-conversions.ts";
import { Scope } from "./scope.ts";
import { parseQualifiers, parseSpecifiers, startsSpecifiers } from "./specifiers.ts";
import { holdLength } from "./variable-lengths.ts";

export interface Declarator {
  readonly name: Token | undefined;
  readonly type: CType;
  /** Attributes written inside the declarator. */
  readonly attributes: Attributes;
  /** When the declarator makes a function: its parameters. */
  readonly parameters: ParameterList | undefined;
}
export interface ParameterList {
  readonly variables: Variable[];
  /** Hidden variables for the lengths of variable-length parameter types. */
  readonly lengths: Variable[];
  readonly variadic: boolean;
  /** Names of an old-style definition, `f(a, b)`. */
  readonly identifiers: readonly Token[] | undefined;
  /** True for `()` and identifier lists. */
  readonly oldStyle: boolean;
  readonly scope: Scope;
}

/** Derives a type from the type to its left; the one applied last is nearest to the name. */
interface Derivation {
  readonly apply: (type: CType) => CType;
  readonly parameters?: ParameterList;
}
interface Parts {
  name: Token | undefined;
  readonly derivations: Derivation[];
}
type NamePolicy = "required" | "optional" | "forbidden";

export function parseDeclarator(
  p: Parser,
  base: CType,
  options: { readonly names: NamePolicy },
): Declarator {
  const attributes = noAttributes();
  const { name, derivations } = parseParts(p, options.names, attributes);
  let type = base;
  for (const derivation of derivations) type = derivation.apply(type);
  return { name, type, attributes, parameters: derivations.at(-1)?.parameters };
}

function parseParts(p: Parser, names: NamePolicy, attributes: Attributes): Parts {
  const pointers: Derivation[] = [];
  parseAttributes(p, attributes);
  while (p.accept("*")) {
    const qualifiers = parseQualifiers(p, attributes);
    pointers.push({ apply: (type) => qualified(pointerTo(type, p.machine), qualifiers) });
  }
  let inner: Parts = { name: undefined, derivations: [] };
  if (p.at("(") && startsNestedDeclarator(p, names)) {
    p.advance();
    inner = parseParts(p, names, attributes);
    p.expect(")", "after the declarator");
  } else if (p.token.kind === "identifier" && names !== "forbidden") inner.name = p.advance();
  else if (names === "required") p.fail(`expected a name, found ${p.describeToken()}`);

  const suffixes: Derivation[] = [];
  while (p.at("[") || p.at("(")) {
    suffixes.push(p.at("[") ? parseArraySuffix(p) : parseFunctionSuffix(p));
  }
  return {
    name: inner.name,
    derivations: [...pointers, ...suffixes.reverse(), ...inner.derivations],
  };
}

/** In a parameter `int (x)`, a typedef name x makes a parameter list (C11 6.7.6.3p11). */
function startsNestedDeclarator(p: Parser, names: NamePolicy): boolean {
  const next = p.peek();
  if (next.text === ")" && next.kind === "punctuator") return false;
  if (names === "required") return true;
  if (next.text === "__attribute__" || next.text === "__attribute") return true;
  return next.text !== "..." && !startsSpecifiers(p, next);
}

// ---------------------------------------------------------------------- arrays

/** Where an array's length was left open or not constant. */
function parseArraySuffix(p: Parser): Derivation {
  const { start } = p.advance();
  let pointerQualifiers: Qualifiers = {};
  while (p.at("static") || atQualifierOrAttribute(p)) {
    if (p.accept("static")) continue;
    pointerQualifiers = {
      ...pointerQualifiers,
      ...withoutAttributes(p, (attributes) => parseQualifiers(p, attributes)),
    };
  }
  let length: number | undefined;
  let lengthExpression: Expression | undefined;
  const isStar = p.at("*") && p.peek().text === "]";
  if (isStar) p.advance();
  else if (!p.at("]")) {
    const expression = decay(p, p.grammar.assignmentExpression(p));
    length = constantLength(p, expression);
    if (length === undefined) lengthExpression = holdLength(p, expression);
  }
  p.expect("]", "after the array length");
  const range = p.rangeFrom(start);
  return {
    apply(element) {
      if (!isComplete(element)) {
        const shown = typeToString(element);
        throw p.fault(range, "type-error", `array of elements of the incomplete type '${shown}'`);
      }
      const array = arrayOf(element, length, lengthExpression);
      // Kept until the parameter becomes a pointer with these qualifiers.
      return Object.keys(pointerQualifiers).length > 0 ? { ...array, ...pointerQualifiers } : array;
    },
  };
}

function atQualifierOrAttribute(p: Parser): boolean {
  return (
    atAttribute(p) ||
    (p.token.kind === "keyword" && /^(__)?(const|volatile|restrict)|^_Atomic/.test(p.token.text))
  );
}

function constantLength(p: Parser, expression: Expression): number | undefined {
  if (!isInteger(expression.type)) {
    throw p.fault(expression.range, "type-error", "the length of an array is not an integer");
  }
  const value = foldInteger(expression, p.machine);
  if (value === undefined) {
    if (!p.scope.isFileScope) return undefined;
    p.error(expression.range, "not-constant", "length of an array at file scope is not constant");
    return 1;
  }
  if (value < 0n) p.error(expression.range, "type-error", `length of the array is ${value}`);
  return Number(value);
}

// ------------------------------------------------------------------- functions

function parseFunctionSuffix(p: Parser): Derivation {
  const { start } = p.token;
  const parameters = parseParameterList(p);
  const range = p.rangeFrom(start);
  return { apply: (result) => makeFunctionType(p, result, parameters, range), parameters };
}

function makeFunctionType(
  p: Parser,
  result: CType,
  { variables, variadic, oldStyle }: ParameterList,
  range: TextRange,
): CType {
  if (result.kind === "array" || result.kind === "function") {
    throw p.fault(
      range,
      "type-error",
      `a function cannot return ${result.kind === "array" ? "an array" : "a function"}`,
    );
  }
  const parameters = variables.map(({ name, type }) => (name === "" ? { type } : { name, type }));
  return functionType(result, parameters, { variadic, oldStyle });
}

/** `(int a, char *)`, `(void)`, `()` or the names of an old-style definition. */
function parseParameterList(p: Parser): ParameterList {
  p.expect("(", "before the parameters");
  const scope = new Scope(p.scopeTable, p.scope);
  const empty = { variables: [], lengths: [], variadic: false, scope };
  if (p.accept(")")) return { ...empty, identifiers: undefined, oldStyle: true };
  if (p.at("void") && p.peek().text === ")") {
    p.advance();
    p.advance();
    return { ...empty, identifiers: undefined, oldStyle: false };
  }
  if (p.token.kind === "identifier" && !startsSpecifiers(p, p.token)) {
    const identifiers = [p.identifier("a parameter name")];
    while (p.accept(",")) identifiers.push(p.identifier("a parameter name"));
    p.expect(")", "after the parameter names");
    return { ...empty, identifiers, oldStyle: true };
  }
  const outerLengths = p.lengthVariables;
  const lengths: Variable[] = [];
  p.lengthVariables = lengths;
  try {
    return p.inScope(() => {
      const variables: Variable[] = [];
      let variadic = false;
      do {
        if (p.at("...") && variables.length === 0) p.fail("expected a parameter before '...'");
        if (p.accept("...")) {
          variadic = true;
          break;
        }
        const { start } = p.token;
        const parameter = parseParameter(p);
        if (parameter !== undefined) variables.push(parameter);
        else if (variables.length > 0 || p.at(",")) {
          const range = p.rangeFrom(start);
          throw p.fault(range, "type-error", "'void' is not the only parameter");
        }
      } while (p.accept(","));
      p.expect(")", "after the parameters");
      return { variables, lengths, variadic, identifiers: undefined, oldStyle: false, scope };
    }, scope);
  } finally {
    p.lengthVariables = outerLengths;
  }
}

/** Undefined for `(void)` written through a typedef. */
function parseParameter(p: Parser): Variable | undefined {
  const first = p.token;
  const specifiers = parseSpecifiers(p);
  if (p.token === first) p.fail(`expected a parameter, found ${p.describeToken()}`);
  if (specifiers.storage !== undefined && specifiers.storage !== "register") {
    p.error(first, "syntax-error", `'${specifiers.storage}' in the declaration of a parameter`);
  }
  const declarator = parseDeclarator(p, specifiers.type, { names: "optional" });
  skipAttributes(p);
  const { name } = declarator;
  if (declarator.type.kind === "void" && name === undefined) return undefined;
  const range =
    name === undefined ? p.rangeFrom(first.start) : { start: name.start, end: name.end };
  const variable = parameterVariable(p, name?.text ?? "", declarator.type, range);
  if (name !== undefined) {
    if (p.scope.lookupHere(name.text) !== undefined) {
      p.error(name, "redefinition", `parameter '${name.text}' is declared twice`);
    }
    p.scope.declare(name.text, variable, name.end);
  }
  return variable;
}

/** A parameter with its type adjusted (C11 6.7.6.3p7-8). */
export function parameterVariable(
  p: Parser,
  name: string,
  type: CType,
  range: TextRange,
): Variable {
  return {
    kind: "variable",
    name,
    type: adjustParameter(p, type),
    storage: "parameter",
    linkage: "none",
    isExternOnly: false,
    initializer: undefined,
    range,
  };
}

function adjustParameter(p: Parser, type: CType): CType {
  if (type.kind === "function") return pointerTo(type, p.machine);
  if (type.kind !== "array") return type;
  const { const: isConst, volatile, restrict } = type;
  return qualified(pointerTo(type.element, p.machine), {
    ...(isConst ? { const: true } : {}),
    ...(volatile ? { volatile: true } : {}),
    ...(restrict ? { restrict: true } : {}),
  });
}

// ------------------------------------------------------------------ type names

/** Whether a type name starts here or `distance` tokens further on, as behind the parenthesis of a cast. */
export function startsTypeName(p: Parser, distance: number = 0): boolean {
  let position = distance;
  while (p.peek(position).text === "__extension__") position++;
  const token = p.peek(position);
  return startsSpecifiers(p, token) || token.text === "__attribute__";
}

/** See {@link Grammar.typeName}. */
export function parseTypeName(p: Parser, lengths: Variable[] = []): CType {
  const outerLengths = p.lengthVariables;
  p.lengthVariables = lengths;
  try {
    const specifiers = parseSpecifiers(p);
    return parseDeclarator(p, specifiers.type, { names: "forbidden" }).type;
  } finally {
    p.lengthVariables = outerLengths;
  }
}
