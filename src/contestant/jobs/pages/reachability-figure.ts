/**
 * Draws the abstract reachability graph of a lazy abstraction, and the control-flow automaton in
 * blocks with the predicates of each place: layers from the top, plain SVG without scripts, in the
 * colours of the page.
 */

import { amount } from "../../../ground/util/amount.ts";
import { type Html, html } from "../../../ground/util/html.ts";
import type { PicturedPlace, ReachabilityPicture } from "../../analysis-core/index.ts";

/** In units of the drawing. */
const WIDTH = 190;
const GAP = 18;
const HEAD = 22;
const ROW = 15;
const LAYER_GAP = 34;
const MARGIN = 6;
/** Maximal number of characters and rows in a box. */
const MAX_TEXT = 27;
const MAX_ROWS = 6;

export const REACHABILITY_STYLE = `
.reached { margin: 10px 0 0; overflow-x: auto; }
.reached figcaption { font: 13px system-ui, sans-serif; color: var(--soft); padding-bottom: 4px; }
.reached svg { display: block; }
.reached text { fill: var(--ink); font: 11px ui-monospace, "DejaVu Sans Mono", monospace; }
.reached .title { font: 600 12px system-ui, sans-serif; }
.reached .box { fill: var(--card); stroke: var(--soft); }
.reached .loop .box { fill: var(--good-ground); stroke: var(--good); }
.reached .error .box { fill: var(--bad-ground); stroke: var(--bad); }
.reached .covered .box { stroke-dasharray: 4 3; fill: var(--ground); }
.reached .edge { fill: none; stroke: var(--link); }
.reached .cover { fill: none; stroke: var(--soft); stroke-dasharray: 3 3; }
`;

interface Item {
  readonly id: number;
  readonly title: string;
  readonly style: string;
  readonly rows: readonly string[];
}

interface Line {
  readonly from: number;
  readonly to: number;
  readonly style: "edge" | "cover";
}

/** Returns both drawings of one technique. */
export function renderReachability(
  technique: string,
  picture: ReachabilityPicture,
): readonly Html[] {
  const { places, steps, nodes, omitted } = picture;
  const byId = new Map(places.map((place) => [place.id, place]));
  const automaton = drawn(
    places.map((place) => ({
      id: place.id,
      title: titleOf(place),
      style: place.kind,
      rows: place.predicates,
    })),
    steps.map(([from, to]) => ({ from, to, style: "edge" })),
    `${technique}: the program in blocks, with the predicates of each place`,
  );
  const more = omitted === 0 ? "" : `; ${amount(omitted, "node")} not shown`;
  const graph = drawn(
    nodes.map(({ id, place, holds, coveredBy }) => {
      const at = byId.get(place);
      const style = coveredBy === undefined ? (at?.kind ?? "place") : "covered";
      return { id, title: at === undefined ? "" : titleOf(at), style, rows: holds };
    }),
    nodes.flatMap(({ id, parent, coveredBy }): Line[] => [
      ...(parent === undefined ? [] : [{ from: parent, to: id, style: "edge" } as const]),
      ...(coveredBy === undefined ? [] : [{ from: id, to: coveredBy, style: "cover" } as const]),
    ]),
    `${technique}: the abstract reachability graph; dashed nodes are covered by those that dashed lines lead to${more}`,
  );
  return [automaton, ...(nodes.length === 0 ? [] : [graph])];
}

function titleOf({ kind, function: name, line }: PicturedPlace): string {
  if (kind === "start" || kind === "error") return kind;
  const where = [name, ...(line === undefined ? [] : [`line ${line}`])].join(", ");
  return kind === "loop" ? `loop: ${where}` : where;
}

function drawn(items: readonly Item[], lines: readonly Line[], caption: string): Html {
  const boxes = placed(items, lines);
  const all = [...boxes.values()];
  const width = Math.max(0, ...all.map(({ x }) => x + WIDTH)) + MARGIN;
  const height = Math.max(0, ...all.map(({ y, height: own }) => y + own)) + MARGIN;
  const label = `${caption}: ${items.map(({ title, rows }) => [title, ...rows].join(" ")).join("; ")}`;
  return html`<figure class="reached"><figcaption>${caption}</figcaption>
<svg role="img" aria-label="${label}" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">
${lines.map((line) => drawLine(line, boxes))}${all.map(drawBox)}</svg></figure>`;
}

interface Box {
  readonly item: Item;
  readonly x: number;
  readonly y: number;
  readonly height: number;
}

/** Assigns layers by the distance from the roots. */
function placed(items: readonly Item[], lines: readonly Line[]): ReadonlyMap<number, Box> {
  const depths = new Map<number, number>();
  const edges = lines.filter(({ style, from, to }) => style === "edge" && from !== to);
  const targets = new Set(edges.map(({ to }) => to));
  const queue = items.flatMap(({ id }) => (targets.has(id) ? [] : [id]));
  if (queue.length === 0 && items[0] !== undefined) queue.push(items[0].id);
  for (const id of queue) depths.set(id, 0);
  // The list grows during the loop.
  for (const id of queue) {
    for (const { from, to } of edges) {
      if (from !== id || depths.has(to)) continue;
      depths.set(to, (depths.get(id) ?? 0) + 1);
      queue.push(to);
    }
  }
  const layers: Item[][] = [];
  for (const item of items) {
    const depth = depths.get(item.id) ?? 0;
    while (layers.length <= depth) layers.push([]);
    layers[depth]?.push(item);
  }
  const boxes = new Map<number, Box>();
  let y = MARGIN;
  for (const layer of layers) {
    for (const [column, item] of layer.entries()) {
      const x = MARGIN + column * (WIDTH + GAP);
      boxes.set(item.id, { item, x, y, height: heightOf(item) });
    }
    y += Math.max(...layer.map(heightOf)) + LAYER_GAP;
  }
  return boxes;
}

function heightOf({ rows }: Item): number {
  return HEAD + Math.min(rows.length, MAX_ROWS) * ROW + 4;
}

function drawBox({ item: { title, style, rows }, x, y, height }: Box): Html {
  const shown = rows.length > MAX_ROWS ? [...rows.slice(0, MAX_ROWS - 1), "…"] : rows;
  return html`<g class="${style}"><rect class="box" x="${x}" y="${y}" width="${WIDTH}" height="${height}" rx="3"/>
<text class="title" x="${x + 7}" y="${y + 15}">${cut(title)}</text>
${shown.map((row, index) => html`<text x="${x + 7}" y="${y + HEAD + 11 + index * ROW}">${cut(row)}</text>`)}</g>
`;
}

/**
 * Draws edges downwards from the lower side of a box to the top of another; back and sideways in a
 * curve.
 */
function drawLine({ from, to, style }: Line, boxes: ReadonlyMap<number, Box>): Html | undefined {
  const [a, b] = [boxes.get(from), boxes.get(to)];
  if (a === undefined || b === undefined) return undefined;
  const [x, y] = [a.x + WIDTH / 2, a.y + a.height];
  const [u, v] = [b.x + WIDTH / 2, b.y];
  if (v > y) return html`<path class="${style}" d="M${x} ${y}L${u} ${v}"/>\n`;
  const side = Math.max(a.x, b.x) + WIDTH + 12;
  return html`<path class="${style}" d="M${x + 20} ${y}C${side} ${y + 26} ${side} ${v - 26} ${u + 20} ${v}"/>\n`;
}

function cut(text: string): string {
  const characters = [...text];
  return characters.length <= MAX_TEXT ? text : `${characters.slice(0, MAX_TEXT - 1).join("")}…`;
}
