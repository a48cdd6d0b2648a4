/**
 * Code that tracks choices of the implementation through an execution (runtime/openness.ts), and
 * ends the run where its course would depend on them: at branches, at addresses, at operands that
 * decide whether an operation is defined. It stands before the code of every edge, which does not
 * change.
 */

import {
  addressedObject,
  type BitField,
  type CallArgument,
  type CallEdge,
  type CfaEdge,
  type Expression,
  type Intrinsic,
  type MemoryObject,
  paddingOf,
  sizeInMemory,
  type ValueType,
} from "../../cfa/index.ts";
import { codeOf } from "./casts.ts";
import {
  addressTag,
  combined,
  conditionTag,
  dependence,
  fieldAt,
  indexOf,
  KNOWN,
  need,
  OPEN,
  registerTag,
  signed,
  type Tag,
  tagOf,
  tracksOpenness,
  usedBytes,
  words,
  wordsOf,
} from "./openness-tags.ts";
import type { FunctionPlan } from "./plan.ts";
import type { Code } from "./representation.ts";
import type { Writer } from "./writer.ts";

/** A branch must be decided in the same way by all implementations. */
export function openBranch(w: Writer, condition: Expression): void {
  if (tracksOpenness(w)) need(w, conditionTag(w, condition), "a branch");
}

/** Emitted before the code of an edge other than a call. */
export function openEdge(w: Writer, plan: FunctionPlan, edge: CfaEdge): void {
  if (!tracksOpenness(w)) return;
  switch (edge.kind) {
    case "skip":
      if (edge.open !== undefined) w.emit(w.unsupported(edge.open));
      break;
    case "assign":
      assignTag(w, edge.value, edge.address, edge.bitField);
      break;
    case "copy": {
      if (edge.size === 0) break;
      const from = indexOf(w, edge.from, edge.size, "read");
      const to = indexOf(w, edge.to, edge.size, "write");
      w.emit(`OPENNESS.copy(${to}, ${from}, ${edge.size});`);
      openPadding(w, to, edge.padding ?? []);
      break;
    }
    case "clear": {
      if (edge.size === 0) break;
      const to = indexOf(w, edge.address, edge.size, "write");
      w.emit(`OPENNESS.known(${to}, ${edge.size});`);
      openPadding(w, to, edge.padding ?? []);
      break;
    }
    case "declare": {
      const register = w.places.register(edge.object);
      if (register !== undefined) w.emit(`${registerTag(register)} = 1;`);
      else if (edge.object.size > 0) {
        w.emit(`OPENNESS.open(${w.places.address(edge.object)}, ${edge.object.size});`);
      }
      break;
    }
    case "return":
      returnTag(w, plan, edge.value);
      break;
    case "assume":
    case "call":
    case "end-scope":
    case "unsupported":
      break;
  }
}

function openPadding(w: Writer, index: string, padding: readonly BitField[]): void {
  for (const { bitOffset, bitWidth } of padding) {
    w.emit(`OPENNESS.storeBits(${index} + ${bitOffset >> 3}, ${bitOffset & 7}, ${bitWidth}, 1);`);
  }
}

function assignTag(
  w: Writer,
  value: Expression,
  address: Expression,
  bitField: BitField | undefined,
): void {
  const tag = w.hold(tagOf(w, value));
  if (bitField !== undefined) {
    const { index, shift, width } = fieldAt(w, address, bitField, "write");
    w.emit(`OPENNESS.storeBits(${index}, ${shift}, ${width}, ${tag});`);
    return;
  }
  const pointer = value.type.kind === "pointer" ? wordsOf(w, value) : undefined;
  storeTag(w, address, value.type, tag, pointer);
}

/** @param pointer - the words of the value, when it is a pointer */
function storeTag(
  w: Writer,
  address: Expression,
  type: ValueType,
  tag: Tag,
  pointer: string | undefined,
): void {
  const object = addressedObject(address);
  const register = object && w.places.register(object);
  if (register !== undefined) {
    w.emit(`${registerTag(register)} = ${tag};`);
    return;
  }
  const size = sizeInMemory(type, w.pointerBits);
  const index = indexOf(w, address, size, "write");
  w.emit(storeCode(type, index, size, tag, pointer));
}

function storeCode(
  type: ValueType,
  index: string,
  size: number,
  tag: Tag,
  pointer: string | undefined,
): string {
  if (pointer !== undefined) return `OPENNESS.storePointer(${index}, ${size}, ${tag}, ${pointer});`;
  const used = usedBytes(type, size);
  const rest = used < size ? ` OPENNESS.open(${index} + ${used}, ${size - used});` : "";
  return `OPENNESS.store(${index}, ${used}, ${tag});${rest}`;
}

function returnTag(w: Writer, plan: FunctionPlan, value: CallArgument | undefined): void {
  if (value === undefined) return;
  if (value.kind === "scalar") {
    w.emit(`OPENNESS.result[0] = ${tagOf(w, value.value)};`);
    return;
  }
  if (value.size === 0) return;
  const from = indexOf(w, value.address, value.size, "read");
  w.emit(`if (ret !== 0) { OPENNESS.copy(ret, ${from}, ${value.size});`);
  openPadding(w, "ret", paddingOf(plan.cfa.symbol.type.result));
  w.emit("}");
}

