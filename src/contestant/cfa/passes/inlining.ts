/**
 * Inlines functions, and replaces pointers to the caller's variables by these (procedure
 * integration and copy propagation: Muchnick, "Advanced compiler design and implementation", 1997,
 * sections 15.2 and 12.5). Executions are the same, except for activations, which disappear: no
 * pointer designates a variable of such a function.
 */
import { invariant } from "../../../ground/util/errors.ts";
import type {
  CallArgument,
  CallEdge,
  CfaEdge,
  CfaNode,
  Expression,
  FunctionCfa,
  MemoryObject,
} from "../model/cfa.ts";
import { addressedObject, isLoadOf } from "../model/expression-properties.ts";
import { designatedObjects } from "../model/finish.ts";
import type { Operation } from "../model/graph.ts";
import { intrinsicOf } from "../model/intrinsics.ts";
import { sameValueType } from "../model/value-types.ts";
import { calledName } from "../queries/called-name.ts";
import { isTracked } from "../queries/liveness.ts";
import { GrowingFunction, type NewObjects } from "./growing-function.ts";
import { type Lookup, type Renaming, substituteInEdge } from "./substitute.ts";

/** Maximal number of nodes of a function after inlining. */
const MAX_NODES = 3000;
/** Intrinsics that depend on their activation. */
const OF_ACTIVATIONS = ["alloca", "end-alloca", "setjmp", "longjmp"];

/** Whether the body may replace calls: nothing outlives the activation, nor depends on it. */
export function isBody(fn: FunctionCfa): boolean {
  const { result, exit } = fn;
  if (fn.isLibrary || !fn.locals.every(isTracked) || callsIntrinsic(fn, OF_ACTIVATIONS))
    return false;
  if (result === undefined) return true;
  return result.kind !== "record" && exit.entering.every(({ kind }) => kind === "return");
}

function callsIntrinsic({ nodes }: FunctionCfa, kinds: readonly string[]): boolean {
  const isOne = (edge: CfaEdge): boolean =>
    kinds.includes(intrinsicOf(calledName(edge) ?? "")?.kind ?? "");
  return nodes.some(({ leaving }) => leaving.some(isOne));
}

/**
 * Returns the function with bodies in place of calls; undefined when no body fits a call. Its nodes
 * and edges have no numbers yet.
 */
export function withBodies(
  fn: FunctionCfa,
  bodies: ReadonlyMap<string, FunctionCfa>,
  objects: NewObjects,
): FunctionCfa | undefined {
  // After a jump, some variables of the function are indeterminate.
  if (callsIntrinsic(fn, ["setjmp"])) return undefined;
  const inlining = new Inlining(fn, objects);
  let size = fn.nodes.length;
  let isChanged = false;
  for (const node of fn.nodes) {
    for (const edge of node.leaving) {
      const body = edge.kind === "call" ? bodies.get(calledName(edge) ?? "") : undefined;
      if (edge.kind !== "call" || body === undefined || !fits(edge, body)) {
        inlining.keep(node, edge);
        continue;
      }
      size += body.nodes.length;
      if (size > MAX_NODES) return undefined;
      inlining.replace(node, edge, body);
      isChanged = true;
    }
  }
  return isChanged ? withoutNeedlessPointers(inlining.growing.finish(), objects) : undefined;
}

function fits(call: CallEdge, { parameters, result }: FunctionCfa): boolean {
  if (call.passesVariableArguments === true || call.arguments.length !== parameters.length) {
    return false;
  }
  const areScalars = parameters.every(({ scalar }, index) => {
    const argument = call.arguments[index];
    return (
      argument?.kind === "scalar" &&
      scalar !== undefined &&
      sameValueType(argument.value.type, scalar)
    );
  });
  if (!areScalars) return false;
  if (call.result === undefined) return true;
  const isScalar = "scalar" in call.result && result !== undefined && result.kind !== "record";
  return isScalar && sameValueType(call.result.scalar, result);
}

class Inlining {
  readonly growing: GrowingFunction;
  readonly #objects: NewObjects;
  /** Parameters that keep their first value. */
  readonly #constant: ReadonlySet<MemoryObject>;

  constructor(fn: FunctionCfa, objects: NewObjects) {
    this.growing = new GrowingFunction(fn);
    this.#objects = objects;
    this.#constant = constantParameters(fn);
  }

  keep(node: CfaNode, edge: CfaEdge): void {
    const { growing } = this;
    growing.connect(growing.copyOf(node), growing.copyOf(edge.target), edge.range, edge);
  }

