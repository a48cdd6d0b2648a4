import { unreachableKind } from "../../../ground/util/unreachable-kind.ts";
import {
  addressedObject,
  type CallEdge,
  type Expression,
  INTERNAL_NAMES,
  type Intrinsic,
  isBool,
  LIBRARY_ANY,
  type ValueType,
} from "../../cfa/index.ts";
import type { FunctionSymbol } from "../../cfront/index.ts";
import { accessesCode } from "./call-accesses.ts";
import { codeOf } from "./casts.ts";
import { conditionCode } from "./expressions.ts";
import { floatIntrinsic } from "./float-intrinsics.ts";
import { floatTextIntrinsic } from "./float-text.ts";
import { longjmpCode, setjmpCode } from "./jumps.ts";
import {
  done,
  type IntrinsicResult,
  isIntResult,
  isMemoryIntrinsic,
  isWord,
  type MemoryIntrinsic,
  memoryIntrinsic,
} from "./memory-intrinsics.ts";
import { tracksOpenness } from "./openness-tags.ts";
import { pairCall } from "./pairs.ts";
import { type Code, representationOf } from "./representation.ts";
import { switchPoint } from "./shared-access.ts";
import { atomicMark, threadIntrinsic } from "./thread-intrinsics.ts";
import { word, wrapWord } from "./words.ts";
import type { Writer } from "./writer.ts";

/**
 * Writes the call of a function that cfa/intrinsics.ts describes; returns its result, undefined for
 * none. Calls whose arguments do not match the description are unsupported.
 */
export function intrinsicCode(
  w: Writer,
  edge: CallEdge,
  symbol: FunctionSymbol,
  intrinsic: Intrinsic,
  result: ValueType | undefined,
): Code | undefined {
  const list = edge.arguments.flatMap((a) => (a.kind === "scalar" ? [a.value] : []));
  const written = isMemoryIntrinsic(intrinsic)
    ? memoryIntrinsic(w, edge, intrinsic, list, result)
    : otherIntrinsic(w, edge, symbol, intrinsic, list, result);
  if (written === undefined) {
    w.emit(w.unsupported(`the arguments or the result of ${symbol.name} are not as expected`));
  }
  return written?.code;
}

function otherIntrinsic(
  w: Writer,
  edge: CallEdge,
  symbol: FunctionSymbol,
  intrinsic: Exclude<Intrinsic, MemoryIntrinsic>,
  list: readonly Expression[],
  result: ValueType | undefined,
): IntrinsicResult {
  const [a] = list;
  switch (intrinsic.kind) {
    case "nondet":
      for (const argument of list) w.expression(argument);
      if (result !== undefined) return { code: inputCode(w, edge, symbol, result) };
      return edge.result === undefined ? done : undefined;
    case "no-effect": {
      for (const argument of list) w.expression(argument);
      accessesCode(w, edge, symbol, list);
      if (result === undefined) return edge.result === undefined ? done : undefined;
      const code = inputCode(w, edge, symbol, result);
      // Only a failure among the results may really occur.
      return { code: isOther(w) && representationOf(result) === "word" ? word("-1") : code };
    }
    case "access":
      for (const argument of list) w.expression(argument);
      accessesCode(w, edge, symbol, list);
      return done;
    case "open-result": {
      if (!isWord(a) || !isIntResult(result)) return undefined;
      const usual = w.hold(codeOf(w.expression(a)));
      return { code: word(isOther(w) ? otherResult(intrinsic.promise, usual) : usual) };
    }
    case "library-choice":
      return isIntResult(result) ? { code: word(libraryChoice(w)) } : undefined;
    case "atomic-begin":
    case "atomic-end":
      atomicMark(w, intrinsic.kind === "atomic-begin", list);
      return done;
    case "parse-float":
    case "print-float":
      return floatTextIntrinsic(w, intrinsic, list, result);
    case "setjmp":
      return setjmpCode(w, edge, a, result);
    case "longjmp":
      return longjmpCode(w, a, list[1]);
    case "thread":
      return threadIntrinsic(w, edge, intrinsic.operation, list, result);
    case "abort":
      // The end of the program is the end of all threads: other threads may run first.
      switchPoint(w, "visible");
      w.emit(w.tables.halt({ kind: "aborted", edge }));
      return done;
    case "unreachable":
      if (symbol.name === INTERNAL_NAMES.undefined) {
        w.emit(w.undefinedBehaviour("library-argument", `POSIX, ${edge.source.functionName}`));
        return done;
      }
      w.emit(w.undefinedBehaviour("unreachable", "gcc: __builtin_unreachable"));
      return done;
    case "assume": {
      if (a === undefined) return undefined;
      const condition = conditionCode(w, a);
      w.emit(`if (!(${condition})) {`);
      switchPoint(w, "visible");
      w.emit(`${w.tables.halt({ kind: "blocked", edge })} }`);
      return done;
    }
    case "exit":
      if (!isWord(a)) return undefined;
      switchPoint(w, "visible");
      w.emit(`RUN.exit(${codeOf(w.expression(a))});`);
      return done;
    case "fegetround":
      return isIntResult(result) ? { code: word("ROUNDING[0]") } : undefined;
    case "fesetround":
      if (!isWord(a) || !isIntResult(result)) return undefined;
      return { code: word(w.call(`(FLOATS.setMode(${codeOf(w.expression(a))}) ? 0 : 1)`)) };
    case "float":
      return floatIntrinsic(w, intrinsic, list, result);
    case "bits":
      return a === undefined ? undefined : bitsIntrinsic(w, intrinsic.operation, a, result);
    default:
      return unreachableKind(intrinsic);
  }
}

