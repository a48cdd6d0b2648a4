/** Enumeration specifiers (C11 6.7.2.2). */
import { foldInteger } from "../constant-folding.ts";
import { enumUnderlying, intMax, intMin } from "../conversions.ts";
import type { EnumType, IntegerType } from "../types.ts";
import { noAttributes, parseAttributes, refuseOthers, skipAttributes } from "./attributes.ts";
import type { Parser } from "./context.ts";
import type { EnumConstant } from "./scope.ts";
import { incompleteType, resolveTag } from "./tags.ts";

/** `enum tag`, `enum tag { … }` or `enum { … }`. */
export function parseEnum(p: Parser): EnumType {
  const keyword = p.advance();
  const attributes = noAttributes();
  parseAttributes(p, attributes);
  const tagToken = p.token.kind === "identifier" ? p.advance() : undefined;
  if (!p.at("{")) {
    if (tagToken === undefined) p.fail("expected a tag or '{' after 'enum'");
    return resolveTag(p, "enum", tagToken, { isLocal: p.at(";") }) as EnumType;
  }
  const type = (
    tagToken === undefined
      ? incompleteType("enum", undefined)
      : resolveTag(p, "enum", tagToken, { isLocal: true })
  ) as EnumType;
  if (type.definition.underlying !== undefined) {
    p.error(tagToken ?? keyword, "redefinition", `'enum ${tagToken?.text}' is defined twice`);
  }
  const constants = parseEnumerators(p);
  parseAttributes(p, attributes);
  refuseOthers(p, attributes, ["packed"], keyword.start);
  const values = constants.map(({ constant }) => constant.value);
  const underlying = enumUnderlying(values, p.types, { packed: attributes.packed });
  if (underlying === undefined) {
    p.error(keyword, "type-error", "no integer type holds all enumerators");
  }
  type.definition.underlying = underlying ?? p.types.int;
  // An enumerator that does not fit an int has the type of the enumeration from here on (GNU C).
  for (const { constant, offset } of constants) {
    if (fits(constant.value, p.types.int) || underlying === undefined) continue;
    p.scope.declare(constant.name, { ...constant, type: underlying }, offset);
  }
  return type;
}

function parseEnumerators(p: Parser): { constant: EnumConstant; offset: number }[] {
  p.expect("{", "before the enumerators");
  const constants: { constant: EnumConstant; offset: number }[] = [];
  let next = 0n;
  while (!p.at("}")) {
    const token = p.identifier("an enumerator");
    const name = token.text;
    skipAttributes(p);
    let type: IntegerType | undefined;
    if (p.accept("=")) {
      const expression = p.grammar.conditionalExpression(p);
      const value = foldInteger(expression, p.machine);
      if (value === undefined) {
        p.error(expression.range, "not-constant", `value of '${name}' is not an integer constant`);
      }
      next = value ?? next;
      if (expression.type.kind === "integer") type = expression.type;
    }
    const wide = [p.types.int, p.types.uint, p.types.long, p.types.ulong, p.types.llong];
    if (fits(next, p.types.int)) type = p.types.int;
    else if (type === undefined || !fits(next, type)) {
      type = wide.find((candidate) => fits(next, candidate)) ?? p.types.ullong;
    }
    const previous = p.scope.lookupHere(name);
    if (previous !== undefined) {
      p.error(token, "redefinition", `'${name}' is declared twice in this scope`);
    }
    const constant: EnumConstant = { kind: "enum-constant", name, type, value: next };
    const offset = p.rangeFrom(token.start).end;
    p.scope.declare(name, constant, offset);
    constants.push({ constant, offset });
    next++;
    if (!p.accept(",")) break;
  }
  if (constants.length === 0) p.error(p.token, "syntax-error", "enumeration without enumerators");
  p.expect("}", "after the enumerators");
  return constants;
}

function fits(value: bigint, type: IntegerType): boolean {
  return value >= intMin(type) && value <= intMax(type);
}
