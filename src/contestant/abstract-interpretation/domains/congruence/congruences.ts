/**
 * Facts about the low bits of integer variables that no pointer reaches, as a component of a product: the first
 * component resolves calls.
 */

import { unreachableKind } from "../../../../ground/util/unreachable-kind.ts";
import type { EntryStep, ExitStep, Step } from "../../../analysis-core/index.ts";
import type {
  AssumeEdge,
  CfaProgram,
  Expression,
  IntegerValueType,
  MemoryObject,
} from "../../../cfa/index.ts";
import type { Component } from "../../framework/component.ts";
import type { Lattice } from "../../framework/lattice.ts";
import {
  ANY_INTEGER,
  arithmetic,
  CONGRUENCES,
  type Congruence,
  EXACT,
  exactly,
  exactValue,
  fitted,
  meet,
} from "./congruence.ts";

/** Variables without facts are absent. Elements are immutable. */
export interface KnownBits {
  readonly statics: ReadonlyMap<MemoryObject, Congruence>;
  readonly frame: FrameBits;
}
interface FrameBits {
  readonly locals: ReadonlyMap<MemoryObject, Congruence>;
  readonly result: Congruence;
  readonly caller: FrameBits | undefined;
}

const NO_LOCALS: ReadonlyMap<MemoryObject, Congruence> = new Map();

/** The type of an integer that is accessed only by direct loads and stores of the whole. */
function trackedType({ scalar, isAddressTaken }: MemoryObject): IntegerValueType | undefined {
  return scalar?.kind === "int" && !isAddressTaken ? scalar : undefined;
}

function isStatic({ kind }: MemoryObject): boolean {
  return kind === "global" || kind === "thread-local" || kind === "string";
}

/** The tracked variable at an address, if it is one. */
function variableAt(address: Expression): MemoryObject | undefined {
  if (address.kind !== "address" || !("isAddressTaken" in address.target)) return undefined;
  return trackedType(address.target) === undefined ? undefined : address.target;
}

export class Congruences implements Component<KnownBits> {
  readonly lattice: Lattice<KnownBits> = KNOWN_BITS;
  readonly #program: CfaProgram;

  constructor(program: CfaProgram) {
    this.#program = program;
  }

  initial(): KnownBits {
    const statics = new Map<MemoryObject, Congruence>();
    for (const object of this.#program.globals) {
      const type = trackedType(object);
      if (type === undefined) continue;
      const [item] = object.initial;
      if (item === undefined) statics.set(object, exactly(0n));
      else if (item.value.kind === "integer") {
        statics.set(object, fitted(type, exactly(item.value.value)));
      }
    }
    return { statics, frame: { locals: NO_LOCALS, result: ANY_INTEGER, caller: undefined } };
  }

  post(element: KnownBits, step: Step): KnownBits | undefined {
    switch (step.kind) {
      case "assume":
        return afterAssumption(element, step);
      case "assign": {
        const variable = variableAt(step.address);
        return variable === undefined
          ? element
          : withValue(element, variable, evaluate(element, step.value));
      }
      case "declare":
        return withValue(element, step.object, ANY_INTEGER);
      case "call": {
        const variable = step.result === undefined ? undefined : variableAt(step.result.address);
        return variable === undefined ? element : withValue(element, variable, ANY_INTEGER);
      }
      case "return": {
        const result =
          step.value?.kind === "scalar" ? evaluate(element, step.value.value) : ANY_INTEGER;
        return { ...element, frame: { ...element.frame, result } };
      }
      case "enter":
        return entered(element, step);
      case "leave":
        return left(element, step);
      case "skip":
      case "copy":
      case "clear":
      case "end-scope":
      case "unsupported":
        // None of them writes to a variable that no pointer reaches.
        return element;
    }
  }
}

// ------------------------------------------------------------------ variables

function withValue(element: KnownBits, variable: MemoryObject, value: Congruence): KnownBits {
  const { statics, frame } = element;
  const before = isStatic(variable) ? statics : frame.locals;
  if (value.bits === 0 && !before.has(variable)) return element;
  const after = new Map(before);
  if (value.bits === 0) after.delete(variable);
  else after.set(variable, value);
  return isStatic(variable)
    ? { statics: after, frame }
    : { statics, frame: { ...frame, locals: after } };
}

function valueIn({ statics, frame }: KnownBits, variable: MemoryObject): Congruence {
  return (isStatic(variable) ? statics : frame.locals).get(variable) ?? ANY_INTEGER;
}

function entered(element: KnownBits, { call, callee }: EntryStep): KnownBits {
  const locals = new Map<MemoryObject, Congruence>();
  for (const [index, argument] of call.arguments.entries()) {
    const parameter = callee.parameters[index];
    const type = parameter === undefined ? undefined : trackedType(parameter);
    if (parameter === undefined || type === undefined || argument.kind !== "scalar") continue;
    const value = fitted(type, evaluate(element, argument.value));
    if (argument.value.type.kind === "int" && value.bits > 0) locals.set(parameter, value);
  }
  const { statics, frame } = element;
  return { statics, frame: { locals, result: ANY_INTEGER, caller: frame } };
}

