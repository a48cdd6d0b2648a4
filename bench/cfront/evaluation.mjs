/**
 * Whether everything that C evaluates is evaluated, for every program of a
 * folder: tokens by their use, for all programs together, and each token that no edge refers to and
 * no rule explains. Ends with exit code 1 when there is one.
 *
 *     npm run build && node bench/cfront/evaluation.mjs [FOLDER]
 */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { auditTokens, buildCfa, EvaluationRecord } from "../../dist/cfa/index.js";
import { MACHINE_MODELS, parseTranslationUnit } from "../../dist/cfront/index.js";

const [folder = "../shared/corpus/c"] = process.argv.slice(2);
const files = readdirSync(folder, { recursive: true })
  .map((file) => join(folder, file))
  .filter((file) => /\.[ci]$/.test(file))
  .sort();
const totals = new Map();
let [programs, faulty] = [0, 0];
for (const file of files) {
  const machine = MACHINE_MODELS[dataModelOf(file)];
  const { unit, diagnostics } = parseTranslationUnit(file, readFileSync(file, "utf8"), machine);
  if (diagnostics.length > 0 || unit.functions.get("main")?.definition === undefined) {
    console.log(`${file}: ${diagnostics[0]?.message ?? "no main"}`);
    continue;
  }
  const record = new EvaluationRecord();
  const program = buildCfa(unit, machine, { record });
  const { counts, faults } = auditTokens(unit, machine, program, record);
  programs++;
  for (const [what, count] of counts) totals.set(what, (totals.get(what) ?? 0) + count);
  for (const { token, fault } of faults) {
    console.log(`${file}:${lineOf(unit.text, token.start)}: '${token.text}': ${fault}`);
    faulty++;
  }
}
console.log(`\n${programs} programs\n\n| tokens | |\n|--:|---|`);
for (const [what, count] of [...totals].sort((a, b) => b[1] - a[1])) {
  console.log(`| ${count.toLocaleString("en")} | ${what} |`);
}
console.log(`\n${faulty} tokens without explanation`);
process.exitCode = faulty > 0 ? 1 : 0;

/** Task definitions name the data model of a program. */
function dataModelOf(file) {
  const task = file.replace(/\.[ci]$/, ".yml");
  const isLp64 = existsSync(task) && /data_model: *['"]?LP64/.test(readFileSync(task, "utf8"));
  return isLp64 ? "LP64" : "ILP32";
}

function lineOf(text, offset) {
  return text.slice(0, offset).split("\n").length;
}
