/** Determines which local scalars may be read before they are written again. */
import type { CfaEdge, CfaNode, Expression, FunctionCfa, MemoryObject } from "../model/cfa.ts";
import { expressionsOf } from "../model/edge-expressions.ts";
import { forEachSubexpression } from "../model/expression-properties.ts";

/** Whether {@link Liveness} tracks the object: a scalar that no pointer reaches. */
export function isTracked(object: MemoryObject): boolean {
  return object.scalar !== undefined && !object.isAddressTaken;
}

/**
 * Live scalars by the usual backward data flow; only locals whose address is not taken are tracked.
 */
export class Liveness {
  readonly #live = new Map<CfaNode, Set<MemoryObject>>();

  constructor(fn: FunctionCfa) {
    const work = [...fn.nodes];
    const queued = new Set(work);
    for (let node = work.pop(); node !== undefined; node = work.pop()) {
      queued.delete(node);
      const live = this.#live.get(node) ?? new Set();
      const before = live.size;
      for (const edge of node.leaving) {
        const killed = assignedObject(edge);
        for (const object of this.#live.get(edge.target) ?? []) {
          if (object !== killed) live.add(object);
        }
        for (const object of readObjects(edge)) live.add(object);
      }
      this.#live.set(node, live);
      if (live.size === before) continue;
      for (const { source } of node.entering) {
        if (queued.has(source)) continue;
        queued.add(source);
        work.push(source);
      }
    }
  }

  liveAt(node: CfaNode): ReadonlySet<MemoryObject> {
    return this.#live.get(node) ?? new Set();
  }
}

function objectOf(address: Expression): MemoryObject | undefined {
  return address.kind === "address" && address.target.kind !== "function"
    ? address.target
    : undefined;
}

function assignedObject(edge: CfaEdge): MemoryObject | undefined {
  if (edge.kind === "declare") return edge.object;
  if (edge.kind === "assign") return objectOf(edge.address);
  if (edge.kind === "call" && edge.result !== undefined) return objectOf(edge.result.address);
  return undefined;
}

function readObjects(edge: CfaEdge): MemoryObject[] {
  const found: MemoryObject[] = [];
  for (const expression of expressionsOf(edge)) {
    forEachSubexpression(expression, (part) => {
      const object = part.kind === "load" ? objectOf(part.address) : undefined;
      if (object !== undefined) found.push(object);
    });
  }
  return found;
}
