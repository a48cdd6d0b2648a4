import type { Column } from "./column-file.ts";

/** A column of numbers that grows; `undefined` is stored as NaN. */
export class NumberColumn {
  #values = new Float64Array(1024);
  #length = 0;

  push(value: number | undefined): void {
    if (this.#length === this.#values.length) {
      const larger = new Float64Array(2 * this.#length);
      larger.set(this.#values);
      this.#values = larger;
    }
    this.#values[this.#length++] = value ?? Number.NaN;
  }

  build(): Column {
    return { values: this.#values.slice(0, this.#length) };
  }

  /** For numbers that are all integers from 0 to 2³² − 1. */
  buildIntegers(): Column {
    return { values: Uint32Array.from(this.#values.subarray(0, this.#length)) };
  }
}

/** A column of texts that grows; stored in as few bytes a row as the number of different texts allows. */
export class TextColumn {
  readonly #codes = new Map<string, number>();
  readonly #numbers = new NumberColumn();

  push(text: string): void {
    let code = this.#codes.get(text);
    if (code === undefined) {
      code = this.#codes.size;
      this.#codes.set(text, code);
    }
    this.#numbers.push(code);
  }

  build(): Column {
    const dictionary = [...this.#codes.keys()];
    const { values } = this.#numbers.build();
    const count = dictionary.length;
    if (count <= 2 ** 8) return { values: Uint8Array.from(values), dictionary };
    if (count <= 2 ** 16) return { values: Uint16Array.from(values), dictionary };
    return { values: Uint32Array.from(values), dictionary };
  }
}
