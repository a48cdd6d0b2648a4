/** A set of run identities (SHA-256, 64 hexadecimal digits) with numbers from 0 in the order of insertion. */
import { invariant } from "../../../ground/util/errors.ts";
import { IdIndex } from "./id-index.ts";

export const ID_BYTES = 32;

export class IdTable {
  #ids: Buffer = Buffer.alloc(16 * ID_BYTES);
  readonly #index = new IdIndex((number, bytes, offset) => {
    const start = number * ID_BYTES;
    return this.#ids.compare(bytes, offset, offset + ID_BYTES, start, start + ID_BYTES) === 0;
  });
  readonly #probe: Buffer = Buffer.alloc(ID_BYTES);

  get size(): number {
    return this.#index.size;
  }

  /** The identity's number; undefined when it is not in the table. */
  find(id: string): number | undefined {
    // Not an identity of a run, so never in the table.
    return writeId(id, this.#probe) ? this.findBytes(this.#probe, 0) : undefined;
  }

  /** As {@link find}, for the 32 bytes at `offset`. */
  findBytes(bytes: Buffer, offset: number): number | undefined {
    return this.#index.find(bytes, offset);
  }

  /** The identity's number, new or old. */
  add(id: string): number {
    invariant(writeId(id, this.#probe), `'${id}' is no SHA-256`);
    const { size } = this;
    const number = this.#index.add(this.#probe, 0, size);
    if (number === size) {
      const end = (size + 1) * ID_BYTES;
      if (end > this.#ids.length) this.#ids = Buffer.concat([this.#ids], 2 * this.#ids.length);
      this.#probe.copy(this.#ids, size * ID_BYTES);
    }
    return number;
  }
}

/** Writes the bytes of an identity; false for a text that is not one. */
export function writeId(id: string, bytes: Buffer): boolean {
  return id.length === 2 * ID_BYTES && bytes.write(id, "hex") === ID_BYTES;
}
