/**
 * Code that tracks choices of the implementation through an execution (runtime/openness.ts), and
 * ends the run where its course would depend on them: at branches, at addresses, at operands that
 * decide whether an operation is defined. It stands before the code of every edge, which does not
 * change.
 */
import {
  type ArithmeticExpression,
  addressedObject,
  type BitField,
  type CallArgument,
  type CallEdge,
  type CastExpression,
  type CfaEdge,
  type ComparisonExpression,
  type Expression,
  type Intrinsic,
  type LoadExpression,
  type MemoryObject,
  paddingOf,
  sizeInMemory,
  type ValueType,
} from "../../cfa/index.ts";

import { placeOf } from "./address.ts";
import { addressSum } from "./address-sum.ts";
import { codeOf } from "./casts.ts";
import { conditionCode } from "./expressions.ts";
import type { FunctionPlan } from "./plan.ts";
import type { Code } from "./representation.ts";
import type { Writer } from "./writer.ts";

/** JavaScript code of a tag: KNOWN, OPEN or SIGN_KNOWN. */
type Tag = string;
const KNOWN: Tag = "0";
const OPEN: Tag = "1";

/** Bytes of an x87 number that hold its value. */
const X87_BYTES = 10;

export function tracksOpenness(w: Writer): boolean {
  return w.context.options.tracksOpenness === true;
}

/** The variable that holds the tag of a register. */
export function registerTag(register: string): string {
  return `q${register}`;
}

/** Ends the run where the tag is open. */
function need(w: Writer, tag: Tag, what: string): void {
  if (tag !== KNOWN) w.emit(`if (${tag} !== 0) ${dependence(w, what)}`);
}

function dependence(w: Writer, what: string): string {
  return w.unsupported(`${what} depends on choices of the implementation`);
}

/** Open where one of them is not fully known. */
function combined(...tags: readonly Tag[]): Tag {
  const others = tags.filter((tag) => tag !== KNOWN);
  if (others.length === 0) return KNOWN;
  if (others.includes(OPEN)) return OPEN;
  return `((${others.join(" | ")}) === 0 ? 0 : 1)`;
}

/** The tag of a result that depends only on the sign. */
function signed(tag: Tag): Tag {
  return tag === KNOWN || tag === OPEN ? tag : `(${tag} === 1 ? 1 : 0)`;
}

// ---------------------------------------------------------------- expressions

/** The tag of the value; where it decides on undefined behaviour, the run ends. */
function tagOf(w: Writer, expression: Expression): Tag {
  switch (expression.kind) {
    case "integer":
    case "float":
    case "address":
      return KNOWN;
    case "load":
      return loadTag(w, expression);
    case "unary": {
      const tag = tagOf(w, expression.operand);
      const isInt = expression.type.kind === "int" && expression.type.signed;
      // A value with known sign only is never the least number: nothing overflows.
      if (expression.operator === "negate" && isInt) {
        if (checksOverflow(w)) need(w, signed(tag), "an operand");
        return tag;
      }
      return combined(tag);
    }
    case "binary":
      return arithmeticTag(w, expression);
    case "compare":
      return comparisonTag(w, expression);
    case "cast":
      return castTag(w, expression);
    case "conditional": {
      const condition = conditionTag(w, expression.condition);
      const tags = [tagOf(w, expression.whenTrue), tagOf(w, expression.whenFalse)];
      if (combined(condition, ...tags) === KNOWN) return KNOWN;
      const test = conditionCode(w, expression.condition);
      const chosen = w.hold(`((${test}) ? ${tags[0]} : ${tags[1]})`);
      return condition === KNOWN ? chosen : `(${condition} !== 0 ? 1 : ${chosen})`;
    }
  }
}

function checksOverflow(w: Writer): boolean {
  return w.context.options.overflow === "stop";
}

/** The tag of the test whether the scalar is zero. */
function conditionTag(w: Writer, expression: Expression): Tag {
  return signed(tagOf(w, expression));
}

function loadTag(w: Writer, { type, address, bitField }: LoadExpression): Tag {
  const object = addressedObject(address);
  const register = object && w.places.register(object);
  if (register !== undefined) return registerTag(register);
  if (bitField !== undefined) {
    const { index, shift, width } = fieldAt(w, address, bitField, "read");
    return w.hold(`OPENNESS.bitsAt(${index}, ${shift}, ${width})`);
  }
  const size = sizeInMemory(type, w.pointerBits);
  const index = indexOf(w, address, size, "read");
  if (type.kind === "pointer") return w.hold(`OPENNESS.pointerAt(${index}, ${size})`);
  return w.hold(`OPENNESS.valueAt(${index}, ${usedBytes(type, size)})`);
}

function usedBytes(type: ValueType, size: number): number {
  return type.kind === "float" && type.format === "ldouble" ? X87_BYTES : size;
}

/** The index of an access, which must be the same for every implementation. */
function indexOf(
  w: Writer,
  address: Expression,
  size: number,
  permission: "read" | "write",
  skip = 0,
): string {
  need(w, addressTag(w, address), "an address");
  return w.hold(placeOf(w, address, size, permission, skip).index);
}

