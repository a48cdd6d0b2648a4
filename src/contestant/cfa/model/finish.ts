/** Last steps on a program whose functions are all lowered. */
import type { CfaEdge, CfaNode, Expression, FunctionCfa, MemoryObject } from "./cfa.ts";
import { operandsOf } from "./expression-properties.ts";
import { sameValueType } from "./value-types.ts";

/** Fields that are fixed only when the program is complete. */
interface Mutable {
  id: number;
  source: CfaNode;
  target: CfaNode;
  entering: CfaEdge[];
}

/** Removes edges from nodes that are not in `nodes`. */
export function dropUnreachableEdges(nodes: readonly CfaNode[]): void {
  const kept = new Set(nodes);
  for (const node of nodes) {
    if (node.entering.every((edge) => kept.has(edge.source))) continue;
    (node as Pick<Mutable, "entering">).entering = node.entering.filter((edge) =>
      kept.has(edge.source),
    );
  }
}

/**
 * Joins nodes that only a skip edge separates, where that loses no loop mark.
 * The entry stays a node without entering edges if it was one.
 */
export function contractSkips(nodes: readonly CfaNode[], entry: CfaNode): void {
  for (const node of nodes) {
    const [skip] = node.leaving;
    if (node === entry || node.leaving.length !== 1 || skip?.kind !== "skip") continue;
    if (skip.open !== undefined) continue;
    const { target } = skip;
    if (target === node) continue;
    if (node.loop !== undefined) {
      if (target.loop !== undefined || target.entering.length > 1) continue;
      target.loop = node.loop;
    }
    remove(target.entering, skip);
    for (const edge of node.entering) {
      (edge as Pick<Mutable, "target">).target = target;
      target.entering.push(edge);
    }
    node.entering.length = 0;
    node.leaving.length = 0;
  }
}

function remove<T>(list: T[], item: T): void {
  const index = list.indexOf(item);
  if (index >= 0) list.splice(index, 1);
}

/** Gives nodes and edges their numbers: dense, from the first one, in the order of functions and nodes. */
export function numberProgram(functions: Iterable<FunctionCfa>, first = 0): void {
  let nodes = first;
  let edges = first;
  for (const { nodes: members } of functions) {
    for (const node of members) {
      (node as Pick<Mutable, "id">).id = nodes++;
      for (const edge of node.leaving) (edge as Pick<Mutable, "id">).id = edges++;
    }
  }
}

/** Sets {@link MemoryObject.isAddressTaken} from all uses in the program. */
export function markAddressTaken(
  functions: Iterable<FunctionCfa>,
  globals: readonly MemoryObject[],
): void {
  for (const object of designatedObjects(functions, globals)) object.isAddressTaken = true;
}

/** Objects with other uses than loads and stores of the whole scalar. */
export function designatedObjects(
  functions: Iterable<FunctionCfa>,
  globals: readonly MemoryObject[],
): ReadonlySet<MemoryObject> {
  const designated = new Set<MemoryObject>();
  const read = (expression: Expression): void => {
    const stack: Expression[] = [expression];
    for (let part = stack.pop(); part !== undefined; part = stack.pop()) {
      if (part.kind === "load" && isWholeScalar(part.address, part.type, part.bitField)) continue;
      if (part.kind === "address" && "size" in part.target) designated.add(part.target);
      for (const operand of operandsOf(part)) stack.push(operand);
    }
  };
  const write = (address: Expression, type: Expression["type"], bitField: unknown): void => {
    if (!isWholeScalar(address, type, bitField)) read(address);
  };
  for (const { nodes } of functions) {
    for (const { leaving } of nodes) for (const edge of leaving) visitEdge(edge, read, write);
  }
  for (const { initial } of globals) for (const { value } of initial) read(value);
  return designated;
}

function isWholeScalar(address: Expression, type: Expression["type"], bitField: unknown): boolean {
  if (address.kind !== "address" || bitField !== undefined || !("size" in address.target)) {
    return false;
  }
  const { scalar } = address.target;
  return scalar !== undefined && sameValueType(scalar, type);
}

function visitEdge(
  edge: CfaEdge,
  read: (expression: Expression) => void,
  write: (address: Expression, type: Expression["type"], bitField: unknown) => void,
): void {
  switch (edge.kind) {
    case "assume":
      read(edge.condition);
      return;
    case "assign":
      write(edge.address, edge.value.type, edge.bitField);
      read(edge.value);
      return;
    case "copy":
      read(edge.to);
      read(edge.from);
      return;
    case "clear":
      read(edge.address);
      return;
    case "call":
      read(edge.callee);
      for (const argument of edge.arguments) {
        read(argument.kind === "scalar" ? argument.value : argument.address);
      }
      if (edge.result === undefined) return;
      if ("scalar" in edge.result) write(edge.result.address, edge.result.scalar, undefined);
      else read(edge.result.address);
      return;
    case "return":
      if (edge.value !== undefined) {
        read(edge.value.kind === "scalar" ? edge.value.value : edge.value.address);
      }
      return;
    case "skip":
    case "declare":
    case "end-scope":
    case "unsupported":
      return;
  }
}
