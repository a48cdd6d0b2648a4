/** Important tools have native modules: winners of medals in 2026, and the candidates of 2012. */
import { expect, test } from "vitest";
import { findNativeToolInfo } from "../../src/organiser/tools/index.ts";
import { describePublished, publishedJson, publishedRows } from "./published.ts";

const MODULES_2026: Readonly<Record<string, string>> = {
  CPAchecker: "cpachecker",
  GDart: "gdart",
  Goblint: "goblint",
  JBMC: "jbmc",
  JLiSA: "jlisa",
  Mopsa: "mopsa",
  Symbiotic: "symbiotic",
  UAutomizer: "ultimateautomizer",
};

/** None: there is no module of BenchExec for the tool either. */
const MODULES_2012: Readonly<Record<string, string | undefined>> = {
  BLAST: "blast",
  CPA_ABE: "cpachecker",
  CPA_MEMO: "cpachecker",
  ESBMC: "esbmc",
  FSHELL: undefined,
  LLBMC: "llbmc",
  PREDATOR: "predatorhp",
  QARMC: undefined,
  SATABS: "satabs",
  WOLVERINE: "wolverine",
};

describePublished("native tool-info modules", () => {
  test("of every winner of a medal in 2026", () => {
    const { medals } = publishedJson<{
      readonly medals: Record<string, readonly (readonly [tool: string, score: number])[]>;
    }>("svcomp2026.json");
    const winners = new Set(Object.values(medals).flatMap((each) => each.map(([tool]) => tool)));
    expect([...winners].sort()).toEqual(Object.keys(MODULES_2026));
    for (const module of Object.values(MODULES_2026)) {
      expect(findNativeToolInfo(module), module).toBeDefined();
    }
  });

  test("of the candidates of 2012 that can be run", () => {
    const rows = publishedRows("svcomp2012_table4.csv");
    const candidates = new Set(rows.map(({ verifier }) => verifier));
    expect([...candidates].sort()).toEqual(Object.keys(MODULES_2012));
    for (const module of Object.values(MODULES_2012)) {
      if (module !== undefined) expect(findNativeToolInfo(module), module).toBeDefined();
    }
  });
});
