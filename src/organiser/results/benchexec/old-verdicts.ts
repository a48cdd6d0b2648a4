/** Statuses, properties and verdicts as result files of 2012–2018 wrote them. */
import { type ExpectedVerdict, parseVerdict } from "../../../ground/model/index.ts";

const OLD_STATUSES: Readonly<Record<string, string>> = {
  safe: "true",
  SAFE: "true",
  unsafe: "false",
  UNSAFE: "false",
  UNKNOWN: "unknown",
  "false(reach)": "false(unreach-call)",
  "false(label)": "false(unreach-call)",
  "false(unreach-label)": "false(unreach-call)",
};

/**
 * The status in today's terms: `SAFE` (2012) is `true`, `false(reach)` (until 2018)
 * `false(unreach-call)`.
 */
export function modernStatus(status: string): string {
  return Object.hasOwn(OLD_STATUSES, status) ? (OLD_STATUSES[status] as string) : status;
}

const MEMORY_SAFETY = ["valid-deref", "valid-free", "valid-memtrack"];

/**
 * The property that the names in a result file mean: until 2016 an error label was reached instead
 * of a call, and memory safety was listed by its parts. Undefined when several others are named.
 */
export function modernProperty(properties: string): string | undefined {
  const names = properties.split(/\s+/).filter((name) => name !== "");
  if (names.length > 1) {
    return names.every((name) => MEMORY_SAFETY.includes(name)) ? "valid-memsafety" : undefined;
  }
  return names[0] === "unreach-label" ? "unreach-call" : names[0];
}

/** `true`, `false`, `false(valid-deref)`; undefined when the text is not an expected verdict. */
export function parseExpectedVerdict(text: string): ExpectedVerdict | undefined {
  const verdict = parseVerdict(text);
  return verdict === undefined || verdict.kind === "unknown" ? undefined : verdict;
}

const OLD_CATEGORIES: Readonly<Record<string, string>> = {
  correctSafe: "correct",
  correctUnsafe: "correct",
  wrongSafe: "wrong",
  wrongUnsafe: "wrong",
};

/** The result category in today's terms (2012: `correctSafe`). */
export function modernCategory(category: string): string {
  return Object.hasOwn(OLD_CATEGORIES, category) ? (OLD_CATEGORIES[category] as string) : category;
}
