/**
 * Thrown by what an analysis calls (budgets, memory limits, a proof that has
 * become impossible) to end the run: the result is "unknown" with this reason.
 */
export class Interruption extends Error {
  constructor(reason: string) {
    super(reason);
    this.name = "Interruption";
  }
}
