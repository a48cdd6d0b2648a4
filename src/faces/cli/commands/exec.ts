import { once } from "node:events";
import { fstatSync } from "node:fs";
import { defined } from "../../../ground/util/defined.ts";
import { PlatformError } from "../../../ground/util/errors.ts";
import {
  allocateCores,
  type ExecutionHost,
  type ExecutionLimits,
  type RunMeasurement,
  runInDelegatedScope,
  runPlainCommand,
  takePrecedence,
  threadCount,
  withPresumedHost,
} from "../../../organiser/execution/index.ts";
import { type Arguments, parseWords } from "../arguments.ts";
import { type Command, UsageError } from "../command.ts";
import { parseBytes, parseSeconds } from "../contestant.ts";
import { EXIT_CODES } from "../exit-codes.ts";
import { onInterrupt } from "../interrupt.ts";
import { renderFigures } from "../render/run-figures.ts";

const NONE = Number.POSITIVE_INFINITY;
const DEFAULT_PROCESSES = 5_000;
const KILLED = 9;

export const command: Command = {
  usage: `
Usage: agon exec [options] -- COMMAND [WORD…]

Prints the output of the command, and then the figures on standard error. The
command sees the system and the current folder, both read-only, an empty /tmp
in memory, and an empty /run/agon on disk; it has no network, and all processes
that it started are killed when it ends. Resources are unlimited unless an option
limits them.

  --cpu TIME          CPU time of all processes together, such as 1s, 1.5min
  --soft-cpu TIME     CPU time after which the command is asked to end (SIGTERM)
  --wall TIME         wall time
  --memory SIZE       memory of all processes together, swap included, such as 200MB
  --cores N           run on N cores only, whole physical ones first
  --pids N            processes and threads at a time (default ${DEFAULT_PROCESSES})
  --files N           files in /run/agon, where the command may write on disk
  --files-size SIZE   their size, and that of any single file
  --output-size SIZE  output of the command
  --output FILE       store the output of the command, instead of printing it
  --show PATH         let the command see this file or folder, too (may be repeated)
  --env NAME[=VALUE]  set or pass an environment variable (may be repeated)
  --no-sandbox        limits and figures only: the command can read and write all
                      that you can, with your environment
  --require-sandbox   refuse to run without bubblewrap and control groups
  --json              the figures as JSON on standard output; the command's
                      output goes to standard error
  --pass-exit-code    exit as the command did: its exit code, 128+n for signal n.
                      Otherwise 0 means that it was run and measured.`,
  examples: [
    "agon exec --cpu 1s --memory 200MB --cores 1 --wall 3s -- sh -c 'while :; do :; done'",
    "agon exec --json --output /tmp/log -- gcc --version",
    "agon exec --no-sandbox --pass-exit-code --wall 10min -- make",
  ],
  run: async (words) => {
    const end = words.indexOf("--");
    const [program, ...rest] = end < 0 ? [] : words.slice(end + 1);
    const args = parseWords(end < 0 ? words : words.slice(0, end), [], {
      cpu: { type: "string" },
      "soft-cpu": { type: "string" },
      wall: { type: "string" },
      memory: { type: "string" },
      cores: { type: "string" },
      pids: { type: "string" },
      files: { type: "string" },
      "files-size": { type: "string" },
      "output-size": { type: "string" },
      output: { type: "string" },
      show: { type: "string", multiple: true },
      env: { type: "string", multiple: true },
      "no-sandbox": { type: "boolean" },
      "require-sandbox": { type: "boolean" },
      json: { type: "boolean" },
      "pass-exit-code": { type: "boolean" },
    });
    if (program === undefined) throw new UsageError("the command is missing; put it after '--'");
    if (args.flag("no-sandbox") && args.flag("require-sandbox")) {
      throw new UsageError("--no-sandbox or --require-sandbox, not both");
    }
    const limits = limitsOf(args);
    const coreCount = args.integer("cores", 1);

    const codeOfScope = await runInDelegatedScope();
    if (codeOfScope !== undefined) return codeOfScope;
    takePrecedence();
    const outputFile = args.text("output");
    const stream = args.flag("json") ? process.stderr : process.stdout;
    const interruption = new AbortController();
    const stopListening = onInterrupt(() => interruption.abort(INTERRUPTED));
    try {
      const requirements = { sandbox: args.flag("require-sandbox") };
      const measurement = await withPresumedHost(requirements, (host) =>
        runPlainCommand(
          {
            command: [program, ...rest],
            directory: process.cwd(),
            shown: args.list("show"),
            environment: environmentOf(args),
            limits,
            ...defined({
              cores: coreCount === undefined ? undefined : chooseCores(host, coreCount),
            }),
            ...(hasInput() ? { standardInput: 0 } : {}),
            ...(outputFile === undefined
              ? { onOutput: (chunk) => print(stream, chunk) }
              : { outputFile }),
          },
          args.flag("no-sandbox") ? { ...host, isolation: "none" } : host,
          interruption.signal,
        ),
      );
      report([program, ...rest], measurement, args.flag("json"));
      return args.flag("pass-exit-code") ? exitCodeOf(measurement) : EXIT_CODES.done.code;
    } catch (error) {
      if (error !== INTERRUPTED) throw error;
      return EXIT_CODES.interrupted.code;
    } finally {
      stopListening();
    }
  },
};

