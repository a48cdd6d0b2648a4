import type { TextRange } from "../../../ground/util/text-position.ts";
import type { CType, FloatKind, IntegerKind } from "../types.ts";
import type { Parser } from "./context.ts";

const SIGNED: Readonly<Record<string, IntegerKind>> = {
  QI: "schar",
  byte: "schar",
  HI: "short",
  SI: "int",
  TI: "int128",
};
const UNSIGNED: Readonly<Record<string, IntegerKind>> = {
  QI: "uchar",
  byte: "uchar",
  HI: "ushort",
  SI: "uint",
  TI: "uint128",
};
const FLOAT: Readonly<Record<string, FloatKind>> = {
  SF: "float",
  DF: "double",
  XF: "ldouble",
  TF: "float128",
};

/** Returns the type of `__attribute__((mode(…)))` for an integer or floating type (GNU C). */
export function modeType(p: Parser, type: CType, mode: string, range: TextRange): CType {
  if (type.kind === "integer") {
    const isLong = p.machine.longSize === 8;
    if (mode === "DI") {
      if (isLong) return type.signed ? p.types.long : p.types.ulong;
      return type.signed ? p.types.llong : p.types.ullong;
    }
    if (mode === "word" || mode === "pointer" || mode === "unwind_word") {
      if (isLong) return type.signed ? p.types.long : p.types.ulong;
      return type.signed ? p.types.int : p.types.uint;
    }
    const table = type.signed ? SIGNED : UNSIGNED;
    const name = Object.hasOwn(table, mode) ? table[mode] : undefined;
    if (name !== undefined) return p.types[name];
  }
  const name = Object.hasOwn(FLOAT, mode) ? FLOAT[mode] : undefined;
  if (type.kind === "float" && name !== undefined) return p.types[name];
  p.unsupported(range, `machine mode '${mode}' is`);
  return type;
}
