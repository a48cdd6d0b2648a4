import type { Plot } from "./plot.ts";

/** Every point of a plot, unthinned: series, x, y; RFC 4180 with line feeds. */
export function plotToCsv({ x, y, series }: Plot): string {
  const lines = [
    ["series", x.label, y.label].map(quote).join(","),
    ...series.flatMap(({ name, points }) =>
      points.map((point) => [quote(name), point.x, point.y].join(",")),
    ),
  ];
  return `${lines.join("\n")}\n`;
}

function quote(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
