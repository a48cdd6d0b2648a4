import type { ComponentChildren, VNode } from "preact";
import { useState } from "preact/hooks";
import {
  type Table,
  tableToCsv,
  tableToJson,
  tableToLatex,
  tableToMarkdown,
} from "../../../src/tables/index.ts";
import { Dialog } from "./dialog.tsx";
import { copyText, pngOf, saveFile } from "./save.ts";
import { useKeys } from "./use-keys.ts";

/** Something that can be saved or copied. */
export interface Export {
  readonly label: string;
  readonly file: string;
  /** Absent: text. */
  readonly blob?: () => Promise<Blob>;
  readonly text: () => string;
}

/** What every table can be exported as. */
export function tableExports(name: string, table: () => Table): readonly Export[] {
  return [
    { label: "CSV", file: `${name}.csv`, text: () => tableToCsv(table()) },
    { label: "LaTeX (booktabs)", file: `${name}.tex`, text: () => tableToLatex(table()) },
    { label: "Markdown", file: `${name}.md`, text: () => tableToMarkdown(table()) },
    { label: "JSON", file: `${name}.json`, text: () => tableToJson(table()) },
  ];
}

/** What every plot can be exported as. */
export function plotExports(
  name: string,
  make: (format: "svg" | "tex" | "csv") => string,
): readonly Export[] {
  return [
    { label: "SVG", file: `${name}.svg`, text: () => make("svg") },
    { label: "LaTeX (pgfplots, with its data)", file: `${name}.tex`, text: () => make("tex") },
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

/** Safe in file names. */
export function fileName(...words: readonly string[]): string {
  return words
    .filter((word) => word !== "")
    .join("-")
    .replace(/[^A-Za-z0-9.+-]+/g, "_")
    .slice(0, 80);
}
