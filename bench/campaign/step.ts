/**
 * One process of the campaign: `step.ts FOLDER STOP_AT` resolves the
 * definition, plans or resumes, and records results until there are STOP_AT.
 */
import { join } from "node:path";
import type { RunResult } from "../../src/ground/model/index.ts";
import {
  type Driver,
  resolveCompetition,
  runCompetition,
} from "../../src/organiser/competition/index.ts";
import { Spool } from "../../src/organiser/execution/index.ts";
import { inventedAnswer, inventedResult, inventedWitness } from "./invented-results.ts";

/** Results that are recorded at a time. */
const CHUNK = 10_000;
const UNKNOWN = { status: "unknown" };

const [folder = "", stopAt = "0"] = process.argv.slice(2);
let last = performance.now();

function report(what: string): void {
  const now = performance.now();
  const { maxRSS, userCPUTime, systemCPUTime } = process.resourceUsage();
  console.log(
    `${what.padEnd(40)} ${((now - last) / 1000).toFixed(1).padStart(7)} s, ` +
      `CPU so far ${(userCPUTime / 1e6).toFixed(1)} s user, ${(systemCPUTime / 1e6).toFixed(1)} s system, peak ${(maxRSS / 1024).toFixed(0)} MiB`,
  );
  last = performance.now();
}

/** Executes nothing: every run ends at once with an invented result. */
function noOpDriver(spool: Spool, stop: number, hasValidators: boolean): Driver {
  return {
    description: { summary: ["nothing is executed"], advice: [] },
    execute: async (work, signal) => {
      for (let recorded = 0; recorded < stop; ) {
        signal.throwIfAborted();
        const results: RunResult[] = [];
        while (results.length < CHUNK) {
          const run = work.take();
          if (run === undefined) break;
          work.started(run);
          results.push(
            inventedResult(
              run,
              hasValidators ? inventedAnswer(run, (id) => inventedWitness(id, spool)) : UNKNOWN,
            ),
          );
        }
        if (results.length === 0) return;
        spool.record(results);
        for (const result of results) work.put(work.finished(result));
        recorded += results.length;
        await new Promise((resolve) => setImmediate(resolve));
      }
      if (stop > 0) {
        report("recorded half");
        process.send?.("stopped");
        await new Promise((resolve) => setTimeout(resolve, 60_000));
      }
    },
  };
}

const resolution = resolveCompetition(join(folder, "competition.yml"));
report("definition, tasks and tools resolved");
await runCompetition(resolution, new Spool(join(folder, "spool")), {
  driver: ({ competition }, spool) =>
    noOpDriver(spool, Number(stopAt), competition.validators.length > 0),
  requireSandbox: false,
  update: true,
  signal: new AbortController().signal,
  onEvent: (event) => {
    if (event.kind !== "begin") return;
    const known = event.verificationRuns + event.knownValidationRuns;
    report(`${known} runs known, ${event.resumedResults} done`);
  },
});
report("ended");
