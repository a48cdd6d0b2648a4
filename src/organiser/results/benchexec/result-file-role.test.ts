import { expect, test } from "vitest";
import { defined } from "../../../ground/util/defined.ts";
import { categoryCandidates, resultFileRole, resultFileTime } from "./result-file-role.ts";

const REST = "results.SV-COMP25_unreach-call.ReachSafety-Arrays.xml.bz2";

test.each([
  [`cpachecker.2024-12-01_10-00-00.${REST}`, "verifier cpachecker"],
  [
    `uautomizer-validate-violation-witnesses-1.0-2ls.2024-12-01_10-00-00.${REST}`,
    "validator uautomizer-validate-violation-witnesses-1.0 of 2ls violation graphml",
  ],
  [
    `x/witch-validate-violation-witnesses-v2-esbmc-kind.2025-12-01_10-00-00.${REST}`,
    "validator witch-validate-violation-witnesses-v2 of esbmc-kind violation yaml",
  ],
  [
    `metaval++-validate-correctness-witnesses-2.0-cpa-seq.2024-12-01_10-00-00.${REST}`,
    "validator metaval++-validate-correctness-witnesses-2.0 of cpa-seq correctness yaml",
  ],
  [
    "cpa-seq-validate-violation-witnesses-cpa-seq.2019-12-03_0746.results.sv-comp20_prop-reachsafety.ReachSafety-Arrays.xml.bz2",
    "validator cpa-seq-validate-violation-witnesses of cpa-seq violation",
  ],
  [
    `witnesslint-validate-witnesses-2ls.2021-12-01_10-00-00.${REST}`,
    "linter witnesslint-validate-witnesses of 2ls",
  ],
])("%s is of %s", (file, text) => {
  const role = resultFileRole(file, {});
  const parts =
    role?.kind === "verifier"
      ? [role.kind, role.tool]
      : [role?.kind, role?.tool, "of", role?.verifier, role?.witnessKind, role?.format];
  expect(parts.filter((part) => part !== undefined).join(" ")).toBe(text);
});

test("the header is used where the name is not specific", () => {
  const benchmarkName = "gwit-validate-violation-witnesses-1.0-jbmc";
  expect(resultFileRole("renamed.xml", { benchmarkName })).toMatchObject({
    kind: "validator",
    verifier: "jbmc",
  });
  expect(resultFileRole("renamed.xml", { benchmarkName: "jbmc" })).toEqual({
    kind: "verifier",
    tool: "jbmc",
  });
  // The validator's own definition, not yet for a verifier.
  expect(
    resultFileRole("x.xml", { benchmarkName: "gwit-validate-violation-witnesses-1.0" })?.kind,
  ).toBe("verifier");
  expect(resultFileRole("renamed.xml", {})).toBeUndefined();
});

test("times can be compared as texts", () => {
  const header = { columns: [], systems: [], totals: [] };
  expect(resultFileTime(`a.2024-12-01_10-00-00.${REST}`, header)).toBe("2024-12-01_10-00-00");
  expect(resultFileTime("a.xml", { ...header, startTime: "2024-12-02T09:00:00+01:00" })).toBe(
    "2024-12-02_09-00-00+01-00",
  );
});

test.each([
  [
    "a.xml",
    "SV-COMP25_unreach-call.ReachSafety-Arrays",
    "ReachSafety-Arrays",
    "unreach-call.ReachSafety-Arrays",
  ],
  [
    "a.xml",
    "SV-COMP27_unreach-call.C.unreach-call.Arrays",
    "C.unreach-call.Arrays",
    "C.unreach-call.Arrays",
  ],
  [
    "a.xml",
    "sv-comp20_prop-reachsafety.ReachSafety-Arrays",
    "ReachSafety-Arrays",
    "ReachSafety-Arrays",
  ],
  ["a.xml", "SV-COMP26_unreach-call.Arrays", "Arrays", "C.unreach-call.Arrays"],
  [`a.2024-12-01_10-00-00.${REST}`, "", undefined, "unreach-call.ReachSafety-Arrays"],
])("%s, run definition %j, block %j: may be %s", (file, name, block, category) => {
  expect(categoryCandidates(file, { name, ...defined({ block }) })).toContain(category);
});
