import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";

/** Behaviour of the stand-in tool on a program; see fixtures/stand-in/agon. */
export interface StandInTask {
  readonly name: string;
  readonly behaviour: string;
  readonly expected: boolean;
}

/** Folder of the stand-in verifier and validator. */
export const STAND_IN = resolve("test/e2e/fixtures/stand-in");

const PROPERTY = "CHECK( init(main()), LTL(G ! call(reach_error())) )\n";

/** Writes a competition of stand-in tasks into a fresh folder in `parent`; returns that folder. */
export function writeCompetition(
  tasks: readonly StandInTask[],
  limits = LIMITS,
  parent = tmpdir(),
): string {
  const folder = mkdtempSync(join(parent, "agon-e2e-"));
  mkdirSync(join(folder, "tasks"));
  writeFileSync(join(folder, "unreach-call.prp"), PROPERTY);
  writeFileSync(join(folder, "all.set"), "tasks/*.yml\n");
  for (const { name, behaviour, expected } of tasks) {
    writeFileSync(
      join(folder, "tasks", `${name}.c`),
      `// ${name}, stand-in: ${behaviour}\nextern void abort(void);\nvoid reach_error(void) { abort(); }\nint main(void) { return 0; }\n`,
    );
    writeFileSync(
      join(folder, "tasks", `${name}.yml`),
      `format_version: "2.0"
input_files: ${name}.c
properties:
  - property_file: ../unreach-call.prp
    expected_verdict: ${expected}
options: { language: C, data_model: ILP32 }
`,
    );
  }
  writeFileSync(join(folder, "competition.yml"), definition(limits));
  return folder;
}

const LIMITS = "{ cpuTime: 2 s, wallTime: 60 s, memory: 200 MB, cores: 1 }";

function definition(limits: string): string {
  return `name: Small competition
edition: 2026
limits:
  verification: ${limits}
  violationValidation: ${limits}
  correctnessValidation: ${limits}
categories:
  - { name: Main, property: unreach-call, sets: [all.set] }
  - { name: Overall, children: [Main] }
participants:
  - { id: stand-in, name: Stand-in, tool: agon-verifier, directory: ${STAND_IN} }
validators:
  - { id: stand-in-validator, tool: agon-validator, directory: ${STAND_IN} }
`;
}

/** Result categories, statuses and points by task name, from `agon score --json`. */
export function runsByTask(json: string): Record<string, unknown> {
  const { runs } = JSON.parse(json) as {
    runs: { task: string; status: string; resultCategory: string; points: number }[];
  };
  return Object.fromEntries(
    runs.map(({ task, status, resultCategory, points }) => [
      task.replace(/^tasks\/(.*)\.yml#.*$/, "$1"),
      `${status}: ${resultCategory}, ${points}`,
    ]),
  );
}
