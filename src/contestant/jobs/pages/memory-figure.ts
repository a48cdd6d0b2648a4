/**
 * Draws memory as boxes and arrows: variables in the first column, and every object one column
 * after the first one that leads to it. Plain SVG without scripts, in the colours of the page.
 */

import { amount } from "../../../ground/util/amount.ts";
import { type Html, html } from "../../../ground/util/html.ts";
import type { MemoryPicture, PicturedObject } from "../../analysis-core/index.ts";

/** Size of the boxes, in units of the drawing. */
const WIDTH = 148;
const COLUMN = WIDTH + 44;
const HEAD = 36;
const ROW = 18;
const GAP = 16;
const MARGIN = 6;
/** Maximal number of characters in a box. */
const MAX_TITLE = 21;
const MAX_DETAIL = 25;
const MAX_CELL = 20;

/** The style sheet of the figures, in the variables of the page's colours. */
export const MEMORY_STYLE = `
.memory { margin: 10px 0 0; overflow-x: auto; }
.memory figcaption { font: 13px system-ui, sans-serif; color: var(--soft); padding-bottom: 4px; }
.memory svg { display: block; }
.memory text { fill: var(--ink); font: 12px ui-monospace, "DejaVu Sans Mono", monospace; }
.memory .detail { fill: var(--soft); font: 11px system-ui, sans-serif; }
.memory .box { fill: var(--card); stroke: var(--soft); }
.memory .variable .box { fill: var(--head); }
.memory .list .behind { fill: var(--good-ground); stroke: var(--good); }
.memory .list .box { fill: var(--good-ground); stroke: var(--good); }
.memory .freed .box { stroke-dasharray: 4 3; fill: var(--ground); }
.memory .freed text { fill: var(--soft); }
.memory .lost .box { fill: var(--bad-ground); stroke: var(--bad); stroke-width: 2; }
.memory .lost text { fill: var(--bad); }
.memory .faulty .box { stroke: var(--bad); stroke-width: 2; }
.memory .fault { fill: var(--bad); font-weight: 600; }
.memory .arrow { fill: none; stroke: var(--link); }
.memory .tip { fill: var(--link); }
.memory .dangling .arrow { stroke: var(--bad); stroke-dasharray: 4 3; }
.memory .dangling .tip { fill: var(--bad); }
`;

interface Box {
  readonly object: PicturedObject;
  readonly x: number;
  readonly y: number;
}

/**
 * Draws a picture of memory.
 * @param caption - above the drawing
 * @param hidden - whether the page shows it only later
 */
export function renderMemory(picture: MemoryPicture, caption: string, hidden = false): Html {
  const boxes = placed(picture.objects);
  const width = Math.max(0, ...[...boxes.values()].map(({ x }) => x + WIDTH)) + 30;
  const height =
    Math.max(0, ...[...boxes.values()].map(({ object, y }) => y + heightOf(object))) + 2 * MARGIN;
  const { objects, omitted } = picture;
  const more = omitted === 0 ? "" : `; ${amount(omitted, "object")} not shown`;
  const label = `${amount(objects.length, "object")}: ${objects.map(inWords).join("; ")}`;
  return html`<figure class="memory"${hidden && html` hidden`}><figcaption>${caption}${more}</figcaption>
<svg role="img" aria-label="${label}" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">
${[...boxes.values()].map(drawBox)}${[...boxes.values()].flatMap((box) => arrowsOf(box, boxes))}</svg></figure>`;
}

function inWords({ title, detail, state, kind, fault }: PicturedObject): string {
  const what = kind === "variable" ? `${title} (${detail})` : `${title}, ${detail}`;
  return [what, ...(state === "live" ? [] : [state]), ...(fault === undefined ? [] : [fault])].join(
    ", ",
  );
}

function heightOf({ cells, fault }: PicturedObject): number {
  return HEAD + (cells.length + (fault === undefined ? 0 : 1)) * ROW;
}

