/** Places take 20 bits of a link, above the byte; {@link START} is above them. */
const PLACE_MASK = 0xfffff;
/** In a link: a walk begins here, so the one that comes here ends. */
const START = 1 << 28;
const LANES = 8;
/** Bytes of a block for each walk, on average. */
const WALK_BYTES = 1024;

/** The inverse of the Burrows–Wheeler transform, in memory that one block after the other uses. */
export class InverseTransform {
  /** Byte in the low 8 bits, place of the next one above. */
  readonly #links: Uint32Array;
  /** Each lane has as many bytes as a block can have. */
  readonly #lanes: Uint8Array;
  readonly #joined: Uint8Array;

  /** @param maximalSize bytes of a block; at most 2^20. */
  constructor(maximalSize: number) {
    this.#links = new Uint32Array(maximalSize);
    this.#lanes = new Uint8Array(LANES * maximalSize);
    this.#joined = new Uint8Array(maximalSize);
  }

  /**
   * The bytes that were transformed; valid until the next call.
   *
   * @param runs of the transformed bytes: byte in the low 8 bits, length above.
   * @param size all bytes of them.
   * @param first place of the first byte among the sorted ones.
   */
  invert(runs: Uint32Array, runCount: number, size: number, first: number): Uint8Array {
    linkUp(this.#links, runs, runCount);
    const starts = markStarts(this.#links, first, size);
    const walks = followLanes(this.#links, starts, size, this.#lanes);
    return joinWalks(this.#links, starts, walks, first, this.#joined.subarray(0, size));
  }
}

/** Sorts the bytes stably: each one is linked to the place where it was, whose byte follows it. */
function linkUp(links: Uint32Array, runs: Uint32Array, runCount: number): void {
  const counts = new Int32Array(256);
  for (let run = 0; run < runCount; run++) {
    const entry = runs[run] as number;
    counts[entry & 0xff] = (counts[entry & 0xff] as number) + (entry >>> 8);
  }
  let sum = 0;
  for (let byte = 0; byte < 256; byte++) {
    const count = counts[byte] as number;
    counts[byte] = sum;
    sum += count;
  }
  let index = 0;
  for (let run = 0; run < runCount; run++) {
    // Runs are long, and what belongs to one lies together: that is what the transform is for.
    const entry = runs[run] as number;
    const byte = entry & 0xff;
    const start = counts[byte] as number;
    const end = start + (entry >>> 8);
    let link = (index << 8) | byte;
    for (let place = start; place < end; place++) {
      links[place] = link;
      link += 256;
    }
    index += end - start;
    counts[byte] = end;
  }
}

/**
 * Following the links is one cache miss after the other; so the chain is cut
 * at many places, which are marked, and eight pieces of it are followed at a time.
 */
function markStarts(links: Uint32Array, first: number, size: number): Int32Array {
  const walks = Math.max(1, Math.floor(size / WALK_BYTES));
  const starts = new Int32Array(walks);
  for (let walk = 1; walk < walks; walk++) {
    let place = Math.floor((walk * size) / walks);
    if (place === first) place++;
    starts[walk] = place;
  }
  starts[0] = first;
  for (const place of starts) links[place] = (links[place] as number) | START;
  return starts;
}

interface Walks {
  readonly bytes: Uint8Array;
  /** Of each walk: where its bytes begin and end, and the place where the next walk begins. */
  readonly begins: Int32Array;
  readonly ends: Int32Array;
  readonly next: Int32Array;
}

function followLanes(
  links: Uint32Array,
  starts: Int32Array,
  size: number,
  bytes: Uint8Array,
): Walks {
  const count = starts.length;
  const begins = new Int32Array(count);
  const ends = new Int32Array(count);
  const next = new Int32Array(count);
  const places = new Int32Array(LANES);
  const outs = new Int32Array(LANES);
  const walkOf = new Int32Array(LANES).fill(-1);
  let waiting = 0;
  const begin = (lane: number): boolean => {
    if (waiting === count) {
      walkOf[lane] = -1;
      return false;
    }
    const walk = waiting++;
    walkOf[lane] = walk;
    const place = starts[walk] as number;
    const link = links[place] as number;
    begins[walk] = outs[lane] as number;
    bytes[outs[lane] as number] = link & 0xff;
    outs[lane] = (outs[lane] as number) + 1;
    places[lane] = (link >>> 8) & PLACE_MASK;
    return true;
  };
  const finish = (lane: number): boolean => {
    const walk = walkOf[lane] as number;
    ends[walk] = outs[lane] as number;
    next[walk] = places[lane] as number;
    return begin(lane);
  };
  for (let lane = 0; lane < LANES; lane++) outs[lane] = lane * size;
  let isFull = true;
  for (let lane = 0; lane < LANES; lane++) if (!begin(lane)) isFull = false;
  while (isFull) {
    followTogether(links, bytes, places, outs);
    for (let lane = 0; lane < LANES; lane++) {
      if ((links[places[lane] as number] as number) >= START && !finish(lane)) isFull = false;
    }
  }
  for (let lane = 0; lane < LANES; lane++) {
    while ((walkOf[lane] as number) >= 0) {
      let place = places[lane] as number;
      let out = outs[lane] as number;
      for (let link = links[place] as number; link < START; link = links[place] as number) {
        bytes[out++] = link;
        place = (link >>> 8) & PLACE_MASK;
      }
      places[lane] = place;
      outs[lane] = out;
      finish(lane);
    }
  }
  return { bytes, begins, ends, next };
}

/** All lanes step by step, until one of them is at a start. */
function followTogether(
  links: Uint32Array,
  bytes: Uint8Array,
  places: Int32Array,
  outs: Int32Array,
): void {
  let [p0, p1, p2, p3, p4, p5, p6, p7] = places as unknown as EightNumbers;
  const [o0, o1, o2, o3, o4, o5, o6, o7] = outs as unknown as EightNumbers;
  let step = 0;
  for (;;) {
    const l0 = links[p0] as number;
    const l1 = links[p1] as number;
    const l2 = links[p2] as number;
    const l3 = links[p3] as number;
    const l4 = links[p4] as number;
    const l5 = links[p5] as number;
    const l6 = links[p6] as number;
    const l7 = links[p7] as number;
    if (((l0 | l1 | l2 | l3 | l4 | l5 | l6 | l7) & START) !== 0) break;
    bytes[o0 + step] = l0;
    bytes[o1 + step] = l1;
    bytes[o2 + step] = l2;
    bytes[o3 + step] = l3;
    bytes[o4 + step] = l4;
    bytes[o5 + step] = l5;
    bytes[o6 + step] = l6;
    bytes[o7 + step] = l7;
    step++;
    p0 = l0 >>> 8;
    p1 = l1 >>> 8;
    p2 = l2 >>> 8;
    p3 = l3 >>> 8;
    p4 = l4 >>> 8;
    p5 = l5 >>> 8;
    p6 = l6 >>> 8;
    p7 = l7 >>> 8;
  }
  places.set([p0, p1, p2, p3, p4, p5, p6, p7]);
  for (let lane = 0; lane < LANES; lane++) outs[lane] = (outs[lane] as number) + step;
}

type EightNumbers = [number, number, number, number, number, number, number, number];

/** Puts the walks into order. A block that repeats itself is a shorter circle of links, walked again and again. */
function joinWalks(
  links: Uint32Array,
  starts: Int32Array,
  { bytes, begins, ends, next }: Walks,
  first: number,
  joined: Uint8Array,
): Uint8Array {
  const size = joined.length;
  // The links are done with: starts now hold the numbers of their walks.
  starts.forEach((place, walk) => {
    links[place] = walk;
  });
  let filled = 0;
  for (let place = first; filled < size; ) {
    const walk = links[place] as number;
    const part = bytes.subarray(begins[walk], ends[walk]);
    joined.set(part.subarray(0, size - filled), filled);
    filled += part.length;
    place = next[walk] as number;
  }
  return joined;
}
