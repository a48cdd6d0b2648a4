/** Steps that lie on cycles. */
import { stronglyConnected } from "../../ground/util/strongly-connected.ts";

interface Edge<Node> {
  readonly from: Node;
  readonly to: Node;
}

/** The strongly connected components that have steps within them, as these steps. */
export function cyclicComponents<Node, Item>(
  items: readonly Item[],
  edgeOf: (item: Item) => Edge<Node>,
): readonly (readonly Item[])[] {
  const edges = items.map(edgeOf);
  const successors = new Map<Node, Node[]>();
  for (const { from, to } of edges) {
    const known = successors.get(from);
    if (known === undefined) successors.set(from, [to]);
    else known.push(to);
  }
  const componentOf = new Map<Node, readonly Node[]>();
  for (const component of stronglyConnected(
    successors.keys(),
    (node) => successors.get(node) ?? [],
  )) {
    for (const node of component) componentOf.set(node, component);
  }
  const inside = new Map<readonly Node[], Item[]>();
  for (const [index, item] of items.entries()) {
    const { from, to } = edges[index] as Edge<Node>;
    const component = componentOf.get(from) as readonly Node[];
    if (component !== componentOf.get(to)) continue;
    const others = inside.get(component);
    if (others === undefined) inside.set(component, [item]);
    else others.push(item);
  }
  return [...inside.values()];
}
