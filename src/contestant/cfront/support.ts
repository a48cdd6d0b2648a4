/** What becomes of a part of the language: the words of docs/c-support.md. */
export type Support =
  /** Executions are those that C, gcc or POSIX describe. */
  | "exact"
  /** More executions than these: TRUE holds for all of them, FALSE is said of the ones that are real. */
  | "over-approximated"
  /** No verdict rests on it; the place is told. */
  | "refused"
  /** Has no meaning of its own for what is verified. */
  | "ignored";

export interface SupportNote {
  readonly support: Support;
  /** What it does, or why it is refused or ignored. */
  readonly note: string;
}

/** A table of names that are all treated alike, for one reason. */
export function alike(
  support: Support,
  groups: Readonly<Record<string, string>>,
): (readonly [name: string, note: SupportNote])[] {
  return Object.entries(groups).flatMap(([note, names]) =>
    names
      .trim()
      .split(/\s+/)
      .map((name) => [name, { support, note }] as const),
  );
}
