/**
 * ZIP archives: written archives are read again, by this reader and by Python's; damage is noticed.
 */
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { InputError } from "../../ground/util/errors.ts";
import { randomWords } from "../../ground/util/pseudo-random.ts";
import { ZipReader } from "./zip-reader.ts";
import { ZipWriter } from "./zip-writer.ts";

const folder = mkdtempSync(join(tmpdir(), "agon-zip-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const FILES = new Map([
  ["b.logfiles/empty.log", ""],
  ["b.logfiles/täsk – 1.log", "ä\n".repeat(5000)],
  ["b.logfiles/short.log", "x"],
]);

function archive(
  name: string,
  change: (bytes: Uint8Array) => Uint8Array = (bytes) => bytes,
): string {
  const writer = new ZipWriter();
  for (const [file, text] of FILES) writer.add(file, Buffer.from(text));
  const path = join(folder, name);
  writeFileSync(path, change(writer.bytes()));
  return path;
}

const open = (path: string): ZipReader => new ZipReader(path, readFileSync(path));

test("reading returns what was written", () => {
  const reader = open(archive("own.zip"));
  expect(reader.names).toEqual([...FILES.keys()]);
  for (const [name, text] of FILES) expect(reader.read(name)?.toString()).toBe(text);
  expect(reader.read("b.logfiles/other.log")).toBeUndefined();
});

const python = spawnSync("python3", ["-c", "import zipfile"]).status === 0;

test.skipIf(!python)("Python reads it, and its archives are read (skipped without python3)", () => {
  const own = archive("for-python.zip");
  const theirs = join(folder, "python.zip");
  const script = `
import sys, zipfile
with zipfile.ZipFile(sys.argv[1]) as own, zipfile.ZipFile(sys.argv[2], "w") as other:
    assert own.testzip() is None
    for i, info in enumerate(own.infolist()):
        method = zipfile.ZIP_STORED if i % 2 else zipfile.ZIP_DEFLATED
        other.writestr(info.filename, own.read(info), compress_type=method)
    other.comment = b"with a comment"
`;
  const { status, stderr } = spawnSync("python3", ["-c", script, own, theirs], {
    encoding: "utf8",
  });
  expect(stderr).toBe("");
  expect(status).toBe(0);
  const reader = open(theirs);
  for (const [name, text] of FILES) expect(reader.read(name)?.toString()).toBe(text);
});

/** More files than 16 bits can count. */
const MANY = 70_000;

test("archives of more than 65,535 files are read again, by Python as well", () => {
  const writer = new ZipWriter();
  for (let index = 0; index < MANY; index++) writer.add(`${index}.log`, Buffer.from(`${index}`));
  const path = join(folder, "many.zip");
  writeFileSync(path, writer.bytes());
  const reader = open(path);
  expect(reader.names).toHaveLength(MANY);
  expect(reader.read(`${MANY - 1}.log`)?.toString()).toBe(`${MANY - 1}`);
  if (!python) return;
  const script = `
import sys, zipfile
with zipfile.ZipFile(sys.argv[1]) as many:
    print(len(many.namelist()), many.read("69999.log").decode())
`;
  const { stdout, stderr } = spawnSync("python3", ["-c", script, path], { encoding: "utf8" });
  expect(stderr).toBe("");
  expect(stdout).toBe("70000 69999\n");
});

test("an archive that would be too large is refused", () => {
  const writer = new ZipWriter(10_000);
  writer.add("small.log", Buffer.from("x"));
  const incompressible = Uint8Array.from({ length: 20_000 }, randomWords(1));
  expect(() => writer.add("large.log", incompressible)).toThrow("too large with large.log");
});

test("places beyond 4 GB are refused", () => {
  const beyond = archive("beyond.zip", (bytes) => {
    const changed = Buffer.from(bytes);
    const entry = changed.lastIndexOf(Buffer.from([0x50, 0x4b, 1, 2]));
    changed.writeUInt32LE(0xffffffff, entry + 42);
    return changed;
  });
  expect(() => open(beyond)).toThrow("larger than 4 GB");
});

test("other files, cut archives and damaged contents are errors", () => {
  const text = join(folder, "text.zip");
  writeFileSync(text, "not an archive, but longer than the smallest one");
  expect(() => open(text)).toThrow("not a ZIP archive");
  expect(() => open(archive("cut.zip", (bytes) => bytes.subarray(0, -30)))).toThrow(
    "not a ZIP archive",
  );
  const damaged = archive("damaged.zip", (bytes) => {
    const changed = Uint8Array.from(bytes);
    // The name is short: 30 bytes and the name, then the first contents.
    for (let at = 0; at < 4; at++) changed[at] = 0;
    return changed;
  });
  expect(() => open(damaged).read("b.logfiles/empty.log")).toThrow("damaged");
});

test("for every change or cut, the fault names the archive", () => {
  const bytes = readFileSync(archive("whole.zip"));
  let refused = 0;
  for (let at = 0; at < bytes.length; at++) {
    for (const damaged of [bytes.subarray(0, at), Uint8Array.from(bytes).fill(255, at, at + 4)]) {
      try {
        const reader = new ZipReader("some.zip", damaged);
        for (const name of reader.names) reader.read(name);
      } catch (error) {
        expect(error).toBeInstanceOf(InputError);
        expect((error as InputError).message).toMatch(/^some\.zip: error: /);
        refused++;
      }
    }
  }
  expect(refused).toBeGreaterThan(bytes.length);
});
