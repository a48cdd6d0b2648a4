import { spawnSync } from "node:child_process";
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { InputError } from "../../ground/util/errors.ts";
import { readResultFile } from "./result-file.ts";

const hasBzip2 = spawnSync("bzip2", ["--help"]).error === undefined;
const folder = mkdtempSync(join(tmpdir(), "agon-result-file-"));
const TEXT = `<result tool="Prüfer">${'<run name="a.yml"></run>'.repeat(5000)}</result>`;

function bzip2(text: string | Uint8Array): Buffer {
  return spawnSync("bzip2", ["-c"], { input: text, maxBuffer: 1 << 28 }).stdout;
}

/** Writes the file and reads it as a result file; returns the number of runs, and the tool. */
function read(content: string | Uint8Array): string {
  const path = join(folder, "r.xml");
  writeFileSync(path, content);
  let runs = 0;
  const { tool } = readResultFile(path, "r.xml", () => {
    runs++;
  });
  return `${runs} ${tool}`;
}

test("plain and gzip", () => {
  expect(read(TEXT)).toBe("5000 Prüfer");
  expect(read(gzipSync(TEXT))).toBe("5000 Prüfer");
  expect(read(`\ufeff${TEXT}`)).toBe("5000 Prüfer");
});

test.skipIf(!hasBzip2)("bzip2", () => {
  expect(read(bzip2(TEXT))).toBe("5000 Prüfer");
});

const BOMB = Buffer.concat([Buffer.from("<result>"), Buffer.alloc(80_000_000, " ")]);

test.each<readonly [string, () => string | Uint8Array, string | RegExp]>([
  ["an empty file", () => "", "r.xml:1:1: error: document must contain a root element"],
  ["a cut gzip file", () => gzipSync(TEXT).subarray(0, 100), "cannot be unpacked: unexpected end"],
  ["latin-1", () => Buffer.from('<result tool="ü"/>', "latin1"), "the text is not UTF-8"],
  ["a cut character", () => Buffer.from("<result>ü").subarray(0, -1), "the text is not UTF-8"],
  ["another file", () => Buffer.from([0x7f, 0x45, 0x4c, 0x46, 1, 1]), /^r.xml:1:/],
])("%s is refused", (_name, content, message) => {
  expect(() => read(content())).toThrow(InputError);
  expect(() => read(content())).toThrow(message);
});

test("a gzip bomb is refused", () => {
  expect(() => read(gzipSync(BOMB, { level: 9 }))).toThrow(InputError);
});

test.skipIf(!hasBzip2).each<readonly [string, () => Uint8Array, string]>([
  ["cut", () => bzip2(TEXT).subarray(0, 100), "cannot be unpacked: the file is cut short"],
  ["bomb", () => bzip2(BOMB), "refused"],
])("bzip2: %s", (_name, content, message) => {
  expect(() => read(content())).toThrow(message);
});

test("a file that is not there", () => {
  expect(() => readResultFile(join(folder, "no.xml"), "no.xml", () => {})).toThrow(
    "no.xml: error: there is no such file",
  );
});
