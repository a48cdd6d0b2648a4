import { unreachableKind } from "../../../ground/util/unreachable-kind.ts";
import {
  type AssignEdge,
  addressedObject,
  type BitField,
  type CfaEdge,
  type ClearEdge,
  type CopyEdge,
  type DeclareEdge,
  type Expression,
  expressionsOf,
  isAtomicFunction,
  isBool,
  type MemoryObject,
  operandsOf,
  paddingOf,
  type ReturnEdge,
} from "../../cfa/index.ts";
import { INDETERMINATE, LIVE, UNNAMED } from "../address-space.ts";
import { type Permission, placeOf } from "./address.ts";
import { callCode } from "./calls.ts";
import { codeOf } from "./casts.ts";
import { expressionCode } from "./expressions.ts";
import { openEdge } from "./openness.ts";
import { tracksOpenness } from "./openness-tags.ts";
import type { FunctionPlan } from "./plan.ts";
import { claimCode, copyOrigins, originOf, returnOrigin } from "./provenance.ts";
import { representationOf } from "./representation.ts";
import { OTHER_PADDING, readMemory, storeCode, writeRegister } from "./scalars.ts";
import { mayBeShared, noteEnd, siteCode, switchPoint } from "./shared-access.ts";
import { atomicMark } from "./thread-intrinsics.ts";
import { word } from "./words.ts";
import type { Writer } from "./writer.ts";

/** Writes the code of an edge that is not a test; `next` is the edge that follows in the block. */
export function edgeCode(
  w: Writer,
  plan: FunctionPlan,
  edge: CfaEdge,
  next: CfaEdge | undefined,
): void {
  w.begin(edge);
  if (w.context.options.isObserved) w.emit(`RUN.onEdge(${w.tables.edge(edge)});`);
  openEdge(w, plan, edge);
  switch (edge.kind) {
    case "skip":
      if (w.context.options.explores && edge.open !== undefined) {
        w.emit(w.unsupported(`C allows other executions: ${edge.open}`));
      }
      break;
    case "assume":
      break;
    case "assign":
      assignCode(w, edge);
      break;
    case "copy":
      copyCode(w, edge);
      break;
    case "clear":
      clearCode(w, edge);
      break;
    case "call":
      callCode(w, edge);
      break;
    case "return":
      returnCode(w, plan, edge);
      break;
    case "declare":
      declareCode(w, edge, next);
      break;
    case "end-scope":
      for (const object of edge.objects) endScopeCode(w, plan, object);
      break;
    case "unsupported":
      w.emit(w.unsupported(edge.reason));
  }
  const stores = edge.kind === "assign" || edge.kind === "copy" || edge.kind === "clear";
  if (stores && w.context.options.isObserved && w.context.isThreaded) {
    w.emit(`RUN.onStore(${w.tables.edge(edge)});`);
  }
}

function assignCode(w: Writer, { value, address, bitField }: AssignEdge): void {
  const code = expressionCode(w, value);
  storeCode(w, value.type, address, code, bitField, originOf(w, value));
}

/** An access to a range that may be longer than any gap. */
function rangeOf(w: Writer, address: Expression, size: number, permission: Permission): string {
  const { index } = placeOf(w, address, size, permission);
  return w.hold(index);
}

function copyCode(w: Writer, edge: CopyEdge): void {
  if (edge.size === 0) return;
  const from = rangeOf(w, edge.from, edge.size, "read");
  const to = rangeOf(w, edge.to, edge.size, "write");
  const [a, b] = [addressedObject(edge.to), addressedObject(edge.from)];
  if (a === undefined || b === undefined) {
    const overlaps = `${to} !== ${from} && abs(${to} - ${from}) < ${edge.size}`;
    w.emit(`if (${overlaps}) ${w.undefinedBehaviour("library-argument", "6.5.16.1p3")}`);
  }
  moveCode(w, to, from, edge.size);
  paddingCode(w, to, edge.padding ?? []);
}

/** Sets padding after an object has got its value: no change in the usual implementation. */
export function paddingCode(w: Writer, index: string, padding: readonly BitField[]): void {
  if (w.context.options.implementation !== "other") return;
  for (const { bitOffset, bitWidth } of padding) {
    for (let bit = bitOffset; bit < bitOffset + bitWidth; ) {
      const end = Math.min(8 * Math.floor(bit / 8) + 8, bitOffset + bitWidth);
      const mask = (2 ** (end - bit) - 1) << (bit & 7);
      const at = `U8[${index} + ${bit >> 3}]`;
      w.emit(`${at} = ${at} & ${255 & ~mask} | ${mask & OTHER_PADDING};`);
      bit = end;
    }
  }
}

