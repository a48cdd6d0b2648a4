import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { afterAll, expect, test } from "vitest";
import { storeCompetition, witnessText } from "../../../test/support/stored-competition.ts";
import { readTar, TarWriter } from "../../organiser/competition/archive/tar.ts";
import { openArchive, writeArchive } from "../../organiser/competition/index.ts";
import {
  differencesOf,
  editionDifferences,
  publishedNumbers,
} from "../../organiser/reports/index.ts";
import { findEdition, formatEdition } from "../../organiser/scoring/index.ts";
import { command } from "./commands/archive.ts";
import { describeEditionDifferences } from "./render/edition-differences.ts";

const FALSE = "false(unreach-call)";
const WITNESS = witnessText("violation", "2.0");
const { spool, competition } = storeCompetition([
  {
    name: "c/a",
    expected: false,
    answers: {
      x: { status: FALSE, witness: WITNESS, validator: FALSE },
      y: { status: FALSE, witness: WITNESS, validator: "unknown" },
    },
  },
  { name: "d/b", expected: true, answers: { x: { status: "true" }, y: { status: "TIMEOUT" } } },
]);
const folder = mkdtempSync(join(tmpdir(), "agon-archive-test-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

let number = 0;
const fresh = (): string => join(folder, String(++number));

function archive(
  published = publishedNumbers(spool.directory),
  further: { readonly participant?: string } = {},
): string {
  const path = `${fresh()}.tar`;
  const options = { withLogs: true, withInputs: false, version: "1", published, ...further };
  writeArchive(spool, competition, path, options);
  return path;
}

test("an archive has all that its published numbers follow from", () => {
  const { manifest, spool: again, published } = openArchive(archive(), fresh());
  expect(manifest).toMatchObject({ competition: competition.name, witnesses: 2 });
  expect(published.size).toBeGreaterThan(5);
  expect(differencesOf(published, publishedNumbers(again.directory))).toEqual([]);
});

test("an archive has the rules in full and the tools, as far as they are known", () => {
  const members = new Map<string, string>();
  readTar(archive(), ({ name, content }) => {
    members.set(name, Buffer.concat([...content()]).toString());
  });
  expect(members.get("rules.yml")).toBe(formatEdition(findEdition(2026)));
  const tools = (members.get("tools.ndjson") as string).trimEnd().split("\n");
  expect(tools.map((line) => JSON.parse(line))).toMatchObject([
    { tool: "x", version: "1.0", missing: "the folders of the tools are not known" },
    { tool: "y" },
    { tool: "val" },
  ]);
});

test("by the rules of another edition other scores follow", () => {
  const { spool: again } = openArchive(archive(), fresh());
  expect(editionDifferences(again.directory, findEdition(2026))).toMatchObject({
    scores: [],
    runs: { changed: 0 },
  });
  const old = editionDifferences(again.directory, findEdition(2012));
  // In 2012 violations were valid without a validator's confirmation.
  expect(old.scores).toContainEqual({
    category: "Main",
    tool: "y",
    own: { score: "0", rank: 2 },
    other: { score: "1", rank: 2 },
  });
  expect(describeEditionDifferences(old).join("\n")).toContain("Main, y: 0 (rank 2) -> 1 (rank 2)");
});

test("the same spool gives the same bytes", () => {
  expect(readFileSync(archive()).equals(readFileSync(archive()))).toBe(true);
});

test("a bundle has one participant's runs and those that checked its witnesses", () => {
  const published = publishedNumbers(spool.directory, "x");
  const opened = openArchive(archive(published, { participant: "x" }), fresh());
  expect(opened.manifest).toMatchObject({ participant: "x", runs: 3, witnesses: 1 });
  const again = publishedNumbers(opened.spool.directory, "x");
  expect(differencesOf(opened.published, again)).toEqual([]);
});

test("equal witnesses are stored once", () => {
  const text = readFileSync(archive(), "latin1");
  expect(text.split(WITNESS).length - 1).toBe(1);
});

test("a number that does not follow from the results is named, with both values", () => {
  const published = new Map(publishedNumbers(spool.directory));
  const scores = published.get("scores.json") as string;
  published.set("scores.json", scores.replace('"points": 1', '"points": 2'));
  published.set("runs.csv", `${published.get("runs.csv")}one line too many`);
  const opened = openArchive(archive(published), fresh());
  const places = differencesOf(opened.published, publishedNumbers(opened.spool.directory));
  expect(places.map(({ place }) => place)).toEqual([
    expect.stringMatching(/^runs\.csv:\d+$/),
    expect.stringMatching(/^scores\.json\/.*\/points$/),
  ]);
  expect(places[1]).toMatchObject({ published: "2", recomputed: "1" });
});

test.each([
  ["a changed byte", (bytes: Buffer) => bytes.write("X", bytes.indexOf("svcomp-2026")), "MANIFEST"],
  ["a changed header", (bytes: Buffer) => bytes.write("X", 0), "checksum"],
])("damage is found: %s", (_what, damage, message) => {
  const path = archive();
  const bytes = readFileSync(path);
  damage(bytes);
  writeFileSync(path, bytes);
  expect(() => openArchive(path, fresh())).toThrow(message);
});

test("an archive that ends too early is refused", () => {
  const path = archive();
  writeFileSync(path, readFileSync(path).subarray(0, 5000));
  expect(() => openArchive(path, fresh())).toThrow("it ends too early");
});

test("a file that is a folder as well is refused", () => {
  const path = `${fresh()}.tar`;
  const tar = new TarWriter(path);
  tar.add("a", Buffer.from("x"));
  tar.add("a/b", Buffer.from("x"));
  tar.finish();
  expect(() => openArchive(path, fresh())).toThrow("a/b lies in something that is a file before");
});

test.each([
  ["\u001b[2Ja", "a name in it is not one that Agon writes: '\\x1b[2Ja'"],
  ["a//b", "a name in it is not one"],
  ["../a", "leads out of the archive"],
])("the name %j is refused", (name, message) => {
  const path = `${fresh()}.tar`;
  const tar = new TarWriter(path);
  tar.add(name, Buffer.from("x"));
  tar.finish();
  expect(() => openArchive(path, fresh())).toThrow(message);
});

test("a damaged size is reported", () => {
  const bytes = readFileSync(archive());
  bytes.write("0000000009x", 124);
  bytes.write("        ", 148);
  const sum = bytes.subarray(0, 512).reduce((total, byte) => total + byte, 0);
  bytes.write(`${sum.toString(8).padStart(6, "0")}\0 `, 148);
  const path = `${fresh()}.tar`;
  writeFileSync(path, bytes);
  expect(() => openArchive(path, fresh())).toThrow("the size of MANIFEST.json is damaged");
});

test("a file that is not an archive is named so", () => {
  const path = fresh();
  expect(() => openArchive(folder, fresh())).toThrow("this is a folder");
  writeFileSync(path, gzipSync(readFileSync(archive())));
  expect(() => openArchive(path, fresh())).toThrow("compressed with gzip: unpack it first");
  writeFileSync(path, "int main(void) { return 0; }\n");
  expect(() => openArchive(path, fresh())).toThrow("this is not an archive");
});

test("an archive must have the ending .tar", async () => {
  await expect(command.run(["spool", "-o", join(folder, "a.tar.gz")])).rejects.toThrow(
    "an archive is a plain tar file",
  );
});
