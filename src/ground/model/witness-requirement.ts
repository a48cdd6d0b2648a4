import type { BaseCategory } from "./category.ts";
import type { Edition, WitnessRequirement, WitnessRule } from "./edition.ts";
import { propertyOfName } from "./property.ts";
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

/** Whether the edition's table has a row for answers in the category. */
export function hasWitnessRule({ witnessTable }: Edition, category: BaseCategory): boolean {
  return witnessTable.rules.some((rule) => isAbout(rule, category));
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
      isAbout(candidate, category) &&
      (candidate.subproperty === undefined || candidate.subproperty === subproperty),
  );
  if (rule === undefined) return { kind: "none" };
  return verdict.kind === "true" ? rule.correctness : rule.violation;
}

function isAbout({ property, categories }: WitnessRule, category: BaseCategory): boolean {
  return (
    (property === "*" || isSame(property, category.property)) &&
    categories.some((pattern) => compiled(pattern).test(category.name))
  );
}

/** Editions have had several names for a property. */
function isSame(name: string, other: string): boolean {
  if (name === other) return true;
  const property = propertyOfName(name);
  return property !== undefined && property === propertyOfName(other);
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
