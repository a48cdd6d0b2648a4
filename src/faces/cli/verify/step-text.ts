/** Steps of a counterexample in words, and the rules for shortening and line lengths. */
import type { TraceStep } from "../../../contestant/story/index.ts";

export interface TraceStyle {
  /** Number of printed steps of a long counterexample, from its start and from its end. */
  readonly first?: number;
  readonly last?: number;
  /** Columns of the terminal; default: any number. */
  readonly columns?: number;
}

export function sourceOf({ kind, source, callee }: TraceStep): string {
  if (kind === "call") return `${source}  → ${callee}`;
  return kind === "return" ? `← ${callee}` : source;
}

export function effectOf({ kind, outcome, changes, inputs }: TraceStep): string {
  const values = changes.map(({ name, value }) => `${name} = ${value}`);
  // Inputs that no variable received are reported as well.
  for (const { from, value } of inputs) {
    if (!changes.some((change) => change.value === value)) values.push(`${from}: ${value}`);
  }
  const note =
    inputs.length > 0 ? "  (input)" : kind === "violation" ? "  ✗ violates the property" : "";
  return ((outcome ?? "") + values.join(", ") + note).trim();
}

export function position({ line, column }: TraceStep): string {
  return `${line}:${column}`;
}
