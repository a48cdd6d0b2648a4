/**
 * More executions than these: TRUE holds for all of them, FALSE is reported for the real ones only.
 */
export type Support =
  /** No verdict depends on it; the place is reported. */
  | "exact"
  /** It has no effect on verification. */
  | "over-approximated"
  /** Its effect, or why it is refused or ignored. */
  | "refused"
  /** A table of names with the same treatment, for one reason. */
  | "ignored";

export interface SupportNote {
  readonly support: Support;
  /** The tokens that the parser reads, after preprocessing (C11 6.4 with the GNU spellings). */
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
