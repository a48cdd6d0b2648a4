import type { BaseCategory } from "./category.ts";
import type { Edition, WitnessRequirement, WitnessRule } from "./edition.ts";
import type { ExpectedVerdict, Verdict } from "./verdict.ts";

/** An answer that can have a witness. */
export type Answer = Exclude<Verdict, { readonly kind: "unknown" }>;

/**
 * The witness that an edition requires for an answer in a category. The
 * first row of the edition's table that matches decides; a property without
 * row needs no witness.
 */
export function witnessRequirement(
  edition: Edition,
  category: BaseCategory,
  verdict: Answer,
): WitnessRequirement {
  return requirementIn(edition.witnessTable.rules, category, verdict);
}

/** The same for any table, e.g. the one of the validation track. */
export function requirementIn(
  table: readonly WitnessRule[],
  category: BaseCategory,
  verdict: Answer | ExpectedVerdict,
): WitnessRequirement {
  const subproperty = verdict.kind === "false" ? verdict.subproperty : undefined;
  const rule = table.find(
    (candidate) =>
      (candidate.property === "*" || candidate.property === category.property) &&
      candidate.categories.some((pattern) => compiled(pattern).test(category.name)) &&
      (candidate.subproperty === undefined || candidate.subproperty === subproperty),
  );
  if (rule === undefined) return { kind: "none" };
  return verdict.kind === "true" ? rule.correctness : rule.violation;
}

const COMPILED = new Map<string, RegExp>();

/** `*` stands for any text. The tables have few patterns, asked once per run. */
function compiled(pattern: string): RegExp {
  let expression = COMPILED.get(pattern);
  if (expression === undefined) {
    const source = pattern
      .split("*")
      .map((part) => part.replace(/[\\^$.|?+()[\]{}]/g, "\\$&"))
      .join(".*");
    expression = new RegExp(`^${source}$`, "s");
    COMPILED.set(pattern, expression);
  }
  return expression;
}
