import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { Bzip2Error, decodeBzip2, isBzip2 } from "./bzip2.ts";

function decode(input: Uint8Array): Buffer {
  const pieces: Buffer[] = [];
  for (const piece of decodeBzip2(input)) pieces.push(Buffer.from(piece));
  return Buffer.concat(pieces);
}

/** `bzip2` of "hello, hello\n". */
const HELLO = Buffer.from(
  "QlpoOTFBWSZTWZ88EfMAAANRAAAQQAQCRKAAISmjEIYC8oNwoeLuSKcKEhPngj5g",
  "base64",
);
const hasBzip2 = spawnSync("bzip2", ["--help"]).error === undefined;

function compress(bytes: Uint8Array, ...options: string[]): Buffer {
  return spawnSync("bzip2", ["-c", ...options], { input: bytes, maxBuffer: 1 << 28 }).stdout;
}

/** A fixed sequence of pseudo-random bytes below `limit` (xorshift). */
function bytes(length: number, limit: number): Uint8Array {
  let state = 42;
  return Uint8Array.from({ length }, () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) % limit;
  });
}

/** Each byte is half as frequent as the one before it, which gives long codes. */
function rareBytes(length: number): Uint8Array {
  const random = bytes(4 * length, 256);
  const words = new Uint32Array(random.buffer);
  return Uint8Array.from(words, (word, at) => (at % 4001 === 0 ? word & 0xff : Math.clz32(word)));
}

describe.skipIf(!hasBzip2)("what the program bzip2 writes", () => {
  test.each<readonly [string, string, Uint8Array]>([
    ["nothing", "-9", new Uint8Array()],
    ["one byte", "-9", Uint8Array.of(7)],
    ["four equal bytes", "-9", new Uint8Array(4)],
    ["five equal bytes", "-9", new Uint8Array(5).fill(255)],
    ["a run of 259", "-9", new Uint8Array(259).fill(65)],
    ["a run of 260", "-9", new Uint8Array(260).fill(65)],
    ["a million zeros", "-9", new Uint8Array(1_000_000)],
    ["all bytes", "-9", Uint8Array.from({ length: 256 }, (_, index) => index)],
    ["noise", "-9", bytes(300_000, 256)],
    ["noise of two letters, small blocks", "-1", bytes(300_000, 2)],
    ["text", "-9", Buffer.from('<column title="cputime" value="1.5s"/>\n'.repeat(20_000))],
    ["more than one block", "-1", Buffer.from(bytes(250_000, 9))],
    ["rare bytes", "-9", rareBytes(400_000)],
    [
      "runs next to each other",
      "-2",
      Uint8Array.from({ length: 300_000 }, (_, at) => Math.sqrt(at) / 3),
    ],
  ])("%s", (_name, blockSize, original) => {
    const compressed = compress(original, blockSize);
    expect(isBzip2(compressed)).toBe(true);
    expect(decode(compressed).equals(original)).toBe(true);
  });

  test("several streams in one file", () => {
    const parts = [bytes(1000, 256), new Uint8Array(), bytes(500, 3)];
    const compressed = Buffer.concat(parts.map((part) => compress(part)));
    expect(decode(compressed).equals(Buffer.concat(parts))).toBe(true);
  });

  test("every cut and every flipped bit is noticed", () => {
    const compressed = compress(bytes(400, 5));
    for (let length = 0; length < compressed.length; length++) {
      expect(() => decode(compressed.subarray(0, length)), `length ${length}`).toThrow(Bzip2Error);
    }
    for (let bit = 0; bit < compressed.length * 8; bit++) {
      const damaged = Buffer.from(compressed);
      damaged[bit >> 3] = (damaged[bit >> 3] as number) ^ (1 << (bit & 7));
      let decoded: Buffer | undefined;
      try {
        decoded = decode(damaged);
      } catch (error) {
        expect(error, `bit ${bit}`).toBeInstanceOf(Bzip2Error);
      }
      // The block size may change, and up to seven bits at the end mean nothing.
      if (decoded !== undefined) expect([...decoded], `bit ${bit}`).toEqual([...bytes(400, 5)]);
    }
  });
});

test.skipIf(!hasBzip2)(
  "output comes in pieces, so that a reader can stop",
  { timeout: 60_000 },
  () => {
    const compressed = compress(new Uint8Array(100_000_000));
    expect(compressed.length).toBeLessThan(200);
    let length = 0;
    for (const piece of decodeBzip2(compressed)) {
      length += piece.length;
      if (length > 1_000_000) break;
    }
    expect(length).toBeLessThan(1_100_000);
  },
);

test("two files may be read at the same time", () => {
  const [one, other] = [decodeBzip2(HELLO), decodeBzip2(HELLO)];
  const first = one.next().value as Uint8Array;
  const second = other.next().value as Uint8Array;
  expect(Buffer.from(first).toString()).toBe("hello, hello\n");
  expect(Buffer.from(second).toString()).toBe("hello, hello\n");
  expect(one.next().done).toBe(true);
  expect(other.next().done).toBe(true);
});

test("the compiled kernel matches its source", { timeout: 60_000 }, () => {
  const root = new URL("../../..", import.meta.url);
  const { stdout, stderr } = spawnSync("node", ["scripts/build-kernels.mjs", "--print"], {
    cwd: root,
    encoding: "utf8",
  });
  const committed = readFileSync(new URL("bzip2/kernel-code.ts", import.meta.url), "utf8");
  expect(stdout === committed, `run 'npm run kernels'; ${stderr}`).toBe(true);
});

test.each([
  ["", "cut short"],
  ["<?xml version", "no bzip2 data"],
  ["BZh0\x31\x41\x59\x26\x53\x59", "unknown block size"],
  ["BZh9XXXXXXXXXXXX", "does not begin where it should"],
])("%j is refused", (text, message) => {
  expect(() => decode(Buffer.from(text, "latin1"))).toThrow(message);
});

test("without the program", () => {
  expect(isBzip2(HELLO)).toBe(true);
  expect(decode(HELLO).toString()).toBe("hello, hello\n");
});
