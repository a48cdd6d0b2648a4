/** A fault that a check has found. */
export interface Finding {
  readonly severity: "error" | "warning";
  readonly file: string;
  readonly message: string;
}
