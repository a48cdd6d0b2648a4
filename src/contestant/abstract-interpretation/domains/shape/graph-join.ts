/** Joins of whole graphs: proposals of a fusion that both sides entail. */
import type { MemoryObject } from "../../../cfa/index.ts";
import type { Range } from "../interval/range.ts";
import { entails } from "./entailment.ts";
import { Fusion, Unfusible } from "./fusion.ts";
import type { Names } from "./materialisation.ts";
import { type FrameObjects, ShapeGraph } from "./shape-graph.ts";
import type { Link } from "./shape-object.ts";
import type { ObjectId } from "./shape-value.ts";

export interface JoinOptions {
  readonly names: Names;
  readonly links: ReadonlyMap<number, readonly Link[]>;
  readonly isCareful: boolean;
  readonly widen: (left: Range, both: Range) => Range;
}

/** A graph that covers the memories of both; undefined when there is none that is precise enough. */
export function joinedGraphs(
  left: ShapeGraph,
  right: ShapeGraph,
  options: JoinOptions,
): ShapeGraph | undefined {
  if (left.frames.length !== right.frames.length) return undefined;
  try {
    const joined = fused(left, right, options);
    const { pointerBytes } = options.names;
    const isJoin = entails(left, joined, pointerBytes) && entails(right, joined, pointerBytes);
    return isJoin ? joined : undefined;
  } catch (reason) {
    if (reason instanceof Unfusible) return undefined;
    throw reason;
  }
}

function fused(left: ShapeGraph, right: ShapeGraph, options: JoinOptions): ShapeGraph {
  const into = new ShapeGraph(left.statics);
  const fusion = new Fusion(left, right, into, { ...options, base: undefined });
  const pairs: (readonly [left: ObjectId, right: ObjectId, into: ObjectId])[] = [];
  for (const id of left.statics.values()) pairs.push([id, id, id]);
  into.frames = left.frames.map((frame, index): FrameObjects => {
    const other = right.frames[index];
    if (other === undefined) throw new Unfusible("different stacks");
    const objects = new Map<MemoryObject, ObjectId>();
    for (const [object, id] of frame.objects) {
      const twin = other.objects.get(object);
      if (twin === undefined) throw new Unfusible("different frames");
      const fresh = options.names.newObject();
      objects.set(object, fresh);
      pairs.push([id, twin, fresh]);
    }
    const result = options.names.newObject();
    pairs.push([frame.result, other.result, result]);
    return { objects, result };
  });
  for (const [x, y, id] of pairs) {
    const [a, b] = [left.object(x), right.object(y)];
    if (a.isValid !== b.isValid) throw new Unfusible("a lifetime");
    fusion.bind(x, y, id);
    into.put({ ...a, id, edges: [] });
  }
  for (const [x, y, id] of pairs) {
    into.update(id, { edges: fusion.edges(left.object(x).edges, right.object(y).edges) });
  }
  return into;
}
