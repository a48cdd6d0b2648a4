import { inflateRawSync } from "node:zlib";
import { InputError } from "../../ground/util/errors.ts";

const END_OF_DIRECTORY = 0x06054b50;
const ZIP64_END = 0x06064b50;
const ZIP64_LOCATOR = 0x07064b50;
const DIRECTORY_ENTRY = 0x02014b50;
const LOCAL_ENTRY = 0x04034b50;
const STORED = 0;
const DEFLATED = 8;
/** Greatest size of one file; logs are cut at 20 MB. */
const MAX_BYTES = 1 << 28;

/** A file in an archive. */
interface Entry {
  readonly method: number;
  readonly packedSize: number;
  readonly offset: number;
}

/** ZIP archives (PKWARE's APPNOTE 6.3) of less than 4 GB and any number of files (ZIP64). */
export class ZipReader {
  readonly #file: string;
  readonly #bytes: Buffer;
  readonly #entries = new Map<string, Entry>();

  /**
   * @param file The archive's name for messages.
   * @throws InputError when the bytes are not an archive, or a damaged one.
   */
  constructor(file: string, bytes: Uint8Array) {
    this.#file = file;
    this.#bytes = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.#guarded("the list of files", () => this.#readDirectory());
  }

  #readDirectory(): void {
    const bytes = this.#bytes;
    let end = bytes.length - 22;
    while (end >= 0 && bytes.readUInt32LE(end) !== END_OF_DIRECTORY) end--;
    if (end < 0) throw this.#fault("is not a ZIP archive, or cut short");
    const list = this.#listAt(end);
    let at = list.offset;
    for (let count = list.count; count > 0; count--) {
      if (bytes.readUInt32LE(at) !== DIRECTORY_ENTRY)
        throw this.#fault("is damaged: list of files");
      const nameLength = bytes.readUInt16LE(at + 28);
      const name = bytes.toString("utf8", at + 46, at + 46 + nameLength);
      const packedSize = bytes.readUInt32LE(at + 20);
      const offset = bytes.readUInt32LE(at + 42);
      if (Math.max(packedSize, offset) === 0xffffffff) {
        throw this.#fault(`is larger than 4 GB at ${name}, which is not supported`);
      }
      this.#entries.set(name, { method: bytes.readUInt16LE(at + 10), packedSize, offset });
      at += 46 + nameLength + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32);
    }
  }

  /** Where the list of files begins, and how many there are: numbers that need more bits stand in ZIP64's records. */
  #listAt(end: number): { readonly offset: number; readonly count: number } {
    const bytes = this.#bytes;
    const count = bytes.readUInt16LE(end + 10);
    const offset = bytes.readUInt32LE(end + 16);
    if (count < 0xffff && offset < 0xffffffff) return { offset, count };
    const locator = end - 20;
    if (locator < 0 || bytes.readUInt32LE(locator) !== ZIP64_LOCATOR) return { offset, count };
    const record = Number(bytes.readBigUInt64LE(locator + 8));
    if (record > bytes.length || bytes.readUInt32LE(record) !== ZIP64_END) {
      throw this.#fault("is damaged: list of files");
    }
    const wide = Number(bytes.readBigUInt64LE(record + 48));
    if (wide > 0xffffffff) throw this.#fault("is larger than 4 GB, which is not supported");
    return { offset: wide, count: Number(bytes.readBigUInt64LE(record + 32)) };
  }

  get names(): readonly string[] {
    return [...this.#entries.keys()];
  }

  /** Undefined when the archive has no such file. @throws InputError when it is damaged. */
  read(name: string): Buffer | undefined {
    const entry = this.#entries.get(name);
    return entry && this.#guarded(name, () => this.#unpack(name, entry));
  }

  #unpack(name: string, { offset, packedSize, method }: Entry): Buffer {
    const bytes = this.#bytes;
    if (bytes.readUInt32LE(offset) !== LOCAL_ENTRY) throw this.#fault(`is damaged: ${name}`);
    const start = offset + 30 + bytes.readUInt16LE(offset + 26) + bytes.readUInt16LE(offset + 28);
    const packed = bytes.subarray(start, start + packedSize);
    if (packed.length < packedSize) throw this.#fault(`is damaged: ${name} is cut short`);
    if (method === STORED) return packed;
    if (method !== DEFLATED) {
      throw this.#fault(`holds ${name}, which is compressed in an unknown way (method ${method})`);
    }
    return inflateRawSync(packed, { maxOutputLength: MAX_BYTES });
  }

  /** Positions beyond the end and damaged streams of zlib are faults of the archive. */
  #guarded<T>(what: string, read: () => T): T {
    try {
      return read();
    } catch (error) {
      if (error instanceof InputError || !(error instanceof Error) || !("code" in error))
        throw error;
      throw this.#fault(`is damaged: ${what} (${error.message})`);
    }
  }

  #fault(message: string): InputError {
    const file = this.#file;
    return new InputError([{ severity: "error", code: "invalid-archive", message, file }]);
  }
}