function left({ statics, frame }: KnownBits, { call, callee }: ExitStep): KnownBits {
  const { caller, result } = frame;
  const outer: KnownBits = {
    statics,
    frame: caller ?? { locals: NO_LOCALS, result: ANY_INTEGER, caller: undefined },
  };
  const variable = call.result === undefined ? undefined : variableAt(call.result.address);
  if (variable === undefined) return outer;
  const type = trackedType(variable);
  const isPlain =
    type !== undefined && callee.result?.kind === "int" && callee.result.bits === type.bits;
  return withValue(outer, variable, isPlain ? fitted(type, result) : ANY_INTEGER);
}

// ---------------------------------------------------------------- expressions

/** The known bits of the value of an expression; none for floats and pointers. */
function evaluate(element: KnownBits, expression: Expression): Congruence {
  const { type } = expression;
  if (type.kind !== "int") return ANY_INTEGER;
  switch (expression.kind) {
    case "integer":
      return exactly(expression.value);
    case "load": {
      const variable = variableAt(expression.address);
      const isWhole = variable?.scalar?.kind === "int" && variable.scalar.bits === type.bits;
      if (variable === undefined || !isWhole || expression.bitField !== undefined) {
        return ANY_INTEGER;
      }
      return fitted(type, valueIn(element, variable));
    }
    case "unary": {
      // -x is 0 - x, and ~x is -1 - x.
      const from = exactly(expression.operator === "negate" ? 0n : -1n);
      return arithmetic("sub", type, from, evaluate(element, expression.operand));
    }
    case "binary": {
      if (expression.left.type.kind !== "int") return ANY_INTEGER;
      const left = evaluate(element, expression.left);
      return arithmetic(expression.operator, type, left, evaluate(element, expression.right));
    }
    case "compare": {
      const holds = decide(element, expression);
      return holds === undefined ? ANY_INTEGER : exactly(holds ? 1n : 0n);
    }
    case "cast":
      return expression.operand.type.kind === "int"
        ? fitted(type, evaluate(element, expression.operand))
        : ANY_INTEGER;
    case "conditional": {
      const { condition, whenTrue, whenFalse } = expression;
      const known = evaluate(element, condition);
      if (known.bits === EXACT) {
        return evaluate(element, known.residue === 0n ? whenFalse : whenTrue);
      }
      return CONGRUENCES.join(evaluate(element, whenTrue), evaluate(element, whenFalse));
    }
    case "float":
    case "address":
      return ANY_INTEGER;
  }
}

type Comparison = Extract<Expression, { kind: "compare" }>;

function decide(element: KnownBits, { operator, left, right }: Comparison): boolean | undefined {
  if (left.type.kind !== "int") return undefined;
  const a = evaluate(element, left);
  const b = evaluate(element, right);
  if (operator === "eq" || operator === "ne") {
    if (meet(a, b) === undefined) return operator === "ne";
    return a.bits === EXACT && b.bits === EXACT ? operator === "eq" : undefined;
  }
  if (a.bits < EXACT || b.bits < EXACT) return undefined;
  const [x, y] = [exactValue(a, left.type), exactValue(b, left.type)];
  switch (operator) {
    case "lt":
      return x < y;
    case "le":
      return x <= y;
    case "gt":
      return x > y;
    case "ge":
      return x >= y;
  }
}

// ---------------------------------------------------------------- assumptions

function afterAssumption(
  element: KnownBits,
  { condition, truth }: AssumeEdge,
): KnownBits | undefined {
  if (condition.kind !== "compare") {
    if (condition.type.kind !== "int") return element;
    const value = evaluate(element, condition);
    if (value.bits === EXACT && (value.residue !== 0n) !== truth) return undefined;
    if (!truth) return restricted(element, condition, exactly(0n));
    return meet(value, exactly(0n)) === undefined ? element : whenOdd(element, condition);
  }
  const { operator, left, right } = condition;
  if (left.type.kind !== "int") return element;
  const holds = decide(element, condition);
  if (holds !== undefined) return holds === truth ? element : undefined;
  if (operator !== (truth ? "eq" : "ne")) {
    const isZero = right.kind === "integer" && right.value === 0n;
    return operator === (truth ? "ne" : "eq") && isZero ? whenOdd(element, left) : element;
  }
  const after = restricted(element, left, evaluate(element, right));
  return after === undefined ? undefined : restricted(after, right, evaluate(after, left));
}

