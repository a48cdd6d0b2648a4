/**
 * Checks that a tool runs at all before it is admitted: its own smoke test and two tiny tasks, in
 * the sandbox of runs.
 */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { sha256 } from "../../ground/files/index.ts";
import { type Limits, parseStatus } from "../../ground/model/index.ts";
import { PlatformError } from "../../ground/util/errors.ts";
import {
  type ExecutionHost,
  executeRun,
  executionLimits,
  runPlainCommand,
  Spool,
  type ToolInstallation,
} from "../execution/index.ts";
import { ownVersion } from "../tools/index.ts";

/** Result of one trial. */
export interface SmokeTrial {
  readonly title: string;
  readonly outcome: string;
  /** The fault, if there is one. */
  readonly fault?: string;
}

const LIMITS: Limits = { cpuTimeSeconds: 60, wallTimeSeconds: 120, memoryBytes: 4e9, cores: 1 };

/** Runs `smoketest.sh` in the tool's folder; exit code 0 means success. */
export async function runSmokeTestScript(folder: string, host: ExecutionHost): Promise<SmokeTrial> {
  const title = "smoketest.sh";
  const scratch = mkdtempSync(join(tmpdir(), "agon-smoke-"));
  const outputFile = join(scratch, "output.log");
  try {
    const { exitCode, signal, terminationReason } = await runPlainCommand(
      {
        command: ["./smoketest.sh"],
        directory: folder,
        shown: [],
        environment: {},
        limits: executionLimits(LIMITS),
        outputFile,
      },
      host,
    );
    if (exitCode === 0 && terminationReason === undefined) return { title, outcome: "exit code 0" };
    const how =
      terminationReason === undefined
        ? signal === undefined
          ? `exit code ${exitCode}`
          : `signal ${signal}`
        : `the limit on ${terminationReason}`;
    return { title, outcome: how, fault: `it ended with ${how}${lastWords(outputFile)}` };
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

interface TinyTask {
  readonly title: string;
  readonly program: string;
  readonly expected: "true" | "false";
}

const HEAD = `extern void abort(void);
void reach_error(void) { abort(); }
extern int __VERIFIER_nondet_int(void);
`;

const TINY_TASKS: readonly TinyTask[] = [
  {
    title: "a tiny safe program",
    program: `${HEAD}int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x > 5 && x < 3) reach_error();
  return 0;
}
`,
    expected: "true",
  },
  {
    title: "a tiny program with a violation",
    program: `${HEAD}int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x == 7) reach_error();
  return 0;
}
`,
    expected: "false",
  },
];

const PROPERTY = "CHECK( init(main()), LTL(G ! call(reach_error())) )\n";

/**
 * Runs a verifier on two tiny tasks of unreach-call; a tool that does not support them is not at
 * fault.
 */
export async function runTinyTasks(
  tool: ToolInstallation,
  host: ExecutionHost,
): Promise<readonly SmokeTrial[]> {
  const folder = mkdtempSync(join(tmpdir(), "agon-smoke-"));
  try {
    const trials: SmokeTrial[] = [];
    for (const task of TINY_TASKS) trials.push(await runTinyTask(task, tool, host, folder));
    return trials;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function runTinyTask(
  { title, program, expected }: TinyTask,
  tool: ToolInstallation,
  host: ExecutionHost,
  folder: string,
): Promise<SmokeTrial> {
  const inputs = join(folder, "input");
  mkdirSync(inputs, { recursive: true });
  const place = (name: string, mountPath: string, text: string): MountedText => {
    writeFileSync(join(inputs, name), text);
    return { path: name, mountPath, sha256: sha256(text) };
  };
  const files = [
    place("program.c", "task/program.c", program),
    place("unreach-call.prp", "property/unreach-call.prp", PROPERTY),
  ];
  const spool = new Spool(join(folder, `spool-${expected}`));
  spool.create();
  let commandLine: readonly string[];
  try {
    commandLine = tool.info.commandLine(
      tool.info.executable,
      [],
      {
        inputFiles: ["task/program.c"],
        propertyFile: "property/unreach-call.prp",
        options: { language: "C", data_model: "ILP32" },
      },
      LIMITS,
      ownVersion(tool.version),
    );
  } catch (error) {
    if (!(error instanceof PlatformError)) throw error;
    return { title, outcome: `not tried: ${error.message}` };
  }
  const { status, log } = await executeRun(
    {
      id: sha256(title),
      phase: "verification",
      tool: tool.info.module,
      toolVersion: tool.version,
      commandLine,
      files,
      resultFiles: tool.info.resultFiles,
      task: "program.yml#unreach-call",
      property: "unreach-call",
      limits: LIMITS,
    },
    {
      host,
      spool,
      scratch: spool.scratch(),
      toolOf: () => tool,
      originalOf: ({ path }) => resolve(inputs, path),
      hidden: [],
    },
  );
  const fault = faultOf(status, expected);
  if (fault === undefined) return { title, outcome: status };
  const words = log === undefined ? "" : lastWords(spool.path(log.path));
  return { title, outcome: status, fault: `${fault}${words}` };
}

interface MountedText {
  readonly path: string;
  readonly mountPath: string;
  readonly sha256: string;
}

function faultOf(text: string, expected: TinyTask["expected"]): string | undefined {
  const { kind } = parseStatus(text);
  if (kind === expected || kind === "unknown") return undefined;
  if (kind === "true" || kind === "false") return `the answer is ${text}, expected ${expected}`;
  return `the status is ${text}`;
}

const SHOWN_LINES = 3;

/** The end of an output, for a message. */
function lastWords(file: string): string {
  const lines = readFileSync(file, "utf8").trimEnd().split("\n").slice(-SHOWN_LINES);
  const text = lines.join(" / ").slice(-300);
  return text === "" ? ", without any output" : `; its last output: ${text}`;
}
