import { describe, expect, test } from "vitest";
import { PAPER_SIZES } from "./paper-size.ts";
import { renderPdf } from "./pdf.ts";
import type { Axis, Plot, Series } from "./plot.ts";
import { type Mark, styleOf } from "./series-style.ts";

const axis: Axis = { label: "CPU time (s)", scale: "log", domain: [1, 1000] };
const MARKS: readonly Mark[] = ["circle", "square", "triangle", "diamond", "cross", "plus"];

function plotOf(series: readonly Series[], title = "A (first) plot\\ with ü, – and 图"): Plot {
  const guides = [{ from: { x: 1, y: 1 }, to: { x: 1000, y: 1000 }, kind: "dashed" as const }];
  return { title, x: axis, y: axis, guides, markEvery: 1, series };
}

/** Objects at the positions in the document's table. */
function objectsOf(pdf: string): readonly string[] {
  const start = Number(/startxref\n(\d+)\n%%EOF/.exec(pdf)?.[1]);
  const table = /^xref\n0 (\d+)\n([\s\S]*?)trailer/.exec(pdf.slice(start));
  expect(table).not.toBeNull();
  const lines = (table?.[2] ?? "").trimEnd().split("\n");
  expect(lines).toHaveLength(Number(table?.[1]));
  return lines.slice(1).map((line, index) => {
    const offset = Number(line.slice(0, 10));
    expect(pdf.slice(offset)).toMatch(new RegExp(`^${index + 1} 0 obj\n`));
    return pdf.slice(offset, pdf.indexOf("\nendobj", offset));
  });
}

/** Content of a stream, of the length that it declares. */
function streamIn(object: string): string {
  const length = Number(/\/Length (\d+)/.exec(object)?.[1]);
  const start = object.indexOf("stream\n") + 7;
  expect(object.slice(start + length)).toBe("\nendstream");
  return object.slice(start, start + length);
}

describe("PDF", () => {
  const series = MARKS.map(
    (_, index): Series => ({
      name: `tool ${index}`,
      kind: index % 2 === 0 ? "line" : "marks",
      points: [
        { x: 1, y: 2 },
        { x: 10, y: 100 },
      ],
      style: index,
    }),
  );

  test("all marks and lines; every object at its position in the table, every state of graphics restored", () => {
    expect(new Set(series.map(({ style }) => styleOf(style ?? 0).mark)).size).toBeGreaterThan(3);
    const pdf = renderPdf(plotOf(series));
    expect(pdf).toMatch(/^%PDF-1\.7\n/);
    expect(pdf).toMatch(/^[\n -~]*$/);
    const objects = objectsOf(pdf);
    expect(objects).toHaveLength(6);
    expect(objects[2]).toContain("/MediaBox[0 0 600 360]");
    const content = streamIn(objects[4] ?? "");
    expect(content.match(/\bq\b/g)?.length).toBe(content.match(/\bQ\b/g)?.length);
    expect(content).toContain("(tool 3) Tj");
    expect(content).toContain("(A \\(first\\) plot\\\\ with \\374, \\226 and ?) Tj");
    expect(content).not.toMatch(/NaN|Infinity|undefined/);
    // The label of the y axis goes up.
    expect(content).toMatch(/0 -1 -1 0 16 [\d.]+ Tm \(CPU time \\\(s\\\)\) Tj/);
    expect(objects[2]).toMatch(/\/O0 <<\/CA 0\.15/);
  });

  test("as large as on paper", () => {
    const { lncs } = PAPER_SIZES;
    if (lncs === undefined) throw new Error("no such paper");
    const objects = objectsOf(renderPdf(plotOf(series), { paper: lncs }));
    const width = Number(/MediaBox\[0 0 ([\d.]+)/.exec(objects[2] ?? "")?.[1]);
    expect(width / (72 / 25.4)).toBeCloseTo(lncs.widthMillimetres, 0);
  });

  test("thousands of marks are one picture on white", () => {
    const points = Array.from({ length: 6000 }, (_, index) => ({
      x: 1 + (index % 97),
      y: 1 + ((index * 31) % 83),
    }));
    const objects = objectsOf(renderPdf(plotOf([{ name: "one", kind: "marks", points }])));
    expect(objects).toHaveLength(7);
    const [, width = 0, height = 0] = (
      /\/Width (\d+)\/Height (\d+)/.exec(objects[5] ?? "") ?? []
    ).map(Number);
    const packed = Buffer.from(streamIn(objects[5] ?? "").slice(0, -1), "hex");
    let unpacked = 0;
    let painted = 0;
    for (let at = 0; (packed[at] ?? 128) !== 128; ) {
      const code = packed[at] as number;
      const size = code < 128 ? code + 1 : 257 - code;
      const bytes = code < 128 ? packed.subarray(at + 1, at + 1 + size) : [packed[at + 1] ?? 0];
      if (bytes.some((byte) => byte !== 255)) painted += size;
      unpacked += size;
      at += code < 128 ? size + 1 : 2;
    }
    expect(unpacked).toBe(width * height * 3);
    expect(painted).toBeGreaterThan(6000);
    expect(painted).toBeLessThan(unpacked / 2);
  });
});
