/**
 * Writes result files of an imaginary competition, as BenchExec writes them:
 *
 *     npx tsx bench/tables/generate.ts FOLDER [FILES] [RUNS]
 *
 * FILES (30) tools on the same RUNS (10,000) tasks, 20 visible columns and a
 * few hidden ones a run, 168 hosts, bzip2. The same bytes every time.
 */

import { spawnSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { randomFractions } from "../../src/ground/util/pseudo-random.ts";

const [folder, files = "30", runs = "10000"] = process.argv.slice(2);
if (folder === undefined) throw new Error("usage: generate.ts FOLDER [FILES] [RUNS]");

const HOSTS = 168;
const SETS = [
  "loops",
  "heap-data",
  "array-fpi",
  "bitvector",
  "recursive",
  "systemc",
  "product-lines",
];
const STATISTICS = [
  ["iterations", ""],
  ["refinements", ""],
  ["reached-states", ""],
  ["solver-queries", ""],
  ["blkio-read", "B"],
  ["blkio-write", "B"],
] as const;
const TIMES = [
  "parse-time",
  "solver-time",
  "witness-time",
  "pressure-cpu-some",
  "pressure-io-some",
  "pressure-memory-some",
];

const column = (title: string, value: string | number, hidden = false): string =>
  `    <column title="${title}" value="${value}"${hidden ? ' hidden="true"' : ""}/>\n`;

function* resultFile(tool: number): Generator<string> {
  const random = randomFractions(tool + 1);
  const pick = <T>(words: readonly T[]): T => words[Math.floor(random() * words.length)] as T;
  yield `<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE result
  PUBLIC '+//IDN sosy-lab.org//DTD BenchExec result 3.12//EN'
  'https://www.sosy-lab.org/benchexec/result-3.12.dtd'>
<result benchmarkname="tool${tool}" date="2025-11-21 18:00:00 CET" starttime="2025-11-21T18:00:00+01:00" tool="Tool ${tool}" version="1.${tool}" toolmodule="benchexec.tools.dummy" generator="BenchExec 3.28" memlimit="15000000000B" timelimit="900s" cpuCores="4" options="--svcomp26" name="SV-COMP26_unreach-call" endtime="2025-11-22T18:00:00+01:00">
  <columns>
    <column title="status"/>
    <column title="cputime"/>
    <column title="walltime"/>
  </columns>
`;
  for (let host = 0; host < HOSTS; host++) {
    yield `  <systeminfo hostname="apollon${String(host).padStart(3, "0")}">
    <os name="Linux-6.8.0-48-generic-x86_64-with-glibc2.39"/>
    <cpu model="Intel Xeon E3-1230 v5 @ 3.40 GHz" cores="8" frequency="3800000000Hz" turboboostActive="false"/>
    <ram size="33546305536B"/>
    <environment/>
  </systeminfo>
`;
  }
  for (let task = 0; task < Number(runs); task++) {
    const isTrue = (task * 2654435761) % 100 < 60;
    const answer = random();
    const solved = answer < 0.62;
    const status = solved
      ? isTrue
        ? "true"
        : "false(unreach-call)"
      : answer < 0.63
        ? isTrue
          ? "false(unreach-call)"
          : "true"
        : pick(["unknown", "TIMEOUT", "TIMEOUT", "OUT OF MEMORY", "ERROR (1)"]);
    const category = solved
      ? "correct"
      : answer < 0.63
        ? "wrong"
        : status === "unknown"
          ? "unknown"
          : "error";
    const cpu = status === "TIMEOUT" ? 900 + random() * 2 : 0.1 + 899 * random() ** 4;
    const name = `../sv-benchmarks/c/${SETS[task % SETS.length]}/task_${String(task).padStart(5, "0")}`;
    let text = `  <run name="${name}.yml" files="[${name}.i]" properties="unreach-call" propertyFile="../sv-benchmarks/c/properties/unreach-call.prp" expectedVerdict="${isTrue}">\n`;
    text += column("cpuenergy", `${(cpu * 11 + random()).toFixed(6)}J`);
    text += column("cputime", `${cpu}s`);
    text += column("host", `apollon${String(Math.floor(random() * HOSTS)).padStart(3, "0")}`);
    for (const [title, unit] of STATISTICS) {
      text += column(
        title,
        `${Math.floor(cpu * 37 * (1 + STATISTICS.length * random() ** 3))}${unit}`,
      );
    }
    text += column("memory", `${Math.floor((4e7 + cpu * 4e6 * random()) / 4096) * 4096}B`);
    text += column("phase", pick(["parsing", "abstraction", "refinement", "done"]));
    for (const title of TIMES) text += column(title, `${(cpu * random() * 0.1).toFixed(3)}s`);
    text += column("status", status);
    text += column("walltime", `${cpu * (0.3 + 0.7 * random())}s`);
    text += column("witnesslint-result", solved ? "true" : "");
    text += column("category", category, true);
    text += column("cpuCores", "0,4,1,5", true);
    text += column("memoryNodes", "0", true);
    text += column("returnvalue", 0, true);
    text += column(
      "starttime",
      `2025-11-21T18:${String(task % 60).padStart(2, "0")}:07.123456+01:00`,
      true,
    );
    yield `${text}  </run>\n`;
  }
  yield `  <column title="cputime" value="123456.789s"/>\n  <column title="walltime" value="3456.7s"/>\n</result>\n`;
}

mkdirSync(folder, { recursive: true });
for (let tool = 0; tool < Number(files); tool++) {
  const text = [...resultFile(tool)].join("");
  const packed = spawnSync("bzip2", ["-c"], { input: text, maxBuffer: 2 ** 30 });
  if (packed.error !== undefined) throw packed.error;
  const name = `tool${tool}.2025-11-21_18-00-00.results.SV-COMP26_unreach-call.xml.bz2`;
  writeFileSync(join(folder, name), packed.stdout);
  console.log(name, text.length, packed.stdout.length);
}
