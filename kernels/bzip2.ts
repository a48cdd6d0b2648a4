/**
 * The inner loops of bzip2's decompression, in AssemblyScript: `npm run
 * kernels` compiles it to `src/ground/util/bzip2/kernel-code.ts`. One instance decodes
 * one block after the other, in memory with fixed places; the caller, which
 * reads the headers, is `src/ground/util/bzip2.ts`.
 */

/** Bytes of the largest block. */
const BLOCK_BYTES: usize = 900_000;
/** Greatest number of symbols of a block, of 20 bits each, and zeros behind them for lookahead. */
export const INPUT_BYTES: i32 = 2_250_000 + 100_000;

/** Symbols between two changes of the Huffman table. */
const GROUP_SIZE: i32 = 50;
const MAXIMAL_CODE_LENGTH: i32 = 20;
/** Codes up to this length are looked up directly. */
const SHORT_CODE_LENGTH: i32 = 10;

// Places in memory. Memory below FIRST belongs to the compiler.
const FIRST: usize = 1 << 16;
/** 256 bytes: those that the block uses, ascending; then moved to the front. */
export const FRONT: usize = FIRST;
/** For each group of symbols: number of its Huffman table. */
export const SELECTORS: usize = FRONT + 256;
/** By table and next bits: symbol (above five bits) and length of its code; 0: it is longer. 16 bits each. */
export const SHORT_CODES: usize = SELECTORS + 0x8000;
/** By table and code length: the first code that is too large, left-aligned. 32 words each. */
export const CODE_ENDS: usize = SHORT_CODES + 6 * (2 << SHORT_CODE_LENGTH);
/** By table and code length: index of its symbol minus code. 32 words each. */
export const CODE_OFFSETS: usize = CODE_ENDS + 6 * 32 * 4;
/** By table: symbols by their codes, 512 of 16 bits each. */
export const CODE_SYMBOLS: usize = CODE_OFFSETS + 6 * 32 * 4;
const CHECKSUMS: usize = CODE_SYMBOLS + 6 * 512 * 2;
const ROTATIONS: usize = CHECKSUMS + 16 * 1024;
const COUNTS: usize = ROTATIONS + 256;
/** The compressed block, and the zero bytes that lookahead needs. */
export const INPUT: usize = COUNTS + 1024;
/** Runs of equal bytes: the byte in the low 8 bits, the length above. */
const RUNS: usize = INPUT + <usize>INPUT_BYTES;
/** By place among the sorted bytes: the byte, and above it the place of the next one. */
const LINKS: usize = RUNS + BLOCK_BYTES * 4;
/** For each walk: its first link, the start and end of its bytes, and the next walk. */
const WALK_LINKS: usize = LINKS + (BLOCK_BYTES + 8) * 4;
const WALK_BEGINS: usize = WALK_LINKS + 0x2000;
const WALK_ENDS: usize = WALK_BEGINS + 0x2000;
const WALK_NEXT: usize = WALK_ENDS + 0x2000;
/** Walks that are followed together: as many as the registers hold. */
const LANE_COUNT: usize = 24;
/** The walk of each lane. */
const LANE_WALKS: usize = WALK_NEXT + 0x2000;
/** The block, before the outer run lengths are undone. */
const BYTES: usize = LANE_WALKS + LANE_COUNT * 4;
/** Output, up to {@link PIECE_BYTES} and a run. */
export const PIECE: usize = BYTES + BLOCK_BYTES + 64;
const PIECE_BYTES: usize = 1 << 16;
/** Not a multiple of a page: lanes would use the same part of the cache. */
const LANE_BYTES: usize = BLOCK_BYTES + 64;
const LANES: usize = PIECE + PIECE_BYTES + 512;
const MEMORY_BYTES: usize = LANES + LANE_COUNT * LANE_BYTES;

/** Results of {@link readRuns} that are not a size. */
export const NO_TABLE: i32 = -1;
export const NO_CODE: i32 = -2;
export const TOO_LONG: i32 = -3;

/** After {@link readRuns}: the first bit of the input that was not used. */
export let position: i32 = 0;
let runCount: i32 = 0;
let size: i32 = 0;
/** Checksum of the block's output so far; bytes in reverse order. */
export let checksum: u32 = 0;
let expanded: usize = 0;

