/** Statuses, properties and verdicts as result files of 2012–2018 wrote them. */
import { type ExpectedVerdict, parseVerdict } from "../../model/index.ts";

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

/** The status in today's words: `SAFE` (2012) is `true`, `false(reach)` (until 2018) `false(unreach-call)`. */
export function modernStatus(status: string): string {
  return Object.hasOwn(OLD_STATUSES, status) ? (OLD_STATUSES[status] as string) : status;
}

const MEMORY_SAFETY = ["valid-deref", "valid-free", "valid-memtrack"];

/**
 * The property that is meant by the names in a result file: until 2016 an
 * error label was reached instead of a call, and memory safety was spelled
 * out in its parts. Undefined when several others are named.
 */
export function modernProperty(properties: string): string | undefined {
  const names = properties.split(/\s+/).filter((name) => name !== "");
  if (names.length > 1) {
    return names.every((name) => MEMORY_SAFETY.includes(name)) ? "valid-memsafety" : undefined;
  }
  return names[0] === "unreach-label" ? "unreach-call" : names[0];
}

/** `true`, `false`, `false(valid-deref)`; undefined when the text is no expected verdict. */
export function parseExpectedVerdict(text: string): ExpectedVerdict | undefined {
  const verdict = parseVerdict(text);
  return verdict === undefined || verdict.kind === "unknown" ? undefined : verdict;
}

/** What file names call the property. */
const MARKERS: Readonly<Record<string, readonly string[]>> = {
  "unreach-call": ["unreach-call", "unreach-label", "unreach", "assert"],
  "valid-memsafety": ["valid-memsafety", "valid-deref", "valid-free", "valid-memtrack"],
};

/**
 * The expected verdict that the name of a program tells, as until 2018:
 * `x_true-unreach-call.c`, `x_false-valid-deref.i`, `x_false_assert.c`, and in
 * 2012 `x_safe.c`, `x_unsafe.c`, `x_BUG.c` for reachability. Undefined when
 * the name says nothing about the property.
 */
export function expectedVerdictOfFileName(
  path: string,
  property: string,
): ExpectedVerdict | undefined {
  const name = path.slice(path.lastIndexOf("/") + 1);
  for (const marker of MARKERS[property] ?? [property]) {
    const found = new RegExp(`_(true|false)[-_]${marker}(?![a-z])`).exec(name);
    if (found === null) continue;
    if (found[1] === "false") {
      const isPart = property === "valid-memsafety" && marker !== property;
      return isPart ? { kind: "false", subproperty: marker } : { kind: "false" };
    }
    // Of a part of memory safety alone one cannot tell that all of it holds.
    if (property !== "valid-memsafety" || marker === property) return { kind: "true" };
  }
  if (property !== "unreach-call" || /_(true|false)[-_]/.test(name)) return undefined;
  if (/(^|[._-])(unsafe|bug)(?![a-z])/i.test(name)) return { kind: "false" };
  if (/(^|[._-])safe(?![a-z])/i.test(name)) return { kind: "true" };
  return undefined;
}

const OLD_CATEGORIES: Readonly<Record<string, string>> = {
  correctSafe: "correct",
  correctUnsafe: "correct",
  wrongSafe: "wrong",
  wrongUnsafe: "wrong",
};

/** The result category in today's words (2012: `correctSafe`). */
export function modernCategory(category: string): string {
  return Object.hasOwn(OLD_CATEGORIES, category) ? (OLD_CATEGORIES[category] as string) : category;
}
