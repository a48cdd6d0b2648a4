import { Rational } from "../../../ground/util/rational.ts";
import type { Tally } from "../tally.ts";

/**
 * Number of correct answers of a kind that validators confirmed (reports, tables of confirmation
 * rates).
 */
export interface ConfirmationRate {
  readonly total: number;
  readonly confirmed: number;
  readonly unconfirmed: number;
  /** Share of the confirmed, from 0 to 1; undefined without answers. */
  readonly rate: Rational | undefined;
}

export function confirmationRate(confirmed: number, unconfirmed: number): ConfirmationRate {
  const total = confirmed + unconfirmed;
  const rate = total === 0 ? undefined : Rational.of(confirmed, total);
  return { total, confirmed, unconfirmed, rate };
}

/** Rates of both answers of one tool. */
export function confirmationRates(
  tally: Tally,
): Readonly<Record<"true" | "false", ConfirmationRate>> {
  return {
    true: confirmationRate(tally.correctTrue, tally.unconfirmedTrue),
    false: confirmationRate(tally.correctFalse, tally.unconfirmedFalse),
  };
}