/** Copies bytes that were checked. */
export function moveCode(w: Writer, to: string, from: string, size: number): void {
  w.emit(`U8.copyWithin(${to}, ${from}, ${from} + ${size});`);
  copyOrigins(w, to, from, size);
  if (w.context.options.explores) w.emit(`SPACE.copyMarks(${to}, ${from}, ${size});`);
  if (w.context.tracksNans) w.emit(`if (NANS[0] !== 0) NAN_BITS.copy(${to}, ${from}, ${size});`);
}

function clearCode(w: Writer, edge: ClearEdge): void {
  if (edge.size === 0) return;
  const place = placeOf(w, edge.address, edge.size, "write");
  const index = w.hold(place.index);
  zeroCode(w, index, place.align, edge.size);
  paddingCode(w, index, edge.padding ?? []);
}

/** Zeroes bytes: word by word when they are few. */
function zeroCode(w: Writer, index: string, align: number, size: number): void {
  if (w.context.tracksNans) w.emit(`if (NANS[0] !== 0) NAN_BITS.clear(${index}, ${size});`);
  if (w.context.options.explores) w.emit(`SPACE.settle(${index}, ${size});`);
  if (align < 4) {
    w.emit(`U8.fill(0, ${index}, ${index} + ${size});`);
    return;
  }
  if (size > 32) {
    w.emit(`SPACE.clear(${index}, ${size});`);
    return;
  }
  for (let i = 0; i + 4 <= size; i += 4) w.emit(`I32[${index} + ${i} >> 2] = 0;`);
  for (let i = size & ~3; i < size; i++) w.emit(`U8[${index} + ${i}] = 0;`);
}

/** Gives all bytes of an object, which starts at a multiple of 16, a shadow. */
function shadowCode(w: Writer, index: string, size: number, shadow: number): void {
  if (size > 32 || tracksOpenness(w)) {
    w.emit(`SPACE.shade(${index}, ${size}, ${shadow});`);
    return;
  }
  for (let i = 0; i + 4 <= size; i += 4) {
    w.emit(`SHADOW32[${index} + ${i} >> 2] = ${shadow * 0x01010101};`);
  }
  for (let i = size & ~3; i < size; i++) w.emit(`SHADOW[${index} + ${i}] = ${shadow};`);
}

/** Whether an edge stores the whole object without reading it. */
function overwrites(edge: CfaEdge | undefined, object: MemoryObject): boolean {
  if (edge === undefined) return false;
  switch (edge.kind) {
    case "assign":
      return (
        addressedObject(edge.address) === object &&
        edge.bitField === undefined &&
        object.scalar !== undefined &&
        !mentions(edge.value, object)
      );
    case "clear":
      return addressedObject(edge.address) === object && edge.size === object.size;
    case "copy":
      return (
        addressedObject(edge.to) === object &&
        edge.size === object.size &&
        !mentions(edge.from, object)
      );
    case "call":
      return (
        edge.result !== undefined &&
        "scalar" in edge.result &&
        addressedObject(edge.result.address) === object &&
        !object.isAddressTaken &&
        !expressionsOf({ ...edge, result: undefined }).some((e) => mentions(e, object))
      );
    case "skip":
    case "assume":
    case "return":
    case "declare":
    case "end-scope":
    case "unsupported":
      return false;
    default:
      return unreachableKind(edge);
  }
}

function mentions(expression: Expression, object: MemoryObject): boolean {
  // A load through a pointer may read the object, unless its address is never taken.
  if (addressedObject(expression) === object) return true;
  if (expression.kind === "load" && object.isAddressTaken) {
    const target = addressedObject(expression.address);
    if (target === undefined) return true;
  }
  return operandsOf(expression).some((child) => mentions(child, object));
}

function declareCode(w: Writer, edge: DeclareEdge, next: CfaEdge | undefined): void {
  const { object } = edge;
  if (object.size === 0 || overwrites(next, object)) return;
  const k = w.tables.edge(edge);
  const register = w.places.register(object);
  if (register !== undefined && object.scalar !== undefined) {
    const type = object.scalar;
    w.emit("if (RUN.fills) {");
    w.emit(`RUN.fill(${k}, 0, ${object.size});`);
    const filled = readMemory(w, type, { index: "0", align: 16 });
    // A _Bool is 0 or 1 for any contents of its memory.
    const isTruth = isBool(object.type) && filled.rep === "word";
    writeRegister(w, register, isTruth ? word(`(${filled.code} & 1)`) : filled);
    w.emit("} else {");
    const zero = representationOf(type) === "big" ? "0n" : "0";
    writeRegister(
      w,
      register,
      representationOf(type) === "pair"
        ? { rep: "pair", lo: "0", hi: "0" }
        : { rep: "word", code: zero },
    );
    w.emit("}");
    return;
  }
  const base = w.places.address(object);
  if (w.context.options.explores) {
    w.emit(`U8.fill(0, ${base}, ${base} + ${object.size});`);
    w.emit(`SPACE.forgetValues(${base}, ${object.size});`);
    return;
  }
  const truth = isBool(object.type) ? `U8[${base}] &= 1;` : "";
  w.emit(`if (RUN.fills) { RUN.fill(${k}, ${base}, ${object.size}); ${truth} } else {`);
  zeroCode(w, base, 16, object.size);
  w.emit("}");
}

