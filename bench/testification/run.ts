/**
 * Tests and reductions of the violation witnesses that a run of the verifier left in its spool:
 * is the test built, and does it report the violation; is the reduced witness confirmed; does
 * the residual program compile?
 *
 *     npx tsx bench/testification/run.ts SPOOL [CORPUS/c] [--count 10] [--only TEXT]
 *
 * Takes `count` witnesses with the most waypoints of each property first. Exit code 1 when a
 * test does not report the violation, or a reduced witness is not confirmed.
 */
import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { spooledWitnesses } from "../witness-lint/spooled-witnesses.ts";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    count: { type: "string", default: "10" },
    only: { type: "string", default: "" },
    agon: { type: "string", default: join(import.meta.dirname, "../../dist/cli/main.js") },
  },
});
const [spool, corpus = join(import.meta.dirname, "../../../shared/corpus/c")] = positionals;
if (spool === undefined || !existsSync(spool)) {
  console.error("usage: run.ts SPOOL [CORPUS/c]: the spool of a run of the verifier is missing");
  process.exit(3);
}
const folder = mkdtempSync(join(tmpdir(), "agon-testification-"));

function agon(...words: readonly string[]): string {
  const command = ["-n", "10", process.execPath, resolve(values.agon), ...words];
  const { stdout } = spawnSync("nice", command, { encoding: "utf8", timeout: 300_000 });
  return stdout.trim().split("\n").at(-1) ?? "";
}

const waypoints = (path: string): number =>
  existsSync(path) ? (readFileSync(path, "utf8").match(/waypoint:/g) ?? []).length : 0;

const found = spooledWitnesses(resolve(spool), resolve(corpus), "violation")
  .filter(({ name }) => name.includes(values.only))
  .map((each) => ({ ...each, size: waypoints(each.witness) }))
  .sort((a, b) => b.size - a.size);
const chosen = found
  .filter(({ property }, index) => {
    const before = found.slice(0, index).filter((other) => other.property === property);
    return before.length < Number(values.count) / 2;
  })
  .slice(0, Number(values.count));

let bad = 0;
console.log("| witness | test | waypoints | reduced | confirmed | residual program |");
console.log("|---|---|---|---|---|---|");
for (const [index, { name, program, property, dataModel, witness, size }] of chosen.entries()) {
  const task = ["--property", property, "--data-model", dataModel];
  const test = agon("testgen", witness, program, ...task, "-o", join(folder, `test${index}`));
  const [small, residual] = [join(folder, `${index}.yml`), join(folder, `${index}.c`)];
  agon("reduce", witness, program, ...task, "-o", small, "--residual", residual);
  const answer = agon("validate", small, program, ...task, "--time-limit", "90s");
  const model = dataModel === "ILP32" ? "-m32" : "-m64";
  const gcc = spawnSync("gcc", [model, "-w", "-fsyntax-only", residual], { encoding: "utf8" });
  const compiles = gcc.status === 0 ? "compiles" : "does not compile";
  if (test !== "violated always" || !answer.startsWith("FALSE")) bad++;
  console.log(
    `| ${name} | ${test} | ${size} | ${waypoints(small)} | ${answer.startsWith("FALSE") ? "yes" : answer} | ${compiles} |`,
  );
}
if (bad === 0) rmSync(folder, { recursive: true });
else console.log(`files: ${folder}`);
process.exitCode = bad === 0 ? 0 : 1;
