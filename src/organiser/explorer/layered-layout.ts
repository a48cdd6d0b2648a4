/**
 * Draws directed graphs top-down in layers (Sugiyama, Tagawa, Toda: "Methods for visual
 * understanding of hierarchical system structures", 1981): arcs that close cycles are reversed,
 * nodes are below all their predecessors, long arcs get a bend in every layer between, and sweeps
 * move nodes under their neighbours. Deterministic.
 */
export interface LayoutNode {
  readonly width: number;
  readonly height: number;
}

export interface LayoutArc {
  readonly from: number;
  readonly to: number;
}

export interface Point {
  readonly x: number;
  readonly y: number;
}

export interface Layout {
  readonly width: number;
  readonly height: number;
  /** Upper left corners, by node. */
  readonly nodes: readonly Point[];
  /** By arc: from its start to its end. */
  readonly routes: readonly (readonly Point[])[];
}

const GAP_X = 28;
const GAP_Y = 34;
const BEND_WIDTH = 10;
const SWEEPS = 6;

/** A node, or a bend of an arc. */
interface Item {
  readonly width: number;
  readonly height: number;
  layer: number;
  /** Centre. */
  x: number;
  readonly above: number[];
  readonly below: number[];
}

export function layoutGraph(nodes: readonly LayoutNode[], arcs: readonly LayoutArc[]): Layout {
  const isTurned = backArcs(nodes.length, arcs);
  const items: Item[] = nodes.map(({ width, height }) => ({
    width,
    height,
    layer: 0,
    x: 0,
    above: [],
    below: [],
  }));
  const down = arcs.map(({ from, to }, index) => (isTurned[index] ? [to, from] : [from, to]));
  assignLayers(items, down);
  const chains = down.map(([from = 0, to = 0]) =>
    from === to ? [from] : chainOf(items, from, to),
  );
  const layers: number[][] = [];
  for (const [index, { layer }] of items.entries()) {
    layers[layer] ??= [];
    layers[layer].push(index);
  }
  order(items, layers);
  place(items, layers);
  const left = Math.min(0, ...items.map(({ x, width }) => x - width / 2));
  const tops: number[] = [];
  let y = 0;
  for (const [index, layer] of layers.entries()) {
    tops[index] = y;
    y += Math.max(...layer.map((item) => items[item]?.height ?? 0)) + GAP_Y;
  }
  const height = Math.max(0, y - GAP_Y);
  const corner = (index: number): Point => {
    const item = items[index] as Item;
    return { x: item.x - item.width / 2 - left, y: tops[item.layer] as number };
  };
  const width = Math.max(
    0,
    ...items.map((_, index) => corner(index).x + (items[index]?.width ?? 0)),
  );
  const routes = chains.map((chain, index) => {
    const points = routeOf(chain, items, corner, tops);
    return isTurned[index] && chain.length > 1
      ? besides(points, [nodes[chain[0] ?? 0], nodes[chain.at(-1) ?? 0]]).reverse()
      : points;
  });
  const selfLoops = chains.some((chain) => chain.length === 1);
  return {
    width: width + (selfLoops ? GAP_X : 0),
    height,
    nodes: nodes.map((_, index) => corner(index)),
    routes,
  };
}

/** Arcs that lead back to a node that a depth-first search from the first node has not left yet. */
function backArcs(count: number, arcs: readonly LayoutArc[]): readonly boolean[] {
  const leaving: number[][] = Array.from({ length: count }, () => []);
  for (const [index, { from }] of arcs.entries()) leaving[from]?.push(index);
  const state = new Uint8Array(count);
  const isTurned = arcs.map(() => false);
  for (let root = 0; root < count; root++) {
    if (state[root] !== 0) continue;
    const path: { node: number; next: number }[] = [{ node: root, next: 0 }];
    state[root] = 1;
    for (let top = path.at(-1); top !== undefined; top = path.at(-1)) {
      const arc = leaving[top.node]?.[top.next++];
      if (arc === undefined) {
        state[top.node] = 2;
        path.pop();
        continue;
      }
      const { to } = arcs[arc] as LayoutArc;
      if (state[to] === 1) isTurned[arc] = true;
      else if (state[to] === 0) {
        state[to] = 1;
        path.push({ node: to, next: 0 });
      }
    }
  }
  return isTurned;
}

/** Every node one layer below the lowest of its predecessors. */
function assignLayers(items: readonly Item[], down: readonly (readonly number[])[]): void {
  const waiting = items.map(() => 0);
  const leaving: number[][] = items.map(() => []);
  for (const [from = 0, to = 0] of down) {
    if (from === to) continue;
    leaving[from]?.push(to);
    waiting[to] = (waiting[to] ?? 0) + 1;
  }
  const ready = items.flatMap((_, index) => (waiting[index] === 0 ? [index] : []));
  for (let index = ready.pop(); index !== undefined; index = ready.pop()) {
    for (const to of leaving[index] ?? []) {
      const item = items[to] as Item;
      item.layer = Math.max(item.layer, (items[index] as Item).layer + 1);
      waiting[to] = (waiting[to] ?? 0) - 1;
      if (waiting[to] === 0) ready.push(to);
    }
  }
}

