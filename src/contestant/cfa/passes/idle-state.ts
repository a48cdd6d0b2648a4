/**
 * Removes state on which nothing depends: the remaining state repeats whenever control does.
 * Variables on which no branch, address or call depends are not assigned (faint variables:
 * Giegerich, Möncke, Wilhelm 1981), and those that are dead at a loop head are zero there.
 *
 * An infinite execution of the program that is free of undefined behaviour, except for signed
 * overflow in removed operations, is one of the result, and vice versa.
 */
import type {
  AssignEdge,
  CallEdge,
  CfaEdge,
  CfaNode,
  CfaProgram,
  Expression,
  FunctionCfa,
  MemoryObject,
} from "../model/cfa.ts";
import { expressionsOf } from "../model/edge-expressions.ts";
import { canFail, forEachSubexpression, operandsOf } from "../model/expression-properties.ts";
import { addressOf, zero } from "../model/expressions.ts";
import { numberProgram } from "../model/finish.ts";
import { reversePostorder } from "../model/graph.ts";
import { pointerType } from "../model/value-types.ts";
import { isTracked, Liveness } from "../queries/liveness.ts";
import { type WtoElement, weakTopologicalOrder } from "../queries/weak-topological-order.ts";
import { rewriteProgram } from "./rewrite.ts";

export function withoutIdleState(program: CfaProgram): CfaProgram {
  const idle = idleVariables(program);
  const lean = rewriteProgram(program, (edge) => ({ operation: withoutStores(edge, idle) }));
  const functions = new Map(
    [...lean.functions].map(([name, fn]) => [name, withDeadCleared(lean, fn)]),
  );
  numberProgram(functions.values());
  return { ...lean, functions, main: functions.get(lean.main.name) as FunctionCfa };
}

// ------------------------------------------------------------- faint variables

/** Scalars that only assignments to such scalars read. */
function idleVariables(program: CfaProgram): ReadonlySet<MemoryObject> {
  const objects = [
    ...program.globals,
    ...[...program.functions.values()].flatMap(({ locals }) => locals),
  ].filter(isTracked);
  const needed = new Set<MemoryObject>();
  /** The objects that assignments to an object read. */
  const sources = new Map<MemoryObject, MemoryObject[]>();
  for (const { nodes } of program.functions.values()) {
    for (const edge of nodes.flatMap(({ leaving }) => leaving)) {
      const target = edge.kind === "assign" ? plainTarget(edge) : undefined;
      const read = expressionsOf(edge).flatMap(objectsRead);
      if (target === undefined) for (const object of read) needed.add(object);
      else sources.set(target, [...(sources.get(target) ?? []), ...read]);
    }
  }
  const work = [...needed];
  for (let object = work.pop(); object !== undefined; object = work.pop()) {
    for (const source of sources.get(object) ?? []) {
      if (needed.has(source)) continue;
      needed.add(source);
      work.push(source);
    }
  }
  return new Set(objects.filter((object) => !needed.has(object)));
}

/**
 * The tracked scalar to which an assignment stores, unless its value may be undefined for other
 * reasons than overflow.
 */
function plainTarget({ address, value, bitField }: AssignEdge): MemoryObject | undefined {
  if (bitField !== undefined || failsBeyondOverflow(value)) return undefined;
  return trackedAt(address);
}

function trackedAt(address: Expression): MemoryObject | undefined {
  if (address.kind !== "address" || !("size" in address.target)) return undefined;
  return isTracked(address.target) ? address.target : undefined;
}

function objectsRead(expression: Expression): MemoryObject[] {
  const found: MemoryObject[] = [];
  forEachSubexpression(expression, (part) => {
    const object = part.kind === "load" ? trackedAt(part.address) : undefined;
    if (object !== undefined) found.push(object);
  });
  return found;
}

