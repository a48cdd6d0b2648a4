/** Synthetic results, which no tool has computed. */
import { createHash } from "node:crypto";
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import type { RunResult, RunSpecification } from "../../src/ground/model/index.ts";
import { defined } from "../../src/ground/util/defined.ts";
import type { Spool } from "../../src/organiser/execution/index.ts";
import { witnessOf } from "./witness-sizes.ts";

type Answer = Pick<RunResult, "status" | "witness">;

export function witnessPath(id: string): string {
  return `attempts/${id.slice(0, 2)}/${id}.1/witness.yml`;
}

/** A witness is a file of its own, since the coordinator reads it. */
export function inventedWitness(id: string, spool: Spool): Answer {
  const path = witnessPath(id);
  const witness = witnessOf(id);
  mkdirSync(dirname(spool.path(path)), { recursive: true });
  writeFileSync(spool.path(path), witness);
  const sha256 = createHash("sha256").update(witness).digest("hex");
  return { status: "true", witness: { path, sha256 } };
}

/** In proportions like those of SV-COMP: three of five runs answer, validators confirm three of four witnesses. */
export function inventedAnswer(
  { id, phase }: Pick<RunSpecification, "id" | "phase">,
  answerWith: (id: string) => Answer,
): Answer {
  const draw = Number.parseInt(id.slice(-4), 16) / 65536;
  if (phase !== "verification") return { status: draw < 0.75 ? "true" : "unknown" };
  return draw < 0.6 ? answerWith(id) : { status: draw < 0.8 ? "TIMEOUT" : "unknown" };
}

export function inventedResult(
  {
    id,
    phase,
    tool,
    task,
    property,
    validates,
  }: Pick<RunSpecification, "id" | "phase" | "tool" | "task" | "property" | "validates">,
  answer: Answer,
): RunResult {
  return {
    run: id,
    phase,
    tool,
    task,
    property,
    ...answer,
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
