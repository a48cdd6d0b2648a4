import { mkdtempSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { witnessText } from "../../../test/support/stored-competition.ts";
import type { RunResult } from "../../ground/model/index.ts";
import { Spool } from "../execution/index.ts";
import { findEdition } from "../scoring/index.ts";
import { witnessFacts } from "./witness-facts.ts";

const EDITION = findEdition(2026);
const spool = new Spool(mkdtempSync(join(tmpdir(), "agon-witness-")));
const result = { witness: { path: "witness.yml", sha256: "" } } as RunResult;

test.each([
  ["violation", "1.0"],
  ["correctness", "1.0"],
  ["violation", "2.0"],
  ["correctness", "2.1"],
  ["violation", "2.2"],
  ["correctness", "2.2"],
] as const)("a %s witness of format %s is recognised", (kind, version) => {
  writeFileSync(spool.path("witness.yml"), witnessText(kind, version));
  expect(witnessFacts(spool, result, EDITION)).toEqual({ state: "present", kind, version });
});

test("validity is left to linters", () => {
  const text = witnessText("violation", "2.0").replace("line: 1", "line: one");
  writeFileSync(spool.path("witness.yml"), text);
  expect(witnessFacts(spool, result, EDITION)).toMatchObject({ state: "present" });
});

test("only the beginning is read, of a file of any size", () => {
  const file = spool.path("witness.yml");
  writeFileSync(file, witnessText("violation", "2.0"));
  truncateSync(file, 99_000_000);
  expect(witnessFacts(spool, result, EDITION)).toEqual({
    state: "present",
    kind: "violation",
    version: "2.0",
  });
});

test.each([
  [{ witness: result.witness }, {}, "too large: 100000001 bytes, and 100000000 are allowed"],
  [
    { witness: result.witness },
    { witnessBytes: 7 },
    "too large: 100000001 bytes, and 7 are allowed",
  ],
  [{ refusedWitnessBytes: 9 }, { witnessBytes: 7 }, "too large: 9 bytes, and 7 are allowed"],
])("the edition limits the size: %j %j", (found, rules, reason) => {
  writeFileSync(spool.path("witness.yml"), witnessText("violation", "2.0"));
  truncateSync(spool.path("witness.yml"), 100_000_001);
  const edition = { validation: { ...EDITION.validation, ...rules } };
  expect(witnessFacts(spool, found as RunResult, edition)).toEqual({ state: "invalid", reason });
});

test.each([
  ["<graphml></graphml>", "the GraphML file has no witness-type"],
  ["", "no witness entry with entry_type and format_version"],
  ["- [", "no witness entry with entry_type and format_version"],
])("%j is not a witness", (text, reason) => {
  writeFileSync(spool.path("witness.yml"), text);
  expect(witnessFacts(spool, result, EDITION)).toEqual({ state: "invalid", reason });
});

test("a missing file", () => {
  const path = "gone.yml";
  expect(witnessFacts(spool, { ...result, witness: { path, sha256: "" } }, EDITION)).toEqual({
    state: "missing",
  });
  expect(witnessFacts(spool, {}, EDITION)).toEqual({ state: "missing" });
});

test("bytes that are not text make a faulty witness", () => {
  writeFileSync(spool.path("witness.yml"), Buffer.from([0x2d, 0x20, 0xff, 0xfe]));
  expect(witnessFacts(spool, result, EDITION)).toMatchObject({
    state: "invalid",
    reason: expect.stringContaining("not UTF-8"),
  });
});