/** The items of an arc from top to bottom; creates the bends. */
function chainOf(items: Item[], from: number, to: number): readonly number[] {
  const chain = [from];
  const last = (items[to] as Item).layer;
  for (let layer = (items[from] as Item).layer + 1; layer < last; layer++) {
    items.push({ width: BEND_WIDTH, height: 0, layer, x: 0, above: [], below: [] });
    chain.push(items.length - 1);
  }
  chain.push(to);
  for (let index = 1; index < chain.length; index++) {
    const [upper, lower] = [chain[index - 1] as number, chain[index] as number];
    items[upper]?.below.push(lower);
    items[lower]?.above.push(upper);
  }
  return chain;
}

/**
 * Orders the items of a layer by the mean position of their neighbours, downwards and upwards in
 * turns.
 */
function order(items: readonly Item[], layers: readonly number[][]): void {
  const position = new Float64Array(items.length);
  const number = (layer: readonly number[]): void => {
    for (const [index, item] of layer.entries()) position[item] = index;
  };
  layers.forEach(number);
  for (let sweep = 0; sweep < SWEEPS; sweep++) {
    const isDown = sweep % 2 === 0;
    for (const layer of isDown ? layers : [...layers].reverse()) {
      const keys = new Map(
        layer.map((item) => {
          const { above, below } = items[item] as Item;
          const neighbours = isDown ? above : below;
          const sum = neighbours.reduce((total, each) => total + (position[each] as number), 0);
          const own = position[item] as number;
          return [item, neighbours.length === 0 ? own : sum / neighbours.length];
        }),
      );
      layer.sort(
        (a, b) =>
          (keys.get(a) as number) - (keys.get(b) as number) ||
          (position[a] as number) - (position[b] as number),
      );
      number(layer);
    }
  }
}

/**
 * Places each item near the centre of its neighbours, in the order of its layer and without
 * overlaps.
 */
function place(items: readonly Item[], layers: readonly (readonly number[])[]): void {
  for (const layer of layers)
    spread(
      layer.map((item) => items[item] as Item),
      () => 0,
    );
  const middle = (neighbours: readonly number[], own: number): number =>
    neighbours.length === 0
      ? own
      : neighbours.reduce((sum, each) => sum + (items[each] as Item).x, 0) / neighbours.length;
  for (let sweep = 0; sweep < SWEEPS; sweep++) {
    const isDown = sweep % 2 === 0;
    for (const layer of isDown ? layers : [...layers].reverse()) {
      spread(
        layer.map((item) => items[item] as Item),
        ({ above, below, x }) => middle(isDown ? above : below, x),
      );
    }
  }
}

/** Moves the wanted places apart from left to right, then back so that the mean is as wanted. */
function spread(layer: readonly Item[], wanted: (item: Item) => number): void {
  const targets = layer.map(wanted);
  let end = Number.NEGATIVE_INFINITY;
  let shift = 0;
  for (const [index, item] of layer.entries()) {
    item.x = Math.max(targets[index] as number, end + item.width / 2);
    end = item.x + item.width / 2 + GAP_X;
    shift += item.x - (targets[index] as number);
  }
  for (const item of layer) item.x -= shift / Math.max(1, layer.length);
}

/** Arcs that lead up are on the right, so that they do not cover those that lead down. */
function besides(points: readonly Point[], ends: readonly (LayoutNode | undefined)[]): Point[] {
  const shift = Math.min(14, ...ends.map((node) => (node?.width ?? 0) / 4));
  return points.map(({ x, y }) => ({ x: x + shift, y }));
}

function routeOf(
  chain: readonly number[],
  items: readonly Item[],
  corner: (index: number) => Point,
  tops: readonly number[],
): Point[] {
  const [first = 0] = chain;
  const start = items[first] as Item;
  const from = corner(first);
  if (chain.length === 1) {
    // A loop beside its node.
    const x = from.x + start.width;
    const [upper, lower] = [from.y + start.height * 0.25, from.y + start.height * 0.75];
    return [
      { x, y: lower },
      { x: x + GAP_X * 0.7, y: lower },
      { x: x + GAP_X * 0.7, y: upper },
      { x, y: upper },
    ];
  }
  return chain.map((index, at) => {
    const item = items[index] as Item;
    const x = corner(index).x + item.width / 2;
    const top = tops[item.layer] as number;
    if (at === 0) return { x, y: top + item.height };
    return { x, y: top };
  });
}
