/**
 * Damaged files of every format that runs, tables and archives begin with: each
 * is read or refused with a place and a reason, never a crash or a hang.
 * `AGON_FUZZ_SECONDS` and `AGON_FUZZ_SEED` make it longer or another one.
 */
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, expect } from "vitest";
import { LintProgram, NO_TASK, WitnessLinter } from "../../src/contestant/lint/index.ts";
import { parseProperty } from "../../src/ground/properties/index.ts";
import { Bzip2Error, decodeBzip2 } from "../../src/ground/util/bzip2.ts";
import { parseWitness } from "../../src/ground/witness/index.ts";
import {
  FileSurroundings,
  parseBenchmarkDefinition,
  planBenchmark,
  readTableDefinition,
  TableLoader,
  ZipReader,
} from "../../src/organiser/benchexec/index.ts";
import { ZipWriter } from "../../src/organiser/benchexec/zip-writer.ts";
import { TarWriter } from "../../src/organiser/competition/archive/tar.ts";
import {
  openArchive,
  parseCompetition,
  readLock,
  readPhases,
  resolveCompetition,
} from "../../src/organiser/competition/index.ts";
import { Spool } from "../../src/organiser/execution/index.ts";
import { findEdition } from "../../src/organiser/scoring/index.ts";
import {
  allRows,
  combineRunSets,
  rowsWithDifferences,
  runSetStatistics,
  writeCsv,
  writeLatexStatistics,
} from "../../src/organiser/tables/index.ts";
import {
  parseExcludedTools,
  parseTaskDefinition,
  parseTaskSet,
} from "../../src/organiser/tasks/index.ts";
import { type Trial, testTrials } from "../support/fuzz-trials.ts";
import { damageBytes, damageText } from "../support/mutate.ts";

