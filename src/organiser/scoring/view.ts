import type { Category } from "../../ground/model/index.ts";
import type { Answers } from "./tally.ts";

/**
 * The part of the runs that a meta category includes: which answers, and which properties not. The
 * same base category may be included in several ways (Overall, FalseOverall).
 */
export interface View {
  readonly answers: Answers;
  readonly excludedProperties: ReadonlySet<string>;
  /** Distinguishes views in tables of computed values. */
  readonly key: string;
}

/** The view of a category on itself and everything below it. */
export function viewOf(category: Category): View {
  const answers = category.kind === "meta" ? (category.answers ?? "all") : "all";
  const excluded = category.kind === "meta" ? (category.excludedProperties ?? []) : [];
  return {
    answers,
    excludedProperties: new Set(excluded),
    key: [answers, ...excluded].join(" "),
  };
}
