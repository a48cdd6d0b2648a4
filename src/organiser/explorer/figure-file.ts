import { defined } from "../../ground/util/defined.ts";
import {
  type PaperSize,
  type Plot,
  plotToCsv,
  plotToDat,
  renderPdf,
  renderPgfplots,
  renderSvg,
} from "../plots/index.ts";

const FIGURE_FORMATS = ["svg", "pdf", "tex", "csv", "dat"] as const;

export type FigureFormat = (typeof FIGURE_FORMATS)[number];

/** Origin of a figure, so that it can be reproduced. */
export interface FigureOrigin {
  readonly title: string;
  readonly edition: string;
  /** Address of the plot, from `#`. */
  readonly link: string;
}

/**
 * The figure as a file: SVG, PDF, a standalone pgfplots document, its points, or
 * those that pgfplots draws.
 * @param paper Its size, if not the screen's.
 * @param dataFile Name of the file of format `dat` that a pgfplots document reads; absent: it has its points in it.
 */
export function figureFile(
  plot: Plot,
  format: FigureFormat,
  origin: FigureOrigin,
  paper?: PaperSize,
  dataFile?: string,
): string {
  const options = defined({ paper });
  const data = defined({ dataFile });
  const { title, edition } = origin;
  const source = `${title}, rules of ${edition}`.replace(/[\r\n]+/g, " ");
  switch (format) {
    case "svg": {
      // Two hyphens end a comment of XML; in an address they may be escaped.
      const link = origin.link.replaceAll("--", "-%2D");
      const note = `${source.replaceAll("--", "- -")}; agon plot, from link: ${link}`;
      return renderSvg(plot, options).replace(/^<svg[^>]*>/, (tag) => `${tag}\n<!-- ${note} -->`);
    }
    case "pdf": {
      const lines = `% ${source}; agon plot, from link: ${origin.link}`.replace(/[^ -~]/g, "?");
      // After the end, so that offsets in the document do not change.
      return `${renderPdf(plot, options)}${lines}\n`;
    }
    case "tex": {
      const note = `% ${source}\n% agon plot --from-link '${origin.link}'\n`;
      return note + renderPgfplots(plot, { isStandalone: true, ...options, ...data });
    }
    case "csv":
      return plotToCsv(plot);
    case "dat":
      return plotToDat(plot);
  }
}
