import type { CallEdge, Expression, Intrinsic, ValueType } from "../../cfa/index.ts";

import { addressNumber } from "./address.ts";
import { codeOf } from "./casts.ts";
import { type Code, representationOf } from "./representation.ts";
import { noteAccess, switchPoint } from "./shared-access.ts";
import { word } from "./words.ts";
import type { Writer } from "./writer.ts";

/**
 * The result of writing a call: with a value, without one, or undefined since arguments or result
 * do not fit.
 */
export type IntrinsicResult = { readonly code: Code | undefined } | undefined;
export const done: IntrinsicResult = { code: undefined };

export type MemoryIntrinsic = Extract<
  Intrinsic,
  {
    kind:
      | "nondet-memory"
      | "malloc"
      | "calloc"
      | "realloc"
      | "free"
      | "alloca"
      | "end-alloca"
      | "disjoint"
      | "memory";
  }
>;
const KINDS: ReadonlySet<string> = new Set<MemoryIntrinsic["kind"]>([
  ...(["nondet-memory", "malloc", "calloc", "realloc"] as const),
  ...(["free", "alloca", "end-alloca", "disjoint", "memory"] as const),
]);

export function isMemoryIntrinsic(intrinsic: Intrinsic): intrinsic is MemoryIntrinsic {
  return KINDS.has(intrinsic.kind);
}

export function isWord(e: Expression | undefined): e is Expression {
  return e?.type.kind === "int" && e.type.bits <= 32;
}
function isPointer(e: Expression | undefined): e is Expression {
  return e?.type.kind === "pointer";
}
export function isInteger(e: Expression | undefined): e is Expression {
  return e?.type.kind === "int" && e.type.bits <= 64;
}

/** Whether an `int` may be stored as the result, or none is needed. */
export function isIntResult(type: ValueType | undefined): boolean {
  return type === undefined || (type.kind === "int" && type.bits === 32);
}