/** Accesses to named objects are checked against their bounds: only the offset matters. */
function addressTag(w: Writer, address: Expression): Tag {
  const { base, terms } = addressSum(address, w.pointerBits);
  if (addressedObject(base) === undefined) return tagOf(w, address);
  return combined(...terms.map((term) => tagOf(w, term)));
}

function fieldAt(
  w: Writer,
  address: Expression,
  { bitOffset, bitWidth }: BitField,
  permission: "read" | "write",
): { readonly index: string; readonly shift: number; readonly width: number } {
  const shift = bitOffset & 7;
  const bytes = Math.ceil((shift + bitWidth) / 8);
  const index = indexOf(w, address, bytes, permission, bitOffset >> 3);
  return { index, shift, width: bitWidth };
}

function arithmeticTag(w: Writer, expression: ArithmeticExpression): Tag {
  const { operator, type, left, right } = expression;
  const [a, b] = [tagOf(w, left), tagOf(w, right)];
  if (type.kind === "pointer") return movedTag(w, expression, combined(a, b));
  if (left.type.kind === "pointer" && right.type.kind === "pointer") {
    const related = `OPENNESS.difference(${wordsOf(w, left)}, ${wordsOf(w, right)})`;
    return combined(a, b, w.hold(related));
  }
  if (type.kind === "float") return combined(a, b);
  switch (operator) {
    case "div":
    case "rem": {
      const isSafe = right.kind === "integer" && right.value !== 0n && right.value !== -1n;
      if (!isSafe) need(w, combined(a, b), "an operand");
      break;
    }
    case "shl":
    case "shr":
      need(w, combined(b), "an operand");
      if (operator === "shl" && type.signed && checksOverflow(w))
        need(w, combined(a), "an operand");
      break;
    case "add":
    case "sub":
    case "mul":
      if (type.signed && checksOverflow(w)) need(w, combined(a, b), "an operand");
      break;
    case "and":
    case "or":
    case "xor":
      break;
  }
  return combined(a, b);
}

/** A pointer stays known while it stays at its object. */
function movedTag(w: Writer, expression: ArithmeticExpression, tag: Tag): Tag {
  const { base, constant, terms } = addressSum(expression, w.pointerBits);
  const object = addressedObject(base);
  if (object !== undefined && terms.length === 0) {
    return constant >= 0n && constant <= BigInt(object.size) ? tag : OPEN;
  }
  const moved = `OPENNESS.moved(${wordsOf(w, base)}, ${wordsOf(w, expression)})`;
  return combined(tag, w.hold(moved));
}

/** Two arguments: the low and the high word of a pointer. */
function wordsOf(w: Writer, pointer: Expression): string {
  return words(w, w.expression(pointer));
}

function words(w: Writer, code: Code): string {
  return code.rep === "pair"
    ? `${w.hold(code.lo)}, ${w.hold(code.hi)}`
    : `${w.hold(codeOf(code))}, 0`;
}

function comparisonTag(w: Writer, { operator, left, right }: ComparisonExpression): Tag {
  const [a, b] = [tagOf(w, left), tagOf(w, right)];
  if (left.type.kind === "pointer") {
    const isNull = (side: Expression): boolean => side.kind === "integer" && side.value === 0n;
    if (isNull(left) || isNull(right)) return combined(a, b);
    const isEquality = operator === "eq" || operator === "ne";
    const words = `${wordsOf(w, left)}, ${wordsOf(w, right)}`;
    return combined(a, b, w.hold(`OPENNESS.comparison(${isEquality}, ${words})`));
  }
  if (asksForSign(operator, right)) return signed(a);
  if (left.kind === "integer" && left.value === 0n) return signed(b);
  return combined(a, b);
}

/** Whether a comparison with the constant is one with 0. */
function asksForSign(operator: ComparisonExpression["operator"], right: Expression): boolean {
  if (right.kind !== "integer") return false;
  switch (right.value) {
    case 0n:
      return true;
    case 1n:
      return operator === "lt" || operator === "ge";
    case -1n:
      return operator === "gt" || operator === "le";
    default:
      return false;
  }
}

function castTag(w: Writer, { type, operand }: CastExpression): Tag {
  const tag = tagOf(w, operand);
  const from = operand.type;
  if (from.kind === "pointer" || type.kind === "pointer") {
    if (from.kind === type.kind) return tag;
    if (operand.kind === "integer" && operand.value === 0n) return tag;
    // No program may rely on a number being the address of an object.
    const pointer = from.kind === "pointer" ? operand : { kind: "cast" as const, type, operand };
    return combined(tag, w.hold(`OPENNESS.numeric(${wordsOf(w, pointer)})`));
  }
  if (from.kind === "float" && type.kind === "int") {
    need(w, combined(tag), "an operand");
    return KNOWN;
  }
  const keepsSign =
    from.kind === "int" &&
    type.kind === "int" &&
    from.signed &&
    type.signed &&
    type.bits >= from.bits;
  return keepsSign ? tag : combined(tag);
}

// ---------------------------------------------------------------------- edges

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

// ---------------------------------------------------------------------- calls

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
