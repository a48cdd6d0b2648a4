/**
 * Damaged files of every format that scoring reads: each is read or refused with a place and a
 * reason, never a crash, a hang or a NaN.
 * `AGON_FUZZ_SECONDS` and `AGON_FUZZ_SEED` make it longer or another one.
 */
import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { expect } from "vitest";
import type { Category } from "../../src/ground/model/index.ts";
import {
  evaluateResultFiles,
  openRunColumns,
  writeRunColumns,
} from "../../src/organiser/competition/index.ts";
import { parseRunResult } from "../../src/organiser/results/index.ts";
import {
  findEdition,
  formatEdition,
  parseEdition,
  RunColumnsBuilder,
  rawRunsOf,
  scoreColumns,
} from "../../src/organiser/scoring/index.ts";
import { parseCategoryStructure, parseExclusionList } from "../../src/organiser/tasks/index.ts";
import { parseFmToolsEntry } from "../../src/organiser/tools/index.ts";
import { type Trial, testTrials } from "../support/fuzz-trials.ts";
import { damageBytes, damageText } from "../support/mutate.ts";

const folder = mkdtempSync(join(tmpdir(), "agon-fuzz-results-"));
const edition = findEdition(2025);

const XML = `<?xml version="1.0" ?>
<!DOCTYPE result PUBLIC '+//IDN sosy-lab.org//DTD BenchExec result 3.0//EN' 'https://www.sosy-lab.org/benchexec/result-3.0.dtd'>
<result benchmarkname="t" tool="T" version="1" name="SV-COMP25_unreach-call.ReachSafety-Loops" block="ReachSafety-Loops" starttime="2024-12-01T10:00:00+01:00" timelimit="900s" memlimit="15000000000B">
<columns><column title="status"/><column title="cputime"/></columns>
<systeminfo hostname="h"><os name="Linux"/><cpu cores="8" frequency="3401000000Hz" model="x"/><ram size="33553035264B"/></systeminfo>
<run name="../c/a.yml" files="[../c/a.c]" properties="unreach-call" expectedVerdict="true"><column title="status" value="true"/><column title="category" value="correct"/><column title="cputime" value="1.25s"/><column title="memory" value="1000B"/><column title="cpuenergy" value="3.5J"/></run>
<run name="../c/b.yml" properties="unreach-call" expectedVerdict="false"><column title="status" value="false(unreach-call)"/><column title="category" value="correct-unconfirmed"/><column title="walltime" value="2 s"/></run>
<run name="../c/c_unsafe.c"><column title="status" value="SAFE"/><column title="memUsage" value="12345"/></run>
</result>
`;

const STRUCTURE = `competition: SV-COMP
year: 2025
properties: [unreach-call, termination]
hors_concours: [x]
demo_categories: [unreach-call.Demo]
categories:
  One: &one
    properties: unreach-call
    categories: [unreach-call.A, unreach-call.Demo]
    verifiers: [x, y]
  Overall:
    properties: [unreach-call, termination]
    categories: [One]
  FalsificationOverall: {categories: [One], properties: unreach-call}
categories_table_order: [Overall, One, unreach-call.A]
opt_out: {x: [One]}
opt_in: {y: [unreach-call.A]}
`;

const FM_TOOLS = `id: alpha
name: Alpha
versions: [{version: 2.0, doi: 10.5281/zenodo.1, benchexec_toolinfo_options: [--x]}]
competition_participations:
  - {competition: SV-COMP 2026, track: Verification, label: [inactive], jury_member: {name: P}}
`;

const EXCLUSIONS = "c/a.yml unreach-call # why\nb*.yml\n# all\n";
const YAML_EXCLUSIONS = "- {task: c/a.yml#unreach-call, reason: why}\n- {task: b.yml}\n";

