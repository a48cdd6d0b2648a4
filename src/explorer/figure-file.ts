import { type Plot, plotToCsv, renderPgfplots, renderSvg } from "../plots/index.ts";

export const FIGURE_FORMATS = ["svg", "tex", "csv"] as const;

export type FigureFormat = (typeof FIGURE_FORMATS)[number];

/** Where a figure comes from, so that it can be made again. */
export interface FigureOrigin {
  readonly title: string;
  readonly edition: string;
  /** Address of the plot, from `#`. */
  readonly link: string;
}

/** The figure as a file: SVG, a standalone pgfplots document, or its points. */
export function figureFile(plot: Plot, format: FigureFormat, origin: FigureOrigin): string {
  const note = [
    `${origin.title}, rules of ${origin.edition}`,
    `agon plot --from-link '${origin.link}'`,
  ].map((line) => line.replace(/[\r\n]+/g, " "));
  switch (format) {
    case "svg":
      // Two hyphens end a comment of XML.
      return renderSvg(plot).replace(
        /^(<svg[^>]*>)/,
        (tag) =>
          `${tag}\n<!-- ${note.join("\n     ").replace(/--/g, "-\u00ad-").replace(/[<>&]/g, "")} -->`,
      );
    case "tex":
      return `${note.map((line) => `% ${line}\n`).join("")}${renderPgfplots(plot, { isStandalone: true })}`;
    case "csv":
      return plotToCsv(plot);
  }
}
