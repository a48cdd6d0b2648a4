/** Declaration specifiers (C11 6.7p1, 6.7.1–6.7.5) and their GNU extensions. */
import type { TextRange } from "../../../ground/util/text-position.ts";
import type { Token } from "../token.ts";
import { complexOf, qualified } from "../type-factory.ts";
import type { CType, FloatKind, IntegerKind, Qualifiers } from "../types.ts";
import {
  type Attributes,
  atAttribute,
  noAttributes,
  parseAlignas,
  parseAttributes,
} from "./attributes.ts";
import type { Parser } from "./context.ts";
import { parseEnum } from "./enums.ts";
import { modeType } from "./machine-modes.ts";
import { vaListType } from "./va-list.ts";
import { holdEvaluation } from "./variable-lengths.ts";
import { vectorType } from "./vectors.ts";

export type StorageSpecifier = "typedef" | "extern" | "static" | "auto" | "register";

export interface Specifiers {
  readonly type: CType;
  readonly storage: StorageSpecifier | undefined;
  readonly isThreadLocal: boolean;
  readonly isInline: boolean;
  readonly attributes: Attributes;
  /** `__auto_type`: the type is that of the initialiser. */
  readonly isAutoType: boolean;
  /** From the first specifier to the last. */
  readonly range: TextRange;
}

const STORAGE: ReadonlySet<string> = new Set(["typedef", "extern", "static", "auto", "register"]);
type QualifierName = "const" | "volatile" | "restrict" | "atomic";
const QUALIFIERS: ReadonlyMap<string, QualifierName> = new Map([
  ["const", "const"],
  ["__const", "const"],
  ["__const__", "const"],
  ["volatile", "volatile"],
  ["__volatile", "volatile"],
  ["__volatile__", "volatile"],
  ["restrict", "restrict"],
  ["__restrict", "restrict"],
  ["__restrict__", "restrict"],
  ["_Atomic", "atomic"],
]);
const INLINE: ReadonlySet<string> = new Set(["inline", "__inline", "__inline__"]);

/** Spellings of words that are counted to form an arithmetic type. */
const ARITHMETIC_WORDS: ReadonlyMap<string, string> = new Map([
  ...["void", "char", "short", "int", "long", "float", "double", "signed", "unsigned"].map(
    (word): [string, string] => [word, word],
  ),
  ["__signed", "signed"],
  ["__signed__", "signed"],
  ["_Bool", "bool"],
  ["_Complex", "complex"],
  ["__complex", "complex"],
  ["__complex__", "complex"],
  ["__int128", "int128"],
  ["__int128_t", "int128"],
  ["__uint128_t", "uint128"],
  ["__float128", "float128"],
  ["_Float128", "float128"],
  ["__float80", "ldouble"],
  ["_Float64x", "ldouble"],
  ["_Float64", "float64"],
  ["_Float32x", "float64"],
  ["_Float32", "float32"],
]);

/** Sorted words (`int` left out beside others) to the type they mean (C11 6.7.2p2). */
const COMBINATIONS: Readonly<Record<string, IntegerKind | FloatKind | "void">> = {
  void: "void",
  bool: "bool",
  char: "char",
  "char signed": "schar",
  "char unsigned": "uchar",
  short: "short",
  "short signed": "short",
  "short unsigned": "ushort",
  int: "int",
  signed: "int",
  unsigned: "uint",
  long: "long",
  "long signed": "long",
  "long unsigned": "ulong",
  "long long": "llong",
  "long long signed": "llong",
  "long long unsigned": "ullong",
  int128: "int128",
  "int128 signed": "int128",
  "int128 unsigned": "uint128",
  uint128: "uint128",
  float: "float",
  float32: "float",
  double: "double",
  float64: "double",
  "double long": "ldouble",
  ldouble: "ldouble",
  float128: "float128",
};

function atQualifier(p: Parser): boolean {
  return p.token.kind === "keyword" && QUALIFIERS.has(p.token.text);
}

/** Parses any number of qualifiers and attributes. */
export function parseQualifiers(p: Parser, attributes: Attributes): Qualifiers {
  const qualifiers: { -readonly [Name in keyof Qualifiers]: Qualifiers[Name] } = {};
  for (;;) {
    if (atAttribute(p)) parseAttributes(p, attributes);
    else if (atQualifier(p)) {
      qualifiers[QUALIFIERS.get(p.advance().text) as QualifierName] = true;
    } else return qualifiers;
  }
}

/** Whether a token begins declaration specifiers, given that only `__extension__` precedes it. */
export function startsSpecifiers(p: Parser, token: Token): boolean {
  const { text } = token;
  if (token.kind === "identifier") {
    return text === "__builtin_va_list" || p.scope.lookup(text)?.kind === "typedef";
  }
  return token.kind === "keyword" && SPECIFIER_KEYWORDS.has(text);
}

const SPECIFIER_KEYWORDS: ReadonlySet<string> = new Set([
  ...STORAGE,
  ...QUALIFIERS.keys(),
  ...ARITHMETIC_WORDS.keys(),
  ...INLINE,
  "struct",
  "union",
  "enum",
  "typeof",
  "__typeof",
  "__typeof__",
  "__auto_type",
  "_Noreturn",
  "_Alignas",
  "_Thread_local",
  "__thread",
]);

