import { expect, test } from "vitest";
import type { RunResult } from "../../ground/model/index.ts";
import { findEdition } from "../scoring/index.ts";
import { planValidation, planVerification } from "./plan.ts";
import type { ResolvedCompetition, ResolvedTask } from "./resolved.ts";

const LIMITS = { cpuTimeSeconds: 10, memoryBytes: 1e9, cores: 1 };

const TASK: ResolvedTask = {
  id: "c/loops/a.yml#unreach-call",
  definitionFile: "c/loops/a.yml",
  property: "unreach-call",
  propertyFile: "c/properties/unreach-call.prp",
  inputFiles: ["c/loops/src/a.c"],
  requiredFiles: ["c/loops/include/a.h"],
  language: "C",
  dataModel: "ILP32",
  expectedVerdict: { kind: "true" },
  categories: ["Loops"],
  files: [
    { path: "c/properties/unreach-call.prp", sha256: "01" },
    { path: "c/loops/src/a.c", sha256: "02" },
    { path: "c/loops/include/a.h", sha256: "03" },
  ],
};

const COMPETITION: ResolvedCompetition = {
  name: "Plan",
  edition: findEdition(2026),
  limits: { verification: LIMITS, violationValidation: LIMITS, correctnessValidation: LIMITS },
  categories: [
    { kind: "base", name: "Loops", property: "unreach-call" },
    { kind: "base", name: "unreach-call.Arrays", property: "unreach-call" },
    { kind: "meta", name: "Overall", children: ["Loops", "unreach-call.Arrays"] },
  ],
  participants: [
    {
      id: "a",
      name: "A",
      tool: "agon-verifier",
      options: ["--x"],
      version: "1",
      categories: ["Overall"],
      optOut: [],
      horsConcours: false,
    },
  ],
  validators: [
    {
      id: "v",
      name: "V",
      tool: "agon-validator",
      options: [],
      version: "1",
      kinds: ["violation", "correctness"],
    },
    { id: "w", name: "W", tool: "agon-validator", options: [], version: "1", kinds: ["violation"] },
  ],
  tasks: [TASK],
  voidTasks: [],
};

const [RUN] = planVerification(COMPETITION).runs;

test("files keep their relative places, without the folders above", () => {
  expect(RUN?.files.map(({ mountPath }) => mountPath)).toEqual([
    "property/unreach-call.prp",
    "task/src/a.c",
    "task/include/a.h",
  ]);
  expect(RUN?.commandLine.slice(0, 5)).toEqual([
    "agon",
    "verify",
    "task/src/a.c",
    "--property",
    "property/unreach-call.prp",
  ]);
});

test("the task definition is not among the files", () => {
  expect(JSON.stringify(RUN)).not.toContain("expected");
  expect(RUN?.files.some(({ path }) => path.endsWith(".yml"))).toBe(false);
});

const idOf = (competition: ResolvedCompetition): string | undefined =>
  planVerification(competition).runs[0]?.id;
const [PARTICIPANT] = COMPETITION.participants;

test.each([
  ["other names", { ...COMPETITION, name: "Other" }, true],
  ["another edition's rules", { ...COMPETITION, edition: 2025 }, true],
  [
    "another verdict",
    { ...COMPETITION, tasks: [{ ...TASK, expectedVerdict: { kind: "false" } }] },
    true,
  ],
  [
    "the same files in another folder",
    {
      ...COMPETITION,
      tasks: [
        {
          ...TASK,
          inputFiles: ["d/src/a.c"],
          requiredFiles: ["d/include/a.h"],
          files: TASK.files.map((file) => ({ ...file, path: file.path.replace("c/loops", "d") })),
        },
      ],
    },
    true,
  ],
  ["a new tool", { ...COMPETITION, participants: [{ ...PARTICIPANT, version: "2" }] }, false],
  ["other options", { ...COMPETITION, participants: [{ ...PARTICIPANT, options: [] }] }, false],
  [
    "another program",
    { ...COMPETITION, tasks: [{ ...TASK, files: [{ path: "c/loops/src/a.c", sha256: "ff" }] }] },
    false,
  ],
  [
    "other limits",
    {
      ...COMPETITION,
      limits: { ...COMPETITION.limits, verification: { ...LIMITS, cpuTimeSeconds: 11 } },
    },
    false,
  ],
] as [string, ResolvedCompetition, boolean][])(
  "%s: the run stays the same: %s",
  (_name, changed, same) => {
    expect(idOf(changed) === idOf(COMPETITION)).toBe(same);
  },
);

test("a tool takes part only in its categories", () => {
  const elsewhere = [{ ...PARTICIPANT, categories: ["unreach-call.Arrays"] }];
  expect(
    planVerification({ ...COMPETITION, participants: elsewhere } as ResolvedCompetition).runs,
  ).toEqual([]);
});

test("a task that a tool does not support is reported, not planned", () => {
  const plan = planVerification({ ...COMPETITION, tasks: [{ ...TASK, language: "Java" }] });
  expect(plan.runs).toEqual([]);
  expect(plan.unsupported).toHaveLength(1);
});

function result(status: string): RunResult {
  return {
    run: RUN?.id ?? "",
    phase: "verification",
    tool: "a",
    task: TASK.id,
    property: "unreach-call",
    status,
    measurement: "cgroup-v2",
    host: "h",
    startedAt: "2026-01-01T00:00:00Z",
    attempt: 1,
    witness: { path: "attempts/x/1/witness.yml", sha256: "aa" },
  };
}

const present = (kind: "violation" | "correctness", version = "2.0") =>
  ({ state: "present", kind, version }) as const;

test.each([
  ["true", present("correctness"), "Loops", ["v"]],
  ["false(unreach-call)", present("violation"), "Loops", ["v", "w"]],
  ["true", present("violation"), "Loops", []],
  ["true", present("correctness", "9.0"), "Loops", []],
  ["true", { state: "missing" }, "Loops", []],
  ["true", { state: "invalid", reason: "x" }, "Loops", []],
  ["unknown", present("correctness"), "Loops", []],
  ["TIMEOUT (true)", present("correctness"), "Loops", []],
  // 2026: correctness results about arrays count without confirmation.
  ["true", present("correctness"), "unreach-call.Arrays", []],
  ["false(unreach-call)", present("violation"), "unreach-call.Arrays", ["v", "w"]],
] as const)(
  "%s with witness %j in %s is validated by %j",
  (status, witness, category, validators) => {
    const task = { ...TASK, categories: [category] };
    const runs = planValidation(COMPETITION, task, result(status), witness);
    expect(runs.map(({ tool }) => tool)).toEqual(validators);
    for (const run of runs) {
      expect(run.validates).toBe(RUN?.id);
      expect(run.files.at(-1)).toEqual({
        path: "attempts/x/1/witness.yml",
        sha256: "aa",
        mountPath: "witness/witness.yml",
      });
    }
  },
);
