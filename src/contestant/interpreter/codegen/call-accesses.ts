/**
 * Accesses of library calls to memory of their callers, as named in the contracts of the functions.
 */
import { type CallAccess, type CallEdge, callAccesses, type Expression } from "../../cfa/index.ts";
import type { FunctionSymbol } from "../../cfront/index.ts";
import { addressNumber } from "./address.ts";
import { codeOf } from "./casts.ts";
import { isInteger, isWord, sizeNumber } from "./memory-intrinsics.ts";
import { tracksOpenness } from "./openness-tags.ts";
import { noteCallAccess, switchPoint } from "./shared-access.ts";
import type { Writer } from "./writer.ts";

/**
 * Checks that the memory is valid, where the property asks for that, and reports the accesses,
 * where there are threads.
 */
export function accessesCode(
  w: Writer,
  edge: CallEdge,
  { name }: FunctionSymbol,
  list: readonly Expression[],
): void {
  const { checksStrings, detectsRaces, explores } = w.context.options;
  const checks = checksStrings === true;
  const notes = w.context.isThreaded && Boolean(detectsRaces || explores);
  if (!checks && !notes) return;
  const { accesses, unseen } = callAccesses(name, edge.arguments);
  for (const access of accesses) {
    const pointer = list[access.argument];
    const isFit = pointer?.type.kind === "pointer" && accessCode(w, access, pointer, list, checks);
    if (!isFit) w.emit(w.unsupported(`the arguments of ${name} are not as expected`));
  }
  if (unseen !== undefined && (checks || detectsRaces)) w.emit(w.unsupported(unseen));
}

/** @returns whether the arguments are of the expected types */
function accessCode(
  w: Writer,
  access: CallAccess,
  pointer: Expression,
  list: readonly Expression[],
  checks: boolean,
): boolean {
  const address = w.hold(addressNumber(w, pointer));
  const invalid = w.undefinedBehaviour("invalid-dereference", "7.1.4p1");
  const some = access.mayBeNull === true ? `${address} !== 0 && ` : "";
  if (access.kind === "string") {
    const most = bytesOf(w, access.limit ?? -1, list);
    if (most === undefined) return false;
    switchPoint(w);
    if (checks) w.emit(`if (${some}!MEMORY.isString(${address}, ${most})) ${invalid}`);
    if (checks && tracksOpenness(w)) {
      const open = w.unsupported("where a string ends depends on choices of the implementation");
      w.emit(`if (${some}!MEMORY.isKnownString(${address}, ${most})) ${open}`);
    }
    noteCallAccess(w, address, w.hold(`MEMORY.stringSize(${address}, ${most})`), "read");
    return true;
  }
  const size = bytesOf(w, access.size, list);
  if (size === undefined) return false;
  const isWrite = access.mode !== "read";
  switchPoint(w);
  if (checks) w.emit(`if (${some}!MEMORY.isThere(${address}, ${size}, ${isWrite})) ${invalid}`);
  if (access.mode !== "use") noteCallAccess(w, address, size, access.mode);
  return true;
}

/** A number of bytes as code: for type `int` with its sign, for a wider one without. */
function bytesOf(
  w: Writer,
  given: number | { readonly argument: number },
  list: readonly Expression[],
): string | undefined {
  if (typeof given === "number") return String(given);
  const expression = list[given.argument];
  if (!isInteger(expression)) return undefined;
  const { type } = expression;
  if (type.kind === "int" && type.signed && isWord(expression)) {
    return w.hold(codeOf(w.expression(expression)));
  }
  return w.hold(sizeNumber(w, expression));
}
