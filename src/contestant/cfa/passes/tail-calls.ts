/**
 * Functions with only tail calls to themselves become loops: a call sets the parameters and begins
 * again (Steele, "Debunking the 'expensive procedure call' myth", ACM 1977). Executions are the
 * same, step by step, except for activations, which disappear: no pointer designates a variable of
 * such a function.
 */
import { invariant } from "../../../ground/util/errors.ts";
import type {
  CallArgument,
  CallEdge,
  CfaEdge,
  CfaNode,
  CfaProgram,
  FunctionCfa,
  MemoryObject,
  ValueType,
} from "../model/cfa.ts";
import { isLoadOf } from "../model/expression-properties.ts";
import { numberProgram } from "../model/finish.ts";
import type { Operation } from "../model/graph.ts";
import { sameValueType } from "../model/value-types.ts";
import { callGraph } from "../queries/call-graph.ts";
import { isTracked } from "../queries/liveness.ts";
import { GrowingFunction, NewObjects } from "./growing-function.ts";

/**
 * Returns the program with loops in place of such recursions, and all other functions unchanged;
 * undefined when it has none.
 */
export function withTailCallsAsLoops(program: CfaProgram): CfaProgram | undefined {
  const { components } = callGraph(program);
  const functions = new Map(program.functions);
  const made: FunctionCfa[] = [];
  const objects = new NewObjects(program);
  for (const [name, ...others] of components) {
    const fn = name === undefined ? undefined : program.functions.get(name);
    if (fn === undefined || others.length > 0 || fn === program.main) continue;
    const loop = tailCallsAsLoop(fn, objects);
    if (loop === undefined) continue;
    functions.set(fn.name, loop);
    made.push(loop);
  }
  if (made.length === 0) return undefined;
  numberProgram(made, 1 + greatestNumber(program));
  return { ...program, functions };
}

/**
 * Returns a directly recursive function as a loop; undefined when not all of these calls are tail
 * calls. Its nodes and edges have no numbers yet.
 */
export function tailCallsAsLoop(fn: FunctionCfa, objects: NewObjects): FunctionCfa | undefined {
  if (!fn.locals.every(isTracked)) return undefined;
  const calls = fn.nodes.flatMap(({ leaving }) => leaving.filter((edge) => mayCall(edge, fn)));
  const isRecursive = calls.some(({ callee }) => callee.kind === "address");
  if (!isRecursive || !calls.every((edge) => isTailCall(edge, fn))) return undefined;
  return loopOf(fn, new Set(calls), objects);
}

/** Also through a pointer. */
function mayCall(edge: CfaEdge, { name }: FunctionCfa): edge is CallEdge {
  if (edge.kind !== "call") return false;
  const { callee } = edge;
  const isDirect = callee.kind === "address" && !("size" in callee.target);
  return !isDirect || callee.target.name === name;
}

function isTailCall(call: CallEdge, fn: FunctionCfa): boolean {
  const { callee, arguments: passed, result } = call;
  if (callee.kind !== "address" || passed.length !== fn.parameters.length) return false;
  const fits = fn.parameters.every(
    ({ scalar }, index) => scalar !== undefined && isScalar(passed[index], scalar),
  );
  if (!fits || call.passesVariableArguments === true) return false;
  let held: MemoryObject | undefined;
  if (fn.result !== undefined) {
    if (result === undefined || !("scalar" in result) || fn.result.kind === "record") return false;
    const { address, scalar } = result;
    if (address.kind !== "address" || !("size" in address.target)) return false;
    if (!sameValueType(scalar, fn.result)) return false;
    held = address.target;
    if (!fn.locals.includes(held) || !isWhole(held, scalar)) return false;
  }
  return returnsOnly(call.target, fn, held);
}

/**
 * Whether the function only returns after a node.
 *
 * @param held - the object whose value it returns then; undefined: no value
 */
function returnsOnly(from: CfaNode, fn: FunctionCfa, held: MemoryObject | undefined): boolean {
  let holder = held;
  const passed = new Set<CfaNode>();
  for (let node = from; node !== fn.exit; ) {
    const [edge, ...others] = node.leaving;
    if (edge === undefined || others.length > 0 || passed.has(node)) return false;
    passed.add(node);
    switch (edge.kind) {
      case "skip":
        if (edge.open !== undefined) return false;
        break;
      case "end-scope":
        break;
      case "assign": {
        const { address, value, bitField } = edge;
        if (holder === undefined || bitField !== undefined || !isLoadOf(value, holder))
          return false;
        if (address.kind !== "address" || !("size" in address.target)) return false;
        holder = address.target;
        if (!fn.locals.includes(holder) || !isWhole(holder, value.type)) return false;
        break;
      }
      case "return":
        if (holder === undefined) return edge.value === undefined;
        return edge.value?.kind === "scalar" && isLoadOf(edge.value.value, holder);
      case "assume":
      case "call":
      case "copy":
      case "clear":
      case "declare":
      case "unsupported":
        return false;
    }
    node = edge.target;
  }
  return fn.result === undefined;
}

function isScalar(argument: CallArgument | undefined, type: ValueType): boolean {
  return argument?.kind === "scalar" && sameValueType(argument.value.type, type);
}

function isWhole({ scalar }: MemoryObject, type: ValueType): boolean {
  return scalar !== undefined && sameValueType(scalar, type);
}

function loopOf(fn: FunctionCfa, tails: ReadonlySet<CfaEdge>, objects: NewObjects): FunctionCfa {
  const growing = new GrowingFunction(fn);
  const head = growing.copyOf(fn.entry);
  const own = fn.locals.filter((object) => !fn.parameters.includes(object));
  const temporaries = new Map<MemoryObject, MemoryObject>();
  const nextOf = (parameter: MemoryObject): MemoryObject => {
    const known = temporaries.get(parameter);
    if (known !== undefined) return known;
    const temporary = objects.scalar("temporary", `${parameter.name}.next`, typeOf(parameter));
    growing.locals.push(temporary);
    temporaries.set(parameter, temporary);
    return temporary;
  };
  for (const node of fn.nodes) {
    for (const edge of node.leaving) {
      const source = growing.copyOf(node);
      if (edge.kind !== "call" || !tails.has(edge)) {
        growing.connect(source, growing.copyOf(edge.target), edge.range, edge);
        continue;
      }
      let last = source;
      const add = (operation: Operation, target = growing.node()): void => {
        last = growing.connect(last, target, edge.range, operation);
      };
      const changed = fn.parameters.flatMap((parameter, index) => {
        const argument = edge.arguments[index];
        if (argument?.kind !== "scalar" || isLoadOf(argument.value, parameter)) return [];
        return [{ parameter, value: argument.value, next: nextOf(parameter) }];
      });
      for (const { next, value } of changed) add(objects.assign(next, value));
      // Variables of a new activation are indeterminate.
      for (const object of own) add({ kind: "declare", object });
      for (const { parameter, next } of changed) {
        add(objects.assign(parameter, objects.load(next)));
      }
      add({ kind: "skip" }, head);
    }
  }
  return growing.finish();
}

function typeOf({ scalar }: MemoryObject): ValueType {
  invariant(scalar !== undefined, "a parameter that is a scalar");
  return scalar;
}

export function greatestNumber({ functions }: CfaProgram): number {
  let greatest = 0;
  for (const { id, leaving } of [...functions.values()].flatMap(({ nodes }) => nodes)) {
    greatest = Math.max(greatest, id, ...leaving.map((edge) => edge.id));
  }
  return greatest;
}
