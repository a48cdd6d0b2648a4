/**
 * A small competition as the data of a site, with something in every field: the
 * `Required` types make the compiler demand new fields.
 */

import type { AutomatonBlock, AutomatonStatement, Category } from "../../src/ground/model/index.ts";
import {
  categoryPart,
  type ExecutionDetails,
  type InvariantDetails,
  type LogDetails,
  type PartRun,
  type PartTask,
  type RunDetails,
  type SiteTool,
  type ValidationDetails,
  type WaypointDetails,
  type WitnessDetails,
} from "../../src/organiser/explorer/index.ts";
import { computeStandings, findEdition } from "../../src/organiser/scoring/index.ts";
import type { SiteData } from "../../src/organiser/site/index.ts";

const edition = findEdition(2026);

/** Two tools, two tasks; `mark` is contained in every text from outside. */
export function sampleSite(mark = ""): SiteData {
  const category = `C.no-overflow.Main${mark}`;
  const categories: readonly Category[] = [
    { kind: "base", name: category, property: `no-overflow${mark}` },
    { kind: "meta", name: `C.Overall${mark}`, children: [category] },
  ];
  const [first, second] = ["a", "b"].map(
    (id, look): SiteTool => ({
      id: `${id}${mark}`,
      name: `Tool ${id}${mark}`,
      version: `1${mark}`,
      module: `module${mark}`,
      options: [`--option${mark}`],
      facts: [
        [`Archive${mark}`, `text${mark}`, `https://example.org/${mark}`],
        ["Project", "text", mark === "" ? "https://example.org/" : mark],
      ] as const,
      techniques: [`technique${mark}`],
      frameworks: [`framework${mark}`],
      look,
      logArchives: [`logs/${id}.zip`],
    }),
  ) as unknown as readonly [SiteTool, SiteTool];
  const full: Required<SiteTool> = {
    ...(second as Required<SiteTool>),
    horsConcours: true,
    exclusion: `exclusion${mark}`,
  };
  const tools: readonly SiteTool[] = [first, full];
  const tasks: readonly Required<PartTask>[] = [1, 2].map((number) => ({
    id: `t/${number}${mark}.yml#no-overflow`,
    expected: number === 1 ? "true" : `false(${mark})`,
    voidReason: `void${mark}`,
  }));
  const runs = tools.flatMap((tool) =>
    tasks.map(
      (task, index): Required<PartRun> => ({
        tool: tool.id,
        category,
        task: task.id,
        status: `ERROR (${mark})`,
        resultCategory: "error",
        points: 0,
        cpuTimeSeconds: 1.5,
        wallTimeSeconds: 1.5,
        memoryBytes: 1e6,
        cpuEnergyJoules: 2,
        verificationStatus: `false(${mark})`,
        witnessFacts:
          index === 0
            ? { state: "invalid", reason: `reason${mark}` }
            : { state: "present", kind: "correctness", version: `2.0${mark}` },
        checks: [{ tool: `v${mark}`, phase: "violation-validation", status: `answer${mark}` }],
      }),
    ),
  );
  const standings = computeStandings({
    edition,
    categories,
    tools,
    participations: [],
    tasks: new Map([
      [category, tasks.map(({ id }) => ({ task: id, expectedVerdict: { kind: "true" as const } }))],
    ]),
    runs,
  });
  const part = categoryPart(
    category,
    tasks,
    tools.map(({ id }) => id),
    runs,
  );
  const log: Required<LogDetails> = {
    path: `${mark}log.txt`,
    excerpt: `output${mark}`,
    bytes: 6,
    omittedBytes: 1,
  };
  // Agon's own texts are a few fixed words; a changed file may have others.
  const odd = (text: string): never => `${text}${mark}` as never;
  const execution: Required<ExecutionDetails> = {
    run: `run${mark}`,
    exitCode: 1,
    signal: 9,
    terminationReason: odd("memory"),
    cpuTimeSeconds: 1.5,
    wallTimeSeconds: 1.5,
    memoryBytes: 1e6,
    usage: { cpuUserSeconds: 1, [`figure${mark}`]: 1 },
    disturbances: { throttleCount: 1, [`trouble${mark}`]: 1 },
    samples: { seconds: [0, 1], cpuSeconds: [0, 1], memoryBytes: [0, 1] },
    measurement: odd("cgroup-v2"),
    isolation: odd("none"),
    host: `host${mark}`,
    startedAt: `2026-01-01${mark}`,
    attempt: 1,
    commandLine: [`word${mark}`],
    log,
  };
  const validation: Required<ValidationDetails> = {
    ...execution,
    tool: `v${mark}`,
    phase: "violation-validation",
    status: `answer${mark}`,
  };
  const place = { file: `p${mark}.c`, line: 1, column: 1 };
  const waypoint: Required<WaypointDetails> = {
    ...place,
    segment: 1,
    action: "follow",
    type: `assumption${mark}`,
    text: `x == 1${mark}`,
    values: [[`x${mark}`, `1${mark}`]],
  };
  const invariant: Required<InvariantDetails> = {
    ...place,
    type: `loop_invariant${mark}`,
    expression: `x > 0${mark}`,
  };
  const witness: Required<WitnessDetails> = {
    path: `${mark}witness.yml`,
    sha256: `ab${mark}`,
    findings: [`finding${mark}`],
    kind: "violation",
    version: `2.0${mark}`,
    producer: `producer${mark}`,
    waypoints: [waypoint],
    invariants: [invariant],
    text: `witness${mark}`,
  };
  const details: Required<RunDetails> = {
    ...execution,
    toolVersion: `1${mark}`,
    witness,
    validations: [validation],
    missingValidators: [`missing${mark}`],
  };
  const statement: Required<AutomatonStatement> = { line: 1, column: 1, text: `f()${mark}` };
  const block: Required<AutomatonBlock> = {
    kind: "entry",
    statements: [statement],
    decision: { ...statement, column: 2 },
  };
  return {
    title: `Cup${mark}`,
    edition: { ...edition, name: `${edition.name}${mark}`, doubts: [`doubt${mark}`] },
    facts: [
      [`label${mark}`, `fact${mark}`],
      ["DOI", `doi${mark}`],
    ],
    tools,
    validators: [{ ...first, id: `v${mark}`, name: `Validator${mark}` }],
    participations: [{ tool: first.id, categories: [`C${mark}`], optOut: [`C.Other${mark}`] }],
    categories,
    standings,
    limits: { cpuTimeSeconds: 900, memoryBytes: 1e9, cores: 1 },
    parts: [
      {
        part,
        details: () =>
          tools.map(({ id }) => [
            id,
            Object.fromEntries(
              tasks.map((task, index) => [
                task.id,
                index === 0
                  ? details
                  : { ...details, witness: { ...witness, kind: "correctness", waypoints: [] } },
              ]),
            ),
          ]),
        sources: () => ({
          texts: { ab: `int main(void) { return 0; } // ${mark}` },
          tasks: { [tasks[0]?.id ?? ""]: [{ path: `p${mark}.c`, sha256: "ab" }] },
        }),
        automata: () => ({
          [tasks[0]?.id ?? ""]: [
            {
              name: `main${mark}`,
              file: `p${mark}.c`,
              lines: [1, 1],
              blocks: [block, { kind: "exit", statements: [] }],
              arcs: [{ from: 0, to: 1, outcome: `true${mark}` }],
            },
          ],
        }),
      },
    ],
    earlier: [
      {
        title: `Earlier${mark}`,
        edition: { ...edition, name: `Rules${mark}` },
        tools,
        parts: [part],
      },
    ],
  };
}
