import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { finalStatus, findEdition } from "../scoring/index.ts";
import { readEditionReference } from "./edition-reference.ts";

const folder = mkdtempSync(join(tmpdir(), "agon-editions-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test("one's own rules are cited by their name and file, also where they extend others", () => {
  writeFileSync(
    join(folder, "cup.yml"),
    "format: agon-edition/1\nextends: svcomp-2026\nid: cup-2026\nyear: 2026\nname: Cup 2026\n",
  );
  const edition = readEditionReference("cup.yml", folder);
  expect(edition?.file).toBe("cup.yml");
  const { trace } = finalStatus({
    edition: edition ?? findEdition(2026),
    category: { kind: "base", name: "Loops", property: "unreach-call" },
    expectedVerdict: { kind: "true" },
    isVoid: false,
    verification: { status: "true" },
    witness: { state: "missing" },
    validations: [],
  });
  const sources = trace.map(({ source }) => source).filter((source) => !/BenchExec/.test(source));
  expect(sources).toEqual([
    "Cup 2026 (cup.yml), which takes over: SV-COMP 2026 rules, table of witness formats",
    "Cup 2026 rules (cup.yml), validation",
    "Cup 2026 rules (cup.yml), scoring schema",
  ]);
});

test("known editions are cited as they are", () => {
  expect(readEditionReference("2026", folder)).toBe(findEdition(2026));
  expect(findEdition(2026).file).toBeUndefined();
});
