import type { Column, ColumnValues } from "./column-file.ts";

/** Rows of a piece: columns of millions grow without being copied. */
const PIECE = 1 << 16;

/** Numbers, one after the other; later ones may be wider. */
class Pieces<T extends ColumnValues> {
  readonly #full: T[] = [];
  #last: T;
  #used = 0;

  constructor(first: T) {
    this.#last = first;
  }

  push(value: number): void {
    if (this.#used === PIECE) {
      this.#full.push(this.#last);
      this.#last = new (this.#last.constructor as new (length: number) => T)(PIECE);
      this.#used = 0;
    }
    this.#last[this.#used++] = value;
  }

  /** Later values go into pieces like this one, which is empty. */
  widen(piece: T): void {
    piece.set(this.#last.subarray(0, this.#used));
    this.#last = piece;
  }

  get length(): number {
    return this.#full.length * PIECE + this.#used;
  }

  /**
   * Moves all of them into `target`, which has the same length, because memory does not hold a
   * column twice.
   */
  moveTo<Target extends ColumnValues>(target: Target): Target {
    for (const [index, piece] of this.#full.entries()) target.set(piece, index * PIECE);
    target.set(this.#last.subarray(0, this.#used), this.#full.length * PIECE);
    this.#full.length = 0;
    this.#used = 0;
    return target;
  }
}

/** A column of numbers that grows; `undefined` is stored as NaN. To be built once. */
export class NumberColumn {
  readonly #values = new Pieces(new Float64Array(PIECE));

  push(value: number | undefined): void {
    this.#values.push(value ?? Number.NaN);
  }

  build(): Column {
    return { values: this.#values.moveTo(new Float64Array(this.#values.length)) };
  }
}

/** A column of integers from 0 to 2³² − 1 that grows. To be built once. */
export class IntegerColumn {
  readonly #values = new Pieces(new Uint32Array(PIECE));

  push(value: number): void {
    this.#values.push(value);
  }

  build(): Column {
    return { values: this.#values.moveTo(new Uint32Array(this.#values.length)) };
  }
}

/** A column of texts that grows; in as few bytes a row as the number of different texts allows. To be built once. */
export class TextColumn {
  readonly #codes = new Map<string, number>();
  readonly #numbers = new Pieces<Uint8Array | Uint16Array | Uint32Array>(new Uint8Array(PIECE));

  push(text: string): void {
    let code = this.#codes.get(text);
    if (code === undefined) {
      code = this.#codes.size;
      this.#codes.set(text, code);
      if (code === 2 ** 8) this.#numbers.widen(new Uint16Array(PIECE));
      if (code === 2 ** 16) this.#numbers.widen(new Uint32Array(PIECE));
    }
    this.#numbers.push(code);
  }

  build(): Column {
    const dictionary = [...this.#codes.keys()];
    const [rows, count] = [this.#numbers.length, dictionary.length];
    if (count <= 2 ** 8) return { values: this.#numbers.moveTo(new Uint8Array(rows)), dictionary };
    if (count <= 2 ** 16) {
      return { values: this.#numbers.moveTo(new Uint16Array(rows)), dictionary };
    }
    return { values: this.#numbers.moveTo(new Uint32Array(rows)), dictionary };
  }
}
