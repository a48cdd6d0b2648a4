import type { TextRange } from "../../../ground/util/text-position.ts";
import type { Expression } from "../ast.ts";
import { isInteger, isScalar } from "../conversions.ts";
import { unqualified, vectorOf } from "../type-factory.ts";
import { sizeOf } from "../type-layout.ts";
import { typeToString } from "../type-printer.ts";
import { isCompatibleUnqualified } from "../type-relations.ts";
import type { CType } from "../types.ts";
import { unionLiteral } from "./calls.ts";
import type { Parser } from "./context.ts";
import { decay, typeFault } from "./implicit-conversions.ts";

/** `(type) expression` (C11 6.5.4), with GNU's casts of records to themselves and to unions. */
export function makeCast(
  p: Parser,
  expression: Expression,
  declared: CType,
  range: TextRange,
): Expression {
  const type = unqualified(declared);
  const operand = decay(p, expression);
  const source = unqualified(operand.type);
  if (type.kind === "void") return { kind: "cast", operand, implicit: false, type, range };
  if (type.kind === "struct" || type.kind === "union") {
    if (source.kind === type.kind && source.definition === type.definition) return operand;
    const member = type.definition.fields?.find((field) =>
      isCompatibleUnqualified(field.type, source, p.types),
    );
    if (type.kind === "union" && member !== undefined) {
      return unionLiteral(p, type, member.type, operand);
    }
  }
  const isVectorCast = vectorOf(type) !== undefined || vectorOf(source) !== undefined;
  if (
    isVectorCast &&
    sizeOf(type) === sizeOf(source) &&
    isVectorOrInteger(type) &&
    isVectorOrInteger(source)
  ) {
    return { kind: "cast", operand, implicit: false, type, range };
  }
  const isFloat = (candidate: CType): boolean =>
    candidate.kind === "float" || candidate.kind === "complex";
  const isAllowed =
    isScalar(type) &&
    isScalar(source) &&
    !(type.kind === "pointer" && isFloat(source)) &&
    !(source.kind === "pointer" && isFloat(type));
  if (isAllowed) return { kind: "cast", operand, implicit: false, type, range };
  const message = `a value of type '${typeToString(source)}' cannot be cast to '${typeToString(type)}'`;
  throw typeFault(p, range, message);
}

/** A cast to or from a vector reinterprets the bytes. */
function isVectorOrInteger(type: CType): boolean {
  return vectorOf(type) !== undefined || isInteger(type);
}
