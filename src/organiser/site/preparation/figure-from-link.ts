import { resolve } from "node:path";
import { Spool } from "../../execution/index.ts";
import {
  basesBelow,
  earlierPartsIn,
  type FigureFormat,
  figureFile,
  figurePlot,
  figureRequest,
  joinedRuns,
  parseRoute,
  RunStore,
  requestLink,
  type Side,
  withLooks,
} from "../../explorer/index.ts";
import type { ScoredResults } from "../../reports/index.ts";
import type { EarlierResults, SiteData } from "../site-data.ts";
import { siteOfFiles } from "./site-of-files.ts";
import { siteOfSpool } from "./site-of-spool.ts";

const FORMATS: Readonly<Record<"svg" | "pdf" | "pgfplots" | "csv" | "dat", FigureFormat>> = {
  svg: "svg",
  pdf: "pdf",
  pgfplots: "tex",
  csv: "csv",
  dat: "dat",
};

/** A figure, or the reason why the address has none. */
export type LinkedFigure = { readonly text: string } | { readonly problem: string };

/** The figure that the result pages export at an address, made by the same functions. */
export function figureFromLink(
  results: ScoredResults,
  operands: readonly string[],
  link: string,
  format: keyof typeof FORMATS,
  earlier: readonly EarlierResults[] = [],
  dataFile?: string,
): LinkedFigure {
  const evaluation = results.evaluation?.();
  const own =
    evaluation === undefined
      ? siteOfFiles(results, operands)
      : siteOfSpool(evaluation, new Spool(resolve(operands[0] ?? ""))).data;
  const data: SiteData = { ...own, earlier, tools: withLooks(own.tools, earlier) };
  const route = parseRoute(link.slice(Math.max(0, link.indexOf("#"))));
  const request = figureRequest(route, data);
  if (request === undefined) {
    return {
      problem: `'${link}' is not an address of a plot: '#/plot/quantile…' or '#/plot/scatter…'`,
    };
  }
  if (request.kind === "scatter" && request.sides.length < 2) {
    return {
      problem: `one of the two verifiers of '${link}' is missing; those of other years ('tool@1') come with --earlier, in the order of the site`,
    };
  }
  const store = storeFor(data, request.sides, basesBelow(data.categories, request.category));
  const origin = {
    title: data.title,
    edition: data.edition.name,
    link: requestLink(request, route),
  };
  const plot = figurePlot(request, data, store);
  return { text: figureFile(plot, FORMATS[format], origin, request.paper, dataFile) };
}

function storeFor(
  data: SiteData,
  sides: readonly Side[],
  categories: ReadonlySet<string>,
): RunStore {
  const storeOf = (set: number | undefined): RunStore => {
    const source = set === undefined ? undefined : data.earlier?.[set];
    if (source === undefined) {
      const parts = [...data.parts].map(({ part }) => part);
      return new RunStore(
        parts.filter(({ category }) => categories.has(category)),
        data.edition.scoring,
      );
    }
    return new RunStore(earlierPartsIn([...source.parts], categories), source.edition.scoring);
  };
  const [first, second] = sides;
  if (first === undefined || second === undefined || sides.every(({ set }) => set === undefined)) {
    return storeOf(undefined);
  }
  return joinedRuns(
    { store: storeOf(first.set), tool: first.id },
    { store: storeOf(second.set), tool: second.id },
    data.edition.scoring,
  );
}