/** To be called once, before all other functions. */
export function initialize(): void {
  const missing = <i32>((MEMORY_BYTES + 0xffff) >> 16) - memory.size();
  if (missing > 0 && memory.grow(missing) < 0) unreachable();
  for (let byte: u32 = 0; byte < 256; byte++) {
    let crc = byte << 24;
    for (let bit = 0; bit < 8; bit++) crc = (crc << 1) ^ (<i32>crc < 0 ? 0x04c11db7 : 0);
    store<u32>(CHECKSUMS + (<usize>byte << 2), bswap<u32>(crc));
  }
  // Table n: the effect of a byte on the checksum with n bytes behind it.
  for (let index: usize = 256; index < 16 * 256; index++) {
    const before = load<u32>(CHECKSUMS + ((index - 256) << 2));
    store<u32>(
      CHECKSUMS + (index << 2),
      (before >> 8) ^ load<u32>(CHECKSUMS + (<usize>(before & 0xff) << 2)),
    );
  }
  // Row n brings byte n to the front.
  for (let row: usize = 0; row < 16; row++) {
    for (let column: usize = 0; column < 16; column++) {
      const from = column == 0 ? row : column <= row ? column - 1 : column;
      store<u8>(ROTATIONS + row * 16 + column, <u8>from);
    }
  }
}

/**
 * Undoes Huffman coding, run lengths of zeros and move-to-front.
 *
 * @param start bit of the input where the symbols begin.
 * @param end bits of the input; zeros follow.
 * @param endOfBlock the last symbol.
 * @returns the number of bytes in the runs, or a fault. When `position` is then
 * beyond the end, the input is cut short, regardless of the result.
 */
export function readRuns(
  start: i32,
  end: i32,
  tableCount: i32,
  groupCount: i32,
  endOfBlock: i32,
  maximalSize: i32,
): i32 {
  let next = INPUT + (<usize>start >> 3);
  let buffer: u64 = bswap(load<u64>(next)) << (<u64>start & 7);
  /** Bits of the buffer that are not used up; zeros follow them. */
  let count: i32 = 64 - (start & 7);
  next += 8;
  let front = v128.load(FRONT);
  let first: i32 = i8x16.extract_lane_u(front, 0);
  let runs = RUNS;
  let total: i32 = 0;
  let runLength: i32 = 0;
  let runBit: i32 = 1;
  let group: i32 = 0;
  let left: i32 = 0;
  let table: i32 = 0;
  let short = SHORT_CODES;
  for (;;) {
    if (left == 0) {
      position = <i32>(next - INPUT) * 8 - count;
      table = group < groupCount ? <i32>load<u8>(SELECTORS + group) : tableCount;
      if (table >= tableCount || position > end) return NO_TABLE;
      group++;
      short = SHORT_CODES + (<usize>table << (SHORT_CODE_LENGTH + 1));
      left = GROUP_SIZE;
    }
    left--;
    if (count < MAXIMAL_CODE_LENGTH) {
      buffer |= (<u64>bswap(load<u32>(next))) << (32 - count);
      next += 4;
      count += 32;
    }
    let entry = <i32>load<u16>(short + (<usize>(buffer >> (64 - SHORT_CODE_LENGTH)) << 1));
    if (entry == 0) {
      entry = longEntry(table, <u32>(buffer >> (64 - MAXIMAL_CODE_LENGTH)));
      if (entry == 0) {
        position = <i32>(next - INPUT) * 8 - count;
        return NO_CODE;
      }
    }
    const length = entry & 31;
    buffer <<= <u64>length;
    count -= length;
    const symbol = entry >> 5;
    if (symbol <= 1) {
      // Run lengths in bijective base 2: the digits are 1 (RUNA) and 2 (RUNB).
      runLength += runBit << symbol;
      runBit <<= 1;
      if (runLength > maximalSize) break;
      continue;
    }
    if (runLength > 0) {
      total += runLength;
      if (total > maximalSize) break;
      // The byte at the front occurred just before, except at the beginning of the block.
      if (runs > RUNS) store<u32>(runs - 4, load<u32>(runs - 4) + (runLength << 8));
      else {
        store<u32>(runs, (runLength << 8) | first);
        runs += 4;
      }
      runLength = 0;
      runBit = 1;
    }
    if (symbol == endOfBlock) {
      position = <i32>(next - INPUT) * 8 - count;
      runCount = <i32>((runs - RUNS) >> 2);
      size = total;
      return total;
    }
    if (total >= maximalSize) break;
    const place = symbol - 1;
    let byte: i32;
    if (place < 16) {
      front = v128.swizzle(front, v128.load(ROTATIONS + (<usize>place << 4)));
      byte = i8x16.extract_lane_u(front, 0);
    } else {
      byte = load<u8>(FRONT + place);
      const last = i8x16.extract_lane_u(front, 15);
      memory.copy(FRONT + 17, FRONT + 16, place - 16);
      store<u8>(FRONT + 16, last);
      front = i8x16.replace_lane(v128.swizzle(front, v128.load(ROTATIONS + 15 * 16)), 0, <i8>byte);
    }
    store<u32>(runs, 256 | byte);
    runs += 4;
    total++;
  }
  position = <i32>(next - INPUT) * 8 - count;
  return TOO_LONG;
}

