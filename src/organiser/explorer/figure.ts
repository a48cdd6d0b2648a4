/**
 * The plots of the pages as data, from the address of the page: the browser and
 * `agon plot --from-link` make the same bytes from it.
 */

import { defined } from "../../ground/util/defined.ts";
import {
  MEASURES,
  niceDomain,
  PAPER_SIZES,
  type PaperSize,
  type Plot,
  type Point,
  regressionGuide,
} from "../plots/index.ts";
import type { QuantileMeasure } from "../scoring/index.ts";
import { filterRows } from "./filter-rows.ts";
import type { Manifest } from "./manifest.ts";
import {
  QUANTILE_BASES,
  type QuantileBasis,
  type QuantileSeries,
  quantileSeries,
  weightsIn,
} from "./quantile-series.ts";
import { parseQuery } from "./query.ts";
import { regressionOf } from "./regression.ts";
import { type Side, type SideContext, sideOf, toolsOfSides } from "./result-side.ts";
import { formatRoute, type Route } from "./route.ts";
import type { RunStore } from "./run-store.ts";
import {
  SCATTER_CLASSES,
  type ScatterPairs,
  type ScatterPoints,
  scatterPairs,
  scatterPoints,
} from "./scatter-points.ts";

/** Facts about the competition that figures need. */
type FigureContext = SideContext & Pick<Manifest, "categories" | "edition" | "limits">;

/** The request in the address of a plot, with the defaults filled in. */
export interface FigureRequest {
  readonly kind: "quantile" | "scatter";
  /** Name of a category; empty: all runs. */
  readonly category: string;
  readonly measure: QuantileMeasure;
  readonly basis: QuantileBasis;
  readonly answers: "all" | "true" | "false";
  /** Identifiers in the store, in table order. */
  readonly tools: readonly string[];
  /** The two sides of a scatter plot. */
  readonly sides: readonly Side[];
  /** Filter in the query language. */
  readonly query: string;
  /** Paper size of an export; absent: the screen. */
  readonly paper?: PaperSize;
}

const MEASURE_KEYS: Readonly<Record<string, QuantileMeasure>> = {
  cpu: "cpuTimeSeconds",
  wall: "wallTimeSeconds",
  mem: "memoryBytes",
  energy: "cpuEnergyJoules",
};

/** Undefined when the address is not one of a plot. Unknown values become the defaults. */
export function figureRequest(
  route: Route,
  manifest: SideContext & Pick<Manifest, "categories">,
): FigureRequest | undefined {
  const [page, kind] = route.path;
  if (page !== "plot" || (kind !== "quantile" && kind !== "scatter")) return undefined;
  const { c, m = "cpu", b, a, v, x, y, q = "", size = "" } = route.query;
  const ids = manifest.tools.map(({ id }) => id);
  const category = c ?? defaultCategory(manifest);
  const basis = QUANTILE_BASES.find((each) => each === b) ?? "score";
  const answers = a === "true" || a === "false" ? a : "all";
  const chosen = v === undefined ? undefined : new Set(v.split(","));
  const pair = [x ?? ids[0], y ?? ids.find((id) => id !== (x ?? ids[0]))];
  const sides = pair.flatMap((address) => sideOf(address ?? "", manifest) ?? []);
  const paper = PAPER_SIZES[size];
  return {
    kind,
    category,
    measure: MEASURE_KEYS[m] ?? "cpuTimeSeconds",
    basis,
    answers,
    tools:
      kind === "scatter"
        ? toolsOfSides(sides)
        : ids.filter((id) => chosen === undefined || chosen.has(id)),
    sides: kind === "scatter" ? sides : [],
    query: q,
    ...defined({ paper }),
  };
}

/** The overall category, or the first one. */
function defaultCategory({ categories }: Pick<Manifest, "categories">): string {
  const names = categories.map(({ name }) => name);
  return names.find((name) => /^(C\.)?Overall$/.test(name)) ?? names[0] ?? "";
}

/** The functions of a quantile plot. */
export function quantilesOf(
  request: FigureRequest,
  manifest: FigureContext,
  store: RunStore,
): readonly QuantileSeries[] {
  const weights =
    request.basis === "score" ? weightsIn(manifest, store, request.category) : undefined;
  const category = manifest.categories.find(({ name }) => name === request.category);
  const own = category?.kind === "meta" ? (category.answers ?? "all") : "all";
  return quantileSeries(store, request.tools, {
    basis: request.basis,
    measure: request.measure,
    answers: request.answers === "all" ? own : request.answers,
    ...defined({ weights }),
    ...rowsOf(request, store),
  });
}

/** The tasks of a scatter plot, for any measure. */
export function scatterPairsOf(
  request: Omit<FigureRequest, "measure">,
  store: RunStore,
): ScatterPairs {
  const [x = "", y = ""] = request.tools;
  return scatterPairs(store, x, y, rowsOf(request, store).rows);
}

function rowsOf(
  { query }: Pick<FigureRequest, "query">,
  store: RunStore,
): { readonly rows?: Uint32Array } {
  const { terms } = parseQuery(query);
  return terms.length === 0 ? {} : { rows: filterRows(store, terms) };
}

/** The plot that the exports print. */
export function figurePlot(request: FigureRequest, manifest: FigureContext, store: RunStore): Plot {
  return request.kind === "quantile"
    ? quantilePlot(request, manifest, quantilesOf(request, manifest, store))
    : scatterPlotOf(
        request,
        scatterPoints(store, scatterPairsOf(request, store), request.measure),
        limitOf(request.measure, manifest),
      );
}

