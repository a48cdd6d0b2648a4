import {
  type CallArgument,
  type CallEdge,
  callSignature,
  type FunctionCfa,
  fits,
  functionSignature,
  intrinsicOf,
  typeKey,
  type ValueType,
  valueTypeOf,
} from "../../cfa/index.ts";

import type { FunctionSymbol } from "../../cfront/index.ts";
import { addressNumber, isObject, placeOf } from "./address.ts";
import { codeOf } from "./casts.ts";
import { expressionCode } from "./expressions.ts";
import { intrinsicCode } from "./intrinsics.ts";
import { openArguments, openIntrinsic, openResult } from "./openness.ts";
import { tracksOpenness } from "./openness-tags.ts";
import { NO_ORIGIN, type Origin, passOrigins, RETURNED } from "./provenance.ts";
import { type Code, representationOf } from "./representation.ts";
import { storeCode } from "./scalars.ts";
import { placeCode } from "./suspension.ts";
import type { Writer } from "./writer.ts";

/** Writes a call: of an error function, of a function of the program, of an intrinsic, or through a pointer. */
export function callCode(w: Writer, edge: CallEdge): void {
  const { callee } = edge;
  if (callee.kind === "address" && !isObject(callee.target)) directCall(w, edge, callee.target);
  else indirectCall(w, edge);
}

export function functionName(index: number): string {
  return `f${index}`;
}

function directCall(w: Writer, edge: CallEdge, symbol: FunctionSymbol): void {
  const { program, options } = w.context;
  const { name } = symbol;
  if (options.errorFunctions.has(name)) {
    argumentCodes(w, edge.arguments);
    w.emit(w.tables.halt({ kind: "error-reached", edge }));
    return;
  }
  const cfa = program.functions.get(name);
  if (cfa !== undefined) {
    internalCall(w, edge, cfa);
    return;
  }
  const intrinsic = intrinsicOf(name);
  if (intrinsic === undefined) {
    w.emit(w.unsupported(`the function ${name} has no definition`));
    return;
  }
  const type = edge.result === undefined ? valueTypeOf(symbol.type.result) : resultType(edge);
  const tag = openIntrinsic(w, edge, intrinsic);
  const result = intrinsicCode(w, edge, symbol, intrinsic, type);
  finishCall(w, edge, type, result, tag);
}

function resultType(edge: CallEdge): ValueType | undefined {
  return edge.result !== undefined && "scalar" in edge.result ? edge.result.scalar : undefined;
}

/** Argument list of JavaScript: pairs take two places, records are passed by address. */
function argumentCodes(w: Writer, list: readonly CallArgument[]): string[] {
  return list.flatMap((argument) => {
    if (argument.kind === "record") {
      if (argument.size === 0) return ["0"];
      return [w.hold(placeOf(w, argument.address, argument.size, "read").index)];
    }
    const code = expressionCode(w, argument.value);
    return code.rep === "pair" ? [code.lo, code.hi] : [code.code];
  });
}

function internalCall(w: Writer, edge: CallEdge, cfa: FunctionCfa): void {
  if (!fits(callSignature(edge), functionSignature(cfa))) {
    w.emit(w.unsupported(`the call of ${cfa.name} does not fit its definition`));
    return;
  }
  openArguments(w, edge);
  const passed = argumentCodes(w, edge.arguments.slice(0, cfa.parameters.length));
  argumentCodes(w, edge.arguments.slice(cfa.parameters.length));
  passOrigins(w, edge);
  passResultPlace(w, edge, cfa.result?.kind === "record");
  if (w.context.isThreaded && cfa.isLibrary && !w.isLibrary) {
    w.emit(`SITE[0] = ${w.tables.edge(edge)};`);
  }
  suspendedHere(w);
  const scalar = cfa.result === undefined || cfa.result.kind === "record" ? undefined : cfa.result;
  const name = functionName(w.context.functionIndex(cfa));
  completeCall(
    w,
    edge,
    `${delegation(w)}${name}(${passed.join(", ")})`,
    scalar,
    mayLackResult(cfa),
  );
}

/** A function that returns a record finds the address for it in `RESULT[0]`, 0 when it is discarded. */
function passResultPlace(w: Writer, edge: CallEdge, mayReturnRecord: boolean): void {
  const { result } = edge;
  if (result !== undefined && "recordSize" in result) {
    const { recordSize } = result;
    const place =
      recordSize === 0 ? "0" : w.hold(placeOf(w, result.address, recordSize, "write").index);
    w.emit(`RESULT[0] = ${place};`);
  } else if (mayReturnRecord) {
    w.emit("RESULT[0] = 0;");
  }
}

/** Whether an activation may end without the value of its scalar result. */
function mayLackResult({ result, exit }: FunctionCfa): boolean {
  return (
    result !== undefined &&
    exit.entering.some((edge) => edge.kind !== "return" || edge.value === undefined)
  );
}