/** As in SHORT_CODES, for longer codes; 0: there is none. `ahead`: as many bits as the longest code has. */
function longEntry(table: i32, ahead: u32): i32 {
  for (let length = SHORT_CODE_LENGTH + 1; length <= MAXIMAL_CODE_LENGTH; length++) {
    const at = <usize>(table * 32 + length) << 2;
    if (ahead >= load<u32>(CODE_ENDS + at)) continue;
    const index = <i32>(ahead >> (MAXIMAL_CODE_LENGTH - length)) + load<i32>(CODE_OFFSETS + at);
    if (index < 0 || index >= 512) return 0;
    const symbol = <i32>load<u16>(CODE_SYMBOLS + (<usize>(table * 512 + index) << 1));
    return symbol == 0xffff ? 0 : (symbol << 5) | length;
  }
  return 0;
}

/** Undoes the Burrows–Wheeler transform. `first`: place of the first byte among the sorted ones. */
export function invert(first: i32): void {
  linkUp();
  followWalks(first);
  joinWalks();
  expanded = 0;
  checksum = 0xffffffff;
}

/** Sorts the bytes stably: each one is linked to the place where it was, whose byte follows it. */
function linkUp(): void {
  memory.fill(COUNTS, 0, 1024);
  const end = RUNS + (<usize>runCount << 2);
  for (let run = RUNS; run < end; run += 4) {
    const entry = load<u32>(run);
    const count = COUNTS + (<usize>(entry & 0xff) << 2);
    store<u32>(count, load<u32>(count) + (entry >> 8));
  }
  let sum: u32 = 0;
  for (let count = COUNTS; count < COUNTS + 1024; count += 4) {
    const before = sum;
    sum += load<u32>(count);
    store<u32>(count, before);
  }
  let index: u32 = 0;
  for (let run = RUNS; run < end; run += 4) {
    // Runs are long, and their links are adjacent: this is the purpose of the transform.
    const entry = load<u32>(run);
    const count = COUNTS + (<usize>(entry & 0xff) << 2);
    const length = entry >> 8;
    let at = LINKS + (<usize>load<u32>(count) << 2);
    const runEnd = at + (<usize>length << 2);
    store<u32>(count, load<u32>(count) + length);
    let link = (index << 8) | (entry & 0xff);
    for (; at < runEnd; at += 4) {
      store<u32>(at, link);
      link += 256;
    }
    index += length;
  }
}

/** In a link, above the number of a walk that begins here: the walk that comes here ends. */
const START: i32 = 1 << 28;
/** Bytes of a block for each walk, on average. */
const WALK_BYTES: i32 = 512;
const NO_WALK: i32 = -1;

let walkCount: i32 = 0;
/** Number of the next walk that no lane has begun. */
let waiting: i32 = 0;
let running: i32 = 0;

/**
 * Following the links is one cache miss after the other; so the chain is cut
 * at many places, which are marked, and 24 pieces of it are followed at a time,
 * in step: six vectors of four lanes.
 */