/** The limit that ends a run, in the unit of the axis; undefined where it is unknown. */
export function limitOf(
  measure: QuantileMeasure,
  { limits }: Pick<Manifest, "limits">,
): number | undefined {
  if (limits === undefined) return undefined;
  if (measure === "cpuTimeSeconds") return limits.cpuTimeSeconds;
  return measure === "memoryBytes" ? limits.memoryBytes * MEASURES[measure].factor : undefined;
}

const BASIS_LABELS: Readonly<Record<QuantileBasis, string>> = {
  score: "accumulated score",
  correct: "n-th fastest correct result",
  answered: "n-th fastest result",
};

function nameOf(manifest: FigureContext, tool: string): string {
  return manifest.tools.find(({ id }) => id === tool)?.name ?? tool;
}

/** Number of a tool's style, the same in every plot. */
export function lookOf({ tools }: Pick<Manifest, "tools">, id: string): number {
  const index = tools.findIndex((tool) => tool.id === id);
  return tools[index]?.look ?? Math.max(0, index);
}

function quantilePlot(
  request: FigureRequest,
  manifest: FigureContext,
  quantiles: readonly QuantileSeries[],
): Plot {
  const { label, factor } = MEASURES[request.measure];
  const shown = quantiles.filter(({ x }) => x.length > 0);
  const series = shown.map(({ tool, start, x, y }) => {
    const points: Point[] =
      request.basis === "score" ? [{ x: start, y: (y[0] as number) * factor }] : [];
    for (let index = 0; index < x.length; index++) {
      points.push({ x: x[index] as number, y: (y[index] as number) * factor });
    }
    return {
      name: nameOf(manifest, tool),
      kind: "line" as const,
      points,
      style: lookOf(manifest, tool),
    };
  });
  function* values(coordinate: "x" | "y"): Generator<number> {
    for (const { points } of series) for (const point of points) yield point[coordinate];
  }
  function* fromZero(): Generator<number> {
    yield 0;
    yield* values("x");
  }
  const longest = series.reduce((most, { points }) => Math.max(most, points.length), 1);
  return {
    title: [
      request.category || "all runs",
      request.answers === "all" ? "" : `only ${request.answers}`,
    ]
      .filter((text) => text !== "")
      .join(", "),
    x: {
      label: BASIS_LABELS[request.basis],
      scale: "linear",
      domain: niceDomain("linear", fromZero()),
    },
    y: { label, scale: "linear-log", domain: niceDomain("linear-log", values("y")) },
    series,
    guides: [],
    markEvery: Math.max(1, Math.ceil(longest / 15)),
  };
}

function scatterPlotOf(
  request: FigureRequest,
  all: ScatterPoints,
  limit: number | undefined,
): Plot {
  const { label, factor } = MEASURES[request.measure];
  const [nameX = "", nameY = ""] = request.sides.map(({ name }) => name);
  const points = SCATTER_CLASSES.map((): Point[] => []);
  for (let index = 0; index < all.x.length; index++) {
    const [x, y] = [(all.x[index] as number) * factor, (all.y[index] as number) * factor];
    if (!(x > 0 && y > 0)) continue;
    (points[all.classes[index] as number] as Point[]).push({ x, y });
  }
  // Tasks that neither solves do not show which tool is faster.
  const shown = SCATTER_CLASSES.slice(0, 4);
  function* values(): Generator<number> {
    for (const list of points.slice(0, 4)) for (const { x, y } of list) yield* [x, y];
  }
  const domain = niceDomain("log", values());
  const [low, high] = domain;
  return {
    title: `${nameX} and ${nameY}, ${request.category || "all runs"}`,
    x: { label: `${label}, ${nameX}`, scale: "log", domain },
    y: { label: `${label}, ${nameY}`, scale: "log", domain },
    series: shown.flatMap((name, index) => {
      const found = points[index] as Point[];
      return found.length === 0
        ? []
        : [{ name, kind: "marks" as const, points: found, style: index }];
    }),
    guides: [
      ...[1, 2, 0.5, 10, 0.1].map((ratio) => ({
        from: { x: Math.max(low, low / ratio), y: Math.max(low, low * ratio) },
        to: { x: Math.min(high, high / ratio), y: Math.min(high, high * ratio) },
        kind: ratio === 1 ? ("solid" as const) : ("dashed" as const),
      })),
      ...(limit === undefined || limit <= low || limit >= high
        ? []
        : [
            { from: { x: limit, y: low }, to: { x: limit, y: high }, kind: "dashed" as const },
            { from: { x: low, y: limit }, to: { x: high, y: limit }, kind: "dashed" as const },
          ]),
      ...regressionGuide(regressionOf(all, factor, false), domain),
    ],
    markEvery: 1,
  };
}

/** The address of the plot with its defaults made explicit, for reproduction. */
export function requestLink(request: FigureRequest, { path, query }: Route): string {
  const [x, y] = request.sides.map(({ address }) => address);
  return figureLink({
    path,
    query: {
      ...query,
      c: request.category,
      ...(x === undefined || y === undefined ? {} : { x, y }),
    },
  });
}

/** The address of the plot without settings that do not change it: the same for all viewers. */
function figureLink(route: Route): string {
  const { c, m, b, a, v, x, y, q, size } = route.query;
  return formatRoute(route.path, {
    ...defined({ c, m, b, a, v, x, y, q, size }),
  });
}
