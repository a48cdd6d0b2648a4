/** Typing of member access and subscripts (C11 6.5.2.1, 6.5.2.3). */
import type { TextRange } from "../../../ground/util/text-position.ts";
import type { Expression } from "../ast.ts";
import type { Token } from "../token.ts";
import { qualified, qualifiersOf } from "../type-factory.ts";
import { typeToString } from "../type-printer.ts";
import type { Field, RecordType } from "../types.ts";
import type { Parser } from "./context.ts";
import { decay, typeFault } from "./implicit-conversions.ts";
import { makeBinary, makeDereference } from "./operators.ts";
import { elementsOf } from "./vectors.ts";

/** The members to pass through to reach a name, anonymous ones first; undefined when there is none. */
export function findMember(type: RecordType, name: string): readonly Field[] | undefined {
  for (const field of type.definition.fields ?? []) {
    if (field.name === name) return [field];
    const { type: inner } = field;
    if (field.name !== undefined || (inner.kind !== "struct" && inner.kind !== "union")) continue;
    const path = findMember(inner, name);
    if (path !== undefined) return [field, ...path];
  }
  return undefined;
}

/** `base.name`; the member is as qualified as the record. */
export function makeMember(p: Parser, base: Expression, name: Token, range: TextRange): Expression {
  const { type } = base;
  if (type.kind !== "struct" && type.kind !== "union") {
    const shown = typeToString(type);
    throw typeFault(p, name, `member '${name.text}' of a value of type '${shown}'`);
  }
  if (type.definition.fields === undefined) {
    const shown = typeToString(type);
    throw typeFault(p, name, `member '${name.text}' of the incomplete type '${shown}'`);
  }
  const path = findMember(type, name.text);
  if (path === undefined) {
    const shown = typeToString(type);
    throw p.fault(name, "undeclared", `'${shown}' has no member named '${name.text}'`);
  }
  let expression = base;
  for (const field of path) {
    const memberType = qualified(field.type, qualifiersOf(expression.type));
    expression = { kind: "member", base: expression, field, type: memberType, range };
  }
  return expression;
}

/** `pointer->name` is `(*pointer).name`. */
export function makeArrow(
  p: Parser,
  pointer: Expression,
  name: Token,
  range: TextRange,
): Expression {
  const value = decay(p, pointer);
  if (value.type.kind !== "pointer") {
    const shown = typeToString(value.type);
    throw typeFault(p, value.range, `'->' needs a pointer, found a value of type '${shown}'`);
  }
  return makeMember(p, makeDereference(p, value, value.range), name, range);
}

/** `a[i]` is `*(a + i)`. */
export function makeSubscript(
  p: Parser,
  array: Expression,
  index: Expression,
  range: TextRange,
): Expression {
  const left = elementsOf(p, array) ?? decay(p, array);
  const right = decay(p, index);
  if (left.type.kind !== "pointer" && right.type.kind !== "pointer") {
    const shown = typeToString(left.type);
    throw typeFault(p, range, `subscript of a value of type '${shown}', which is not an array`);
  }
  const sum = makeBinary(p, "+", left, right, { operatorRange: range, range });
  return makeDereference(p, sum, range);
}
