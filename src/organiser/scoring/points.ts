import { parseStatus, type ResultCategory, type ScoringSchema } from "../../ground/model/index.ts";

/**
 * Points of a run by its final status and category; 0 for combinations that the schema does not
 * name.
 */
export function pointsOf(
  statusText: string,
  category: ResultCategory,
  schema: ScoringSchema,
): number {
  const { kind } = parseStatus(statusText);
  if (kind !== "true" && kind !== "false") return 0;
  const isTrue = kind === "true";
  switch (category) {
    case "correct":
      return isTrue ? schema.correctTrue : schema.correctFalse;
    case "correct-unconfirmed":
      return isTrue ? schema.unconfirmedTrue : schema.unconfirmedFalse;
    case "wrong":
      return isTrue ? schema.wrongTrue : schema.wrongFalse;
    case "unknown":
    case "error":
    case "missing":
      return 0;
  }
}