const RUN = "0123456789abcdef".repeat(4);
const RUN_RESULT = `{"format":"agon-run-result/1","run":"${RUN}","phase":"verification","tool":"t","task":"a.yml#p","property":"p","status":"true","cpuTimeSeconds":1.5,"measurement":"cgroup-v2","host":"h","startedAt":"2026-01-01T00:00:00Z","attempt":1,"samples":{"seconds":[1],"cpuSeconds":[1],"memoryBytes":[1]}}`;

function columnsFile(): Buffer {
  const categories: Category[] = [
    { kind: "base", name: "A", property: "unreach-call" },
    { kind: "meta", name: "Overall", children: ["A"] },
  ];
  const builder = new RunColumnsBuilder();
  builder.addTask("A", { task: "a.yml", expectedVerdict: { kind: "true" } });
  builder.addTask("A", { task: "b.yml", expectedVerdict: { kind: "false" }, isVoid: true });
  for (const task of ["a.yml", "b.yml"]) {
    builder.addRun({
      tool: "x",
      category: "A",
      task,
      status: "true",
      witness: { state: "present", kind: "correctness", version: "2.0" },
      cpuTimeSeconds: 1.5,
      opinions: [{ tool: "v", phase: "correctness-validation", format: "yaml", status: "true" }],
    });
  }
  const path = join(folder, "valid.agonruns");
  writeRunColumns(
    path,
    {
      name: "n",
      edition: edition.id,
      categories,
      tools: [{ id: "x", name: "X" }],
      participations: [],
    },
    builder,
  );
  return readFileSync(path);
}

function scoreXml(content: string | Uint8Array, name: string): void {
  const path = join(folder, name);
  writeFileSync(path, content);
  const { standings, judgedRuns } = evaluateResultFiles([path], {
    edition,
    category: "unreach-call.ReachSafety-Loops",
  });
  for (const { scores } of standings) {
    for (const { score, tally } of scores) {
      expect(Number.isFinite(score.toNumber())).toBe(true);
      for (const figure of Object.values(tally))
        if (figure !== undefined) expect(figure).not.toBeNaN();
    }
  }
  for (const { cpuTimeSeconds = 0, memoryBytes = 0 } of judgedRuns) {
    expect(cpuTimeSeconds).toBeGreaterThanOrEqual(0);
    expect(memoryBytes).toBeGreaterThanOrEqual(0);
  }
}

const COLUMNS = columnsFile();

/** A damaged document of one format, read. */
const TRIALS: Readonly<Record<string, Trial>> = {
  "result XML": (random) => scoreXml(damageText(XML, random), "f.xml"),
  "result XML, bytes": (random) => scoreXml(damageBytes(Buffer.from(XML), random), "b.xml"),
  "result XML, gzip": (random) => scoreXml(damageBytes(gzipSync(XML), random), "g.xml.gz"),
  "category structure": (random) => {
    parseCategoryStructure(damageText(STRUCTURE, random), "category-structure.yml");
  },
  "edition file": (random) => {
    const own = formatEdition({ ...findEdition(2017 + Math.floor(random() * 11)), id: "own" });
    parseEdition(damageText(own, random), "own.yml");
  },
  "FM-Tools entry": (random) => {
    parseFmToolsEntry(damageText(FM_TOOLS, random), "alpha.yml");
  },
  "exclusion list": (random) => {
    const list = parseExclusionList(damageText(EXCLUSIONS, random), "void.txt");
    list.reasonFor("c/a.yml", "unreach-call");
  },
  "exclusion list, YAML": (random) => {
    const list = parseExclusionList(damageText(YAML_EXCLUSIONS, random), "void.yml");
    list.reasonFor("c/a.yml", "unreach-call");
  },
  "run result": (random) => {
    parseRunResult(damageText(RUN_RESULT, random), "r.json");
  },
  columns: (random) => {
    const path = join(folder, "damaged.agonruns");
    writeFileSync(path, damageBytes(COLUMNS, random));
    const file = openRunColumns(path);
    try {
      scoreColumns(file, edition);
      for (const run of rawRunsOf(file)) expect(run.opinions.length).toBeLessThan(10);
    } finally {
      file.close();
    }
  },
};

testTrials(TRIALS);
