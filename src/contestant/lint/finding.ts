import type { Diagnostic } from "../../ground/util/diagnostic.ts";

/**
 * A finding of the linter. `code` is the name of a rule (see rules.ts). Errors and warnings make a
 * witness faulty, notes do not.
 */
export interface Finding extends Diagnostic {
  readonly fix?: Fix;
}

/** A change that cannot alter the meaning of the witness. */
export interface Fix {
  /** Description of the change for readers. */
  readonly description: string;
  readonly edits: readonly Edit[];
}

/** Within one line of the witness; lines and columns count from 1. */
export type Edit =
  | {
      readonly kind: "replace";
      readonly line: number;
      readonly column: number;
      /** The current text; the edit is skipped when it differs. */
      readonly from: string;
      readonly text: string;
    }
  | { readonly kind: "delete-line"; readonly line: number }
  | { readonly kind: "insert-line-after"; readonly line: number; readonly text: string };

/** Whether a finding makes the witness faulty. */
export function isFault({ severity }: Finding): boolean {
  return severity !== "note";
}