function followWalks(first: i32): void {
  markStarts(first);
  const mark = i32x4.splat(START);
  // Initial links, as if all lanes had reached a start.
  let a = mark;
  let b = mark;
  let c = mark;
  let d = mark;
  let e = mark;
  let f = mark;
  for (let step: usize = 0; ; step++) {
    const all = v128.or(v128.or(v128.or(a, b), v128.or(c, d)), v128.or(e, f));
    if (v128.any_true(v128.and(all, mark))) {
      a = change(a, 0, step);
      b = change(b, 4, step);
      c = change(c, 8, step);
      d = change(d, 12, step);
      e = change(e, 16, step);
      f = change(f, 20, step);
      if (running == 0) break;
    }
    scatter(LANES + step, a);
    scatter(LANES + 4 * LANE_BYTES + step, b);
    scatter(LANES + 8 * LANE_BYTES + step, c);
    scatter(LANES + 12 * LANE_BYTES + step, d);
    scatter(LANES + 16 * LANE_BYTES + step, e);
    scatter(LANES + 20 * LANE_BYTES + step, f);
    a = follow(a);
    b = follow(b);
    c = follow(c);
    d = follow(d);
    e = follow(e);
    f = follow(f);
  }
}

/** Walk 0 begins at the first byte. */
function markStarts(first: i32): void {
  walkCount = max<i32>(1, size / WALK_BYTES);
  waiting = 0;
  running = 0;
  for (let walk: i32 = 0; walk < walkCount; walk++) {
    let place = <i32>((<i64>walk * size) / walkCount);
    if (walk == 0) place = first;
    else if (place == first) place++;
    const link = LINKS + (<usize>place << 2);
    store<u32>(WALK_LINKS + (<usize>walk << 2), load<u32>(link));
    store<u32>(link, START | walk);
  }
  // Lanes without a walk follow a cycle.
  store<u32>(LINKS + (<usize>size << 2), <u32>size << 8);
  for (let lane: i32 = 0; lane < <i32>LANE_COUNT; lane++) store<i32>(LANE_WALKS + (<usize>lane << 2), NO_WALK);
}

/** From four links to the next ones. */
// @ts-ignore: a decorator of AssemblyScript
@inline
function follow(links: v128): v128 {
  const places = i32x4.shl(i32x4.shr_u(links, 8), 2);
  let next = v128.load32_zero(LINKS + <usize>i32x4.extract_lane(places, 0));
  next = v128.load_lane<u32>(LINKS + <usize>i32x4.extract_lane(places, 1), next, 1);
  next = v128.load_lane<u32>(LINKS + <usize>i32x4.extract_lane(places, 2), next, 2);
  return v128.load_lane<u32>(LINKS + <usize>i32x4.extract_lane(places, 3), next, 3);
}

/** Writes the bytes of four links. */
// @ts-ignore: a decorator of AssemblyScript
@inline
function scatter(out: usize, links: v128): void {
  v128.store_lane<u8>(out, links, 0);
  v128.store_lane<u8>(out + LANE_BYTES, links, 4);
  v128.store_lane<u8>(out + 2 * LANE_BYTES, links, 8);
  v128.store_lane<u8>(out + 3 * LANE_BYTES, links, 12);
}

/** The lanes among four that have reached a start end their walks there and begin others. */
function change(links: v128, lane: usize, step: usize): v128 {
  let changed = links;
  changed = i32x4.replace_lane(changed, 0, begin(i32x4.extract_lane(links, 0), lane, step));
  changed = i32x4.replace_lane(changed, 1, begin(i32x4.extract_lane(links, 1), lane + 1, step));
  changed = i32x4.replace_lane(changed, 2, begin(i32x4.extract_lane(links, 2), lane + 2, step));
  return i32x4.replace_lane(changed, 3, begin(i32x4.extract_lane(links, 3), lane + 3, step));
}

/** The link with which the lane continues. */
function begin(link: i32, lane: usize, step: usize): i32 {
  if ((link & START) == 0) return link;
  const current = LANE_WALKS + (lane << 2);
  const ended = load<i32>(current);
  if (ended != NO_WALK) {
    store<i32>(WALK_ENDS + (<usize>ended << 2), <i32>(lane * LANE_BYTES + step));
    store<i32>(WALK_NEXT + (<usize>ended << 2), link ^ START);
    running--;
  }
  if (waiting == walkCount) {
    store<i32>(current, NO_WALK);
    return size << 8;
  }
  const walk = waiting++;
  store<i32>(current, walk);
  store<i32>(WALK_BEGINS + (<usize>walk << 2), <i32>(lane * LANE_BYTES + step));
  running++;
  return load<i32>(WALK_LINKS + (<usize>walk << 2));
}

