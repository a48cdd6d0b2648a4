/**
 * Makes types. Basic types exist once per data model, frozen, so that unqualified
 * ones may be compared by identity; derived types are made as needed.
 */
import { ILP32, type MachineModel } from "./machine-model.ts";
import type {
  ArrayType,
  ComplexType,
  CType,
  FloatKind,
  FloatType,
  FunctionType,
  IntegerKind,
  IntegerType,
  PointerType,
  Qualifiers,
  VectorShape,
  VoidType,
} from "./types.ts";

/** The basic types of one data model, and the ones that the library headers name. */
export interface BasicTypes
  extends Readonly<Record<IntegerKind, IntegerType>>,
    Readonly<Record<FloatKind, FloatType>> {
  readonly machine: MachineModel;
  readonly void: VoidType;
  /** `size_t`, the type of sizeof. */
  readonly size: IntegerType;
  /** `ptrdiff_t`. */
  readonly ptrdiff: IntegerType;
  /** `wchar_t`. */
  readonly wchar: IntegerType;
  /** `char *`. */
  readonly charPointer: PointerType;
  /** `void *`. */
  readonly voidPointer: PointerType;
}

const tables = new Map<MachineModel, BasicTypes>();

/** The basic types of `machine`; always the same objects. */
export function basicTypes(machine: MachineModel): BasicTypes {
  let table = tables.get(machine);
  if (table === undefined) {
    table = makeBasicTypes(machine);
    tables.set(machine, table);
  }
  return table;
}

function makeBasicTypes(machine: MachineModel): BasicTypes {
  const integer = (
    name: IntegerKind,
    size: number,
    signed: boolean,
    align: number = size,
  ): IntegerType =>
    Object.freeze({
      kind: "integer",
      name,
      bits: name === "bool" ? 1 : size * 8,
      signed,
      size,
      align,
    });
  const float = (name: FloatKind, size: number, align: number): FloatType =>
    Object.freeze({ kind: "float", name, size, align });
  const { longSize, longLongAlign } = machine;
  const char = integer("char", 1, true);
  const int = integer("int", 4, true);
  const uint = integer("uint", 4, false);
  const long = integer("long", longSize, true);
  const ulong = integer("ulong", longSize, false);
  const voidType: VoidType = Object.freeze({ kind: "void" });
  return Object.freeze({
    machine,
    void: voidType,
    bool: integer("bool", 1, false),
    char,
    schar: integer("schar", 1, true),
    uchar: integer("uchar", 1, false),
    short: integer("short", 2, true),
    ushort: integer("ushort", 2, false),
    int,
    uint,
    long,
    ulong,
    llong: integer("llong", 8, true, longLongAlign),
    ullong: integer("ullong", 8, false, longLongAlign),
    int128: integer("int128", 16, true),
    uint128: integer("uint128", 16, false),
    float: float("float", 4, 4),
    double: float("double", 8, machine.doubleAlign),
    ldouble: float("ldouble", machine.longDoubleSize, machine.longDoubleAlign),
    float128: float("float128", 16, 16),
    size: machine === ILP32 ? uint : ulong,
    ptrdiff: machine === ILP32 ? int : long,
    wchar: machine === ILP32 ? long : int,
    charPointer: pointerTo(char, machine),
    voidPointer: pointerTo(voidType, machine),
  });
}

export function pointerTo(target: CType, machine: MachineModel): PointerType {
  return { kind: "pointer", target, size: machine.pointerSize };
}

/** `length` undefined: incomplete, flexible, or (with `lengthExpression`) variable length. */
export function arrayOf(
  element: CType,
  length: number | undefined,
  lengthExpression?: unknown,
): ArrayType {
  return lengthExpression === undefined
    ? { kind: "array", element, length }
    : { kind: "array", element, length, lengthExpression };
}

/** Elements and their number, when the type is a GNU vector. */
export function vectorOf(type: CType): VectorShape | undefined {
  return type.kind === "struct" ? type.definition.vector : undefined;
}

export function complexOf(element: FloatType | IntegerType): ComplexType {
  return { kind: "complex", element };
}

/** Parameter types must be adjusted already (C11 6.7.6.3p7-8). */
export function functionType(
  result: CType,
  parameters: FunctionType["parameters"],
  options: { readonly variadic?: boolean; readonly oldStyle?: boolean } = {},
): FunctionType {
  return {
    kind: "function",
    result,
    parameters,
    variadic: options.variadic ?? false,
    oldStyle: options.oldStyle ?? false,
  };
}

/**
 * `type` with `qualifiers` added. An array's qualifiers belong to its elements
 * (C11 6.7.3p9); `alignedTo` stays with the type it is given to.
 */
export function qualified<T extends CType>(type: T, qualifiers: Qualifiers): T {
  const { const: isConst, volatile, restrict, atomic, alignedTo } = qualifiers;
  const added: Qualifiers = {
    ...(isConst && !type.const ? { const: true } : {}),
    ...(volatile && !type.volatile ? { volatile: true } : {}),
    ...(restrict && !type.restrict ? { restrict: true } : {}),
    ...(atomic && !type.atomic ? { atomic: true } : {}),
  };
  const alignment =
    alignedTo === undefined || alignedTo === type.alignedTo ? {} : { alignedTo: alignedTo };
  const hasAdded = Object.keys(added).length > 0;
  if (type.kind === "array") {
    if (!hasAdded && alignment.alignedTo === undefined) return type;
    return { ...type, ...alignment, element: qualified(type.element, added) };
  }
  return hasAdded || alignment.alignedTo !== undefined ? { ...type, ...added, ...alignment } : type;
}

/** The qualifiers of a type; of its elements for an array. */
export function qualifiersOf(type: CType): Qualifiers {
  if (type.kind === "array") return qualifiersOf(type.element);
  return {
    ...(type.const ? { const: true } : {}),
    ...(type.volatile ? { volatile: true } : {}),
    ...(type.restrict ? { restrict: true } : {}),
    ...(type.atomic ? { atomic: true } : {}),
  };
}

/** `type` without qualifiers and without `alignedTo`: the type of values (C11 6.3.2.1p2). */
export function unqualified<T extends CType>(type: T): T {
  if (type.kind === "array") {
    const element = unqualified(type.element);
    if (element === type.element && type.alignedTo === undefined) return type;
    const { alignedTo: _, ...rest } = type;
    return { ...rest, element } as T;
  }
  if (
    !type.const &&
    !type.volatile &&
    !type.restrict &&
    !type.atomic &&
    type.alignedTo === undefined
  ) {
    return type;
  }
  const { const: _c, volatile: _v, restrict: _r, atomic: _a, alignedTo: _t, ...rest } = type;
  return rest as unknown as T;
}
