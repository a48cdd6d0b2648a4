/**
 * Which arguments functions of output read as strings (C11 7.21.6.1, 7.21.7): the intrinsics `no-effect`
 * change no memory, but a string without an end is read beyond its object.
 */
import type { CallArgument, Expression, MemoryObject } from "../model/cfa.ts";

/** A string that a call reads. */
export interface StringRead {
  /** Index of the argument. */
  readonly argument: number;
  /** Bytes that are read at most; `{ argument }`: as many as that argument says, any number when it is negative. */
  readonly limit?: number | { readonly argument: number };
}

export interface StringReads {
  readonly strings: readonly StringRead[];
  /** Why more may be read, or written. */
  readonly unseen?: string;
}

const NOTHING: StringReads = { strings: [] };

/** Index of the argument that is a plain string. */
const PLAIN: ReadonlyMap<string, number> = new Map([
  ["puts", 0],
  ["__builtin_puts", 0],
  ["fputs", 0],
  ["fputs_unlocked", 0],
  ["perror", 0],
]);

/** Index of the argument that is a format, with the values behind it. */
const FORMATS: ReadonlyMap<string, number> = new Map([
  ["printf", 0],
  ["__builtin_printf", 0],
  ["printk", 0],
  ["fprintf", 1],
  ["__builtin_fprintf", 1],
  ["dprintf", 1],
  ["syslog", 1],
  ["__printf_chk", 1],
  ["__fprintf_chk", 2],
]);

const UNSEEN = /^v[fd]?printf$|wprintf$|^fputws$/;

/** What a call of a function without effect on memory reads; `name` is that of the function. */
export function stringReads(name: string, list: readonly CallArgument[]): StringReads {
  const plain = PLAIN.get(name);
  if (plain !== undefined) return { strings: [{ argument: plain }] };
  if (UNSEEN.test(name)) return { strings: [], unseen: `what ${name} reads` };
  const format = FORMATS.get(name);
  if (format === undefined) return NOTHING;
  if (list.some(({ kind }) => kind !== "scalar"))
    return { strings: [], unseen: `records in ${name}` };
  const given = list[format];
  const text = given?.kind === "scalar" ? literalText(given.value) : undefined;
  if (text === undefined) return { strings: [], unseen: `the format of ${name}` };
  return conversions(name, text, format + 1);
}

/** `%`, flags, width, precision, length, conversion. */
const CONVERSION = /%([-+ #0']*)(\*|\d*)(?:\.(\*|-?\d*))?(hh|h|ll|l|j|z|t|L|q)?([A-Za-z%])/g;

function conversions(name: string, text: string, first: number): StringReads {
  const strings: StringRead[] = [];
  let next = first;
  const known = text.replaceAll(CONVERSION, "");
  // Positions such as `%1$s`, and what is no conversion at all.
  if (known.includes("%")) return { strings, unseen: `the format of ${name}` };
  for (const [, , width, precision, length, conversion] of text.matchAll(CONVERSION)) {
    if (conversion === "%") continue;
    if (conversion === "m") continue;
    if (width === "*") next++;
    const limitAt = precision === "*" ? next++ : undefined;
    const argument = next++;
    if (conversion === "n") return { strings, unseen: `${name} with %n` };
    if (conversion === "S") return { strings, unseen: `${name} with wide characters` };
    if (conversion !== "s") continue;
    if (length === "l") return { strings, unseen: `${name} with wide characters` };
    if (limitAt !== undefined) strings.push({ argument, limit: { argument: limitAt } });
    else if (precision === undefined || precision.startsWith("-")) strings.push({ argument });
    else strings.push({ argument, limit: Number(precision) });
  }
  return { strings };
}

/** The text of a string literal, a character for every byte; undefined for anything else. */
function literalText(expression: Expression): string | undefined {
  let address = expression;
  while (address.kind === "cast") address = address.operand;
  if (address.kind !== "address" || address.target.kind !== "string") return undefined;
  return textOf(address.target);
}

function textOf({ size, initial }: MemoryObject): string | undefined {
  const bytes = new Uint8Array(size);
  for (const { offset, value, bitField } of initial) {
    if (value.kind !== "integer" || bitField !== undefined) return undefined;
    if (value.type.kind !== "int" || value.type.bits !== 8) return undefined;
    bytes[offset] = Number(BigInt.asUintN(8, value.value));
  }
  const end = bytes.indexOf(0);
  return end < 0 ? undefined : String.fromCharCode(...bytes.subarray(0, end));
}
