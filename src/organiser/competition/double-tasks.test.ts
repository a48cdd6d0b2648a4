import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { resolveCompetition } from "./index.ts";

const folder = mkdtempSync(join(tmpdir(), "agon-double-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test("a task in two children of a meta category, and under two paths, is reported", () => {
  mkdirSync(join(folder, "t"));
  symlinkSync("t", join(folder, "again"));
  writeFileSync(join(folder, "t/a.c"), "int main(void) { return 0; }\n");
  writeFileSync(
    join(folder, "t/unreach-call.prp"),
    "CHECK( init(main()), LTL(G ! call(reach_error())) )\n",
  );
  writeFileSync(
    join(folder, "t/a.yml"),
    `format_version: "2.0"
input_files: a.c
properties: [{ property_file: unreach-call.prp, expected_verdict: true }]
options: { language: C, data_model: LP64 }
`,
  );
  writeFileSync(join(folder, "one.set"), "t/*.yml\n./t/a.yml\n");
  writeFileSync(join(folder, "two.set"), "t/*.yml\nagain/*.yml\n");
  writeFileSync(
    join(folder, "competition.yml"),
    `name: Overlap
edition: 2026
categories:
  - { name: A, property: unreach-call, sets: [one.set] }
  - { name: B, property: unreach-call, sets: [two.set] }
  - { name: M, children: [A, B] }
participants:
  - { id: sh, tool: cbmc, directory: tool }
`,
  );
  mkdirSync(join(folder, "tool"));
  writeFileSync(join(folder, "tool/cbmc"), "#!/bin/sh\n", { mode: 0o755 });
  const { competition, warnings } = resolveCompetition(join(folder, "competition.yml"));
  expect(competition.tasks.map(({ id }) => id)).toEqual([
    "t/a.yml#unreach-call",
    "again/a.yml#unreach-call",
  ]);
  expect(warnings.map(({ message }) => message)).toEqual([
    "M counts t/a.yml#unreach-call 2 times, in A and B",
    "t/a.yml#unreach-call and again/a.yml#unreach-call are the same file, but count as 2 tasks",
  ]);
});
