import type { Tool } from "../../ground/model/index.ts";
import type { Virtues } from "../scoring/index.ts";
import { left, type Table } from "./table.ts";

/** The lists of the report of 2012: robust, sound and complete tools. */
export function virtuesTable(virtues: Virtues, tools: readonly Tool[]): Table {
  const names = (ids: readonly string[]): string =>
    ids.map((id) => tools.find((tool) => tool.id === id)?.name ?? id).join(", ") || "none";
  return {
    title: "Robustness, soundness, completeness",
    columns: [left("virtue"), left("verifiers")],
    rows: [
      ["robust: a positive score in every base category", names(virtues.positiveEverywhere)],
      ["robust: a negative total in no base category", names(virtues.nowhereNegative)],
      ["sound: no wrong TRUE", names(virtues.neverMissedBug)],
      ["complete: no wrong FALSE", names(virtues.neverFalseAlarm)],
    ],
  };
}