function failsBeyondOverflow(expression: Expression): boolean {
  if (!canFail(expression)) return false;
  const isArithmetic =
    expression.kind === "unary" ||
    expression.kind === "compare" ||
    expression.kind === "conditional" ||
    (expression.kind === "cast" && expression.operand.type.kind !== "float") ||
    (expression.kind === "binary" &&
      expression.type.kind === "int" &&
      !["div", "rem", "shl", "shr"].includes(expression.operator));
  return !isArithmetic || operandsOf(expression).some(failsBeyondOverflow);
}

function withoutStores(edge: CfaEdge, idle: ReadonlySet<MemoryObject>): CfaEdge | { kind: "skip" } {
  if (edge.kind === "assign") {
    const target = plainTarget(edge);
    return target !== undefined && idle.has(target) ? { kind: "skip" } : edge;
  }
  if (edge.kind !== "call" || edge.result === undefined) return edge;
  const target = trackedAt(edge.result.address);
  return target !== undefined && idle.has(target)
    ? ({ ...edge, result: undefined } satisfies CallEdge)
    : edge;
}

// -------------------------------------------------------------- dead variables

/** A copy in which locals that are dead at the head of a loop that assigns them are zero there. */
function withDeadCleared({ machine }: CfaProgram, fn: FunctionCfa): FunctionCfa {
  const dead = deadAtHeads(fn);
  if (dead.size === 0) return fn;
  const pointer = pointerType(machine.pointerBits / 8);
  const nodes = new Map<CfaNode, CfaNode>(
    fn.nodes.map((node) => [node, { ...node, leaving: [], entering: [] }]),
  );
  for (const [original, node] of nodes) {
    let source = node;
    const range = original.leaving[0]?.range ?? { start: 0, end: 0 };
    for (const object of dead.get(original) ?? []) {
      const target: CfaNode = { id: 0, functionName: fn.name, leaving: [], entering: [] };
      const value = zero(object.scalar as NonNullable<MemoryObject["scalar"]>);
      const address = addressOf(object, pointer);
      source.leaving.push({ kind: "assign", address, value, id: 0, range, source, target });
      source = target;
    }
    for (const edge of original.leaving) {
      source.leaving.push({ ...edge, source, target: nodes.get(edge.target) as CfaNode });
    }
  }
  const entry = nodes.get(fn.entry) as CfaNode;
  const exit = nodes.get(fn.exit) as CfaNode;
  const reached = reversePostorder(entry);
  for (const node of reached) for (const edge of node.leaving) edge.target.entering.push(edge);
  return { ...fn, entry, exit, nodes: reached.includes(exit) ? reached : [...reached, exit] };
}

function deadAtHeads(fn: FunctionCfa): ReadonlyMap<CfaNode, readonly MemoryObject[]> {
  const liveness = new Liveness(fn);
  const dead = new Map<CfaNode, readonly MemoryObject[]>();
  const visit = (elements: readonly WtoElement[]): void => {
    for (const element of elements) {
      if (element.kind === "node") continue;
      const live = liveness.liveAt(element.head);
      const assigned = new Set(nodesOf(element).flatMap(assignedAt));
      const objects = [...assigned].filter(
        (object) => fn.locals.includes(object) && !live.has(object),
      );
      if (objects.length > 0) dead.set(element.head, objects);
      visit(element.body);
    }
  };
  visit(weakTopologicalOrder(fn));
  return dead;
}

function nodesOf(element: WtoElement): CfaNode[] {
  return element.kind === "node"
    ? [element.node]
    : [element.head, ...element.body.flatMap(nodesOf)];
}

/** Locals whose zero has a constant, assigned on the edges that leave a node. */
function assignedAt({ leaving }: CfaNode): MemoryObject[] {
  return leaving.flatMap((edge) => {
    const address =
      edge.kind === "assign"
        ? edge.address
        : edge.kind === "call"
          ? edge.result?.address
          : undefined;
    const object = address === undefined ? undefined : trackedAt(address);
    return object === undefined ? [] : [object];
  });
}
