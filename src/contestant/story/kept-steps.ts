/** The steps of a counterexample that are kept: of a long execution the first and the last ones. */

/** Steps that are kept from the start of a long execution, and from its end. */
export const FIRST_STEPS = 500;
const LAST_STEPS = 5000;

/** Steps at the start and at the end of an execution whose variables are told, where that was asked for. */
export const VALUED_STEPS = { first: 200, last: 300 } as const;

/**
 * Whether the step of that number, from 0, is told with the values of variables.
 *
 * @param total - the number of all steps; undefined: none is
 */
export function isValued(number: number, total: number | undefined): boolean {
  const { first, last } = VALUED_STEPS;
  return total !== undefined && (number < first || number >= total - last);
}

export class KeptSteps<Step> {
  readonly #first: Step[] = [];
  /** A ring of the last steps. */
  readonly #last: Step[] = [];
  #count = 0;

  /** Of all steps so far. */
  get count(): number {
    return this.#count;
  }

  add(step: Step): void {
    if (this.#count < FIRST_STEPS) this.#first.push(step);
    else if (this.#last.length < LAST_STEPS) this.#last.push(step);
    else this.#last[(this.#count - FIRST_STEPS) % LAST_STEPS] = step;
    this.#count++;
  }

  finish(): { readonly steps: readonly Step[]; readonly omittedSteps: number } {
    const kept = this.#last.length;
    const start = this.#count - FIRST_STEPS;
    const rest = this.#last.map((_, index) => this.#last[(start + index) % kept] as Step);
    const inOrder = kept < LAST_STEPS ? this.#last : rest;
    return {
      steps: [...this.#first, ...inOrder],
      omittedSteps: this.#count - this.#first.length - kept,
    };
  }
}