const INTERRUPTED = new Error("interrupted");

function limitsOf(args: Arguments<never>): ExecutionLimits {
  const seconds = (option: string): number | undefined => positive(args, option, parseSeconds);
  const bytes = (option: string): number | undefined => positive(args, option, parseBytes);
  const softCpuTimeSeconds = seconds("soft-cpu");
  return {
    cpuTimeSeconds: seconds("cpu") ?? NONE,
    ...defined({ softCpuTimeSeconds }),
    wallTimeSeconds: seconds("wall") ?? NONE,
    memoryBytes: bytes("memory") ?? NONE,
    processes: args.integer("pids", 1) ?? DEFAULT_PROCESSES,
    outputBytes: bytes("output-size") ?? NONE,
    filesBytes: bytes("files-size") ?? NONE,
    filesCount: args.integer("files", 1) ?? NONE,
  };
}

function positive(
  args: Arguments<never>,
  option: string,
  parse: (text: string) => number,
): number | undefined {
  const text = args.text(option);
  if (text === undefined) return undefined;
  const value = parse(text);
  if (value > 0) return value;
  throw new UsageError(`--${option} must be more than 0, found '${text}'`);
}

function chooseCores(host: ExecutionHost, count: number): readonly number[] {
  const request = { coresPerRun: count, runs: 1, maySharePhysicalCores: false };
  const [cores] = allocateCores(host.machine, request);
  if (cores !== undefined) return cores;
  const most = threadCount(host.machine);
  throw new PlatformError("ERR_CORES", `only ${most} cores can be used here`, {
    hint: "lower --cores",
  });
}

function environmentOf(args: Arguments<never>): Record<string, string> {
  const environment: Record<string, string> = {};
  const set = (name: string, value: string | undefined): void => {
    if (value !== undefined) environment[name] = value;
  };
  if (args.flag("no-sandbox")) {
    for (const [name, value] of Object.entries(process.env)) set(name, value);
  }
  for (const entry of args.list("env")) {
    const [, name = "", value] = /^([^=]+)(?:=(.*))?$/s.exec(entry) ?? [];
    if (name === "") throw new UsageError(`--env: expected NAME or NAME=VALUE, found '${entry}'`);
    set(name, value ?? process.env[name]);
  }
  return environment;
}

/** The command gets a file or a pipe as input; a terminal belongs to Agon. */
function hasInput(): boolean {
  try {
    return !process.stdin.isTTY && (fstatSync(0).isFile() || fstatSync(0).isFIFO());
  } catch {
    return false;
  }
}

async function print(stream: NodeJS.WriteStream, chunk: Uint8Array): Promise<void> {
  if (!stream.write(chunk)) await once(stream, "drain");
}

function report(words: readonly string[], measurement: RunMeasurement, asJson: boolean): void {
  if (asJson) console.log(JSON.stringify({ version: 1, command: words, ...measurement }));
  else process.stderr.write(renderFigures(measurement));
}

function exitCodeOf({ exitCode, signal }: RunMeasurement): number {
  return exitCode ?? 128 + (signal ?? KILLED);
}
