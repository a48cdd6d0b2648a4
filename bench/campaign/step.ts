/**
 * One process of the campaign: `step.ts FOLDER STOP_AT` resolves the
 * definition, plans or resumes, and records results until there are STOP_AT.
 */
import { createHash } from "node:crypto";
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { type Driver, resolveCompetition, runCompetition } from "../../src/competition/index.ts";
import { Spool } from "../../src/execution/index.ts";
import type { RunResult, RunSpecification } from "../../src/model/index.ts";
import { defined } from "../../src/util/defined.ts";
import { witnessOf } from "./witness-sizes.ts";

/** Results that are recorded at a time. */
const CHUNK = 10_000;

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
          results.push(inventedResult(run, spool, hasValidators));
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

/** A witness is a file of its own, since the coordinator looks into it. */
function inventedWitness(id: string, spool: Spool): Pick<RunResult, "status" | "witness"> {
  const path = `attempts/${id.slice(0, 2)}/${id}.1/witness.yml`;
  const witness = witnessOf(id);
  mkdirSync(dirname(spool.path(path)), { recursive: true });
  writeFileSync(spool.path(path), witness);
  const sha256 = createHash("sha256").update(witness).digest("hex");
  return { status: "true", witness: { path, sha256 } };
}

/** In proportions like those of SV-COMP: three of five runs answer, validators confirm three of four witnesses. */
function inventedAnswer(
  id: string,
  phase: RunResult["phase"],
  spool: Spool,
): Pick<RunResult, "status" | "witness"> {
  const draw = Number.parseInt(id.slice(-4), 16) / 65536;
  if (phase !== "verification") return { status: draw < 0.75 ? "true" : "unknown" };
  return draw < 0.6 ? inventedWitness(id, spool) : { status: draw < 0.8 ? "TIMEOUT" : "unknown" };
}

function inventedResult(
  { id, phase, tool, task, property, validates }: RunSpecification,
  spool: Spool,
  hasValidators: boolean,
): RunResult {
  return {
    run: id,
    phase,
    tool,
    task,
    property,
    ...(hasValidators ? inventedAnswer(id, phase, spool) : { status: "unknown" }),
    ...defined({ validates }),
    exitCode: 0,
    cpuTimeSeconds: 123.456789,
    wallTimeSeconds: 98.7654321,
    memoryBytes: 1_234_567_890,
    usage: {
      cpuUserSeconds: 120.123,
      cpuSystemSeconds: 3.333789,
      readBytes: 123_456_789,
      writtenBytes: 12_345_678,
    },
    measurement: "cgroup-v2",
    isolation: "bubblewrap",
    host: "node-001",
    startedAt: "2026-01-01T00:00:00.000Z",
    attempt: 1,
    log: { path: `attempts/${id.slice(0, 2)}/${id}.1/output.log`, sha256: id },
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
