/** Compatible and composite types (C11 6.2.7). */
import { integerPromote } from "./conversions.ts";
import type { BasicTypes } from "./type-factory.ts";
import { qualified, qualifiersOf, unqualified } from "./type-factory.ts";
import type { CType, FunctionType, Qualifiers } from "./types.ts";

/** Whether two types are compatible; qualifiers count, `alignedTo` does not. */
export function isCompatible(left: CType, right: CType, types: BasicTypes): boolean {
  if (left === right) return true;
  if (!sameQualifiers(left, right)) return false;
  if (left.kind === "enum" || right.kind === "enum") return isCompatibleEnum(left, right, types);
  if (left.kind === "integer" && right.kind === "integer") return left.name === right.name;
  if (left.kind === "float" && right.kind === "float") return left.name === right.name;
  if (left.kind === "complex" && right.kind === "complex") {
    return left.element.name === right.element.name;
  }
  if (left.kind === "pointer" && right.kind === "pointer") {
    return isCompatible(left.target, right.target, types);
  }
  if (left.kind === "array" && right.kind === "array") {
    const isSameLength =
      left.length === undefined || right.length === undefined || left.length === right.length;
    return isSameLength && isCompatible(left.element, right.element, types);
  }
  if (left.kind === "function" && right.kind === "function") {
    return isCompatibleFunction(left, right, types);
  }
  if (
    (left.kind === "struct" || left.kind === "union") &&
    (right.kind === "struct" || right.kind === "union")
  ) {
    return left.definition === right.definition;
  }
  return left.kind === "void" && right.kind === "void";
}

/** As {@link isCompatible}, but for the qualifiers of the outermost level. */
export function isCompatibleUnqualified(left: CType, right: CType, types: BasicTypes): boolean {
  return isCompatible(unqualified(left), unqualified(right), types);
}

function sameQualifiers(left: Qualifiers, right: Qualifiers): boolean {
  return (
    (left.const ?? false) === (right.const ?? false) &&
    (left.volatile ?? false) === (right.volatile ?? false) &&
    (left.restrict ?? false) === (right.restrict ?? false) &&
    (left.atomic ?? false) === (right.atomic ?? false)
  );
}

/** Whether the default argument promotions do not change values of the type (C11 6.5.2.2p6). */
function isCompatibleEnum(left: CType, right: CType, types: BasicTypes): boolean {
  if (left.kind === "enum" && right.kind === "enum") return left.definition === right.definition;
  const [enumeration, other] = left.kind === "enum" ? [left, right] : [right, left];
  if (enumeration.kind !== "enum" || other.kind !== "integer") return false;
  const underlying = enumeration.definition.underlying;
  return (
    underlying !== undefined && isCompatible(types[underlying.name], unqualified(other), types)
  );
}

/** C11 6.7.6.3p15. */
function isCompatibleFunction(left: FunctionType, right: FunctionType, types: BasicTypes): boolean {
  if (!isCompatible(left.result, right.result, types)) return false;
  if (left.oldStyle && right.oldStyle) return true;
  if (left.oldStyle !== right.oldStyle) {
    const prototype = left.oldStyle ? right : left;
    return (
      !prototype.variadic &&
      prototype.parameters.every(({ type }) => isSelfPromoting(unqualified(type), types))
    );
  }
  return (
    left.variadic === right.variadic &&
    left.parameters.length === right.parameters.length &&
    left.parameters.every((parameter, index) =>
      isCompatibleUnqualified(
        parameter.type,
        (right.parameters[index] as { readonly type: CType }).type,
        types,
      ),
    )
  );
}

/** An enumeration is more specific than its integer type. */
function isSelfPromoting(type: CType, types: BasicTypes): boolean {
  if (type.kind === "integer") return integerPromote(type, types).name === type.name;
  if (type.kind === "enum") {
    const underlying = type.definition.underlying;
    return underlying === undefined || isSelfPromoting(types[underlying.name], types);
  }
  return !(type.kind === "float" && type.name === "float");
}

/** The composite of two compatible types (C11 6.2.7p3). */
export function compositeType(left: CType, right: CType): CType {
  if (left === right) return left;
  if (left.kind === "array" && right.kind === "array") {
    const sized = left.length === undefined && right.length !== undefined ? right : left;
    return { ...sized, element: compositeType(left.element, right.element) };
  }
  if (left.kind === "pointer" && right.kind === "pointer") {
    return { ...left, target: compositeType(left.target, right.target) };
  }
  if (left.kind === "function" && right.kind === "function") {
    const result = compositeType(left.result, right.result);
    if (left.oldStyle !== right.oldStyle) return { ...(left.oldStyle ? right : left), result };
    if (left.parameters.length !== right.parameters.length) return { ...left, result };
    const parameters = left.parameters.map((parameter, index) => {
      const other = right.parameters[index] as FunctionType["parameters"][number];
      const composite = compositeType(unqualified(parameter.type), unqualified(other.type));
      const type = qualified(composite, qualifiersOf(parameter.type));
      const name = parameter.name ?? other.name;
      return name === undefined ? { type } : { name, type };
    });
    return { ...left, result, parameters };
  }
  // An enumeration says more than its integer type.
  return left.kind === "enum" || right.kind !== "enum" ? left : right;
}
