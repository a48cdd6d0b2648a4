/**
 * Time and memory of the C front end for each program of a folder, as a
 * Markdown table on standard output: size, tokens, milliseconds from text to
 * syntax tree and on to automata, and the heap that both occupy. All times are
 * processor time, those of the table in a process that has warmed up; the ten slowest programs, and two
 * generated ones as large as the largest of SV-COMP, are measured once more
 * each in a process of its own, from its start.
 *
 * Ends with exit code 1 when a program gives any diagnostic.
 *
 *     npm run build && node --expose-gc bench/cfront/measure.mjs [FOLDER]
 */
import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { buildCfa } from "../../dist/cfa/index.js";
import { MACHINE_MODELS, parseTranslationUnit } from "../../dist/cfront/index.js";
import { preprocess } from "../../dist/cfront/preprocessor/index.js";
import { deviceDriver, eventConditionAction } from "./synthetic.mjs";

const SLOWEST = 10;
const SCRIPT = fileURLToPath(import.meta.url);

const [first = "../shared/corpus/c", ...rest] = process.argv.slice(2);
if (first === "--one") {
  const [file, model] = rest;
  const { error } = measure(file, model);
  const milliseconds = processorTime();
  const megabytes = process.resourceUsage().maxRSS / 1024;
  console.log(JSON.stringify({ milliseconds, megabytes, error }));
} else {
  report(first);
}

/** CPU time of this process from its start, in milliseconds. */
function processorTime() {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

/** Task definitions name the data model of a program. */
function dataModelOf(file) {
  const task = file.replace(/\.[ci]$/, ".yml");
  const isLp64 = existsSync(task) && /data_model: *['"]?LP64/.test(readFileSync(task, "utf8"));
  return isLp64 ? "LP64" : "ILP32";
}

function measure(file, model) {
  const machine = MACHINE_MODELS[model];
  const text = readFileSync(file, "utf8");
  const start = processorTime();
  const { unit, diagnostics } = parseTranslationUnit(file, text, machine);
  const parsed = processorTime();
  const [fault] = diagnostics;
  if (fault !== undefined) return { file, error: `${fault.line}: ${fault.message}` };
  try {
    const program = buildCfa(unit, machine);
    const built = processorTime();
    return { file, model, text, unit, program, treeTime: parsed - start, cfaTime: built - parsed };
  } catch (error) {
    return { file, error: String(error.message).split("\n")[0] };
  }
}

function report(folder) {
  const names = readdirSync(folder, { recursive: true }).filter((name) => /\.[ci]$/.test(name));
  const rows = [];
  const faults = [];
  for (const name of names.sort()) {
    const file = join(folder, name);
    const model = dataModelOf(file);
    const before = heap();
    const result = measure(file, model);
    if (result.error !== undefined) {
      faults.push(`${name}: ${result.error}`);
      continue;
    }
    const megabytes = (heap() - before) / 2 ** 20;
    const { text, program, treeTime, cfaTime } = result;
    let edges = 0;
    for (const { nodes } of program.functions.values()) {
      for (const { leaving } of nodes) edges += leaving.length;
    }
    const tokens = preprocess(name, text, MACHINE_MODELS[model], []).length;
    rows.push({ name, model, bytes: text.length, tokens, edges, treeTime, cfaTime, megabytes });
  }
  console.log("| program | model | kB | tokens | edges | tree ms | CFA ms | heap MB |");
  console.log("|---|---|--:|--:|--:|--:|--:|--:|");
  for (const row of rows) console.log(formatRow(row));
  const sum = (key) => rows.reduce((total, row) => total + row[key], 0);
  const totals = Object.fromEntries(
    ["bytes", "tokens", "edges", "treeTime", "cfaTime"].map((key) => [key, sum(key)]),
  );
  const megabytes = Math.max(...rows.map((row) => row.megabytes));
  console.log(formatRow({ name: `**${rows.length} programs**`, model: "", ...totals, megabytes }));
  console.log("\nIn the last row, times are sums and the heap is the largest.");

  console.log("\n| slowest | kB | ms from start to CFA | peak memory MB |\n|---|--:|--:|--:|");
  const time = (row) => row.treeTime + row.cfaTime;
  for (const row of rows.toSorted((a, b) => time(b) - time(a)).slice(0, SLOWEST)) {
    reportCold(row.name, join(folder, row.name), row.model);
  }
  reportGenerated();
  console.log(`\n${names.length} programs, ${faults.length} with diagnostics`);
  for (const fault of faults) console.log(`- ${fault}`);
  process.exitCode = faults.length === 0 ? 0 : 1;
}

/** A program in a process of its own. */
function reportCold(name, file, model) {
  const words = [SCRIPT, "--one", file, model];
  const cold = JSON.parse(execFileSync(process.execPath, words, { encoding: "utf8" }));
  if (cold.error !== undefined) throw new Error(`${name}: ${cold.error}`);
  const kilobytes = readFileSync(file).length / 1000;
  const cells = [kilobytes, cold.milliseconds, cold.megabytes].map(Math.round);
  console.log(`| ${[name, ...cells].join(" | ")} |`);
}

function reportGenerated() {
  const folder = mkdtempSync(join(tmpdir(), "agon-bench-"));
  try {
    const programs = [
      ["generated ECA", "ILP32", eventConditionAction(457_000)],
      ["generated driver", "LP64", deviceDriver(2_000_000)],
    ];
    for (const [name, model, text] of programs) {
      const file = join(folder, "program.i");
      writeFileSync(file, text);
      reportCold(name, file, model);
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function heap() {
  globalThis.gc?.();
  return process.memoryUsage().heapUsed;
}

function formatRow({ name, model, bytes, tokens, edges, treeTime, cfaTime, megabytes }) {
  const cells = [bytes / 1000, tokens, edges, treeTime, cfaTime].map(Math.round);
  return `| ${[name, model, ...cells, megabytes.toFixed(1)].join(" | ")} |`;
}
