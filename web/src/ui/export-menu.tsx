import type { ComponentChildren, VNode } from "preact";
import { useState } from "preact/hooks";
import type { FigureFormat } from "../../../src/organiser/explorer/index.ts";
import {
  type Table,
  tableToCsv,
  tableToJson,
  tableToLatex,
  tableToMarkdown,
  tableToTsv,
} from "../../../src/organiser/tables/index.ts";
import { manifest } from "../state.ts";
import { Dialog } from "./dialog.tsx";
import { copyText, pngOf, saveFile } from "./save.ts";
import { useKeys } from "./use-keys.ts";

/** Content that can be saved or copied. */
export interface Export {
  readonly label: string;
  readonly file: string;
  /** Absent: text. */
  readonly blob?: () => Promise<Blob>;
  readonly text: () => string;
}

/**
 * The export formats of every table.
 * @param printed The same for display, where that is another table: in LaTeX and Markdown.
 */
export function tableExports(
  name: string,
  table: () => Table,
  printed: () => Table = table,
): readonly Export[] {
  return [
    { label: "CSV", file: `${name}.csv`, text: () => tableToCsv(table()) },
    { label: "TSV", file: `${name}.tsv`, text: () => tableToTsv(table()) },
    { label: "LaTeX (booktabs, siunitx)", file: `${name}.tex`, text: () => latex(printed()) },
    { label: "Markdown", file: `${name}.md`, text: () => tableToMarkdown(printed()) },
    { label: "JSON", file: `${name}.json`, text: () => tableToJson(table()) },
  ];
}

function latex(table: Table): string {
  const { title = "", edition, tools = [], validators = [] } = manifest.value ?? {};
  return tableToLatex(table, {
    tools: [...tools, ...validators],
    source: `${title}, rules of ${edition?.name ?? "?"}; ${location.hash}`,
  });
}

/** The export formats of every plot. */
export function plotExports(
  name: string,
  make: (format: FigureFormat, dataFile?: string) => string,
): readonly Export[] {
  return [
    { label: "SVG", file: `${name}.svg`, text: () => make("svg") },
    { label: "PDF", file: `${name}.pdf`, text: () => make("pdf") },
    { label: "LaTeX (pgfplots, with its data)", file: `${name}.tex`, text: () => make("tex") },
    {
      label: "LaTeX (pgfplots, reads the .dat)",
      file: `${name}.tex`,
      text: () => make("tex", `${name}.dat`),
    },
    { label: "Its data (.dat)", file: `${name}.dat`, text: () => make("dat") },
    {
      label: "PNG",
      file: `${name}.png`,
      text: () => make("svg"),
      blob: () => pngOf(make("svg").replaceAll("currentColor", "#1c2430")),
    },
    { label: "CSV (all points)", file: `${name}.csv`, text: () => make("csv") },
  ];
}

/** @param hasKey Only the first menu of a page has one. */
export function ExportMenu({
  exports,
  hasKey = true,
  children,
}: {
  exports: readonly Export[];
  hasKey?: boolean;
  /** Choices above the list. */
  children?: ComponentChildren;
}): VNode {
  const [isOpen, setOpen] = useState(false);
  const show = (): void => setOpen(true);
  useKeys(hasKey ? { e: show } : {});
  return (
    <>
      <button type="button" onClick={show}>
        Export {hasKey && <kbd>e</kbd>}
      </button>
      {isOpen && (
        <Dialog title="Export what is shown" onClose={() => setOpen(false)}>
          {children}
          <ul class="exports">
            {exports.map((each) => (
              <li key={each.label}>
                <span>{each.label}</span>
                <button
                  type="button"
                  onClick={() => {
                    if (each.blob === undefined) saveFile(each.file, each.text());
                    else void each.blob().then((blob) => saveFile(each.file, blob));
                  }}
                >
                  Save
                </button>
                {each.blob === undefined && (
                  <button type="button" onClick={() => void copyText(each.text(), each.label)}>
                    Copy
                  </button>
                )}
              </li>
            ))}
          </ul>
        </Dialog>
      )}
    </>
  );
}

/** A name that is safe for files. */
export function fileName(...words: readonly string[]): string {
  return words
    .filter((word) => word !== "")
    .join("-")
    .replace(/[^A-Za-z0-9.+-]+/g, "_")
    .slice(0, 80);
}
