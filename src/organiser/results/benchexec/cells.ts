import { enlarged } from "../../../ground/util/byte-interner.ts";
import { decodeUtf8, encodeUtf8 } from "../../../ground/util/utf8.ts";

/**
 * One column of texts, as bytes: hundreds of thousands of cells need only the memory of their
 * bytes.
 */
export interface Cells {
  /** Number of rows. */
  readonly count: number;
  /** UTF-8. */
  readonly bytes: Uint8Array;
  readonly starts: Uint32Array;
  /** In bytes; negative: there is no text, not even an empty one. */
  readonly lengths: Int32Array;
}

export const MISSING = -1;

/** The text of a row; undefined when there is none. */
export function cellText(cells: Cells, row: number): string | undefined {
  const length = cells.lengths[row] as number;
  if (length < 0) return undefined;
  const start = cells.starts[row] as number;
  return decodeUtf8(cells.bytes, start, start + length);
}

/** Collects a column row by row, in ascending order; omitted rows are missing. */
export class CellsBuilder {
  #bytes = new Uint8Array(1 << 10);
  #used = 0;
  #starts = new Uint32Array(64);
  #lengths = new Int32Array(64);
  #count = 0;

  /** Number of the first row that has not been reached. */
  get count(): number {
    return this.#count;
  }

  /** The first text of a row counts. */
  append(row: number, bytes: Uint8Array, start: number, end: number): void {
    if (row < this.#count) return;
    this.#skipTo(row);
    const length = end - start;
    if (this.#used + length > this.#bytes.length) {
      this.#bytes = enlarged(this.#bytes, this.#used + length);
    }
    if (length < 64) {
      const target = this.#bytes;
      let to = this.#used;
      for (let at = start; at < end; at++) target[to++] = bytes[at] as number;
    } else this.#bytes.set(bytes.subarray(start, end), this.#used);
    this.#starts[row] = this.#used;
    this.#lengths[row] = length;
    this.#used += length;
    this.#count = row + 1;
  }

  appendText(row: number, text: string): void {
    const bytes = encodeUtf8(text);
    this.append(row, bytes, 0, bytes.length);
  }

  /** Marks a row as having no text; later texts for it are ignored. */
  appendMissing(row: number): void {
    if (row >= this.#count) this.#skipTo(row + 1);
  }

  /**
   * Returns the column, which has memory of its own, as much as it needs; the builder can be
   * reused.
   */
  build(count: number): Cells {
    const cells = this.#copy(count);
    this.#used = 0;
    this.#count = 0;
    return cells;
  }

  #copy(count: number): Cells {
    this.#skipTo(count);
    return {
      count,
      bytes: this.#bytes.slice(0, this.#used),
      starts: this.#starts.slice(0, count),
      lengths: this.#lengths.slice(0, count),
    };
  }

  #skipTo(row: number): void {
    if (row >= this.#starts.length) {
      this.#starts = enlarged(this.#starts, row + 1);
      this.#lengths = enlarged(this.#lengths, row + 1);
    }
    // Rarely true; the test is cheaper than an empty fill.
    if (row <= this.#count) return;
    this.#lengths.fill(MISSING, this.#count, row);
    this.#count = row;
  }
}

/** Cells from existing texts. */
export function cellsOf(texts: readonly (string | undefined)[]): Cells {
  const builder = new CellsBuilder();
  texts.forEach((text, row) => {
    if (text === undefined) builder.appendMissing(row);
    else builder.appendText(row, text);
  });
  return builder.build(texts.length);
}