/** The old instance dies; the next one, if the block is entered again, lives elsewhere. */
function endScopeCode(w: Writer, plan: FunctionPlan, object: MemoryObject): void {
  if (!plan.renewed.has(object)) return;
  const base = w.places.address(object);
  if (mayBeShared(w, object)) switchPoint(w);
  if (w.context.options.explores) {
    // The next instance has the same place, so no pointer may refer to this one any more.
    if (!w.context.isPrivate(object)) w.emit(`RUN.endLife(${base}, ${object.size}, 0);`);
    w.emit(`SPACE.forgetValues(${base}, ${object.size});`);
    return;
  }
  noteEnd(w, object, base, siteCode(w));
  shadowCode(w, base, object.size, 0);
  w.emit(`${base} = RUN.renew(${object.id}, ${object.size}, ${object.align});`);
}

function returnCode(w: Writer, plan: FunctionPlan, edge: ReturnEdge): void {
  const { value } = edge;
  if (value === undefined) {
    w.emit(plan.exitCode(w));
    return;
  }
  if (value.kind === "record") {
    const from = value.size === 0 ? "0" : rangeOf(w, value.address, value.size, "read");
    w.emit("if (ret !== 0) {");
    moveCode(w, "ret", from, value.size);
    paddingCode(w, "ret", paddingOf(plan.cfa.symbol.type.result));
    w.emit("}");
    leaveCode(w, plan, "0");
    w.emit("return 0;");
    return;
  }
  const code = expressionCode(w, value.value);
  returnOrigin(w, value.value);
  if (code.rep === "pair") {
    const [lo, hi] = [w.hold(code.lo), w.hold(code.hi)];
    leaveCode(w, plan, lo);
    w.emit(`HIGH[0] = ${hi}; return ${lo};`);
  } else {
    const held = w.hold(codeOf(code));
    leaveCode(w, plan, code.rep === "word" ? held : "0");
    w.emit(`return ${held};`);
  }
}

/**
 * Ends the activation: counts its steps and ends the lives of its objects.
 * @param result - code of the returned value, if it may be an address; undefined when an exception
 * ends it
 */
export function leaveCode(w: Writer, plan: FunctionPlan, result: string | undefined): void {
  if (w.context.isThreaded && isAtomicFunction(plan.cfa)) atomicMark(w, false, []);
  // When main returns, all threads end: other threads may run first.
  const isMain = plan.cfa === w.context.program.main;
  const objects = [...plan.frame.offsets.keys()];
  if (isMain) switchPoint(w, "visible");
  else if (objects.some((object) => mayBeShared(w, object))) switchPoint(w);
  w.emit("if ((STEPS[0] -= n) < 0) RUN.moreSteps();");
  if (plan.setsJumps) w.emit("RUN.endJumps(jumps);");
  if (plan.usesAlloca) w.emit("LIBRARY.releaseAllocas(allocas);");
  if (w.context.options.explores) {
    const isExposed = objects.some((object) => !w.context.isPrivate(object));
    const mayDangle = isExposed || plan.usesAlloca;
    w.emit(`RUN.leaveFrame(sp, ${mayDangle}, ${result ?? "0"}, ${result !== undefined});`);
    return;
  }
  // The program ends when main returns, regardless of remaining pointers.
  const endsProgram = isMain && result !== undefined;
  for (const object of objects) {
    const index = w.places.address(object);
    if (!endsProgram) noteEnd(w, object, index, siteOfEnd(w, plan));
    shadowCode(w, index, object.size, 0);
    // Remaining pointers must not count as variables out of scope.
    if (w.context.options.tracksBlocks === true) w.emit(`SPACE.clear(${index}, ${object.size});`);
  }
  if (w.context.options.isObserved) w.emit("RUN.leave();");
}

/** Index of the edge at which an activation ends. */
function siteOfEnd(w: Writer, { cfa }: FunctionPlan): string {
  const last = w.edge ?? cfa.exit.entering[0];
  return w.isLibrary || last === undefined ? siteCode(w) : String(w.tables.edge(last));
}

/** Makes the objects of a new activation alive. */
export function enterFrameCode(w: Writer, plan: FunctionPlan): void {
  w.emit("if ((STEPS[0] -= 1) < 0) RUN.moreSteps();");
  for (const object of plan.frame.offsets.keys()) {
    const isUnnamed =
      w.context.options.tracksBlocks === true &&
      object.kind === "temporary" &&
      object.scalar !== undefined &&
      !object.isAddressTaken;
    const live = w.context.options.explores === true ? LIVE | INDETERMINATE : LIVE;
    const index = w.places.address(object);
    shadowCode(w, index, object.size, isUnnamed ? UNNAMED : live);
    claimCode(w, object, index);
  }
}
