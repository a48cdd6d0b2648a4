/**
 * Faults of input are data: a parser collects diagnostics, and the user interface renders them as
 * `file:line:column`, the source line, a caret and notes (the form of chibicc and esbuild).
 */

export type Severity = "error" | "warning" | "note";

/** One finding about an input file. Lines and columns count from 1. */
export interface Diagnostic {
  readonly severity: Severity;
  /** Stable identifier, kebab-case, e.g. `syntax-error`. */
  readonly code: string;
  /** The fault and what was expected, without position. */
  readonly message: string;
  readonly file: string;
  readonly line?: number;
  readonly column?: number;
  /** Text of the line, when the reader still has it; used for the caret. */
  readonly sourceLine?: string;
  /** Advice to the user. */
  readonly hint?: string;
}

/** Renders one diagnostic for display; the result has no trailing newline. */
export function formatDiagnostic(diagnostic: Diagnostic): string {
  const { file, line, column, severity, message, sourceLine, hint } = diagnostic;
  const place = [file, line, line === undefined ? undefined : column]
    .filter((part) => part !== undefined)
    .join(":");
  const lines = [`${place}: ${severity}: ${message}`];
  if (sourceLine !== undefined && column !== undefined) {
    // Tabs are kept so that the caret stands below the right character.
    const indent = sourceLine.slice(0, column - 1).replace(/[^\t]/g, " ");
    lines.push(`  ${sourceLine}`, `  ${indent}^`);
  }
  if (hint !== undefined) lines.push(`  hint: ${hint}`);
  return lines.join("\n");
}
