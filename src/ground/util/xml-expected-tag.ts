/**
 * Tags that are written like earlier ones: the scanner compares their bytes instead of parsing
 * them.
 */

const LINE_FEED = 0x0a;

/** A tag whose bytes are all known, except the values of some attributes. */
export interface ExpectedTag {
  /** Number of elements around it. */
  readonly depth: number;
  /** Name of the element; undefined: the element is empty, so that the tag is all of it. */
  readonly opened: string | undefined;
  /** From `<` to the quote before the first value, from the one behind it to the next value … */
  readonly before: readonly KnownBytes[];
  /** From the quote behind the last value, with the blanks that follow the tag. */
  readonly after: KnownBytes;
  readonly lineBreaks: number;
  /** Bytes of `after` behind the last line break, if there is one. */
  readonly indentation: number;
}

/** Bytes to be compared with others, eight at a time; the last eight may overlap with those before them. */
export interface KnownBytes {
  readonly length: number;
  /**
   * As doubles, the lowest byte first. Equal ones have equal bytes unless they are zeros, and UTF-8
   * without NUL never is a zero; the bytes of a NaN (0xff, or 0x7f behind 0xf0, at the end) are not
   * UTF-8 either.
   */
  readonly words: Float64Array;
  readonly lastWord: number;
  /** Start of the last eight bytes; negative: there are fewer. */
  readonly lastPlace: number;
  /** All bytes, where there are fewer than eight. */
  readonly rest: Uint8Array;
}

/** Makes an expected tag of these pieces; see {@link ExpectedTag}. */
export function expectedTag(
  depth: number,
  opened: string | undefined,
  before: readonly Uint8Array[],
  after: Uint8Array,
): ExpectedTag {
  return {
    depth,
    opened,
    before: before.map(knownBytes),
    after: knownBytes(after),
    lineBreaks: [...before, after].reduce((sum, piece) => sum + lineBreaksIn(piece), 0),
    indentation: after.length - 1 - after.lastIndexOf(LINE_FEED),
  };
}

function knownBytes(bytes: Uint8Array): KnownBytes {
  const view = viewOf(bytes);
  const { length } = bytes;
  const words = Float64Array.from({ length: length >> 3 }, (_, word) =>
    view.getFloat64(word * 8, true),
  );
  const lastPlace = length - 8;
  const lastWord = lastPlace < 0 ? 0 : view.getFloat64(lastPlace, true);
  return { length, words, lastWord, lastPlace, rest: bytes.slice(0, lastPlace < 0 ? length : 0) };
}

function lineBreaksIn(bytes: Uint8Array): number {
  return bytes.filter((byte) => byte === LINE_FEED).length;
}

/** Whether these bytes are at `start`, which must not be beyond the end. */
export function hasBytes(view: DataView, start: number, known: KnownBytes): boolean {
  const { words, lastPlace, rest } = known;
  for (let word = 0; word < words.length; word++) {
    if (view.getFloat64(start + word * 8, true) !== words[word]) return false;
  }
  if (lastPlace >= 0) return view.getFloat64(start + lastPlace, true) === known.lastWord;
  for (let at = 0; at < rest.length; at++) {
    if (view.getUint8(start + at) !== rest[at]) return false;
  }
  return true;
}

export function viewOf({ buffer, byteOffset, byteLength }: Uint8Array): DataView {
  return new DataView(buffer, byteOffset, byteLength);
}
