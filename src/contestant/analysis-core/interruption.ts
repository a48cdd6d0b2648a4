/**
 * Ends an analysis with the result "unknown" and this reason. Thrown by what the analysis calls: budgets, memory
 * limits, or a proof that has become impossible.
 */
export class Interruption extends Error {
  constructor(reason: string) {
    super(reason);
    this.name = "Interruption";
  }
}
