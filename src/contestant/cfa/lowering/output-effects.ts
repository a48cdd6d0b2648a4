/**
 * The effect of output functions, which are intrinsics, on the state of their stream: after the call, the library model
 * `__agon_written` is called, in programs that can observe that.
 */
import type { FunctionSymbol } from "../../cfront/index.ts";
import type { CallArgument, Expression } from "../model/cfa.ts";
import { integer, zero } from "../model/expressions.ts";
import { INT } from "../model/value-types.ts";
import { emitInternalCall } from "./internal-call.ts";
import type { Lowering } from "./lowering.ts";

/** Which argument is the stream; "stdout" when none is. */
const STREAMS: ReadonlyMap<string, number | "stdout"> = new Map([
  ...streamsOf(
    "stdout",
    `printf vprintf puts putchar putchar_unlocked wprintf vwprintf putwchar __printf_chk
     __builtin_printf __builtin_puts __builtin_putchar`,
  ),
  ...streamsOf(
    0,
    `fprintf vfprintf fwprintf vfwprintf __fprintf_chk __builtin_fprintf fflush fflush_unlocked`,
  ),
  ...streamsOf(
    1,
    "putc fputc putc_unlocked fputc_unlocked fputs fputs_unlocked putwc fputwc fputws",
  ),
]);

function streamsOf(
  stream: number | "stdout",
  names: string,
): (readonly [string, number | "stdout"])[] {
  return names
    .trim()
    .split(/\s+/)
    .map((name) => [name, stream] as const);
}

const OBSERVERS = ["ferror", "ftell", "fseek", "__errno_location"];
/** Functions behind which a stream must not be used any more. */
const CLOSERS = ["fclose"];

/** Whether the function writes to a stream, and the program can observe what becomes of that or close the stream. */
export function isObservedOutput({ names }: Lowering, symbol: FunctionSymbol): boolean {
  const stream = STREAMS.get(symbol.name);
  if (stream === undefined || names.definitionOf(symbol) !== undefined) return false;
  return names.mentions(stream === "stdout" ? OBSERVERS : [...OBSERVERS, ...CLOSERS]);
}

/** To be called behind the call. */
export function noteOutput(
  lower: Lowering,
  { name }: FunctionSymbol,
  passed: readonly CallArgument[],
  result: Expression,
): void {
  const stream = STREAMS.get(name);
  if (stream === undefined) return;
  const { types, names } = lower;
  const argument = stream === "stdout" ? undefined : passed[stream];
  if (stream !== "stdout" && argument?.kind !== "scalar") return;
  const parameters = [types.voidPointer, types.int, types.int, types.int, types.int];
  const written = names.internalFunction("__agon_written", types.void, parameters);
  const address = argument?.kind === "scalar" ? argument.value : zero(lower.pointer);
  const isStandard = integer(INT, stream === "stdout" ? 1 : 0);
  const isPrinted = integer(INT, name.includes("printf") ? 1 : 0);
  const count = writtenBytes(name, result);
  emitInternalCall(lower, written, [address, isStandard, isPrinted, count, result]);
}

/** How many bytes a call with that result wrote, if it did not fail; -1 where only the text tells. */
function writtenBytes(name: string, result: Expression): Expression {
  if (name.startsWith("fflush")) return integer(INT, 0);
  if (/(?<!w)printf/.test(name)) return result;
  return integer(INT, /^(__builtin_)?f?putc(har)?(_unlocked)?$/.test(name) ? 1 : -1);
}