/** Writes the call of a function that allocates, frees or copies memory. */
export function memoryIntrinsic(
  w: Writer,
  edge: CallEdge,
  intrinsic: MemoryIntrinsic,
  list: readonly Expression[],
  result: ValueType | undefined,
): IntrinsicResult {
  const [a, b, c] = list;
  const givesPointer = result === undefined || result.kind === "pointer";
  const k = w.tables.edge(edge);
  switch (intrinsic.kind) {
    case "nondet-memory": {
      if (!isPointer(a) || !isInteger(b)) return undefined;
      const [to, size] = [w.hold(addressNumber(w, a)), w.hold(sizeNumber(w, b))];
      switchPoint(w);
      faults(w, `LIBRARY.nondetMemory(${k}, ${to}, ${size})`);
      noteAccess(w, to, size, "write");
      return done;
    }
    case "malloc":
      if (!isInteger(a) || !givesPointer) return undefined;
      return pointer(w, result, `LIBRARY.malloc(${k}, ${sizeNumber(w, a)})`);
    case "calloc": {
      if (!isInteger(a) || !isInteger(b) || !givesPointer) return undefined;
      const call = `LIBRARY.calloc(${k}, ${sizeNumber(w, a)}, ${sizeNumber(w, b)})`;
      return pointer(w, result, call);
    }
    case "realloc": {
      if (!isPointer(a) || !isInteger(b) || !givesPointer) return undefined;
      const [old, size] = [w.hold(addressNumber(w, a)), w.hold(sizeNumber(w, b))];
      noteFree(w, old);
      const address = w.call(`LIBRARY.realloc(${k}, ${old}, ${size})`);
      w.emit(`if (${address} < 0) ${w.undefinedBehaviour("invalid-free", "7.22.3.5p3")}`);
      return pointer(w, result, address);
    }
    case "free": {
      if (!isPointer(a)) return undefined;
      const stop = w.undefinedBehaviour("invalid-free", "7.22.3.3p2");
      const block = w.hold(addressNumber(w, a));
      noteFree(w, block);
      w.emit(`if (!LIBRARY.free(${block})) ${stop}`);
      return done;
    }
    case "alloca": {
      if (!isInteger(a) || (b !== undefined && !isInteger(b)) || !givesPointer) return undefined;
      const bits = b === undefined ? "128" : sizeNumber(w, b);
      return pointer(w, result, `LIBRARY.alloca(${k}, ${sizeNumber(w, a)}, ${bits})`);
    }
    case "end-alloca": {
      if (!isPointer(a)) return undefined;
      const stop = w.unsupported("the end of a variable-length array that does not live");
      w.emit(`if (!LIBRARY.endAlloca(${addressNumber(w, a)})) ${stop}`);
      return done;
    }
    case "disjoint": {
      if (!isPointer(a) || !isPointer(b) || !isInteger(c)) return undefined;
      const [x, y] = [w.hold(addressNumber(w, a)), w.hold(addressNumber(w, b))];
      const overlap = w.undefinedBehaviour("library-argument", "7.24.2.3p2");
      w.emit(`if (abs(${x} - ${y}) < ${sizeNumber(w, c)}) ${overlap}`);
      return done;
    }
    case "memory": {
      if (!isPointer(a) || !isInteger(c) || !givesPointer) return undefined;
      // The pointer itself may lie in the memory that is overwritten.
      const value = w.expression(a);
      const code = value.rep === "pair" ? value : word(w.hold(value.code));
      const to = w.hold(addressNumber(w, a));
      const size = w.hold(sizeNumber(w, c));
      if (intrinsic.operation === "set") {
        if (!isWord(b)) return undefined;
        const byte = w.hold(codeOf(w.expression(b)));
        switchPoint(w);
        faults(w, `MEMORY.set(${to}, ${byte}, ${size})`);
      } else {
        if (!isPointer(b)) return undefined;
        const mayOverlap = intrinsic.operation === "move";
        const from = w.hold(addressNumber(w, b));
        switchPoint(w);
        faults(w, `MEMORY.copy(${to}, ${from}, ${size}, ${mayOverlap})`);
        noteAccess(w, from, size, "read");
      }
      noteAccess(w, to, size, "write");
      return { code };
    }
  }
}

/** A free counts as an access to the whole block. */
function noteFree(w: Writer, block: string): void {
  switchPoint(w);
  noteAccess(w, block, `LIBRARY.sizeAt(${block})`, "write");
}

/** The result of a call that gives an address as a number. */
function pointer(w: Writer, type: ValueType | undefined, call: string): IntrinsicResult {
  const address = w.call(call);
  if (type === undefined) return done;
  return {
    code: representationOf(type) === "pair" ? { rep: "pair", lo: address, hi: "0" } : word(address),
  };
}

/** A size as a number; sizes beyond 2^53 are rounded, and too large anyway. */
export function sizeNumber(w: Writer, size: Expression): string {
  const code = w.expression(size);
  return code.rep === "pair" ? `unsignedNumber(${code.lo}, ${code.hi})` : `(${codeOf(code)} >>> 0)`;
}

/** Ends the run when an operation on a range of memory reports a fault. */
function faults(w: Writer, call: string): void {
  const fault = w.call(call);
  const readOnly = w.undefinedBehaviour("read-only-write", "6.4.5p7");
  const overlap = w.undefinedBehaviour("library-argument", "7.24.2.1p2");
  const argument = w.undefinedBehaviour("library-argument", "7.24.1p2");
  const invalid = w.undefinedBehaviour("invalid-dereference", "7.1.4p1");
  w.emit(`if (${fault} !== "") {`);
  w.emit(`if (${fault} === "read-only") ${readOnly} if (${fault} === "overlap") ${overlap}`);
  w.emit(`if (${fault} === "argument") ${argument}`);
  w.emit(`${invalid} }`);
}
