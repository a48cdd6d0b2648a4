import type { TextRange } from "../../ground/util/text-position.ts";

/** Insertions into a program text; those at one place keep their order. */
export class SourceEdits {
  readonly #insertions: {
    readonly offset: number;
    readonly text: string;
    readonly rank: number;
  }[] = [];

  insert(offset: number, text: string): void {
    this.#insertions.push({ offset, text, rank: this.#insertions.length });
  }

  /** Inserts texts around a range; of ranges with the same start the later call is outside. */
  wrap({ start, end }: TextRange, before: string, after: string): void {
    this.#insertions.push({ offset: start, text: before, rank: -this.#insertions.length });
    this.#insertions.push({ offset: end, text: after, rank: this.#insertions.length });
  }

  applyTo(text: string): string {
    const sorted = [...this.#insertions].sort((a, b) => a.offset - b.offset || a.rank - b.rank);
    let result = "";
    let done = 0;
    for (const { offset, text: inserted } of sorted) {
      result += text.slice(done, offset) + inserted;
      done = offset;
    }
    return result + text.slice(done);
  }
}
