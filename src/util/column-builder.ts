import type { Column } from "./column-file.ts";

/** Rows of a piece: columns of millions grow without being copied. */
const PIECE = 1 << 16;

/** Numbers of one type, one after the other. */
class Pieces<T extends Float64Array | Uint32Array> {
  readonly #piece: () => T;
  readonly #full: T[] = [];
  #last: T;
  #used = 0;

  constructor(piece: () => T) {
    this.#piece = piece;
    this.#last = piece();
  }

  push(value: number): void {
    if (this.#used === PIECE) {
      this.#full.push(this.#last);
      this.#last = this.#piece();
      this.#used = 0;
    }
    this.#last[this.#used++] = value;
  }

  get length(): number {
    return this.#full.length * PIECE + this.#used;
  }

  /** All of them in `target`, which is as long. */
  copyTo<Target extends { set(values: ArrayLike<number>, offset: number): void }>(
    target: Target,
  ): Target {
    for (const [index, piece] of this.#full.entries()) target.set(piece, index * PIECE);
    target.set(this.#last.subarray(0, this.#used), this.#full.length * PIECE);
    return target;
  }
}

/** A column of numbers that grows; `undefined` is stored as NaN. */
export class NumberColumn {
  readonly #values = new Pieces(() => new Float64Array(PIECE));

  push(value: number | undefined): void {
    this.#values.push(value ?? Number.NaN);
  }

  build(): Column {
    return { values: this.#values.copyTo(new Float64Array(this.#values.length)) };
  }
}

/** A column of integers from 0 to 2³² − 1 that grows. */
export class IntegerColumn {
  readonly #values = new Pieces(() => new Uint32Array(PIECE));

  push(value: number): void {
    this.#values.push(value);
  }

  build(): Column {
    return { values: this.#values.copyTo(new Uint32Array(this.#values.length)) };
  }
}

/** A column of texts that grows; stored in as few bytes a row as the number of different texts allows. */
export class TextColumn {
  readonly #codes = new Map<string, number>();
  readonly #numbers = new Pieces(() => new Uint32Array(PIECE));

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
    const [rows, count] = [this.#numbers.length, dictionary.length];
    if (count <= 2 ** 8) return { values: this.#numbers.copyTo(new Uint8Array(rows)), dictionary };
    if (count <= 2 ** 16) {
      return { values: this.#numbers.copyTo(new Uint16Array(rows)), dictionary };
    }
    return { values: this.#numbers.copyTo(new Uint32Array(rows)), dictionary };
  }
}
