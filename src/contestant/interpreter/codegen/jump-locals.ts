/**
 * Automatic objects that are not volatile are indeterminate after a `longjmp`
 * when they were changed since the `setjmp` (C11 7.13.2.1p3). Those that may be
 * read afterwards are remembered at the `setjmp` and compared after the jump.
 */

import {
  addressedObject,
  type CallEdge,
  type CfaEdge,
  type Expression,
  expressionsOf,
  type FunctionCfa,
  type MemoryObject,
  operandsOf,
} from "../../cfa/index.ts";

import type { CType } from "../../cfront/index.ts";
import { representationOf } from "./representation.ts";
import type { Writer } from "./writer.ts";

/**
 * Objects of the function whose values before the jump may matter when it continues after the edge.
 */
export function indeterminateLocals(cfa: FunctionCfa, edge: CallEdge): readonly MemoryObject[] {
  const result = edge.result === undefined ? undefined : addressedObject(edge.result.address);
  return cfa.locals.filter(
    (object) =>
      object !== result &&
      object.variable !== undefined &&
      (object.kind === "local" || object.kind === "parameter") &&
      !isVolatile(object.variable.type) &&
      mayBeReadFrom(edge, object),
  );
}

function isVolatile(type: CType): boolean {
  return type.kind === "array" ? isVolatile(type.element) : type.volatile === true;
}

/** Whether a path that begins with the edge's target reads the object before it gets a new value. */
function mayBeReadFrom(edge: CfaEdge, object: MemoryObject): boolean {
  const seen = new Set([edge.target]);
  for (const node of seen) {
    for (const next of node.leaving) {
      if (isReadBy(next, object)) return true;
      if (!isNewIn(next, object)) seen.add(next.target);
    }
  }
  return false;
}

/** Any use of its address; of objects that pointers may lead to, also calls and accesses through pointers. */
function isReadBy(edge: CfaEdge, object: MemoryObject): boolean {
  if (object.isAddressTaken && edge.kind === "call") return true;
  const reads = (expression: Expression): boolean => {
    if (expression.kind === "address") return expression.target === object;
    if (expression.kind === "load" && object.isAddressTaken) {
      const loaded = addressedObject(expression.address);
      if (loaded === undefined) return true;
    }
    return operandsOf(expression).some(reads);
  };
  if (edge.kind === "assign") {
    const isWhole = addressedObject(edge.address) === object && edge.bitField === undefined;
    return reads(edge.value) || (!isWhole && reads(edge.address));
  }
  if (edge.kind === "call" && edge.result !== undefined && "scalar" in edge.result) {
    const isResult = addressedObject(edge.result.address) === object;
    const { result, ...rest } = edge;
    if (isResult) return expressionsOf({ ...rest, result: undefined }).some(reads);
  }
  return expressionsOf(edge).some(reads);
}

function isNewIn(edge: CfaEdge, object: MemoryObject): boolean {
  if (edge.kind === "declare") return edge.object === object;
  if (object.scalar === undefined) return false;
  if (edge.kind === "assign") {
    return addressedObject(edge.address) === object && edge.bitField === undefined;
  }
  return edge.kind === "call" && edge.result !== undefined
    ? addressedObject(edge.result.address) === object
    : false;
}

/** Code that saves the objects: values of registers, addresses and sizes of the others. */
export function rememberedCode(w: Writer, objects: readonly MemoryObject[]): string {
  const registers = objects.flatMap((object) => registerParts(w, object));
  const places = objects
    .filter((object) => w.places.register(object) === undefined)
    .map((object) => `${w.places.address(object)}, ${object.size}`);
  return `[${registers.join(", ")}], [${places.join(", ")}]`;
}

/** Statements that end the run when one of the objects was changed; `saved` is the code of the mark. */
export function comparisonCode(w: Writer, objects: readonly MemoryObject[], saved: string): void {
  let register = 0;
  let place = 0;
  for (const object of objects) {
    const reason = `'${object.name}' is indeterminate: changed between setjmp and longjmp (C11 7.13.2.1p3)`;
    const stop = w.unsupported(reason);
    if (isArrayOfVariableLength(object)) w.emit(stop);
    if (w.places.register(object) === undefined) {
      w.emit(`if (RUN.changedSince(${saved}, ${place++})) ${stop}`);
      continue;
    }
    for (const part of registerParts(w, object)) {
      w.emit(`if (!Object.is(${saved}.registers[${register++}], ${part})) ${stop}`);
    }
  }
}

/** Whether it is an array whose contents are not saved. */
function isArrayOfVariableLength({ variable, type }: MemoryObject): boolean {
  return variable?.type.kind === "array" && type.kind === "pointer";
}

function registerParts(w: Writer, object: MemoryObject): readonly string[] {
  const register = w.places.register(object);
  if (register === undefined) return [];
  const isPair = object.scalar !== undefined && representationOf(object.scalar) === "pair";
  return isPair ? [`${register}l`, `${register}h`] : [register];
}