function libraryChoice(w: Writer): string {
  if (tracksOpenness(w)) return String(LIBRARY_ANY);
  return isOther(w) ? "1" : "0";
}

function isOther(w: Writer): boolean {
  return w.context.options.implementation === "other";
}

/** A number other than the usual one, where the promise leaves a choice. */
function otherResult(promise: "sign" | "value", usual: string): string {
  if (promise === "value") return `(${usual} + 12345 | 0)`;
  const other = (sign: string): string => `(${usual} === ${sign}1 ? ${sign}3 : ${sign}1)`;
  return `(${usual} === 0 ? 0 : ${usual} > 0 ? ${other("")} : ${other("-")})`;
}

function bitsIntrinsic(
  w: Writer,
  operation: Extract<Intrinsic, { kind: "bits" }>["operation"],
  a: Expression,
  result: ValueType | undefined,
): IntrinsicResult {
  if (a.type.kind !== "int" || a.type.bits > 64) return undefined;
  const isPairResult = operation === "bswap" && a.type.bits === 64;
  const isFit =
    operation === "bswap"
      ? result === undefined || (result.kind === "int" && result.bits === a.type.bits)
      : isIntResult(result);
  if (!isFit) return undefined;
  const code = w.expression(a);
  const held = code.rep === "pair" ? code : word(w.hold(codeOf(code)));
  if (operation === "clz" || operation === "ctz") {
    const isZero =
      held.rep === "pair" ? `(${held.lo} | ${held.hi}) === 0` : `${codeOf(held)} === 0`;
    const stop = w.undefinedBehaviour("library-argument", `gcc: __builtin_${operation}`);
    w.emit(`if (${isZero}) ${stop}`);
  }
  const call =
    held.rep === "pair"
      ? `pairBits("${operation}", ${held.lo}, ${held.hi})`
      : `wordBits("${operation}", ${a.type.bits}, ${codeOf(held)})`;
  return { code: isPairResult ? pairCall(w, call) : word(w.call(call)) };
}

/** A value from the input source. */
function inputCode(w: Writer, edge: CallEdge, symbol: FunctionSymbol, type: ValueType): Code {
  const k = w.tables.input(edge, type);
  switch (representationOf(type)) {
    case "word": {
      const value = w.call(`RUN.inputWord(${k})`);
      const target = edge.result && addressedObject(edge.result.address);
      const isTruth = isBool(symbol.type.result) || (target !== undefined && isBool(target.type));
      return word(isTruth ? `(${value} & 1)` : wrapWord(type, value));
    }
    case "pair":
      return pairCall(w, `RUN.inputPair(${k})`);
    case "number":
      return { rep: "number", code: w.call(`RUN.inputFloat(${k})`) };
    case "big":
      return { rep: "big", code: w.call(`RUN.inputBig(${k})`) };
  }
}
