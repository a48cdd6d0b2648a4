import { crc32, deflateRawSync } from "node:zlib";
import { PlatformError } from "../../ground/util/errors.ts";

/** Numbers of files from here on stand in the records of ZIP64 only. */
const MAX_FILES = 0xffff;
/** Places in an archive are numbers of 32 bits; an array of Node is no longer than that either. */
const MAX_BYTES = 2 ** 32 - 1;

/** Size of the records at the end of an archive. */
const MAX_END_BYTES = 22 + 56 + 20;

/** Writes ZIP archives (PKWARE's APPNOTE 6.3) of any number of files and less than 4 GB, since they are made in memory. */
export class ZipWriter {
  readonly #maxBytes: number;
  readonly #parts: Buffer[] = [];
  readonly #directory: Buffer[] = [];
  #offset = 0;
  /** Size of the list of files at the end. */
  #listed = 0;

  /** @param maxBytes greatest size of the archive: the format's, or less */
  constructor(maxBytes: number = MAX_BYTES) {
    this.#maxBytes = maxBytes;
  }

  /** @throws PlatformError when the archive would become too large. */
  add(name: string, content: Uint8Array): void {
    const nameBytes = Buffer.from(name);
    const packed = deflateRawSync(content);
    const facts = Buffer.alloc(26);
    facts.writeUInt16LE(20, 0);
    // Names are UTF-8.
    facts.writeUInt16LE(0x0800, 2);
    facts.writeUInt16LE(8, 4);
    // 1980-01-01: the same logs make the same archive.
    facts.writeUInt16LE(0, 6);
    facts.writeUInt16LE(0x21, 8);
    facts.writeUInt32LE(crc32(content), 10);
    facts.writeUInt32LE(packed.length, 14);
    facts.writeUInt32LE(content.length, 18);
    facts.writeUInt16LE(nameBytes.length, 22);
    const local = Buffer.concat([signature(0x04034b50), facts, nameBytes, packed]);
    const entry = Buffer.alloc(14);
    // Permissions rw-r--r-- of a regular file.
    entry.writeUInt32LE((0o100644 << 16) >>> 0, 6);
    entry.writeUInt32LE(this.#offset, 10);
    const madeBy = Buffer.from([20, 3]);
    const listed = Buffer.concat([signature(0x02014b50), madeBy, facts, entry, nameBytes]);
    this.#listed += listed.length;
    if (this.#offset + local.length + this.#listed + MAX_END_BYTES > this.#maxBytes) {
      throw new PlatformError("ERR_ZIP_SIZE", `the ZIP archive is too large with ${name}`, {
        hint: "a ZIP archive is made of less than 4 GB: write the logs uncompressed, or fewer of them",
      });
    }
    this.#directory.push(listed);
    this.#parts.push(local);
    this.#offset += local.length;
  }

  bytes(): Buffer {
    const directory = Buffer.concat(this.#directory);
    const count = this.#directory.length;
    const end = Buffer.alloc(18);
    end.writeUInt16LE(Math.min(count, MAX_FILES), 4);
    end.writeUInt16LE(Math.min(count, MAX_FILES), 6);
    end.writeUInt32LE(directory.length, 8);
    end.writeUInt32LE(this.#offset, 12);
    const zip64 = count < MAX_FILES ? [] : [this.#zip64End(directory.length)];
    return Buffer.concat([...this.#parts, directory, ...zip64, signature(0x06054b50), end]);
  }

  /** The records with numbers of 64 bits (APPNOTE 4.3.14 and 4.3.15). */
  #zip64End(directoryBytes: number): Buffer {
    const count = BigInt(this.#directory.length);
    const end = Buffer.alloc(52);
    end.writeBigUInt64LE(44n, 0);
    // Made by and needed: version 4.5, which has these records.
    end.writeUInt16LE(45, 8);
    end.writeUInt16LE(45, 10);
    end.writeBigUInt64LE(count, 20);
    end.writeBigUInt64LE(count, 28);
    end.writeBigUInt64LE(BigInt(directoryBytes), 36);
    end.writeBigUInt64LE(BigInt(this.#offset), 44);
    const locator = Buffer.alloc(16);
    locator.writeBigUInt64LE(BigInt(this.#offset + directoryBytes), 4);
    locator.writeUInt32LE(1, 12);
    return Buffer.concat([signature(0x06064b50), end, signature(0x07064b50), locator]);
  }
}

function signature(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}
