import { spawnSync } from "node:child_process";
import {
  closeSync,
  constants,
  lstatSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { replaceDurably, replaceWithPieces } from "./durable-file.ts";

const folder = mkdtempSync(join(tmpdir(), "agon-durable-test-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test("a file is replaced as a whole, or not at all", () => {
  const path = join(folder, "file");
  replaceDurably(path, "old");
  replaceWithPieces(path, ["ne", Buffer.from("w")]);
  expect(readFileSync(path, "utf8")).toBe("new");
  const broken = (function* () {
    yield "half";
    throw new Error("no more");
  })();
  expect(() => replaceWithPieces(path, broken)).toThrow("no more");
  expect(readFileSync(path, "utf8")).toBe("new");
  expect(readdirSync(folder)).toEqual(["file"]);
});

test("a symbolic link stays one, and its file gets the content", () => {
  const [target, link] = [join(folder, "target"), join(folder, "link")];
  writeFileSync(target, "old");
  symlinkSync(target, link);
  replaceDurably(link, "new");
  expect(readFileSync(target, "utf8")).toBe("new");
  expect(lstatSync(link).isSymbolicLink()).toBe(true);
});

test("a pipe is written to, and stays what it is", () => {
  const path = join(folder, "pipe");
  expect(spawnSync("mkfifo", [path]).status).toBe(0);
  const pipe = openSync(path, constants.O_RDWR);
  replaceDurably(path, "through");
  const bytes = Buffer.alloc(100);
  expect(bytes.toString("utf8", 0, readSync(pipe, bytes))).toBe("through");
  expect(lstatSync(path).isFIFO()).toBe(true);
  closeSync(pipe);
});
