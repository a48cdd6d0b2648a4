import type { Category } from "../../ground/model/index.ts";
import type { Answers } from "./tally.ts";

/**
 * What a meta category looks at: which answers, and which properties not.
 * The same base category may be looked at in several ways (Overall,
 * FalseOverall).
 */
export interface View {
  readonly answers: Answers;
  readonly excludedProperties: ReadonlySet<string>;
  /** Distinguishes views in tables of computed values. */
  readonly key: string;
}

/** How a category looks at itself and everything below it. */
export function viewOf(category: Category): View {
  const answers = category.kind === "meta" ? (category.answers ?? "all") : "all";
  const excluded = category.kind === "meta" ? (category.excludedProperties ?? []) : [];
  return {
    answers,
    excludedProperties: new Set(excluded),
    key: [answers, ...excluded].join(" "),
  };
}