  replace(node: CfaNode, call: CallEdge, body: FunctionCfa): void {
    const { growing } = this;
    const objects = this.#objects;
    const constant = constantParameters(body);
    const known = new Map<MemoryObject, Expression>();
    const renaming = new Map<MemoryObject, MemoryObject>();
    let last = growing.copyOf(node);
    const add = (operation: Operation): void => {
      last = growing.connect(last, growing.node(), call.range, operation);
    };
    const rename = (object: MemoryObject): MemoryObject => {
      const copy = objects.copyOf(object, "temporary");
      growing.locals.push(copy);
      renaming.set(object, copy);
      return copy;
    };
    for (const [index, parameter] of body.parameters.entries()) {
      const value = scalarOf(call.arguments[index]);
      if (constant.has(parameter) && this.#isLasting(value)) known.set(parameter, value);
      else add(objects.assign(rename(parameter), value));
    }
    for (const object of body.locals) {
      if (body.parameters.includes(object)) continue;
      add({ kind: "declare", object: rename(object) });
    }
    const copies = new Map<CfaNode, CfaNode>(
      body.nodes.map((original) => [original, growing.node()]),
    );
    const end = growing.copyOf(call.target);
    copies.set(body.exit, end);
    growing.connect(last, copies.get(body.entry) as CfaNode, call.range, { kind: "skip" });
    const lookup: Lookup = ({ address, bitField }) => {
      const object = bitField === undefined ? addressedObject(address) : undefined;
      return object && known.get(object);
    };
    for (const [original, source] of copies) {
      for (const edge of original.leaving) {
        const target = copies.get(edge.target) as CfaNode;
        const operation = substituteInEdge(edge, lookup, renaming);
        growing.connect(
          source,
          target,
          edge.range,
          operation.kind === "return" ? this.#returned(operation.value, call) : operation,
        );
      }
    }
  }

  /** An unused value is still computed: that may be undefined. */
  #returned(value: CallArgument | undefined, { result }: CallEdge): Operation {
    if (value === undefined) return { kind: "skip" };
    const returned = scalarOf(value);
    if (result !== undefined) return { kind: "assign", address: result.address, value: returned };
    const unused = this.#objects.scalar("temporary", "unused", returned.type);
    this.growing.locals.push(unused);
    return this.#objects.assign(unused, returned);
  }

  /** Whether the expression always has the same, defined value. */
  #isLasting(value: Expression): boolean {
    if (value.kind === "address" || value.kind === "integer") return true;
    return value.kind === "load" && [...this.#constant].some((object) => isLoadOf(value, object));
  }
}

function scalarOf(argument: CallArgument | undefined): Expression {
  invariant(argument?.kind === "scalar", "an argument that is a scalar");
  return argument.value;
}

function constantParameters({ parameters, nodes }: FunctionCfa): ReadonlySet<MemoryObject> {
  const constant = new Set(
    parameters.filter((object) => isTracked(object) && object.type.volatile !== true),
  );
  for (const edge of nodes.flatMap(({ leaving }) => leaving)) {
    if (edge.kind === "assign") drop(edge.address);
    if (edge.kind === "call" && edge.result !== undefined) drop(edge.result.address);
    if (edge.kind === "declare") constant.delete(edge.object);
  }
  return constant;

  function drop(address: Expression): void {
    const object = addressedObject(address);
    if (object !== undefined) constant.delete(object);
  }
}

/**
 * Returns the function with variables that no pointer reaches in place of those that pointers
 * reached.
 */
function withoutNeedlessPointers(fn: FunctionCfa, objects: NewObjects): FunctionCfa {
  const designated = designatedObjects([fn], []);
  const renaming: Renaming = new Map(
    fn.locals
      .filter(
        (object) =>
          object.isAddressTaken &&
          !object.isReadOnly &&
          object.scalar !== undefined &&
          !designated.has(object),
      )
      .map((object) => [object, objects.copyOf(object, object.kind)]),
  );
  if (renaming.size === 0) return fn;
  const named = (object: MemoryObject): MemoryObject => renaming.get(object) ?? object;
  const growing = new GrowingFunction(fn);
  for (const node of fn.nodes) {
    for (const edge of node.leaving) {
      const operation = substituteInEdge(edge, () => undefined, renaming);
      // A variable that no pointer reaches has no end.
      const kept: Operation =
        operation.kind === "end-scope" && edge.kind === "end-scope"
          ? { ...operation, objects: edge.objects.filter((object) => !renaming.has(object)) }
          : operation;
      growing.connect(growing.copyOf(node), growing.copyOf(edge.target), edge.range, kept);
    }
  }
  return {
    ...growing.finish(),
    parameters: fn.parameters.map(named),
    locals: fn.locals.map(named),
  };
}
