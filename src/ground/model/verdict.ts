/**
 * The claim of a verifier about one task. The text forms are BenchExec's:
 * `true`, `false`, `false(valid-deref)`, `unknown`.
 */
export type Verdict =
  | { readonly kind: "true" }
  /** `subproperty` names the violated (partial) property when the tool names it. */
  | { readonly kind: "false"; readonly subproperty?: string }
  | { readonly kind: "unknown" };

/**
 * Ground truth of a task definition. BenchExec allows a subproperty with an
 * expected `true` as well (the answer `false(other)` is then not comparable).
 */
export interface ExpectedVerdict {
  readonly kind: "true" | "false";
  readonly subproperty?: string;
}

/** Text form of a verdict or an expected verdict. */
export function formatVerdict(verdict: Verdict | ExpectedVerdict): string {
  if (verdict.kind !== "false" || verdict.subproperty === undefined) return verdict.kind;
  return `false(${verdict.subproperty})`;
}

/**
 * Reads `true`, `false`, `false(p)` or `unknown`; case-sensitive as in
 * BenchExec. Any other text (also `TIMEOUT (true)`) is no verdict: undefined.
 */
export function parseVerdict(text: string): Verdict | undefined {
  if (text === "true" || text === "false" || text === "unknown") return { kind: text };
  if (text.startsWith("false(") && text.endsWith(")")) {
    return { kind: "false", subproperty: text.slice("false(".length, -1) };
  }
  return undefined;
}
