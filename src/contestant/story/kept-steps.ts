/** Keeps the steps of a counterexample: the first and the last ones of a long execution. */

/** Number of steps that are kept from the start of a long execution, and from its end. */
export const FIRST_STEPS = 500;
const LAST_STEPS = 5000;

/**
 * Number of steps at the start and at the end of an execution that contain the values of variables,
 * where these were requested.
 */
export const VALUED_STEPS = { first: 200, last: 300 } as const;

/**
 * Whether the step of that number, from 0, contains the values of variables.
 *
 * @param total - the number of all steps; undefined: no step contains them
 */
export function isValued(number: number, total: number | undefined): boolean {
  const { first, last } = VALUED_STEPS;
  return total !== undefined && (number < first || number >= total - last);
}

export class KeptSteps<Step> {
  readonly #first: Step[] = [];
  /** A ring buffer of the last steps. */
  readonly #last: Step[] = [];
  #count = 0;

  /** Number of all steps so far. */
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
