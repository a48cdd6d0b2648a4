import { type WitnessRequirement, witnessRequirement } from "../../ground/model/index.ts";
import type { LintTask } from "./lint-task.ts";

/** Checks a witness of a kind and version against a category of an edition. */
export function competitionFindings(
  { edition, category }: NonNullable<LintTask["competition"]>,
  kind: "violation" | "correctness",
  version: string,
): readonly { severity: "error" | "note"; rule: string; message: string }[] {
  const verdict =
    kind === "correctness" ? ({ kind: "true" } as const) : ({ kind: "false" } as const);
  const requirement: WitnessRequirement = witnessRequirement(edition, category, verdict);
  const where = `${kind} witnesses in ${category.name} of ${edition.name}`;
  if (requirement.kind === "none") {
    const message = `no ${where} are expected`;
    return [{ severity: "note", rule: "witness-not-expected", message }];
  }
  if ((requirement.versions as readonly string[]).includes(version)) return [];
  const message = `${where} have version ${requirement.versions.join(" or ")}, found ${version}`;
  return [{ severity: "error", rule: "version-not-accepted", message }];
}