/** Records the position of the caller while the function that is called next is active. */
function suspendedHere(w: Writer): void {
  if (w.context.options.explores) w.emit(`RUN.standAt(${placeCode(w, "call", 1)});`);
}

/** Functions of programs with threads are generators. */
function delegation(w: Writer): string {
  return w.context.isThreaded ? "yield* " : "";
}

function completeCall(
  w: Writer,
  edge: CallEdge,
  call: string,
  type: ValueType | undefined,
  mayLack: boolean,
): void {
  if (type === undefined || (edge.result === undefined && !w.context.options.isObserved)) {
    if (mayLack && edge.result !== undefined) {
      const fault = w.undefinedBehaviour("missing-result", "6.9.1p12");
      w.emit(`if ((${call}) === undefined) ${fault}`);
    } else {
      w.emit(`${call};`);
    }
    finishCall(w, edge, undefined, undefined);
    return;
  }
  // Assigned even when the call is an atom for `hold`: it has effects.
  const temporary = w.temporary();
  w.emit(`${temporary} = ${call};`);
  if (mayLack) {
    // Without an effect unless the caller uses the value (C11 6.9.1p12).
    const fault = w.undefinedBehaviour("missing-result", "6.9.1p12");
    const zero = representationOf(type) === "big" ? "0n" : "0";
    // A thread may end without a value that is not used.
    const isUnused = edge.result === undefined || w.isSynchronisation;
    const consequence = isUnused ? `${temporary} = ${zero}; HIGH[0] = 0;` : fault;
    w.emit(`if (${temporary} === undefined) ${consequence}`);
  }
  const code: Code =
    representationOf(type) === "pair"
      ? w.pair(temporary, "HIGH[0]")
      : { rep: representationOf(type) as "word", code: temporary };
  const origin = w.context.followsProvenance && type.kind === "pointer" ? RETURNED : NO_ORIGIN;
  finishCall(w, edge, type, code, undefined, origin);
}

/**
 * Stores the result and notifies the observer. `code` must be repeatable when there is an observer.
 */
function finishCall(
  w: Writer,
  edge: CallEdge,
  type: ValueType | undefined,
  code: Code | undefined,
  tag?: string,
  origin: Origin = NO_ORIGIN,
): void {
  const isObserved = w.context.options.isObserved;
  const value =
    (isObserved || tracksOpenness(w)) && code !== undefined && code.rep !== "pair"
      ? { rep: code.rep, code: w.hold(code.code) }
      : code;
  if (edge.result !== undefined && "scalar" in edge.result) {
    if (
      type === undefined ||
      value === undefined ||
      typeKey(type) !== typeKey(edge.result.scalar)
    ) {
      w.emit(w.unsupported("the called function gives no result of the wanted type"));
      return;
    }
    storeCode(w, edge.result.scalar, edge.result.address, value, undefined, origin);
    openResult(w, edge, value, tag);
  }
  if (!isObserved) return;
  const bits = type === undefined || value === undefined ? "undefined" : bitsCode(type, value);
  w.emit(`RUN.onReturn(${w.tables.edge(edge)}, ${bits});`);
}

/** The bit pattern of a value as an unsigned bigint. */
function bitsCode(type: ValueType, code: Code): string {
  if (type.kind === "float") return `floatPattern("${type.format}", ${codeOf(code)})`;
  if (code.rep === "pair") return `unsignedBig(${code.lo}, ${code.hi})`;
  const big = code.rep === "big" ? code.code : `BigInt(${code.code})`;
  return `BigInt.asUintN(${type.bits}, ${big})`;
}

/** Functions without a body whose address the program takes are cases of their own. */
function indirectCall(w: Writer, edge: CallEdge): void {
  openArguments(w, edge);
  const target = addressNumber(w, edge.callee);
  const special = w.context.specialTargets;
  if (special.length > 0) {
    w.emit(`switch (${target}) {`);
    for (const symbol of special) {
      w.emit(`case ${w.places.functionAddress(symbol)}: {`);
      directCall(w, edge, symbol);
      w.emit("break; }");
    }
    w.emit("default: {");
  }
  const signature = w.context.signatureIndex(edge);
  const invalid = w.undefinedBehaviour("invalid-call", "6.5.2.2p9");
  const index = w.hold(`RUN.functionAt(${target}, ${signature})`);
  w.emit(`if (${index} < 0) ${invalid}`);
  const passed = argumentCodes(w, edge.arguments);
  passOrigins(w, edge);
  passResultPlace(w, edge, true);
  suspendedHere(w);
  const type = resultType(edge);
  const call = `${delegation(w)}FUNCTIONS[${index}](${passed.join(", ")})`;
  completeCall(w, edge, call, type, true);
  if (special.length > 0) w.emit("} }");
}
