/**
 * Greatest states of those that were met: by key of what must be equal, the values in which larger ones are only worse
 * (an antichain for each key).
 */
export class MaximalStates {
  readonly #byKey = new Map<string, Float64Array[]>();
  #count = 0;

  /** How many were new; some of them were replaced since. */
  get size(): number {
    return this.#count;
  }

  /** Whether no state that was met has all values as large; vectors of one key have one length. */
  add(key: Int32Array, values: readonly number[]): boolean {
    const name = key.join(" ");
    const met = this.#byKey.get(name) ?? [];
    if (met.some((one) => values.every((value, index) => value <= (one[index] as number)))) {
      return false;
    }
    const left = met.filter((one) => one.some((value, index) => value > (values[index] as number)));
    left.push(Float64Array.from(values));
    this.#byKey.set(name, left);
    this.#count++;
    return true;
  }

  clear(): void {
    this.#byKey.clear();
    this.#count = 0;
  }
}
