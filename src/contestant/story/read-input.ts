/**
 * Finds the values that a library call has read from standard input, in the memory that it wrote:
 * `scanf`, `fgets`, `gets`, `getchar` and its like, `read` and `fread`.
 */

import { defined } from "../../ground/util/defined.ts";
import type { CallEdge, Expression, MemoryObject, ValueType } from "../cfa/index.ts";
import type { View } from "../interpreter/index.ts";
import { memoryName } from "./memory-name.ts";
import { valueForPeople } from "./value-text.ts";

export interface ReadInput {
  /** The receiver of the input: a variable, or the call. */
  readonly name: string;
  /** For display: a number, or a string in quotes. */
  readonly value: string;
  /** The text as typed by a user. */
  readonly typed: string;
  /** The variable that holds exactly the value. */
  readonly object?: MemoryObject;
}

/** Slots of variable arguments (contestant/cfa/lowering/variable-arguments.ts). */
const SLOT_BYTES = 32;
const VALUE_OFFSET = 16;
const MAX_TEXT = 200;

/** Functions that return the character that they read. */
export const CHARACTER_FUNCTIONS: ReadonlySet<string> = new Set(["getchar", "getc", "fgetc"]);

/** Returns undefined when the function reads no input, or the input cannot be reconstructed. */
export function inputReadBy(
  name: string,
  edge: CallEdge,
  result: bigint | undefined,
  view: View,
  pointerBits: number,
): readonly ReadInput[] | undefined {
  const memory = new Reader(view, pointerBits);
  const int = result === undefined ? undefined : Number(BigInt.asIntN(32, result));
  const argument = (index: number): bigint | undefined => {
    const given = edge.arguments[index];
    return given?.kind === "scalar" ? memory.valueOf(given.value) : undefined;
  };
  const nameOf = (index: number): string => {
    const given = edge.arguments[index];
    const expression = given?.kind === "scalar" ? given.value : undefined;
    return (expression && memory.nameAt(expression)) ?? `${name}()`;
  };
  if (CHARACTER_FUNCTIONS.has(name)) {
    if (int === undefined) return undefined;
    const typed = int < 0 ? "" : String.fromCharCode(int & 0xff);
    return [{ name: `${name}()`, value: int < 0 ? "end of file" : characterText(int), typed }];
  }
  if (name === "fgets" || name === "gets") {
    if (result === undefined || result === 0n)
      return [{ name: nameOf(0), value: "end of file", typed: "" }];
    const text = memory.stringAt(result);
    return text === undefined ? undefined : [{ name: nameOf(0), value: quoted(text), typed: text }];
  }
  if (name === "read" || name === "fread") {
    const to = argument(name === "read" ? 1 : 0);
    const size = name === "fread" ? Number(argument(1) ?? 0n) : 1;
    const count = result === undefined ? -1 : Number(BigInt.asIntN(pointerBits, result)) * size;
    if (to === undefined || count < 0) return undefined;
    const text = memory.bytesAt(to, Math.min(count, MAX_TEXT));
    const label = nameOf(name === "read" ? 1 : 0);
    return text === undefined ? undefined : [{ name: label, value: quoted(text), typed: text }];
  }
  if (name !== "scanf" && name !== "__isoc99_scanf" && name !== "fscanf") return undefined;
  const format = argument(name === "fscanf" ? 1 : 0);
  const slots = edge.passesVariableArguments ? argument(edge.arguments.length - 1) : undefined;
  const text = format === undefined ? undefined : memory.stringAt(format);
  if (text === undefined || int === undefined) return undefined;
  if (int <= 0)
    return [{ name: `${name}()`, value: int < 0 ? "end of file" : "nothing that fits", typed: "" }];
  return slots === undefined ? undefined : memory.conversions(text, slots, int);
}

const MAX_ARGUMENTS = 20;

/**
 * Returns the parameters of `main` that the program uses, at its start; parts that it does not read
 * are left out.
 */
export function argumentsOf(
  count: MemoryObject | undefined,
  vector: MemoryObject | undefined,
  view: View,
  pointerBits: number,
): { readonly name: string; readonly value: string }[] {
  const memory = new Reader(view, pointerBits);
  const number = count?.scalar === undefined ? undefined : memory.objectValue(count, count.scalar);
  if (count === undefined || number === undefined) return [];
  const found = [{ name: count.name, value: String(BigInt.asIntN(32, number)) }];
  const start =
    vector?.scalar === undefined ? undefined : memory.objectValue(vector, vector.scalar);
  if (vector === undefined || start === undefined || start === 0n) return found;
  for (let index = 1; index < Math.min(Number(number), MAX_ARGUMENTS); index++) {
    const text = memory.stringBehind(start + BigInt((index * pointerBits) / 8));
    if (text !== undefined) found.push({ name: `${vector.name}[${index}]`, value: quoted(text) });
  }
  return found;
}

class Reader {
  readonly #view: View;
  readonly #pointerBits: number;