/** Assigns columns by the distance from variables; unreachable objects come below. */
function placed(objects: readonly PicturedObject[]): ReadonlyMap<number, Box> {
  const byId = new Map(objects.map((object) => [object.id, object]));
  const boxes = new Map<number, Box>();
  const ends: number[] = [];
  const put = (object: PicturedObject, column: number, level: number): void => {
    const y = Math.max(ends[column] ?? MARGIN, level);
    boxes.set(object.id, { object, x: MARGIN + column * COLUMN, y });
    ends[column] = y + heightOf(object) + GAP;
  };
  const follow = (start: readonly PicturedObject[], first: number): void => {
    const columns = new Map(start.map((object) => [object, first]));
    for (const [object, column] of columns) {
      const from = boxes.get(object.id);
      for (const { target } of object.cells) {
        const next = target === undefined ? undefined : byId.get(target);
        if (next === undefined || boxes.has(next.id)) continue;
        put(next, column + 1, from?.y ?? MARGIN);
        columns.set(next, column + 1);
      }
      // An object that a list node owns stands beside it.
      for (const next of objects) {
        if (next.owner !== object.id || boxes.has(next.id)) continue;
        put(next, column + 1, from?.y ?? MARGIN);
        columns.set(next, column + 1);
      }
    }
  };
  const variables = objects.filter(({ kind }) => kind === "variable");
  for (const variable of variables) put(variable, 0, MARGIN);
  follow(variables, 0);
  const isTarget = new Set(objects.flatMap(({ cells }) => cells.map(({ target }) => target)));
  const others = objects.filter(({ id }) => !boxes.has(id));
  // Objects that no pointer leads to come first; a ring has none, so that any object of it is its start.
  for (const object of others.toSorted(
    (a, b) => Number(isTarget.has(a.id)) - Number(isTarget.has(b.id)),
  )) {
    if (boxes.has(object.id)) continue;
    const bottom = Math.max(MARGIN, ...ends.filter((end) => end !== undefined));
    put(object, 0, bottom);
    follow([object], 0);
  }
  return boxes;
}

function drawBox({ object, x, y }: Box): Html {
  const { kind, state, title, detail, cells, fault } = object;
  const height = heightOf(object);
  const shown = state === "lost" ? `${detail}, lost` : detail;
  const rowAt = (index: number): number => y + HEAD + index * ROW + 11;
  const look = fault === undefined ? state : `${state} faulty`;
  return html`<g class="${kind} ${look}">${
    kind === "list" &&
    html`<rect class="behind" x="${x + 5}" y="${y + 5}" width="${WIDTH}" height="${height}" rx="6"/>`
  }<rect class="box" x="${x}" y="${y}" width="${WIDTH}" height="${height}" rx="6"/>
<text x="${x + 8}" y="${y + 15}">${shortened(title, MAX_TITLE)}</text><text class="detail" x="${x + 8}" y="${y + 29}">${shortened(shown, MAX_DETAIL)}</text>
${cells.map(({ label, value }, index) => {
  const text = [label, value].filter((part) => part !== "").join(" = ");
  return html`<text x="${x + 8}" y="${rowAt(index)}">${shortened(text, MAX_CELL)}</text>`;
})}${
  fault !== undefined &&
  html`<text class="fault" x="${x + 8}" y="${rowAt(cells.length)}">✗ ${shortened(fault, MAX_CELL - 2)}</text>`
}</g>
`;
}

function arrowsOf(box: Box, boxes: ReadonlyMap<number, Box>): readonly Html[] {
  return box.object.cells.flatMap(({ target }, index) => {
    const to = target === undefined ? undefined : boxes.get(target);
    if (to === undefined) return [];
    const [startX, startY] = [box.x + WIDTH - 8, box.y + HEAD + index * ROW + 7];
    const isForward = to.x > box.x;
    // Backwards, and to neighbours above and below: around the right side.
    const endX = isForward ? to.x : to.x + WIDTH;
    const endY = to.y + 12;
    const bend = isForward ? Math.max(20, (endX - startX) / 2) : 34;
    const [before, tip] = isForward ? [endX - bend, -6] : [endX + bend, 6];
    const line = `M${startX} ${startY} C${startX + bend} ${startY} ${before} ${endY} ${endX} ${endY}`;
    const head = `M${endX} ${endY} l${tip} -4 v8 z`;
    const kind = to.object.state === "freed" ? "dangling" : "pointer";
    return [
      html`<g class="${kind}"><path class="arrow" d="${line}"/><path class="tip" d="${head}"/></g>
`,
    ];
  });
}

function shortened(text: string, limit: number): string {
  return text.length <= limit ? text : `${text.slice(0, limit - 1)}…`;
}
