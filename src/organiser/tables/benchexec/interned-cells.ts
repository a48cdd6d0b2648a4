/** Columns whose texts repeat: each text once, and numbers for the rows. */

import { ByteInterner } from "../../../ground/util/byte-interner.ts";
import { decodeUtf8 } from "../../../ground/util/utf8.ts";
import { type Cells, cellsOf } from "../../results/index.ts";
import type { InternedTexts } from "./run-set.ts";

/** Numbers repeated texts; rows without text get `absent`. */
export function intern(cells: Cells, absent: string): InternedTexts {
  const interner = new ByteInterner();
  const ids = new Uint32Array(cells.count);
  const nothing = Uint8Array.from([...absent].map((character) => character.charCodeAt(0)));
  for (let row = 0; row < cells.count; row++) {
    const length = cells.lengths[row] as number;
    const start = cells.starts[row] as number;
    ids[row] =
      length < 0
        ? interner.intern(nothing, 0, nothing.length)
        : interner.intern(cells.bytes, start, start + length);
  }
  const texts = Array.from({ length: interner.size }, (_, id) => {
    const bytes = interner.bytesOf(id);
    return decodeUtf8(bytes, 0, bytes.length) as string;
  });
  return { ids, texts };
}

/** Converts back to a column of texts. */
export function textCells({ ids, texts }: InternedTexts): Cells {
  const once = cellsOf(texts);
  return {
    count: ids.length,
    bytes: once.bytes,
    starts: Uint32Array.from(ids, (id) => once.starts[id] as number),
    lengths: Int32Array.from(ids, (id) => once.lengths[id] as number),
  };
}

/** As {@link InternedTexts}, for rows that may have no text. */
export interface OptionalTexts {
  readonly ids: Uint32Array;
  readonly texts: readonly (string | undefined)[];
}

export function textOf({ ids, texts }: OptionalTexts, row: number): string | undefined {
  return texts[ids[row] as number];
}

/** For each row, a number that distinguishes the combination of its texts from all others. */
export function combined(
  parts: readonly (OptionalTexts | undefined)[],
  count: number,
): Float64Array {
  const combinations = new Float64Array(count);
  for (const part of parts) {
    if (part === undefined || part.texts.length < 2) continue;
    const numbers = new Map<number, number>();
    for (let row = 0; row < count; row++) {
      // Both are below 2^26, because they count entries of a file.
      const pair = (combinations[row] as number) * part.texts.length + (part.ids[row] as number);
      let number = numbers.get(pair);
      if (number === undefined) {
        number = numbers.size;
        numbers.set(pair, number);
      }
      combinations[row] = number;
    }
  }
  return combinations;
}

export function internOptional(cells: Cells): OptionalTexts {
  const { ids, texts } = intern(cells, "\u0000");
  return { ids, texts: texts.map((text) => (text === "\u0000" ? undefined : text)) };
}
