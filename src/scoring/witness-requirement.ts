import type { BaseCategory, Edition, Verdict, WitnessRequirement } from "../model/index.ts";

/**
 * What an edition demands of the witness for an answer in a category. The
 * first row of the edition's table that matches decides; a property without
 * row needs no witness.
 */
export function witnessRequirement(
  edition: Edition,
  category: BaseCategory,
  verdict: Exclude<Verdict, { readonly kind: "unknown" }>,
): WitnessRequirement {
  const subproperty = verdict.kind === "false" ? verdict.subproperty : undefined;
  const rule = edition.witnessTable.rules.find(
    (candidate) =>
      candidate.property === category.property &&
      candidate.categories.some((pattern) => matchesPattern(category.name, pattern)) &&
      (candidate.subproperty === undefined || candidate.subproperty === subproperty),
  );
  if (rule === undefined) return { kind: "none" };
  return verdict.kind === "true" ? rule.correctness : rule.violation;
}

/** `*` stands for any text. */
function matchesPattern(text: string, pattern: string): boolean {
  const source = pattern
    .split("*")
    .map((part) => part.replace(/[\\^$.|?+()[\]{}]/g, "\\$&"))
    .join(".*");
  return new RegExp(`^${source}$`, "s").test(text);
}
