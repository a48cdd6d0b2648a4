/** A competition of any size as a site: seeded, in SV-COMP's proportions. */

import type { BaseCategory, Category, ResultCategory } from "../../src/ground/model/index.ts";
import { randomFractions } from "../../src/ground/util/pseudo-random.ts";
import { type Check, categoryPart, type PartRun } from "../../src/organiser/explorer/index.ts";
import {
  type CategoryTask,
  computeStandings,
  findEdition,
  type JudgedRun,
  pointsOf,
} from "../../src/organiser/scoring/index.ts";
import { type SiteData, writeSite } from "../../src/organiser/site/index.ts";

const [folder = "", taskText = "36402", toolText = "40", seedText = "1"] = process.argv.slice(2);
const [TASKS, TOOLS] = [Number(taskText), Number(toolText)];
const BASES = 40;
const edition = findEdition(2025);

let random = randomFractions(Number(seedText));

const tools = Array.from({ length: TOOLS }, (_, index) => ({
  id: `tool-${index + 1}`,
  name: `Verifier ${index + 1}`,
  version: `${1 + (index % 7)}.${index % 10}`,
}));
const bases = Array.from(
  { length: BASES },
  (_, index): BaseCategory => ({
    kind: "base",
    name: `C.unreach-call.Group-${index + 1}`,
    property: "unreach-call",
  }),
);
const categories: readonly Category[] = [
  ...bases,
  {
    kind: "meta",
    name: "C.ReachSafety",
    children: bases.slice(0, BASES / 2).map(({ name }) => name),
  },
  {
    kind: "meta",
    name: "C.SoftwareSystems",
    children: bases.slice(BASES / 2).map(({ name }) => name),
  },
  { kind: "meta", name: "C.Overall", children: ["C.ReachSafety", "C.SoftwareSystems"] },
];
/** Some categories are much larger than others. */
const shares = bases.map((_, index) => 1 / (index + 2));
const total = shares.reduce((sum, share) => sum + share, 0);
const sizes = shares.map((share) => Math.floor((share / total) * TASKS));
sizes[0] = (sizes[0] ?? 0) + TASKS - sizes.reduce((sum, size) => sum + size, 0);

const tasks = new Map<string, CategoryTask[]>();
for (const [index, { name }] of bases.entries()) {
  tasks.set(
    name,
    Array.from({ length: sizes[index] ?? 0 }, (_, task) => ({
      task: `group-${index + 1}/program_${task}_${Math.floor(random() * 1e6)}.yml#unreach-call`,
      expectedVerdict: { kind: random() < 0.6 ? "true" : "false" } as const,
    })),
  );
}

const ERRORS = [
  "TIMEOUT",
  "TIMEOUT",
  "TIMEOUT",
  "OUT OF MEMORY",
  "ERROR (1)",
  "SEGMENTATION FAULT",
  "ERROR (recursion)",
];

/**
 * Answers of eight validators: the harder a witness, the fewer confirm it, and rarely one fails
 * randomly.
 */
function checksOf(kind: "correctness" | "violation", status: string): readonly Check[] {
  const difficulty = random();
  return Array.from({ length: 8 }, (_, validator) => ({
    tool: `validator-${validator + 1}`,
    phase: `${kind}-validation` as const,
    status:
      random() < 0.02
        ? "ERROR (1)"
        : difficulty < (validator + 3) / 11
          ? status
          : (["TIMEOUT", "unknown", "OUT OF MEMORY"][validator % 3] as string),
  }));
}

function run(tool: number, category: string, task: CategoryTask, strength: number): PartRun {
  const draw = random();
  const expected = task.expectedVerdict?.kind ?? "true";
  let status: string;
  let resultCategory: ResultCategory;
  if (draw < strength) {
    status = expected === "true" ? "true" : "false(unreach-call)";
    resultCategory = random() < 0.94 ? "correct" : "correct-unconfirmed";
  } else if (draw < strength + 0.002) {
    status = expected === "true" ? "false(unreach-call)" : "true";
    resultCategory = "wrong";
  } else if (draw < strength + 0.15) {
    status = "unknown";
    resultCategory = "unknown";
  } else {
    status = ERRORS[Math.floor(random() * ERRORS.length)] as string;
    resultCategory = "error";
  }
  const hasWitness = /^(true|false)/.test(status);
  const kind = status === "true" ? "correctness" : "violation";
  const isTimeout = status === "TIMEOUT";
  const cpu = isTimeout ? 900 + random() * 20 : Math.min(899, Math.exp(random() * 7 - 1));
  return {
    tool: `tool-${tool + 1}`,
    category,
    task: task.task,
    status,
    resultCategory,
    points: pointsOf(status, resultCategory, edition.scoring),
    cpuTimeSeconds: Math.round(cpu * 1e9) / 1e9,
    wallTimeSeconds: Math.round(cpu * (0.3 + random() * 0.7) * 1e6) / 1e6,
    memoryBytes: 4096 * Math.floor(5000 + random() * 500_000),
    verificationStatus: status,
    witnessFacts: hasWitness ? { state: "present", kind, version: "2.0" } : { state: "missing" },
    checks: hasWitness ? checksOf(kind, status) : [],
  };
}

/** The same runs for every request: they are generated again, not stored. */
function runsOf(index: number): PartRun[] {
  random = randomFractions(Number(seedText) * 1000 + index);
  const { name } = bases[index] as BaseCategory;
  return Array.from({ length: TOOLS }, (_, tool) =>
    (tasks.get(name) ?? []).map((task) =>
      run(tool, name, task, 0.35 + (0.4 * ((tool * 7) % TOOLS)) / TOOLS),
    ),
  ).flat();
}

function* allRuns(): Generator<JudgedRun> {
  for (const index of bases.keys()) yield* runsOf(index);
}

const data: SiteData = {
  title: `Generated competition, ${TASKS} × ${TOOLS}`,
  edition,
  facts: [["Source", `generated, seed ${seedText}`]],
  tools,
  validators: Array.from({ length: 8 }, (_, index) => ({
    id: `validator-${index + 1}`,
    name: `Validator ${index + 1}`,
  })),
  participations: [],
  categories,
  standings: computeStandings({
    edition,
    categories,
    tools,
    participations: [],
    tasks,
    runs: allRuns(),
  }),
  parts: (function* () {
    for (const [index, { name }] of bases.entries()) {
      const partTasks = (tasks.get(name) ?? []).map(({ task, expectedVerdict }) => ({
        id: task,
        expected: expectedVerdict?.kind ?? "true",
      }));
      yield {
        part: categoryPart(
          name,
          partTasks,
          tools.map(({ id }) => id),
          runsOf(index),
        ),
        details: () => [],
      };
    }
  })(),
  limits: { cpuTimeSeconds: 900, memoryBytes: 15e9 },
};
const started = performance.now();
const { files } = await writeSite(folder, data);
const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
console.log(
  `${TASKS * TOOLS} runs: ${files.length} files, ${(bytes / 1e6).toFixed(1)} MB, written in ${((performance.now() - started) / 1000).toFixed(1)} s`,
);