/**
 * Parses specifiers and qualifiers. Without any type specifier the type is
 * `int` (C90, K&R): callers have made sure that a declaration stands here.
 */
export function parseSpecifiers(p: Parser): Specifiers {
  const { start } = p.token;
  const attributes = noAttributes();
  const words: string[] = [];
  const qualifiers: { -readonly [Name in keyof Qualifiers]: Qualifiers[Name] } = {};
  let type: CType | undefined;
  let storage: StorageSpecifier | undefined;
  let isThreadLocal = false;
  let isInline = false;
  let isAutoType = false;

  const setType = (specified: CType): void => {
    if (type !== undefined || words.length > 0) p.fail("two types in one declaration");
    type = specified;
  };

  for (;;) {
    const token = p.token;
    const { text } = token;
    if (token.kind === "identifier") {
      if (type !== undefined || words.length > 0 || isAutoType) break;
      if (text === "__builtin_va_list") {
        p.advance();
        setType(vaListType(p.machine));
        continue;
      }
      const named = p.scope.lookup(text);
      if (named?.kind !== "typedef") break;
      p.advance();
      setType(named.type);
      continue;
    }
    if (token.kind !== "keyword") break;
    const word = ARITHMETIC_WORDS.get(text);
    if (word !== undefined) {
      if (type !== undefined) p.fail("two types in one declaration");
      words.push(word);
      p.advance();
    } else if (text === "_Atomic" && p.peek().text === "(") {
      p.advance();
      p.advance();
      setType(p.grammar.typeName(p, p.lengthVariables));
      qualifiers.atomic = true;
      p.expect(")", "after the type of '_Atomic'");
    } else if (QUALIFIERS.has(text)) {
      qualifiers[QUALIFIERS.get(text) as QualifierName] = true;
      p.advance();
    } else if (STORAGE.has(text)) {
      if (storage !== undefined && storage !== text) {
        p.error(token, "syntax-error", `both '${storage}' and '${text}' in one declaration`);
      }
      storage = text as StorageSpecifier;
      p.advance();
    } else if (INLINE.has(text)) {
      isInline = true;
      p.advance();
    } else if (text === "__extension__") p.advance();
    else if (text === "_Thread_local" || text === "__thread") {
      isThreadLocal = true;
      p.advance();
    } else if (text === "_Noreturn") {
      attributes.noReturn = true;
      p.advance();
    } else if (text === "_Alignas") parseAlignas(p, attributes);
    else if (text === "__auto_type") {
      isAutoType = true;
      p.advance();
    } else if (atAttribute(p)) parseAttributes(p, attributes);
    else if (text === "struct" || text === "union") setType(p.grammar.recordSpecifier(p));
    else if (text === "enum") setType(parseEnum(p));
    else if (/^(__)?typeof(__)?$/.test(text)) setType(parseTypeof(p));
    else break;
  }

  const range = p.rangeFrom(start);
  if (words.length > 0) type = arithmeticType(p, words, range);
  type ??= p.types.int;
  if (attributes.mode !== undefined) {
    type = modeType(p, type, attributes.mode, range);
    attributes.mode = undefined;
  }
  if (attributes.vectorSize !== undefined) {
    type = vectorType(p, type, attributes.vectorSize);
    attributes.vectorSize = undefined;
  }
  return {
    type: qualified(type, qualifiers),
    storage,
    isThreadLocal,
    isInline,
    attributes,
    isAutoType,
    range,
  };
}

function arithmeticType(p: Parser, words: readonly string[], range: TextRange): CType {
  const isComplex = words.includes("complex");
  const rest = words.filter((word) => word !== "complex").sort();
  const withoutInt = rest.filter((word) => word !== "int");
  const intAllowed = withoutInt.every((word) => /^(short|long|signed|unsigned)$/.test(word));
  const key = (withoutInt.length > 0 && intAllowed ? withoutInt : rest).join(" ");
  const name = Object.hasOwn(COMBINATIONS, key) ? COMBINATIONS[key] : undefined;
  if (isComplex && rest.length === 0) return complexOf(p.types.double);
  if (name === undefined || rest.filter((word) => word === "int").length > 1) {
    p.error(range, "type-error", `'${words.join(" ")}' is not a type`);
    return p.types.int;
  }
  const real = p.types[name];
  return isComplex && real.kind !== "void" ? complexOf(real) : real;
}

/** `typeof ( expression or type )` (GNU). */
function parseTypeof(p: Parser): CType {
  p.advance();
  p.expect("(", "after 'typeof'");
  let type: CType;
  if (p.grammar.startsTypeName(p)) type = p.grammar.typeName(p, p.lengthVariables);
  else {
    const operand = p.grammar.expression(p);
    holdEvaluation(p, operand);
    if (operand.kind === "member" && operand.field.bitWidth !== undefined) {
      p.error(operand.range, "type-error", "'typeof' of a bit-field");
    }
    type = operand.type;
  }
  p.expect(")", "after the operand of 'typeof'");
  return type;
}
