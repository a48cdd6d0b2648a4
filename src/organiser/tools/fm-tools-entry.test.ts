import { expect, test } from "vitest";
import { isHorsConcours, parseFmToolsEntry, participationIn } from "./fm-tools-entry.ts";

const TEXT = `id: alpha
name: Alpha Verifier
input_languages: [C, Java]
project_url: https://example.org/alpha
spdx_license_identifier: Apache-2.0
benchexec_toolinfo_module: benchexec.tools.alpha
fmtools_format_version: "2.1"
techniques: [CEGAR, Bounded Model Checking]
frameworks_solvers: [MathSAT]
versions:
  - version: 2.0
    doi: 10.5281/zenodo.1
    benchexec_toolinfo_options: [--heap, 10000M]
    required_ubuntu_packages: [openjdk-17-jre-headless]
  - version: "svcomp23"
    url: https://example.org/alpha.zip
competition_participations:
  - competition: SV-COMP 2026
    track: Verification
    tool_version: 2.0
    jury_member:
      name: A. Person
      orcid: 0000-0000-0000-0000
      country: Nowhere
  - competition: SV-COMP 2027
    track: Verification
    label: [inactive]
  - competition: SV-COMP 2026
    track: Validation of Violation Witnesses v2
`;

test("an entry", () => {
  const entry = parseFmToolsEntry(TEXT, "data/alpha.yml");
  expect(entry).toMatchObject({ id: "alpha", name: "Alpha Verifier", license: "Apache-2.0" });
  expect(entry.techniques).toEqual(["CEGAR", "Bounded Model Checking"]);
  expect(entry.frameworksAndSolvers).toEqual(["MathSAT"]);
  // Versions are texts, even if they look like numbers.
  expect(entry.versions.map(({ version }) => version)).toEqual(["2.0", "svcomp23"]);
  expect(entry.versions[0]?.options).toEqual(["--heap", "10000M"]);
  const participation = participationIn(entry, "SV-COMP 2026");
  expect(participation?.juryMember).toEqual({
    name: "A. Person",
    orcid: "0000-0000-0000-0000",
    country: "Nowhere",
  });
  expect(participation && isHorsConcours(participation)).toBe(false);
  const later = participationIn(entry, "SV-COMP 2027");
  expect(later && isHorsConcours(later)).toBe(true);
  expect(participationIn(entry, "SV-COMP 2025")).toBeUndefined();
});

test("without id the name of the file is used; faults have positions", () => {
  expect(parseFmToolsEntry("name: B\n", "data/b-tool.yml").id).toBe("b-tool");
  expect(() => parseFmToolsEntry("id: b\nversions: [{doi: x}]\n", "b.yml")).toThrow(
    /the document has no 'name'/,
  );
});