/** Puts the walks into order. A block that repeats itself is a shorter cycle of links, walked repeatedly. */
function joinWalks(): void {
  let walk: usize = 0;
  for (let filled: i32 = 0; filled < size; ) {
    const begin = load<i32>(WALK_BEGINS + (walk << 2));
    const length = min<i32>(load<i32>(WALK_ENDS + (walk << 2)) - begin, size - filled);
    memory.copy(BYTES + filled, LANES + begin, length);
    filled += length;
    walk = load<i32>(WALK_NEXT + (walk << 2));
  }
}

/**
 * Undoes the outer run lengths: fills PIECE, and goes on with `checksum`.
 *
 * @returns the number of bytes; 0 at the end of the block.
 */
export function expand(): i32 {
  const end = BYTES + size;
  let at = BYTES + expanded;
  let out = PIECE;
  while (at < end && out < PIECE + PIECE_BYTES) {
    // Pairs of equal neighbours; three in a row are four equal bytes. What is read behind the end does no harm.
    const bytes = v128.load(at);
    const pairs = i8x16.bitmask(i8x16.eq(bytes, v128.load(at, 1)));
    const run = pairs & (pairs >> 1) & (pairs >> 2);
    v128.store(out, bytes);
    const plain = min<usize>(run == 0 ? 14 : ctz(run), end - at);
    at += plain;
    out += plain;
    if (run == 0 || at + 3 >= end) {
      // The last bytes may look like a run with what is behind them.
      if (run == 0) continue;
      for (; at < end; at++, out++) store<u8>(out, load<u8>(at));
      break;
    }
    // At the very end there is no count: then there are no further ones.
    const length = at + 4 < end ? <usize>load<u8>(at, 4) : 0;
    const byte = load<u8>(at);
    store<u32>(out, load<u32>(at));
    if (length > 0) memory.fill(out + 4, byte, length);
    out += 4 + length;
    at += 5;
  }
  expanded = min<usize>(at, end) - BYTES;
  checksum = addBytes(checksum, PIECE, out);
  return <i32>(out - PIECE);
}

/** CRC-32 with the highest bit first, sixteen bytes at a time ("slicing by sixteen"), its bytes in reverse order. */
function addBytes(before: u32, start: usize, end: usize): u32 {
  let crc = before;
  let at = start;
  for (; at + 16 <= end; at += 16) {
    const low = load<u64>(at) ^ crc;
    const high = load<u64>(at, 8);
    crc =
      slice(15, <usize>(low >> 0) & 0xff) ^
      slice(14, <usize>(low >> 8) & 0xff) ^
      slice(13, <usize>(low >> 16) & 0xff) ^
      slice(12, <usize>(low >> 24) & 0xff) ^
      slice(11, <usize>(low >> 32) & 0xff) ^
      slice(10, <usize>(low >> 40) & 0xff) ^
      slice(9, <usize>(low >> 48) & 0xff) ^
      slice(8, <usize>(low >> 56) & 0xff) ^
      slice(7, <usize>(high >> 0) & 0xff) ^
      slice(6, <usize>(high >> 8) & 0xff) ^
      slice(5, <usize>(high >> 16) & 0xff) ^
      slice(4, <usize>(high >> 24) & 0xff) ^
      slice(3, <usize>(high >> 32) & 0xff) ^
      slice(2, <usize>(high >> 40) & 0xff) ^
      slice(1, <usize>(high >> 48) & 0xff) ^
      slice(0, <usize>(high >> 56) & 0xff);
  }
  for (; at < end; at++) crc = (crc >> 8) ^ slice(0, <usize>((crc ^ load<u8>(at)) & 0xff));
  return crc;
}

// @ts-ignore: a decorator of AssemblyScript
@inline
function slice(table: usize, byte: usize): u32 {
  return load<u32>(CHECKSUMS + ((table * 256 + byte) << 2));
}
