/** Steps that lie on cycles. */
import type { Location } from "../../formula/transition/transition-system.ts";

interface Edge {
  readonly from: Location;
  readonly to: Location;
}

/** The strongly connected components that have steps within them, as these steps. */
export function cyclicComponents<T>(
  items: readonly T[],
  edgeOf: (item: T) => Edge,
): readonly (readonly T[])[] {
  const successors = new Map<Location, Location[]>();
  for (const item of items) {
    const { from, to } = edgeOf(item);
    successors.set(from, [...(successors.get(from) ?? []), to]);
  }
  const reachable = new Map(
    [...successors.keys()].map((location) => [location, reachableFrom(location, successors)]),
  );
  const isCyclic = ({ from, to }: Edge): boolean => reachable.get(to)?.has(from) === true;
  const components: T[][] = [];
  for (const item of items) {
    const edge = edgeOf(item);
    if (!isCyclic(edge)) continue;
    const own = components.find(([first]) => {
      const other = edgeOf(first as T).from;
      return (
        other === edge.from ||
        (reachable.get(other)?.has(edge.from) && reachable.get(edge.from)?.has(other))
      );
    });
    if (own === undefined) components.push([item]);
    else own.push(item);
  }
  return components;
}

/** A location itself is among them. */
function reachableFrom(
  start: Location,
  successors: ReadonlyMap<Location, readonly Location[]>,
): ReadonlySet<Location> {
  const seen = new Set([start]);
  const stack = [start];
  for (let at = stack.pop(); at !== undefined; at = stack.pop()) {
    for (const next of successors.get(at) ?? []) {
      if (seen.has(next)) continue;
      seen.add(next);
      stack.push(next);
    }
  }
  return seen;
}
