/**
 * C types after typedef resolution. Types are plain immutable data except that
 * struct, union and enum types are completed in place (C11 6.7.2.1p8), and are
 * compared by identity (each definition is a type of its own, 6.7.2.3p5).
 * Sizes and alignments are bytes and depend on the data model (machine-model.ts).
 */

export interface Qualifiers {
  readonly const?: boolean;
  readonly volatile?: boolean;
  readonly restrict?: boolean;
  readonly atomic?: boolean;
  /** GNU `aligned(n)` on a typedef: replaces the natural alignment, in bytes. */
  readonly alignedTo?: number;
}

/** Rank-ordered names; `char` is signed on the x86 targets of SV-COMP. */
export type IntegerKind =
  | "bool"
  | "char"
  | "schar"
  | "uchar"
  | "short"
  | "ushort"
  | "int"
  | "uint"
  | "long"
  | "ulong"
  | "llong"
  | "ullong"
  | "int128"
  | "uint128";
export type FloatKind = "float" | "double" | "ldouble" | "float128";

export interface VoidType extends Qualifiers {
  readonly kind: "void";
}
export interface IntegerType extends Qualifiers {
  readonly kind: "integer";
  readonly name: IntegerKind;
  /** Width in bits of the value representation (1 for _Bool). */
  readonly bits: number;
  readonly signed: boolean;
  readonly size: number;
  readonly align: number;
}
export interface FloatType extends Qualifiers {
  readonly kind: "float";
  readonly name: FloatKind;
  readonly size: number;
  readonly align: number;
}
export interface ComplexType extends Qualifiers {
  readonly kind: "complex";
  readonly element: FloatType | IntegerType;
}
export interface PointerType extends Qualifiers {
  readonly kind: "pointer";
  readonly target: CType;
  readonly size: number;
}
export interface ArrayType extends Qualifiers {
  readonly kind: "array";
  readonly element: CType;
  /** Number of elements; undefined for incomplete, flexible and variable-length arrays. */
  readonly length: number | undefined;
  /** Size expression of a variable-length array (C11 6.7.6.2p4); set by the parser. */
  readonly lengthExpression?: unknown;
}
export interface FunctionType extends Qualifiers {
  readonly kind: "function";
  readonly result: CType;
  readonly parameters: readonly { readonly name?: string; readonly type: CType }[];
  readonly variadic: boolean;
  /** Declared without a prototype, `int f()`: arguments undergo default promotion. */
  readonly oldStyle: boolean;
}
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}
export interface Field {
  /** Undefined for anonymous struct/union members and unnamed bit-fields. */
  readonly name: string | undefined;
  readonly type: CType;
  /**
   * Alignment of the member in bytes, where packing or an attribute makes it differ from its
   * type's.
   */
  readonly offset: number;
  /** For bit-fields: position of the lowest bit counted from byte `offset`, and width. */
  readonly bitOffset?: number;
  readonly bitWidth?: number;
  /** For bit-fields: the bytes, counted from byte `offset`, of all that are one memory location with it (C11 3.14). */
  readonly location?: ByteRange;
  /** Bytes: of the member, where packing or an attribute makes it another than its type's. */
  readonly align?: number;
}
/** Struct or union; `fields`, `size`, `align` are undefined until completed. */
export interface RecordType extends Qualifiers {
  readonly kind: "struct" | "union";
  readonly tag: string | undefined;
  /** Shared by all qualified versions of the type; identity is identity of this object. */
  readonly definition: RecordDefinition;
}
export interface RecordDefinition {
  fields: readonly Field[] | undefined;
  size: number;
  align: number;
  /** Set for GNU vectors: records whose only, unnamed member is the array of the elements. */
  readonly vector?: VectorShape;
}
export interface VectorShape {
  readonly element: CType;
  readonly count: number;
}
export interface EnumType extends Qualifiers {
  readonly kind: "enum";
  readonly tag: string | undefined;
  readonly definition: EnumDefinition;
}
export interface EnumDefinition {
  /** Compatible integer type chosen by gcc (uint unless a value is negative); undefined while incomplete. */
  underlying: IntegerType | undefined;
}

export type CType =
  | VoidType
  | IntegerType
  | FloatType
  | ComplexType
  | PointerType
  | ArrayType
  | FunctionType
  | RecordType
  | EnumType;
export type ScalarType = IntegerType | FloatType | PointerType | EnumType;