/** Handles a remainder of division by two that is not zero. */
function whenOdd(element: KnownBits, expression: Expression): KnownBits | undefined {
  if (expression.kind !== "binary" || expression.right.kind !== "integer") return element;
  const { operator, left, right } = expression;
  const isParity =
    (operator === "rem" && right.value === 2n) || (operator === "and" && right.value === 1n);
  return isParity ? restricted(element, left, { bits: 1, residue: 1n }) : element;
}

/** The executions in which an expression has a value; undefined when there are none. */
function restricted(
  element: KnownBits,
  expression: Expression,
  value: Congruence,
): KnownBits | undefined {
  const { type } = expression;
  if (type.kind !== "int" || value.bits === 0) return element;
  switch (expression.kind) {
    case "load": {
      const variable = variableAt(expression.address);
      const own = variable === undefined ? undefined : trackedType(variable);
      if (variable === undefined || own?.bits !== type.bits) return element;
      const both = meet(valueIn(element, variable), fitted(own, value));
      return both === undefined ? undefined : withValue(element, variable, both);
    }
    case "cast": {
      const from = expression.operand.type;
      if (from.kind !== "int") return element;
      // Bits that both types have stay unchanged.
      const bits = Math.min(value.bits, from.bits, type.bits);
      const residue = BigInt.asUintN(bits, value.residue);
      return restricted(element, expression.operand, { bits, residue });
    }
    case "binary": {
      const { operator, left, right } = expression;
      if (right.kind !== "integer" || left.type.kind !== "int") return element;
      const constant = exactly(right.value);
      if (operator === "add") {
        return restricted(element, left, arithmetic("sub", type, value, constant));
      }
      if (operator === "sub") {
        return restricted(element, left, arithmetic("add", type, value, constant));
      }
      const modulus = operator === "and" ? right.value + 1n : right.value;
      const isMask = modulus > 0n && (modulus & (modulus - 1n)) === 0n;
      if ((operator !== "rem" && operator !== "and") || !isMask) return element;
      const bits = Math.min(value.bits, modulus.toString(2).length - 1);
      const residue = BigInt.asUintN(bits, value.residue);
      return restricted(element, left, { bits, residue });
    }
    case "integer":
    case "float":
    case "address":
    case "unary":
    case "compare":
    case "conditional":
      return element;
    default:
      return unreachableKind(expression);
  }
}

// -------------------------------------------------------------------- lattice

function leqMaps(
  a: ReadonlyMap<MemoryObject, Congruence>,
  b: ReadonlyMap<MemoryObject, Congruence>,
): boolean {
  if (a === b) return true;
  return [...b].every(([key, known]) => CONGRUENCES.leq(a.get(key) ?? ANY_INTEGER, known));
}

function joinMaps(
  a: ReadonlyMap<MemoryObject, Congruence>,
  b: ReadonlyMap<MemoryObject, Congruence>,
): ReadonlyMap<MemoryObject, Congruence> {
  if (a === b) return a;
  const joined = new Map<MemoryObject, Congruence>();
  for (const [key, known] of a) {
    const both = CONGRUENCES.join(known, b.get(key) ?? ANY_INTEGER);
    if (both.bits > 0) joined.set(key, both);
  }
  return joined;
}

/** Compares the frames of one call stack. */
function leqFrames(a: FrameBits | undefined, b: FrameBits | undefined): boolean {
  if (a === b || a === undefined || b === undefined) return a === b;
  return (
    leqMaps(a.locals, b.locals) &&
    CONGRUENCES.leq(a.result, b.result) &&
    leqFrames(a.caller, b.caller)
  );
}

function joinFrames(a: FrameBits, b: FrameBits): FrameBits {
  if (a === b) return a;
  const caller =
    a.caller === undefined || b.caller === undefined ? a.caller : joinFrames(a.caller, b.caller);
  return {
    locals: joinMaps(a.locals, b.locals),
    result: CONGRUENCES.join(a.result, b.result),
    caller,
  };
}

function showMap(map: ReadonlyMap<MemoryObject, Congruence>): string {
  const items = [...map].sort(([a], [b]) => a.id - b.id);
  return items
    .map(([{ id, name }, known]) => `${name}#${id}: ${CONGRUENCES.show(known)}`)
    .join(", ");
}

function showFrame({ locals, result, caller }: FrameBits): string {
  const outer = caller === undefined ? "" : `${showFrame(caller)} / `;
  return `${outer}${showMap(locals)} returns ${CONGRUENCES.show(result)}`;
}

function join(a: KnownBits, b: KnownBits): KnownBits {
  return { statics: joinMaps(a.statics, b.statics), frame: joinFrames(a.frame, b.frame) };
}

/** Elements of one node and one call stack. Chains are finite: variables lose bits. */
export const KNOWN_BITS: Lattice<KnownBits> = {
  leq: (a, b) => leqMaps(a.statics, b.statics) && leqFrames(a.frame, b.frame),
  join,
  widen: join,
  isBottom: () => false,
  show: ({ statics, frame }) => `${showMap(statics)} | ${showFrame(frame)}`,
};
