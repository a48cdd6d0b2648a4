/** Quantile and scatter plots as data, and as SVG, pgfplots and CSV; pure, so a browser can draw them too. */
export { PAPER_SIZES, type PaperSize } from "./paper-size.ts";
export { renderPdf } from "./pdf.ts";
export { type PgfplotsOptions, plotToDat, renderPgfplots } from "./pgfplots.ts";
export type { Plot, Point, Series } from "./plot.ts";
export { plotToCsv } from "./plot-csv.ts";
export {
  fullView,
  nearestPoint,
  type PointCloud,
  paintPoints,
  scaleValues,
  type View,
} from "./point-raster.ts";
export {
  MEASURES,
  type NamedQuantiles,
  plainQuantilePlot,
  scoreQuantilePlot,
} from "./quantile-plot.ts";
export { leastSquares, type Regression, regressionGuide } from "./regression.ts";
export { niceDomain } from "./scale.ts";
export { pairRuns, scatterPlot } from "./scatter-plot.ts";
export { styleOf } from "./series-style.ts";
export { renderSvg } from "./svg.ts";
