/**
 * The accesses of functions without a body by the contract of the library (library-contracts):
 * output functions (the intrinsics `no-effect`), and the marks at the beginning of library models
 * (the intrinsics `access`).
 */
import { contractOf } from "../../library-contracts/index.ts";
import type { CallArgument, Expression, MemoryObject } from "../model/cfa.ts";
import { addressedObject } from "../model/expression-properties.ts";
import { ACCESS_NAMES } from "../model/intrinsics.ts";

/** A number of bytes: fixed, or the value of an argument. */
type Bytes = number | { readonly argument: number };

/** Memory that a call accesses; `argument` is the index of the pointer. */
export type CallAccess =
  /** A string is read up to its end, or so many bytes; a negative limit is none. */
  | {
      readonly kind: "string";
      readonly argument: number;
      readonly limit?: Bytes;
      /** Whether nothing is accessed where the pointer is null. */
      readonly mayBeNull?: boolean;
    }
  | {
      readonly kind: "bytes";
      readonly argument: number;
      readonly size: Bytes;
      /** A `use` never races. */
      readonly mode: "read" | "write" | "use";
      readonly mayBeNull?: boolean;
    };

export interface CallAccesses {
  readonly accesses: readonly CallAccess[];
  /** Why more bytes may be read. */
  readonly unseen?: string;
}

const NOTHING: CallAccesses = { accesses: [] };

/** The accesses of a call of a function of that name. */
export function callAccesses(name: string, list: readonly CallArgument[]): CallAccesses {
  const marked = MARKS.get(name);
  if (marked !== undefined) return { accesses: [marked] };
  const contract = contractOf(name);
  if (contract === undefined) return NOTHING;
  const accesses: CallAccess[] = [];
  let unseen: string | undefined;
  for (const access of contract.accesses) {
    if (access.kind === "state" || access.kind === "bytes") continue;
    const argument = contract.parameters.indexOf(access.of);
    switch (access.kind) {
      case "string":
        if (!access.mayBeNull || !isNull(list[argument])) {
          accesses.push({ kind: "string", argument, mayBeNull: access.mayBeNull });
        }
        break;
      case "stream":
        if (isStandardStream(list[argument]) || (access.mayBeNull && isNull(list[argument]))) break;
        accesses.push({
          kind: "bytes",
          argument,
          size: 1,
          mode: "use",
          mayBeNull: access.mayBeNull,
        });
        break;
      case "format": {
        const read = formatReads(name, list, argument, access.arguments === "listed");
        accesses.push(...read.accesses);
        unseen ??= read.unseen;
        break;
      }
    }
  }
  return unseen === undefined ? { accesses } : { accesses, unseen };
}

/** The marks in library models, by their names. */
const MARKS: ReadonlyMap<string, CallAccess> = new Map<string, CallAccess>([
  [ACCESS_NAMES.string, { kind: "string", argument: 0, limit: { argument: 1 } }],
  ...(["read", "write", "use"] as const).map((mode): [string, CallAccess] => [
    ACCESS_NAMES[mode],
    { kind: "bytes", argument: 0, size: { argument: 1 }, mode },
  ]),
]);

function isNull(given: CallArgument | undefined): boolean {
  if (given?.kind !== "scalar") return false;
  let { value } = given;
  while (value.kind === "cast") value = value.operand;
  return value.kind === "integer" && value.value === 0n;
}

/** `stdin`, `stdout` and `stderr` are open streams when the program starts. */
function isStandardStream(given: CallArgument | undefined): boolean {
  if (given?.kind !== "scalar" || given.value.kind !== "load") return false;
  const object = addressedObject(given.value.address);
  return object?.variable?.isExternOnly === true && /^std(in|out|err)$/.test(object.name);
}

/** The reads of an output function by its format. */
function formatReads(
  name: string,
  list: readonly CallArgument[],
  argument: number,
  isListed: boolean,
): CallAccesses {
  if (!isListed) return { accesses: [], unseen: `what ${name} reads` };
  if (list.some(({ kind }) => kind !== "scalar")) {
    return { accesses: [], unseen: `records in ${name}` };
  }
  const text = literalText(list[argument]);
  if (text === undefined) return { accesses: [], unseen: `the format of ${name}` };
  return conversions(name, text, argument + 1);
}

/** `%`, flags, width, precision, length, conversion. */
const CONVERSION = /%([-+ #0']*)(\*|\d*)(?:\.(\*|-?\d*))?(hh|h|ll|l|j|z|t|L|q)?([A-Za-z%])/g;

function conversions(name: string, text: string, first: number): CallAccesses {
  const accesses: CallAccess[] = [];
  let next = first;
  const known = text.replaceAll(CONVERSION, "");
  // Positions such as `%1$s`, and invalid conversions.
  if (known.includes("%")) return { accesses, unseen: `the format of ${name}` };
  for (const [, , width, precision, length, conversion] of text.matchAll(CONVERSION)) {
    if (conversion === "%") continue;
    if (conversion === "m") continue;
    if (width === "*") next++;
    const limitAt = precision === "*" ? next++ : undefined;
    const argument = next++;
    if (conversion === "n") return { accesses, unseen: `${name} with %n` };
    if (conversion === "S") return { accesses, unseen: `${name} with wide characters` };
    if (conversion !== "s") continue;
    if (length === "l") return { accesses, unseen: `${name} with wide characters` };
    if (limitAt !== undefined) {
      accesses.push({ kind: "string", argument, limit: { argument: limitAt } });
    } else if (precision === undefined || precision.startsWith("-")) {
      accesses.push({ kind: "string", argument });
    } else accesses.push({ kind: "string", argument, limit: Number(precision) });
  }
  return { accesses };
}

/**
 * Whether a format has a conversion `%n`, which stores a number; undefined where it cannot be
 * parsed.
 */
export function storesByFormat(text: string): boolean | undefined {
  if (text.replaceAll(CONVERSION, "").includes("%")) return undefined;
  return [...text.matchAll(CONVERSION)].some(([, , , , , conversion]) => conversion === "n");
}

/**
 * The text of an argument that is a string literal, one character per byte; undefined for any other
 * argument.
 */
export function literalText(given: CallArgument | undefined): string | undefined {
  if (given?.kind !== "scalar") return undefined;
  let address: Expression = given.value;
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