  constructor(view: View, pointerBits: number) {
    this.#view = view;
    this.#pointerBits = pointerBits;
  }

  valueOf(expression: Expression): bigint | undefined {
    try {
      return this.#view.evaluate(expression);
    } catch {
      return undefined;
    }
  }

  nameAt(address: Expression): string | undefined {
    try {
      return memoryName(address, this.#view)?.replace(/\[0\]$/, "");
    } catch {
      return undefined;
    }
  }

  #load(address: bigint, type: ValueType): bigint | undefined {
    const pointer = { kind: "pointer", bits: this.#pointerBits } as const;
    const at = { kind: "integer", type: pointer, value: address } as const;
    return this.valueOf({ kind: "load", type, address: at });
  }

  objectValue(object: MemoryObject, type: ValueType): bigint | undefined {
    const pointer = { kind: "pointer", bits: this.#pointerBits } as const;
    const address = { kind: "address", type: pointer, target: object } as const;
    return this.valueOf({ kind: "load", type, address });
  }

  stringBehind(address: bigint): string | undefined {
    const start = this.#load(address, { kind: "pointer", bits: this.#pointerBits });
    return start === undefined ? undefined : this.stringAt(start);
  }

  stringAt(address: bigint): string | undefined {
    let text = "";
    while (text.length < MAX_TEXT) {
      const byte = this.#load(address + BigInt(text.length), BYTE);
      if (byte === undefined) return undefined;
      if (byte === 0n) return text;
      text += String.fromCharCode(Number(byte));
    }
    return text;
  }

  bytesAt(address: bigint, count: number): string | undefined {
    let text = "";
    while (text.length < count) {
      const byte = this.#load(address + BigInt(text.length), BYTE);
      if (byte === undefined) return undefined;
      text += String.fromCharCode(Number(byte));
    }
    return text;
  }

  /** Returns the values that the first conversions of a format have stored. */
  conversions(format: string, slots: bigint, count: number): ReadInput[] | undefined {
    const found: ReadInput[] = [];
    const pattern = /%(?:%|(\*?)(\d*)(hh|h|ll|l|L|j|z|t|q)?([diouxXfeEgGaAcsn]|\[\^?\]?[^\]]*\]))/g;
    for (const [whole, skips, , length = "", conversion = ""] of format.matchAll(pattern)) {
      if (whole === "%%" || skips === "*" || found.length === count) continue;
      const slot = slots + BigInt(SLOT_BYTES * found.length + VALUE_OFFSET);
      const pointer = this.#load(slot, { kind: "pointer", bits: this.#pointerBits });
      const read = pointer === undefined ? undefined : this.#stored(pointer, conversion, length);
      if (read === undefined) return undefined;
      found.push(read);
    }
    return found;
  }

  #stored(at: bigint, conversion: string, length: string): ReadInput | undefined {
    const near = this.#view.objectNear(Number(at));
    const isInside = near !== undefined && at < BigInt(near.base + near.object.size);
    const name = isInside ? near.object.name : "scanf()";
    if (conversion === "s" || conversion.startsWith("[") || conversion === "c") {
      const text = conversion === "c" ? this.bytesAt(at, 1) : this.stringAt(at);
      return text === undefined ? undefined : { name, value: quoted(text), typed: `${text} ` };
    }
    const type = storedType(conversion, length, this.#pointerBits);
    const bits = this.#load(at, type);
    if (bits === undefined) return undefined;
    const value = valueForPeople(bits, type);
    const isWhole = isInside && at === BigInt(near.base) && near.object.scalar !== undefined;
    const object = isWhole ? near.object : undefined;
    return { name, value, typed: `${value} `, ...defined({ object }) };
  }
}

const BYTE: ValueType = { kind: "int", bits: 8, signed: false };

function storedType(conversion: string, length: string, pointerBits: number): ValueType {
  if ("feEgGaA".includes(conversion)) {
    const format = length === "L" ? "ldouble" : length === "l" ? "double" : "float";
    return { kind: "float", format };
  }
  const sizes: Readonly<Record<string, number>> = { hh: 8, h: 16, ll: 64, q: 64, j: 64, L: 64 };
  const isWord = length === "l" || length === "z" || length === "t";
  const bits = sizes[length] ?? (isWord ? pointerBits : 32);
  return { kind: "int", bits, signed: conversion === "d" || conversion === "i" };
}

function characterText(code: number): string {
  return `'${escaped(String.fromCharCode(code & 0xff)).replaceAll("'", "\\'")}'`;
}

/** Formats a text as a C string literal. */
function quoted(text: string): string {
  return `"${escaped(text).replaceAll('"', '\\"')}"`;
}

function escaped(text: string): string {
  return [...text]
    .map((character) => {
      const code = character.charCodeAt(0);
      if (character === "\n") return "\\n";
      if (character === "\t") return "\\t";
      if (character === "\\") return "\\\\";
      return code < 32 || code > 126 ? `\\${code.toString(8).padStart(3, "0")}` : character;
    })
    .join("");
}
