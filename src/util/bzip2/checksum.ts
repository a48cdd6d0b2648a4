/** What a checksum begins with. */
export const EMPTY_CHECKSUM = 0xffffffff;

/**
 * CRC-32 with the highest bit first, eight bytes at a time ("slicing by
 * eight"). The checksum and the tables have their bytes in reverse order, so
 * that words can be taken from memory as they are (little-endian, as all
 * machines are that Node.js runs on but IBM's mainframes, which take the slow loop).
 *
 * @param start the checksum of what came before, or {@link EMPTY_CHECKSUM}.
 * @param words the same memory as `bytes`.
 */
export function checksum(
  start: number,
  bytes: Uint8Array,
  words: Uint32Array,
  length: number,
): number {
  let crc = start;
  let at = 0;
  if (IS_LITTLE_ENDIAN) {
    for (; at + 8 <= length; at += 8) {
      const low = crc ^ (words[at >> 2] as number);
      const high = words[(at >> 2) + 1] as number;
      crc =
        (CRC_TABLES[1792 + (low & 0xff)] as number) ^
        (CRC_TABLES[1536 + ((low >>> 8) & 0xff)] as number) ^
        (CRC_TABLES[1280 + ((low >>> 16) & 0xff)] as number) ^
        (CRC_TABLES[1024 + (low >>> 24)] as number) ^
        (CRC_TABLES[768 + (high & 0xff)] as number) ^
        (CRC_TABLES[512 + ((high >>> 8) & 0xff)] as number) ^
        (CRC_TABLES[256 + ((high >>> 16) & 0xff)] as number) ^
        (CRC_TABLES[high >>> 24] as number);
    }
  }
  for (; at < length; at++) {
    crc = (crc >>> 8) ^ (CRC_TABLES[(crc ^ (bytes[at] as number)) & 0xff] as number);
  }
  return crc;
}

const IS_LITTLE_ENDIAN = new Uint8Array(Uint32Array.of(1).buffer)[0] === 1;

/** Table n, of 256 numbers: what a byte does to the checksum with n bytes behind it. */
const CRC_TABLES = new Int32Array(8 * 256);
for (let byte = 0; byte < 256; byte++) {
  let crc = byte << 24;
  for (let bit = 0; bit < 8; bit++) crc = crc < 0 ? (crc << 1) ^ 0x04c11db7 : crc << 1;
  CRC_TABLES[byte] = swapped(crc);
}
for (let index = 256; index < CRC_TABLES.length; index++) {
  const before = CRC_TABLES[index - 256] as number;
  CRC_TABLES[index] = (before >>> 8) ^ (CRC_TABLES[before & 0xff] as number);
}

/** The checksum as it stands in the file, when `crc` is that of all bytes. */
export function finalChecksum(crc: number): number {
  return swapped(~crc) >>> 0;
}

/** A word's bytes in reverse order. */
function swapped(word: number): number {
  return (word << 24) | ((word & 0xff00) << 8) | ((word >>> 8) & 0xff00) | (word >>> 24);
}
