import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { witnessText } from "../../test/support/stored-competition.ts";
import { Spool } from "../execution/index.ts";
import type { RunResult } from "../model/index.ts";
import { witnessFacts } from "./witness-facts.ts";

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
  expect(witnessFacts(spool, result)).toEqual({ state: "present", kind, version });
});

test("the reason is a fault, not the warnings before it", () => {
  const text = witnessText("violation", "2.0").replace("line: 1", "line: one");
  writeFileSync(spool.path("witness.yml"), text);
  expect(witnessFacts(spool, result)).toEqual({
    state: "invalid",
    reason: "line 8: line must be an integer from 1, found 'one'",
  });
});

test.each([
  ["<graphml></graphml>", "the GraphML file has no witness-type"],
  ["", "no witness entry with entry_type and format_version"],
  ["- [", "no witness entry with entry_type and format_version"],
])("%j is no witness", (text, reason) => {
  writeFileSync(spool.path("witness.yml"), text);
  expect(witnessFacts(spool, result)).toEqual({ state: "invalid", reason });
});

test("a file that is not there", () => {
  const path = "gone.yml";
  expect(witnessFacts(spool, { ...result, witness: { path, sha256: "" } })).toEqual({
    state: "missing",
  });
  expect(witnessFacts(spool, {} as RunResult)).toEqual({ state: "missing" });
});

test("bytes that are no text are a faulty witness", () => {
  writeFileSync(spool.path("witness.yml"), Buffer.from([0x2d, 0x20, 0xff, 0xfe]));
  expect(witnessFacts(spool, result)).toMatchObject({
    state: "invalid",
    reason: expect.stringContaining("not UTF-8"),
  });
});
