/**
 * Executes the concurrent tasks of a corpus under random schedules:
 * `npx tsx bench/concurrency/falsify.ts CORPUS SECONDS [FILTER]`. Prints a line per task
 * and a summary: violations found, wrong ones, outcomes that end the search.
 */
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { compileProgram, RandomScheduler } from "../../src/contestant/interpreter/index.ts";
import { loadProgram } from "../../src/contestant/program/load-program.ts";
import {
  constantsOf,
  PROFILES,
  RandomInputs,
} from "../../src/contestant/techniques/search/random-inputs.ts";

const [corpus = "../shared/corpus/c", seconds = "2", filter = ""] = process.argv.slice(2);
const SETS = [
  ["ConcurrencySafety-Main", "unreach-call"],
  ["NoDataRace-Main", "no-data-race"],
] as const;

for (const [set, property] of SETS) {
  const counts = { found: 0, missed: 0, wrong: 0, quiet: 0 };
  const patterns = readFileSync(join(corpus, `${set}.set`), "utf8").split("\n");
  const files = patterns
    .filter((line) => /^[^#\s]/.test(line))
    .map((p) => join(corpus, p.trim()))
    .filter(existsSync);
  for (const file of files.filter((name) => name.includes(filter))) {
    const task = readFileSync(file, "utf8");
    const expected = new RegExp(`${property}\\.prp\\s+expected_verdict: (\\w+)`).exec(task)?.[1];
    const input = /input_files: *['"]?([^'"\n]+)/.exec(task)?.[1] ?? "";
    const model = /ILP32/.test(task) ? "ILP32" : "LP64";
    const path = join(dirname(file), input);
    if (!existsSync(path)) continue;
    const { program } = loadProgram(input, readFileSync(path, "utf8"), model);
    const isRace = property === "no-data-race";
    const compiled = compileProgram(program, {
      errorFunctions: new Set(isRace ? [] : ["reach_error"]),
      overflow: "wrap",
      detectsRaces: isRace,
      maxSteps: 2_000_000,
    });
    const constants = constantsOf(program);
    const outcomes = new Map<string, number>();
    const start = process.cpuUsage();
    const used = (): number => {
      const { user, system } = process.cpuUsage(start);
      return (user + system) / 1e6;
    };
    let found = false;
    let runs = 0;
    let steps = 0;
    while (used() < Number(seconds) && !found) {
      const profile = PROFILES[runs % PROFILES.length] as (typeof PROFILES)[number];
      const outcome = compiled.run(
        new RandomInputs(runs, constants, profile),
        new RandomScheduler(runs),
      );
      runs++;
      steps += compiled.steps;
      const detail =
        outcome.kind === "unsupported"
          ? outcome.reason
          : outcome.kind === "undefined-behaviour"
            ? `${outcome.behaviour} ${outcome.paragraph}`
            : outcome.kind === "limit"
              ? outcome.what
              : "";
      const name = `${outcome.kind} ${detail}`.trim();
      outcomes.set(name, (outcomes.get(name) ?? 0) + 1);
      found = outcome.kind === (isRace ? "data-race" : "error-reached");
    }
    const verdict = found
      ? expected === "false"
        ? "found"
        : "wrong"
      : expected === "false"
        ? "missed"
        : "quiet";
    counts[verdict]++;
    const rate = (steps / used() / 1e6).toFixed(1);
    console.log(
      `${verdict.padEnd(7)} ${property} ${file.slice(corpus.length + 1)} ${runs} runs, ${rate} M edges/s: ${[...outcomes].map(([k, n]) => `${k} ${n}`).join(", ")}`,
    );
  }
  console.log(`${set}: ${JSON.stringify(counts)}`);
}
