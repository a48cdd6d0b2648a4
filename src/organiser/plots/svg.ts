/** A plot as a self-contained SVG document: no script, no style sheet, no font of its own. */
import { escapeHtml } from "../../ground/util/html.ts";
import { encodePng, toBase64 } from "../../ground/util/png.ts";
import type { PaperSize } from "./paper-size.ts";
import type { Guide, Plot, Point, Series } from "./plot.ts";
import { paintPoints } from "./point-raster.ts";
import { positionOn, type Tick, ticksOf } from "./scale.ts";
import { type Mark, type SeriesStyle, styleOf } from "./series-style.ts";
import { thinPoints } from "./thin-points.ts";

export interface SvgOptions {
  /** Size of the whole picture in pixels; default 800 × 480, higher if the legend needs it. */
  readonly width?: number;
  readonly height?: number;
  /** Without legend, the picture is small enough for a thumbnail. */
  readonly hasLegend?: boolean;
  /** Replaces the size in pixels; the legend is then below the drawing. */
  readonly paper?: PaperSize;
  /** Stores a picture of many marks; default: in the document, as PNG. @returns Its address. */
  readonly picture?: PictureKeeper;
}

/** @param pixels RGBA, rows from the top. */
type PictureKeeper = (pixels: Uint8ClampedArray, width: number, height: number) => string;

function pngAddress(pixels: Uint8ClampedArray, width: number, height: number): string {
  return `data:image/png;base64,${toBase64(encodePng(pixels, width, height))}`;
}

