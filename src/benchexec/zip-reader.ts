import { readFileSync } from "node:fs";
import { inflateRawSync } from "node:zlib";

const END_OF_DIRECTORY = 0x06054b50;
const DIRECTORY_ENTRY = 0x02014b50;
const LOCAL_ENTRY = 0x04034b50;
const STORED = 0;
const DEFLATED = 8;
/** Of one file; logs are cut at 20 MB. */
const MAXIMAL_BYTES = 1 << 28;

/** A file in an archive. */
interface Entry {
  readonly method: number;
  readonly packedSize: number;
  readonly offset: number;
}

/** ZIP archives (PKWARE's APPNOTE 6.3) of less than 4 GB, as logs are kept in. */
export class ZipReader {
  readonly #bytes: Buffer;
  readonly #entries = new Map<string, Entry>();

  /** @throws Error when the file cannot be read or is no archive. */
  constructor(path: string) {
    this.#bytes = readFileSync(path);
    const bytes = this.#bytes;
    let end = bytes.length - 22;
    while (end >= 0 && bytes.readUInt32LE(end) !== END_OF_DIRECTORY) end--;
    if (end < 0) throw new Error(`${path} is no ZIP archive`);
    let at = bytes.readUInt32LE(end + 16);
    for (let count = bytes.readUInt16LE(end + 10); count > 0; count--) {
      if (bytes.readUInt32LE(at) !== DIRECTORY_ENTRY) throw new Error(`${path} is damaged`);
      const nameLength = bytes.readUInt16LE(at + 28);
      const name = bytes.toString("utf8", at + 46, at + 46 + nameLength);
      this.#entries.set(name, {
        method: bytes.readUInt16LE(at + 10),
        packedSize: bytes.readUInt32LE(at + 20),
        offset: bytes.readUInt32LE(at + 42),
      });
      at += 46 + nameLength + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32);
    }
  }

  get names(): readonly string[] {
    return [...this.#entries.keys()];
  }

  /** Undefined when the archive has no such file. @throws Error when it is damaged. */
  read(name: string): Buffer | undefined {
    const entry = this.#entries.get(name);
    if (entry === undefined) return undefined;
    const bytes = this.#bytes;
    const { offset, packedSize, method } = entry;
    if (bytes.readUInt32LE(offset) !== LOCAL_ENTRY) throw new Error(`${name} is damaged`);
    const start = offset + 30 + bytes.readUInt16LE(offset + 26) + bytes.readUInt16LE(offset + 28);
    const packed = bytes.subarray(start, start + packedSize);
    if (method === STORED) return packed;
    if (method !== DEFLATED) throw new Error(`${name} is compressed in an unknown way`);
    return inflateRawSync(packed, { maxOutputLength: MAXIMAL_BYTES });
  }
}
