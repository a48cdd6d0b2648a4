import { inflateSync } from "node:zlib";
import { expect, test } from "vitest";
import { encodePng, toBase64 } from "./png.ts";

/** Chunks by name; zlib itself checks the checksum of the compressed data. */
function chunksOf(png: Uint8Array): ReadonlyMap<string, Buffer> {
  const bytes = Buffer.from(png);
  const chunks = new Map<string, Buffer>();
  for (let at = 8; at < bytes.length; at += bytes.readUInt32BE(at) + 12) {
    const length = bytes.readUInt32BE(at);
    chunks.set(bytes.toString("latin1", at + 4, at + 8), bytes.subarray(at + 8, at + 8 + length));
  }
  return chunks;
}

// Repetitions of every length from 0 to more than the longest code, and bytes of every value.
const LENGTHS = Array.from({ length: 80 }, (_, index) => index);

test.each([
  ["zeros only", 70, 9, () => 0],
  ["every byte", 256, 3, (at: number) => (at * 7) & 255],
  ["equal pixels", 33, 33, (at: number) => [200, 144, 143, 255][at % 4] as number],
  [
    "runs of every length",
    LENGTHS.reduce((sum, length) => sum + length + 1, 0),
    1,
    (at: number) => {
      let [run, pixel] = [0, at >> 2];
      while (pixel > run) pixel -= ++run;
      return (run * 37) & 255;
    },
  ],
] as const)("%s", (_, width, height, byteAt) => {
  const pixels = Uint8Array.from({ length: width * height * 4 }, (__, at) => byteAt(at));
  const png = encodePng(pixels, width, height);
  const chunks = chunksOf(png);
  expect([...chunks.keys()]).toEqual(["IHDR", "IDAT", "IEND"]);
  expect(chunks.get("IHDR")?.readUInt32BE(0)).toBe(width);
  const raw = inflateSync(chunks.get("IDAT") as Buffer);
  const rows = Array.from({ length: height }, (__, row) =>
    raw.subarray(row * (width * 4 + 1) + 1, (row + 1) * (width * 4 + 1)),
  );
  expect(Buffer.compare(Buffer.concat(rows), pixels)).toBe(0);
});

test("empty pictures are small", () => {
  expect(encodePng(new Uint8Array(1448 * 792 * 4), 1448, 792).length).toBeLessThan(30_000);
});

test.each(["", "a", "ab", "abc", "abcd\u00ff"])("base64 of %j", (text) => {
  const bytes = Buffer.from(text, "latin1");
  expect(toBase64(bytes)).toBe(bytes.toString("base64"));
});