const folder = mkdtempSync(join(tmpdir(), "agon-fuzz-formats-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const TASK = `format_version: '2.0'
# comment
input_files: ['a.c', "b*.c"]
required_files: c.h
properties:
  - property_file: ../properties/unreach-call.prp
    expected_verdict: false
    subproperty: unreach-call
  - {property_file: ../properties/termination.prp, expected_verdict: true}
options: {language: C, data_model: ILP32}
additional_information:
  task_type: validation
  verification: [{property_file: p.prp, expected_verdict: true}]
`;

const SET = "# loops\nloops/*.yml\nother/[a-c]?.yml\n\n../more/{x,y}.yml\n";

const PROPERTY =
  "CHECK( init(main()), LTL(G valid-free) )\nCHECK( init(main()), LTL(G valid-deref) )\n";

const BENCHMARK = `<?xml version="1.0"?>
<!DOCTYPE benchmark PUBLIC "+//IDN sosy-lab.org//DTD BenchExec benchmark 3.30//EN" "https://www.sosy-lab.org/benchexec/benchmark-3.30.dtd">
<benchmark tool="cbmc" displayName="C" timelimit="15 min" hardtimelimit="16 min" memlimit="15 GB" cpuCores="4">
  <require cpuModel="Intel"/>
  <option name="--x">\${rundefinition_name}</option>
  <resultfiles>**/witness.*</resultfiles>
  <rundefinition name="r1"><propertyfile expectedverdict="true">unreach-call.prp</propertyfile></rundefinition>
  <rundefinition name="r2"><option name="-y"/>
    <tasks name="t"><include>*.yml</include><exclude>b.yml</exclude></tasks></rundefinition>
  <tasks name="Loops"><includesfile>loops.set</includesfile><withoutfile>w</withoutfile></tasks>
  <tasks name="plain"><include>a.c</include><append>x.h</append></tasks>
  <columns><column title="time" numberOfDigits="2">Total time:</column></columns>
</benchmark>
`;

const RESULT = (
  tool: string,
): string => `<result tool="${tool}" version="1" benchmarkname="b" name="r" timelimit="900s" memlimit="1000B">
<columns><column title="status"/><column title="cputime"/></columns>
<systeminfo hostname="h"><os name="Linux"/><cpu cores="8" frequency="3401000000Hz" model="x"/><ram size="33553035264B"/></systeminfo>
<run name="a.yml" files="[a.c]" properties="p" propertyFile="p.prp" expectedVerdict="true"><column title="status" value="true"/><column title="category" value="correct"/><column title="cputime" value="1.25s"/><column title="n" value="12"/></run>
<run name="b.yml" files="[b.c]" properties="p" propertyFile="p.prp" expectedVerdict="false"><column title="status" value="${tool}"/><column title="category" value="wrong"/><column title="cputime" value="2e1s"/><column title="n" value="7"/></run>
<column title="cputime" value="30s"/>
</result>
`;

const TABLE = `<?xml version="1.0"?>
<table>
  <column title="status"/>
  <column title="cputime" displayUnit="min" numberOfDigits="3" relevantForDiff="true"/>
  <column title="n" displayTitle="number" sourceUnit="x" displayUnit="y" scaleFactor="0.001" href="\${taskdef_name}.html"/>
  <union title="both"><result filename="one.results.xml" id="1"/><result filename="two.results.xml"/></union>
  <result filename="*.results.xml"><column title="status"/><column title="cputime"/></result>
</table>
`;

const COMPETITION = `name: Cup
edition: 2026
tasks: .
limits:
  verification: { cpuTime: 6 s, softCpuTime: 5 s, wallTime: 60 s, memory: 2 GB, cores: 1, processes: 100 }
categories:
  - { name: A, property: unreach-call, sets: [loops.set], exclude: [b.yml] }
  - { name: B, property: unreach-call, tasks: ["*.yml"], demonstration: true }
  - { name: Overall, children: [A] }
participants:
  - { id: one, name: One, tool: agon-verifier, directory: builtin, options: [--config, bmc], categories: [A], optOut: [A] }
  - { id: two, tool: agon-verifier, directory: builtin, horsConcours: true }
validators:
  - { id: v, tool: agon-validator, directory: builtin, kinds: [violation, correctness] }
voidTasks: [{ task: b.yml#unreach-call, reason: undefined behaviour }]
excludedTools: [{ tool: two, reason: late }]
`;

const HASH = "a".repeat(64);
const METADATA = `  metadata:
    format_version: "2.1"
    uuid: 91023a0f-9f45-4385-88c4-1152ade45537
    creation_time: 2026-01-01T10:00:00Z
    producer: {name: x, version: "1"}
    task: {input_files: [a.c], input_file_hashes: {a.c: ${HASH}}, specification: "CHECK( init(main()), LTL(G ! call(reach_error())) )", data_model: ILP32, language: C}
`;
const VIOLATION = `- entry_type: violation_sequence
${METADATA}  content:
  - segment:
    - waypoint: {type: assumption, action: avoid, location: {file_name: a.c, line: 3, column: 3, function: main}, constraint: {value: x > 1, format: c_expression}}
    - waypoint: {type: branching, action: follow, location: {file_name: a.c, line: 4}, constraint: {value: "true"}}
  - segment:
    - waypoint: {type: target, action: follow, location: {file_name: a.c, line: 4, column: 14}}
`;
const CORRECTNESS = `- entry_type: invariant_set
${METADATA}  content:
  - invariant: {type: loop_invariant, location: {file_name: a.c, line: 4, column: 3}, value: "x <= 10 && x != (1 << 3)", format: c_expression}
  - contract: {type: function_contract, location: {file_name: a.c, line: 2, column: 1}, requires: "1", ensures: "\\\\result > 0", format: acsl_expression}
`;
const GRAPHML = `<?xml version="1.0"?>
<graphml xmlns="http://graphml.graphdrawing.org/xmlns" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">
<key id="entry" for="node" attr.name="entry" attr.type="boolean"><default>false</default></key>
<key id="violation" for="node" attr.name="violation" attr.type="boolean"><default>false</default></key>
<key id="assumption" for="edge" attr.name="assumption" attr.type="string"/>
<key id="startline" for="edge" attr.name="startline" attr.type="int"/>
<key id="witness-type" for="graph" attr.name="witness-type" attr.type="string"/>
<graph edgedefault="directed">
<data key="witness-type">violation_witness</data>
<node id="A"><data key="entry">true</data></node><node id="B"><data key="violation">true</data></node>
<edge source="A" target="B"><data key="assumption">x == 1 &amp;&amp; y[2] &gt; 0;</data><data key="startline">3</data></edge>
</graph></graphml>
`;
const PROGRAM = `extern void reach_error(void);
int f(int x) { return x + 1; }
int main(void) { int x = 0;
  while (x < 10) { if (x == 3) reach_error(); x = f(x); } }
`;

const lintTask = {
  ...NO_TASK,
  program: new LintProgram({ name: "a.c", text: PROGRAM, sha256: HASH }),
  isStrict: true,
  competition: {
    edition: findEdition(2026),
    category: { kind: "base", name: "unreach-call.Loops", property: "unreach-call" } as const,
  },
};

function lint(text: string, name: string): void {
  const linter = new WitnessLinter(name, lintTask);
  for (let at = 0; at < text.length; at += 700) linter.write(text.slice(at, at + 700));
  const { isValid, findings } = linter.finish();
  expect(isValid || findings.length > 0).toBe(true);
}

const write = (name: string, content: string | Uint8Array): string => {
  mkdirSync(dirname(join(folder, name)), { recursive: true });
  writeFileSync(join(folder, name), content);
  return join(folder, name);
};

for (const name of ["a.yml", "b.yml"])
  write(
    `run/${name}`,
    TASK.replace(/^(input|required).*\n/gm, "")
      .replace("options:", "input_files: a.c\noptions:")
      .replaceAll("../properties/", ""),
  );
for (const name of ["run/a.c", "run/b1.c", "run/x.h", "run/c.h"]) write(name, "int x;\n");
for (const name of ["unreach-call", "termination"]) write(`run/${name}.prp`, PROPERTY);
write("run/loops.set", "*.yml\n");

/** The input of a table, discarded. */
function table(loader: TableLoader): void {
  if (loader.runSets.length === 0) return;
  const data = combineRunSets(loader.runSets, loader.taskTable, false);
  const rows = allRows(data);
  let length = 0;
  for (const piece of writeCsv(data, rows)) length += piece.length;
  expect(length).toBeGreaterThan(0);
  rowsWithDifferences(data);
  const statistics = data.runSets.map((runSet) =>
    runSetStatistics(runSet, rows, { isCorrectOnly: false, withSummary: true }),
  );
  for (const piece of writeLatexStatistics(data, statistics, () => {})) length += piece.length;
  loader.definitionFor(".");
}

function withLoader(use: (loader: TableLoader) => void): void {
  const around = new FileSurroundings([], () => {});
  const loader = new TableLoader(around, {
    allColumns: true,
    correctOnly: false,
    ignoreErroneous: false,
  });
  try {
    use(loader);
    table(loader);
  } finally {
    around.close();
  }
}

/** A well-formed archive; its files may have any content. */
function archive(contents: Readonly<Record<string, string>>): string {
  const path = join(folder, "archive.tar");
  const tar = new TarWriter(path);
  const sums = Object.entries(contents).map(
    ([name, text]) => `${createHash("sha256").update(text).digest("hex")}  ${name}\n`,
  );
  for (const [name, text] of Object.entries(contents)) tar.add(name, Buffer.from(text));
  tar.add("SHA256SUMS", Buffer.from(sums.join("")));
  tar.finish();
  return path;
}

const ARCHIVE = {
  "MANIFEST.json": `{"format":"agon-archive/1","competition":"c","edition":"svcomp-2026","runs":1,"software":{"name":"Agon","version":"1"}}`,
  "results.ndjson": `{"format":"agon-run-result/1","run":"${HASH}","phase":"verification","tool":"t","task":"a.yml#p","property":"p","status":"true","cpuTimeSeconds":1.5,"measurement":"cgroup-v2","host":"h","startedAt":"2026-01-01T00:00:00Z","attempt":1}\n`,
  "witnesses.ndjson": `{"path":"attempts/${HASH.slice(0, 2)}/${HASH}.1/witness.yml","sha256":"${HASH}"}\n`,
  [`witnesses/${HASH.slice(0, 2)}/${HASH}`]: "x",
  "published/scores.json": "{}",
};

const LOCK = `format: agon-competition-lock/1
name: c
edition: svcomp-2026
tasks: {sha256: ${createHash("sha256").update("").digest("hex")}, count: 0}
categories: [{kind: base, name: A, property: unreach-call}]
participants: [{id: x, name: X, tool: t, options: [], version: "1"}]
validators: []
limits:
  verification: &limits {cpuTimeSeconds: 1, memoryBytes: 1, cores: 1}
  violationValidation: *limits
  correctnessValidation: *limits
`;

const ZIP = (() => {
  const writer = new ZipWriter();
  writer.add("b.logfiles/a.log", Buffer.from("a log\n".repeat(50)));
  writer.add("b.logfiles/b.log", Buffer.from(""));
  return writer.bytes();
})();

const bzip2 = spawnSync("bzip2", ["-c"], { input: RESULT("x").repeat(20) });
const hasBzip2 = bzip2.status === 0;

let number = 0;
function fresh(name: string): string {
  const path = join(folder, `${name}-${number++ % 10}`);
  rmSync(path, { recursive: true, force: true });
  mkdirSync(path, { recursive: true });
  return path;
}

const EXAMPLE = join(import.meta.dirname, "../../examples/mini");

const TRIALS: Readonly<Record<string, Trial>> = {
  "task definition": (random) => {
    parseTaskDefinition(damageText(TASK, random), "a.yml");
  },
  "task set": (random) => {
    parseTaskSet(damageText(SET, random));
  },
  property: (random) => {
    parseProperty(damageText(PROPERTY, random), "p.prp");
  },
  "excluded tools": (random) => {
    parseExcludedTools(damageText("a # b\n\nc\n", random), "x.txt");
    parseExcludedTools(damageText("- {tool: a, reason: b}\n- tool: c\n", random), "x.yml");
  },
  "benchmark definition": (random) => {
    const isStrict = random() > 0.7;
    const bytes = Buffer.from(damageText(BENCHMARK, random));
    const file = join(folder, "run", "b.xml");
    const definition = parseBenchmarkDefinition(bytes, file, { isStrict, warnings: [] });
    const variables = new Map<string, string>();
    planBenchmark(definition, { runDefinitions: [], taskSets: [], variables, warn: () => {} });
  },
  "benchmark with damaged tasks": (random) => {
    write("run/a.yml", damageText(TASK.replaceAll("../properties/", ""), random));
    write("run/loops.set", damageText(SET.replace("loops/", ""), random));
    const file = join(folder, "run", "b.xml");
    const definition = parseBenchmarkDefinition(Buffer.from(BENCHMARK), file, {
      isStrict: false,
      warnings: [],
    });
    const variables = new Map<string, string>();
    planBenchmark(definition, {
      runDefinitions: ["r*"],
      taskSets: ["0", "t"],
      variables,
      warn: () => {},
    });
  },
  "tables of result files": (random) => {
    const files = ["x", "true"].map((tool, index) =>
      write(`t${index}.results.xml`, damageText(RESULT(tool), random)),
    );
    withLoader((loader) => {
      for (const file of files) loader.loadFile(file, [], new Set(), undefined);
    });
  },
  "table definition": (random) => {
    write("tables/one.results.xml", RESULT("x"));
    write("tables/two.results.xml", RESULT("y"));
    const file = write("tables/t.xml", damageText(TABLE, random));
    const definition = readTableDefinition(file, () => {});
    withLoader((loader) => loader.loadDefinition(definition, file));
  },
  "competition.yml": (random) => {
    parseCompetition(damageText(COMPETITION, random), "competition.yml");
  },
  "bzip2 bytes": (random) => {
    if (!hasBzip2) return;
    try {
      for (const piece of decodeBzip2(damageBytes(bzip2.stdout, random)))
        expect(piece.length).toBeGreaterThan(0);
    } catch (error) {
      // Readers of files turn it into an InputError.
      if (!(error instanceof Bzip2Error)) throw error;
    }
  },
  "ZIP archive": (random) => {
    const reader = new ZipReader("a.zip", damageBytes(ZIP, random));
    for (const name of reader.names) reader.read(name);
  },
  "archive of a competition": (random) => {
    const files: Record<string, string> = {};
    const names = Object.keys(ARCHIVE);
    const victim = names[Math.floor(random() * names.length)] as string;
    for (const [name, text] of Object.entries(ARCHIVE)) {
      files[name] = name === victim ? damageText(text, random) : text;
    }
    openArchive(archive(files), fresh("opened"));
  },
  "archive, bytes": (random) => {
    const path = archive(ARCHIVE);
    writeFileSync(path, damageBytes(readFileSync(path), random));
    openArchive(path, fresh("opened"));
  },
  "lock file of a spool": (random) => {
    const spool = new Spool(fresh("spool"));
    writeFileSync(spool.path("competition.lock.yml"), damageText(LOCK, random));
    writeFileSync(spool.path("tasks.ndjson"), "");
    writeFileSync(
      spool.path("phases.ndjson"),
      damageText(`{"phase":"training","at":"2026-01-01T00:00:00Z","lock":"${HASH}"}\n`, random),
    );
    readLock(spool);
    readPhases(spool);
  },
  "witness, violation": (random) => {
    const text = damageText(VIOLATION, random);
    lint(text, "w.yml");
    parseWitness(text, "w.yml");
  },
  "witness, correctness": (random) => {
    const text = damageText(CORRECTNESS, random);
    lint(text, "w.yml");
    parseWitness(text, "w.yml");
  },
  "witness, GraphML": (random) => lint(damageText(GRAPHML, random), "w.graphml"),
  "competition with damaged tasks": (random) => {
    const copy = fresh("mini");
    cpSync(EXAMPLE, copy, { recursive: true });
    const victims = [
      "loops.set",
      "loops/sum-first-n.yml",
      "competition.yml",
      "properties/unreach-call.prp",
    ];
    const name = victims[Math.floor(random() * victims.length)] as string;
    const victim = join(copy, name);
    if (existsSync(victim)) writeFileSync(victim, damageText(readFileSync(victim, "utf8"), random));
    resolveCompetition(join(copy, "competition.yml"));
  },
};

testTrials(TRIALS);
