/** A finished competition in a spool, without running anything. */
import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sha256 } from "../../src/ground/files/index.ts";
import type { FileReference, RunResult, RunSpecification } from "../../src/ground/model/index.ts";
import { writeLock } from "../../src/organiser/competition/lock-file.ts";
import { planValidation, planVerification } from "../../src/organiser/competition/plan.ts";
import type {
  ResolvedCompetition,
  ResolvedParticipant,
  ResolvedTask,
} from "../../src/organiser/competition/resolved.ts";
import { witnessFacts } from "../../src/organiser/competition/witness-facts.ts";
import { Spool } from "../../src/organiser/execution/index.ts";
import { formatRunResult } from "../../src/organiser/results/index.ts";
import { findEdition } from "../../src/organiser/scoring/index.ts";

/** The stored data of one task. */
export interface StoredTask {
  readonly name: string;
  readonly expected: boolean;
  /** Answers by participant id. */
  readonly answers: Readonly<Record<string, StoredAnswer>>;
}

export interface StoredAnswer {
  readonly status: string;
  /** Text of the witness file. */
  readonly witness?: string;
  readonly validator?: string;
  readonly output?: string;
}

const LIMITS = { cpuTimeSeconds: 10, memoryBytes: 1e9, cores: 1 };

function participant(id: string): ResolvedParticipant {
  return {
    id,
    name: `Tool ${id}`,
    tool: "agon-verifier",
    options: [],
    version: "1.0",
    categories: ["Main", "Overall"],
    optOut: [],
    horsConcours: false,
  };
}

function resolvedTask({ name, expected }: StoredTask): ResolvedTask {
  return {
    id: `${name}.yml#unreach-call`,
    definitionFile: `${name}.yml`,
    property: "unreach-call",
    propertyFile: "unreach-call.prp",
    inputFiles: [`${name}.c`],
    requiredFiles: [],
    language: "C",
    dataModel: "ILP32",
    expectedVerdict: { kind: expected ? "true" : "false" },
    categories: ["Main"],
    files: [
      { path: "unreach-call.prp", sha256: sha256("p") },
      { path: `${name}.c`, sha256: sha256(name) },
    ],
  };
}

/** Writes the competition, by the rules of 2026 unless `change` replaces them. */
export function storeCompetition(
  tasks: readonly StoredTask[],
  change: Partial<ResolvedCompetition> = {},
): { readonly spool: Spool; readonly competition: ResolvedCompetition } {
  const spool = new Spool(mkdtempSync(join(tmpdir(), "agon-stored-")));
  spool.create();
  const tools = [...new Set(tasks.flatMap(({ answers }) => Object.keys(answers)))];
  const competition: ResolvedCompetition = {
    name: "Stored cup",
    edition: findEdition(2026),
    limits: { verification: LIMITS, violationValidation: LIMITS, correctnessValidation: LIMITS },
    categories: [
      { kind: "base", name: "Main", property: "unreach-call" },
      { kind: "meta", name: "Overall", children: ["Main"] },
    ],
    participants: tools.map(participant),
    validators: [
      {
        id: "val",
        name: "Validator",
        tool: "agon-validator",
        options: [],
        version: "1.0",
        kinds: ["violation", "correctness"],
      },
    ],
    tasks: tasks.map(resolvedTask),
    voidTasks: [],
    ...change,
  };
  writeLock(spool, competition);
  for (const specification of planVerification(competition).runs) {
    const index = competition.tasks.findIndex(({ id }) => id === specification.task);
    const answer = tasks[index]?.answers[specification.tool];
    if (answer === undefined) continue;
    const result = storeResult(spool, specification, answer);
    const task = competition.tasks[index] as ResolvedTask;
    if (answer.validator === undefined) continue;
    const witness = witnessFacts(spool, result, competition.edition);
    for (const run of planValidation(competition, task, result, witness)) {
      storeResult(spool, run, { status: answer.validator, output: `VERDICT ${answer.validator}` });
    }
  }
  return { spool, competition };
}

function storeResult(spool: Spool, run: RunSpecification, answer: StoredAnswer): RunResult {
  const folder = `attempts/${run.id.slice(0, 2)}/${run.id}.1`;
  mkdirSync(spool.path(folder), { recursive: true });
  const store = (name: string, text: string): FileReference => {
    writeFileSync(spool.path(folder, name), text);
    return { path: `${folder}/${name}`, sha256: sha256(text) };
  };
  const log = store("output.log", `working\n${answer.output ?? answer.status}\n\n`);
  const result: RunResult = {
    run: run.id,
    phase: run.phase,
    tool: run.tool,
    task: run.task,
    property: run.property,
    ...(run.validates === undefined ? {} : { validates: run.validates }),
    status: answer.status,
    exitCode: 0,
    cpuTimeSeconds: 1.5,
    wallTimeSeconds: 1.75,
    memoryBytes: 1e6,
    measurement: "cgroup-v2",
    host: "host-1",
    startedAt: "2026-01-01T00:00:00.000Z",
    attempt: 1,
    log,
    ...(answer.witness === undefined ? {} : { witness: store("witness.yml", answer.witness) }),
  };
  writeFileSync(spool.path("results", `${run.id}.json`), formatRunResult(result));
  return result;
}

/** A witness file of format 2.x with only its identification, or GraphML for 1.0. */
export function witnessText(kind: "violation" | "correctness", version: string): string {
  if (version === "1.0") {
    return `<?xml version="1.0"?>
<graphml><graph><data key="witness-type">${kind}_witness</data></graph></graphml>
`;
  }
  const content =
    kind === "correctness"
      ? "  content: []\n"
      : `  content:
  - segment:
    - waypoint:
        type: target
        action: follow
        location: { file_name: a.c, line: 1 }
`;
  return `- entry_type: ${kind === "violation" ? "violation_sequence" : "invariant_set"}
  metadata: { format_version: "${version}" }
${content}`;
}