/** Arguments beyond this number are not tracked. */
const MAX_PASSED = 256;

/** Before a call of a function of the program: passes the tags of the arguments. */
export function openArguments(w: Writer, edge: CallEdge): void {
  if (!tracksOpenness(w)) return;
  if (edge.callee.kind !== "address") need(w, tagOf(w, edge.callee), "the called function");
  if (edge.arguments.length > MAX_PASSED) w.emit(w.unsupported("a call with very many arguments"));
  const tags = edge.arguments.map((argument) => {
    if (argument.kind === "scalar") return w.hold(tagOf(w, argument.value));
    need(w, addressTag(w, argument.address), "an address");
    return KNOWN;
  });
  for (const [index, tag] of tags.entries()) w.emit(`OPENNESS.passed[${index}] = ${tag};`);
}

/** At the entry of a function. */
export function openParameter(
  w: Writer,
  plan: FunctionPlan,
  object: MemoryObject,
  name: string,
): void {
  if (!tracksOpenness(w)) return;
  const passed = `OPENNESS.passed[${plan.cfa.parameters.indexOf(object)}]`;
  const register = plan.registers.get(object);
  if (register !== undefined) {
    w.emit(`var ${registerTag(register)} = ${passed};`);
    return;
  }
  const base = w.places.address(object);
  const { scalar } = object;
  if (scalar !== undefined) {
    const isPointer = scalar.kind === "pointer";
    const pointer = w.pointerBits === 64 ? `${name}l, ${name}h` : `${name}, 0`;
    w.emit(storeCode(scalar, base, object.size, passed, isPointer ? pointer : undefined));
  } else if (object.size > 0) {
    w.emit(`OPENNESS.copy(${base}, ${name}, ${object.size});`);
    openPadding(w, base, paddingOf(object.type));
  }
}

/** After the result of a call has been stored. */
export function openResult(w: Writer, edge: CallEdge, value: Code | undefined, tag?: Tag): void {
  const { result } = edge;
  if (!tracksOpenness(w) || result === undefined || !("scalar" in result)) return;
  const pointer =
    result.scalar.kind === "pointer" && value !== undefined ? words(w, value) : undefined;
  storeTag(w, result.address, result.scalar, tag ?? "OPENNESS.result[0]", pointer);
}

/** Before the call of an intrinsic: the tag of its result. */
export function openIntrinsic(w: Writer, edge: CallEdge, intrinsic: Intrinsic): Tag {
  if (!tracksOpenness(w)) return KNOWN;
  const values = edge.arguments.flatMap((a) => (a.kind === "scalar" ? [a.value] : []));
  const tags = values.map((value) => w.hold(tagOf(w, value)));
  const needAll = (what: string): Tag => {
    need(w, combined(...tags), what);
    return KNOWN;
  };
  switch (intrinsic.kind) {
    case "nondet":
    case "no-effect":
      return OPEN;
    case "assume":
      need(w, signed(tags[0] ?? KNOWN), "an assumption");
      return KNOWN;
    case "access":
    case "abort":
    case "exit":
    case "unreachable":
    case "atomic-begin":
    case "atomic-end":
    case "library-choice":
    case "fegetround":
      return KNOWN;
    case "malloc":
    case "calloc":
    case "realloc":
    case "alloca":
    case "nondet-memory":
      return needAll("an allocation");
    case "free":
    case "end-alloca":
    case "memory":
    case "disjoint":
      return needAll("an operation on memory");
    case "parse-float": {
      needAll("a conversion");
      const [text, length] = values;
      if (text === undefined || length === undefined) return OPEN;
      const [at] = wordsOf(w, text).split(",");
      need(w, w.hold(`OPENNESS.valueAt(${at}, ${codeOf(w.expression(length))})`), "a conversion");
      return KNOWN;
    }
    case "print-float":
      return needAll("a conversion");
    case "fesetround":
      needAll("the rounding mode");
      return "2";
    case "float": {
      const tag = combined(...tags);
      if (intrinsic.operation === "signbit") return tag === KNOWN ? "2" : OPEN;
      const isChoice = intrinsic.operation === "fmin" || intrinsic.operation === "fmax";
      if (!isChoice || values.length !== 2) return tag;
      // Either of two zeros may be returned (C11 7.12.12.2).
      const [x, y] = values.map((value) => w.hold(codeOf(w.expression(value))));
      if (intrinsic.format === "ldouble") return OPEN;
      return combined(tag, w.hold(`(${x} === 0 && ${y} === 0 && 1 / ${x} !== 1 / ${y} ? 1 : 0)`));
    }
    case "bits":
      if (intrinsic.operation === "clz" || intrinsic.operation === "ctz")
        return needAll("an operand");
      return combined(...tags);
    case "open-result": {
      const [usual] = values;
      if (intrinsic.promise === "value" || usual === undefined) return OPEN;
      const tag = `(${codeOf(w.expression(usual))} === 0 ? 0 : 2)`;
      return tags[0] === KNOWN ? w.hold(tag) : `(${tags[0]} === 0 ? ${tag} : 1)`;
    }
    case "setjmp":
    case "longjmp":
    case "thread":
      w.emit(dependence(w, intrinsic.kind));
      return OPEN;
  }
}
