import { resolve } from "node:path";
import { Spool } from "../../execution/index.ts";
import {
  type FigureFormat,
  figureFile,
  figureLink,
  figurePlot,
  figureRequest,
  type Manifest,
  parseRoute,
  RunStore,
} from "../../explorer/index.ts";
import { UsageError } from "../command.ts";
import type { ScoredResults } from "../scored-results.ts";
import { siteOfFiles } from "./site-of-files.ts";
import { siteOfSpool } from "./site-of-spool.ts";

const FORMATS: Readonly<Record<"svg" | "pgfplots" | "csv", FigureFormat>> = {
  svg: "svg",
  pgfplots: "tex",
  csv: "csv",
};

/**
 * The figure that the result pages export at an address, by the same functions.
 * @throws UsageError when the address is not one of a plot.
 */
export function figureFromLink(
  results: ScoredResults,
  operands: readonly string[],
  link: string,
  format: keyof typeof FORMATS,
): string {
  const { evaluation } = results;
  const data =
    evaluation === undefined
      ? siteOfFiles(results, operands)
      : siteOfSpool(evaluation, new Spool(resolve(operands[0] ?? ""))).data;
  const route = parseRoute(link.slice(Math.max(0, link.indexOf("#"))));
  const manifest: Pick<Manifest, "tools" | "categories" | "edition"> = data;
  const request = figureRequest(route, manifest);
  if (request === undefined) {
    throw new UsageError(
      `'${link}' is no address of a plot: '#/plot/quantile…' or '#/plot/scatter…'`,
    );
  }
  const bases = basesBelow(manifest, request.category);
  const parts = [...data.parts].filter(({ part }) => bases.has(part.category));
  const store = new RunStore(
    parts.map(({ part }) => part),
    data.edition.scoring,
  );
  const [x, y] = request.tools;
  const full = {
    ...route.query,
    c: request.category,
    ...(request.kind === "scatter" && x !== undefined && y !== undefined ? { x, y } : {}),
  };
  return figureFile(figurePlot(request, manifest, store), FORMATS[format], {
    title: data.title,
    edition: data.edition.name,
    link: figureLink({ path: route.path, query: full }),
  });
}

function basesBelow(
  { categories }: Pick<Manifest, "categories">,
  name: string,
): ReadonlySet<string> {
  const byName = new Map(categories.map((category) => [category.name, category]));
  const found = new Set<string>();
  const visit = (current: string): void => {
    const category = byName.get(current);
    if (category?.kind === "meta") for (const child of category.children) visit(child);
    else found.add(current);
  };
  visit(name);
  return found;
}
