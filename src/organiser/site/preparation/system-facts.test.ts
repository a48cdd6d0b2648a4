import { expect, test } from "vitest";
import { techniqueTable } from "../../explorer/index.ts";
import { parseFmToolsEntry } from "../../tools/index.ts";
import { systemFacts } from "./system-facts.ts";

const ENTRY = parseFmToolsEntry(
  `id: alpha
name: Alpha
input_languages: [C]
project_url: javascript:alert(1)
versions:
  - { version: "1", doi: 10.5281/zenodo.1 }
  - { version: "2", url: "https://example.org/alpha.zip" }
competition_participations:
  - competition: SV-COMP 2026
    track: Verification
    tool_version: "1"
    jury_member: { name: A, orcid: 0000-0000-0000-0001, institution: U, country: N }
  - competition: SV-COMP 2026
    track: Validation of Correctness Witnesses v2
    tool_version: "2"
techniques: [zeta, CEGAR, Portfolio]
frameworks_solvers: [MathSAT]
`,
  "alpha.yml",
);

test("archive, people and techniques of the edition and the role", () => {
  const { facts, techniques, frameworks } = systemFacts(ENTRY, "SV-COMP 2026", "verifier");
  expect(facts).toEqual([
    ["Submitted version", "1"],
    ["Archive", "10.5281/zenodo.1", "https://doi.org/10.5281/zenodo.1"],
    ["Jury member", "A", "https://orcid.org/0000-0000-0000-0001"],
    ["Affiliation", "U, N"],
    ["Languages", "C"],
    ["Project", "javascript:alert(1)", "javascript:alert(1)"],
  ]);
  expect([techniques, frameworks]).toEqual([["zeta", "CEGAR", "Portfolio"], ["MathSAT"]]);
  expect(systemFacts(ENTRY, "SV-COMP 2026", "validator").facts.slice(0, 2)).toEqual([
    ["Submitted version", "2"],
    ["Archive", "https://example.org/alpha.zip", "https://example.org/alpha.zip"],
  ]);
  // Another year: the participating version is unknown.
  expect(systemFacts(ENTRY, "SV-COMP 2020", "verifier").facts.map(([label]) => label)).toEqual([
    "Languages",
    "Project",
  ]);
});

test("techniques in the order of the reports, written in either case once", () => {
  const { techniques, rows } = techniqueTable([
    { id: "a", name: "A", techniques: ["zeta", "Portfolio", "cegar"] },
    { id: "b", name: "B", techniques: ["CEGAR"] },
    { id: "c", name: "C" },
  ]);
  expect(techniques).toEqual(["cegar", "Portfolio", "zeta"]);
  expect(rows.map(({ uses }) => uses.map(Number).join(""))).toEqual(["111", "100", "000"]);
  expect(techniqueTable([{ id: "c", name: "C" }]).rows).toEqual([]);
});