interface Frame {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** Position of an entry of the legend. */
type Place = readonly [x: number, y: number];

const FONT_SIZE = 12;
const LINE_HEIGHT = 18;
const LEGEND_MAXIMUM = 200;
/** Average width of a character of the legend at 12 pixels. */
const CHARACTER = 7;
const MARK_RADIUS = 3.5;

/**
 * Text and axes have the colour of the surroundings (`currentColor`), so that dark pages work too.
 */
export function renderSvg(plot: Plot, options: SvgOptions = {}): string {
  const { paper, hasLegend = true, picture = pngAddress } = options;
  if (paper !== undefined) return onPaper(plot, paper, picture);
  const { width = 800 } = options;
  const legendHeight = hasLegend ? 50 + plot.series.length * LINE_HEIGHT : 0;
  const height = Math.max(options.height ?? 480, legendHeight);
  const longest = Math.max(0, ...plot.series.map(({ name }) => [...name].length));
  const legendWidth = hasLegend ? Math.min(LEGEND_MAXIMUM, longest * CHARACTER + 46) : 12;
  const frame: Frame = { left: 64, top: 34, width: width - 64 - legendWidth, height: height - 84 };
  const size = `viewBox="0 0 ${width} ${height}" width="${width}" height="${height}"`;
  const places = plot.series.map(
    (_, index): Place => [frame.left + frame.width + 12, frame.top + 8 + index * LINE_HEIGHT],
  );
  return document(plot, frame, `${size} role="img" font-family="system-ui, sans-serif"`, true, {
    legendParts: hasLegend ? legend(plot, places) : [],
    picture,
  });
}

/** Letters are 12 units high, independent of their printed size. */
function onPaper(plot: Plot, paper: PaperSize, picture: PictureKeeper): string {
  const { widthMillimetres, heightMillimetres, fontPoints, fontFamily, hasTitle } = paper;
  const unitsPerMillimetre = 72 / 25.4 / (fontPoints / FONT_SIZE);
  const width = round(widthMillimetres * unitsPerMillimetre);
  const drawn = round(heightMillimetres * unitsPerMillimetre);
  const top = hasTitle ? 34 : 10;
  const frame: Frame = { left: 64, top, width: round(width - 76), height: round(drawn - top - 46) };
  const longest = Math.max(0, ...plot.series.map(({ name }) => [...name].length));
  const columns = Math.max(1, Math.floor((width - 8) / (longest * CHARACTER + 46)));
  const lines = Math.ceil(plot.series.length / columns);
  const places = plot.series.map(
    (_, index): Place => [
      round(8 + ((index % columns) * (width - 8)) / columns),
      drawn + 12 + Math.floor(index / columns) * LINE_HEIGHT,
    ],
  );
  const height = round(drawn + lines * LINE_HEIGHT + 8);
  const millimetres = (units: number): string => `${round(units / unitsPerMillimetre)}mm`;
  const size = `viewBox="0 0 ${width} ${height}" width="${millimetres(width)}" height="${millimetres(height)}"`;
  return document(plot, frame, `${size} role="img" font-family="${fontFamily}"`, hasTitle, {
    legendParts: legend(plot, places),
    picture,
  });
}

function document(
  plot: Plot,
  frame: Frame,
  attributes: string,
  hasTitle: boolean,
  { legendParts, picture }: { legendParts: readonly string[]; picture: PictureKeeper },
): string {
  const parts = [
    `<svg xmlns="http://www.w3.org/2000/svg" ${attributes} font-size="${FONT_SIZE}" fill="currentColor">`,
    `<title>${escapeHtml(plot.title)}</title>`,
    `<desc>${escapeHtml(describe(plot))}</desc>`,
    ...(hasTitle ? [text(frame.left, 20, plot.title, 'font-size="14" font-weight="600"')] : []),
    ...axes(plot, frame),
    ...plot.guides.map((guide) => guideLine(plot, frame, guide)),
    ...(isCrowded(plot)
      ? [markLayer(plot, frame, picture)]
      : plot.series.map((series, index) =>
          graph(plot, frame, series, styleOf(series.style ?? index)),
        )),
    ...legendParts,
    "</svg>",
  ];
  return `${parts.join("\n")}\n`;
}

/** A description for readers who cannot see the picture. */
function describe({ x, y, series }: Plot): string {
  const graphs = series.map(({ name, points }) => `${name} (${points.length} points)`);
  return `${y.label} over ${x.label}: ${graphs.join(", ") || "nothing to show"}`;
}

function axes(plot: Plot, frame: Frame): readonly string[] {
  const { left, top, width, height } = frame;
  const bottom = top + height;
  const grid = 'stroke="currentColor" stroke-opacity="0.15"';
  const vertical = ticksOf(plot.x).flatMap(({ value, label }: Tick) => {
    const x = round(left + positionOn(plot.x, value) * width);
    return [
      `<path d="M${x} ${top}V${bottom}" ${grid}/>`,
      text(x, bottom + 16, label, 'text-anchor="middle"'),
    ];
  });
  const horizontal = ticksOf(plot.y).flatMap(({ value, label }: Tick) => {
    const y = round(bottom - positionOn(plot.y, value) * height);
    return [
      `<path d="M${left} ${y}H${left + width}" ${grid}/>`,
      text(left - 6, y + 4, label, 'text-anchor="end"'),
    ];
  });
  const middle = round(top + height / 2);
  return [
    '<g class="axes">',
    ...vertical,
    ...horizontal,
    `<rect x="${left}" y="${top}" width="${width}" height="${height}" fill="none" stroke="currentColor" stroke-opacity="0.6"/>`,
    text(round(left + width / 2), bottom + 36, plot.x.label, 'text-anchor="middle"'),
    text(16, middle, plot.y.label, `text-anchor="middle" transform="rotate(-90 16 ${middle})"`),
    "</g>",
  ];
}

const GUIDE_STYLES: Readonly<Record<Guide["kind"], string>> = {
  solid: 'stroke="currentColor" stroke-opacity="0.45"',
  dashed: 'stroke="currentColor" stroke-opacity="0.45" stroke-dasharray="4 4"',
  fitted: 'stroke="#1d5fc4" stroke-width="1.6" stroke-dasharray="9 3 2 3"',
};

function guideLine(plot: Plot, frame: Frame, { from, to, kind }: Guide): string {
  const [start, end] = [from, to].map((point) => place(plot, frame, point));
  return `<path d="M${start}L${end}" fill="none" ${GUIDE_STYLES[kind]}/>`;
}

/** With more marks, programs open the file slowly. */
const MAX_MARKS = 5000;

/** Pixels per unit: about 200 dots per inch when letters are printed with 9 points. */
const FINENESS = 2;

function isCrowded({ series }: Plot): boolean {
  const marks = series.reduce((sum, { points }) => sum + points.length, 0);
  return series.every(({ kind }) => kind === "marks") && marks > MAX_MARKS;
}

/** All marks as one picture, in which overplotting shows as density; axes and text stay lines and letters. */
function markLayer(
  plot: Plot,
  { left, top, width, height }: Frame,
  picture: PictureKeeper,
): string {
  const size = plot.series.reduce((sum, { points }) => sum + points.length, 0);
  const cloud = {
    x: new Float64Array(size),
    y: new Float64Array(size),
    classes: new Uint8Array(size),
  };
  let at = 0;
  for (const [kind, { points }] of plot.series.entries()) {
    for (const { x, y } of points) {
      cloud.x[at] = positionOn(plot.x, x);
      cloud.y[at] = positionOn(plot.y, y);
      cloud.classes[at++] = kind;
    }
  }
  const [columns, rows] = [Math.round(width * FINENESS), Math.round(height * FINENESS)];
  const pixels = paintPoints(
    cloud,
    { x: [0, 1], y: [0, 1] },
    {
      width: columns,
      height: rows,
      ratio: FINENESS,
      hidden: new Uint8Array(plot.series.length),
      colors: plot.series.map(({ style }, index) =>
        Number.parseInt(styleOf(style ?? index).color.slice(1), 16),
      ),
      order: [...plot.series.keys()],
    },
  );
  const address = picture(pixels, columns, rows);
  return `<image x="${left}" y="${top}" width="${width}" height="${height}" preserveAspectRatio="none" href="${address}"/>`;
}

function graph(plot: Plot, frame: Frame, series: Series, style: SeriesStyle): string {
  // Half a pixel is below the visible resolution.
  const points = thinPoints(
    series.points,
    plot,
    Math.ceil(2 * Math.max(frame.width, frame.height)),
  );
  const { kind } = series;
  const marked =
    kind === "marks"
      ? points
      : series.points.filter((_, index) => (index + 1) % plot.markEvery === 0);
  const places = thinPoints(marked, plot, kind === "marks" ? 1000 : 100);
  const opacity = kind === "marks" ? ' fill-opacity="0.55"' : "";
  const line = kind === "line" && points.length > 0 ? path(plot, frame, points, style) : "";
  const marks = places.map((point) => markPath(style.mark, plot, frame, point)).join("");
  const marking =
    marks === ""
      ? ""
      : `<path d="${marks}" fill="${style.color}" stroke="${style.color}"${opacity}/>`;
  return `<g class="series" data-name="${escapeHtml(series.name)}">${line}${marking}</g>`;
}

function path(plot: Plot, frame: Frame, points: readonly Point[], style: SeriesStyle): string {
  const places = points.map((point) => place(plot, frame, point));
  return `<path d="M${places.join("L")}" fill="none" stroke="${style.color}" stroke-width="1.5"${dashOf(style)}/>`;
}

function dashOf({ dash }: SeriesStyle): string {
  return dash.length === 0 ? "" : ` stroke-dasharray="${dash.join(" ")}"`;
}

function place(plot: Plot, frame: Frame, point: Point): string {
  const x = frame.left + positionOn(plot.x, point.x) * frame.width;
  const y = frame.top + (1 - positionOn(plot.y, point.y)) * frame.height;
  return `${round(x)} ${round(y)}`;
}

function markPath(mark: Mark, plot: Plot, frame: Frame, point: Point): string {
  return `M${place(plot, frame, point)}${SHAPES[mark]}`;
}

/** Paths around the current point. */
const SHAPES: Readonly<Record<Mark, string>> = (() => {
  const r = MARK_RADIUS;
  return {
    circle: `m${-r} 0a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0z`,
    square: `m${-r} ${-r}h${2 * r}v${2 * r}h${-2 * r}z`,
    triangle: `m0 ${-r}l${r} ${2 * r}h${-2 * r}z`,
    diamond: `m0 ${-r}l${r} ${r}l${-r} ${r}l${-r} ${-r}z`,
    cross: `m${-r} ${-r}l${2 * r} ${2 * r}m0 ${-2 * r}l${-2 * r} ${2 * r}`,
    plus: `m${-r} 0h${2 * r}m${-r} ${-r}v${2 * r}`,
  };
})();

function legend(plot: Plot, places: readonly Place[]): readonly string[] {
  const { series } = plot;
  const areDots = isCrowded(plot);
  return [
    '<g class="legend">',
    ...series.map(({ name, kind, style: number }, index) => {
      const style = styleOf(number ?? index);
      const [left, y] = places[index] as Place;
      const line =
        kind === "line"
          ? `<path d="M${left} ${y}h20" stroke="${style.color}" stroke-width="1.5"${dashOf(style)}/>`
          : "";
      const mark = `<path d="M${left + 10} ${y}${SHAPES[areDots ? "circle" : style.mark]}" fill="${style.color}" stroke="${style.color}"/>`;
      return `${line}${mark}${text(left + 26, y + 4, name, "")}`;
    }),
    "</g>",
  ];
}

function text(x: number, y: number, content: string, attributes: string): string {
  const separator = attributes === "" ? "" : " ";
  return `<text x="${x}" y="${y}"${separator}${attributes}>${escapeHtml(content)}</text>`;
}

/** A tenth of a pixel. */
function round(value: number): number {
  return Math.round(value * 10) / 10;
}
