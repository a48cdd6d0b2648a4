import { deflateRawSync } from "node:zlib";

/** Writes ZIP archives (PKWARE's APPNOTE 6.3) of less than 4 GB and 65,535 files. */
export class ZipWriter {
  readonly #parts: Buffer[] = [];
  readonly #directory: Buffer[] = [];
  #offset = 0;

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
    facts.writeUInt32LE(checksum(content), 10);
    facts.writeUInt32LE(packed.length, 14);
    facts.writeUInt32LE(content.length, 18);
    facts.writeUInt16LE(nameBytes.length, 22);
    const local = Buffer.concat([signature(0x04034b50), facts, nameBytes, packed]);
    const entry = Buffer.alloc(14);
    // Permissions rw-r--r-- of a regular file.
    entry.writeUInt32LE((0o100644 << 16) >>> 0, 6);
    entry.writeUInt32LE(this.#offset, 10);
    const madeBy = Buffer.from([20, 3]);
    this.#directory.push(Buffer.concat([signature(0x02014b50), madeBy, facts, entry, nameBytes]));
    this.#parts.push(local);
    this.#offset += local.length;
  }

  bytes(): Buffer {
    const directory = Buffer.concat(this.#directory);
    const end = Buffer.alloc(18);
    end.writeUInt16LE(this.#directory.length, 4);
    end.writeUInt16LE(this.#directory.length, 6);
    end.writeUInt32LE(directory.length, 8);
    end.writeUInt32LE(this.#offset, 12);
    return Buffer.concat([...this.#parts, directory, signature(0x06054b50), end]);
  }
}

function signature(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}

const CRC_TABLE = Uint32Array.from({ length: 256 }, (_, index) => {
  let crc = index;
  for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
  return crc >>> 0;
});

/** CRC-32 as in gzip. */
function checksum(bytes: Uint8Array): number {
  let crc = 0xffffffff;
  for (let at = 0; at < bytes.length; at++) {
    crc = (crc >>> 8) ^ (CRC_TABLE[(crc ^ (bytes[at] as number)) & 0xff] as number);
  }
  return ~crc >>> 0;
}
