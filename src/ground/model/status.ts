import { parseVerdict, type Verdict } from "./verdict.ts";

/**
 * How a run ended. The text is what tables show and what is stored (`true`,
 * `false(unreach-call)`, `TIMEOUT (true)`, `ERROR (2)` …); the kind is what
 * programs branch on.
 */
export interface Status {
  readonly text: string;
  readonly kind: StatusKind;
  /** The claimed verdict; undefined unless the status as a whole is a verdict. */
  readonly verdict?: Verdict;
}

export type StatusKind =
  | "true"
  | "false"
  | "unknown"
  | "done"
  | "timeout"
  | "out-of-memory"
  | "error";

/** Classifies a status text. Never fails: any free text of a tool is an error status. */
export function parseStatus(text: string): Status {
  const verdict = parseVerdict(text);
  if (verdict !== undefined) return { text, kind: verdict.kind, verdict };
  if (text === "done") return { text, kind: "done" };
  if (isOrHasPrefix(text, "TIMEOUT")) return { text, kind: "timeout" };
  if (isOrHasPrefix(text, "OUT OF MEMORY")) return { text, kind: "out-of-memory" };
  return { text, kind: "error" };
}

function isOrHasPrefix(text: string, word: string): boolean {
  return text === word || text.startsWith(`${word} (`);
}

/** The judgement on a run: its status against the expected verdict and the validators' answers. */
export const RESULT_CATEGORIES = [
  "correct",
  "correct-unconfirmed",
  "wrong",
  "unknown",
  "error",
  "missing",
] as const;

export type ResultCategory = (typeof RESULT_CATEGORIES)[number];
