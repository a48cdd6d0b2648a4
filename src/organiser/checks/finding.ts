/** What a check has found wrong. */
export interface Finding {
  readonly severity: "error" | "warning";
  readonly file: string;
  readonly message: string;
}
