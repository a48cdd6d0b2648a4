/**
 * One run from specification to committed result. Every attempt has fresh directories, so that an
 * interrupted run leaves nothing behind that could affect a later attempt.
 */

import {
  closeSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  realpathSync,
  symlinkSync,
} from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import {
  copyDurably,
  sha256OfFileAsync,
  syncFile,
  writeDurablyAsync,
} from "../../../ground/files/index.ts";
import type { MountedFile, RunResult, RunSpecification } from "../../../ground/model/index.ts";
import { defined } from "../../../ground/util/defined.ts";
import { PlatformError } from "../../../ground/util/errors.ts";
import { statusOfRun } from "../../results/index.ts";
import { ownVersion, type ToolRun } from "../../tools/index.ts";
import type { ExecutionHost } from "../measuring/execution-host.ts";
import { stageFiles } from "../sandbox/staging.ts";
import { openResultFile } from "../spool/result-files.ts";
import type { Attempt, Spool } from "../spool/spool.ts";
import { type ExecutionLimits, executionLimits } from "../system/execution-limits.ts";
import { readOutputLines } from "../system/output-lines.ts";
import { pause } from "../system/proc-fs.ts";
import { removeTree } from "../system/remove-tree.ts";
import { commandOf, type ToolInstallation } from "../tools/tool-installation.ts";
import { type RunMeasurement, runCommand } from "./run-command.ts";
import { requireRoom, requireUnchanged } from "./run-guard.ts";

/** Witnesses up to this size are kept by default. */
const WITNESS_LIMIT_BYTES = 100_000_000;

export interface RunContext {
  readonly host: ExecutionHost;
  readonly spool: Spool;
  /** Folder for inputs and working directories of current runs; see `Spool.scratch`. */
  readonly scratch: string;
  readonly toolOf: (specification: RunSpecification) => ToolInstallation;
  /** Host path of an input file. */
  readonly originalOf: (file: MountedFile) => string;
  /**
   * When a job of a cluster, or a service, is ended, the signal reaches the tool and this process
   * at about the same time: this is how long to wait for this process's signal after the end of a
   * run. 0: wait only where the tool was ended by a signal that Agon did not send.
   */
  readonly settleMs?: number;
  /** Executes the tool's command; default: in this process. */
  readonly execute?: typeof runCommand;
  /** Only the size of larger witnesses is kept. */
  readonly witnessBytes?: number;
  /** Limits to use instead of the completed limits of the specification. */
  readonly limitsOf?: (specification: RunSpecification) => ExecutionLimits;
  /** Folders that runs may not see, even if the tool contains them. */
  readonly hidden: readonly string[];
}

export interface RunOptions {
  readonly cores?: readonly number[];
  readonly signal?: AbortSignal;
  /** Refuse a result whose limit was watched too late. */
  readonly mustBeWatched?: boolean;
}

/** A run that was unwatched for longer and reached a limit did so by chance. */
const TOLERATED_DELAY_SECONDS = 1;

/**
 * Executes a run and commits its result. If another worker was faster, its
 * result is returned.
 * @throws PlatformError when the run could not be started, `ERR_NOT_WATCHED` when it should be
 *   repeated; then nothing is committed.
 */
export async function executeRun(
  specification: RunSpecification,
  context: RunContext,
  options: RunOptions = {},
): Promise<RunResult> {
  const { spool } = context;
  const attempt = spool.beginAttempt(specification.id);
  const scratch = join(context.scratch, `${specification.id}.${attempt.number}`);
  const input = join(scratch, "input");
  const work = join(scratch, "work");
  const mountPoint = join(scratch, "root");
  try {
    mkdirSync(work, { mode: 0o755, recursive: true });
    const tool = context.toolOf(specification);
    const check = (): void => {
      requireRoom([work, attempt.directory]);
      requireUnchanged(tool);
    };
    check();
    const inputs = stageFiles(specification.files, context.originalOf, input);
    const own = ownEntries(tool, specification);
    if (context.host.isolation === "none") {
      copyInto(work, inputs, specification);
      for (const [name, source] of own) symlinkSync(source, join(work, name));
    }
    const outputFile = join(attempt.directory, "output.log");
    const measurement = await (context.execute ?? runCommand)(
      {
        command: commandOf(tool, specification.commandLine),
        environment: tool.environment,
        files: {
          workDirectory: work,
          inputs: new Map([...inputs, ...own]),
          toolPaths: tool.paths,
          hidden: context.hidden,
        },
        limits: context.limitsOf?.(specification) ?? executionLimits(specification.limits),
        ...defined({ cores: options.cores }),
        outputFile,
        check,
        mountPoint,
      },
      context.host,
      options.signal,
    );
    check();
    if (options.mustBeWatched === true) requireWatched(measurement);
    await settle(measurement, context.settleMs ?? 0, options.signal);
    const witness = await keepWitness(specification, attempt, work, context);
    const result = await describe(specification, tool, measurement, attempt, witness);
    await writeDurablyAsync(
      join(attempt.directory, "specification.json"),
      `${JSON.stringify(specification, undefined, 2)}\n`,
    );
    if (await spool.commit(result, attempt)) return result;
    return spool.readResult(specification.id) ?? result;
  } finally {
    await removeTree(scratch);
  }
}

function requireWatched({ terminationReason, disturbances }: RunMeasurement): void {
  const seconds = disturbances?.watchDelaySeconds ?? 0;
  if (terminationReason === undefined || seconds < TOLERATED_DELAY_SECONDS) return;
  throw new PlatformError("ERR_NOT_WATCHED", `a run's limits were not watched for ${seconds} s`, {
    hint: "look for what keeps this machine busy (top, dmesg)",
  });
}

/**
 * The entries of the tool's folder, read-only, for a tool that must start in its own folder: it
 * finds them in the working directory and may write beside them. Left-overs of a manual trial under
 * the name of a result are not shown, because the run could not overwrite them.
 */
function ownEntries(
  { startFolder, info }: ToolInstallation,
  { files, resultFiles }: RunSpecification,
): ReadonlyMap<string, string> {
  if (startFolder === undefined) return new Map();
  const results = new Set(resultFiles.map((pattern) => pattern.split("/")[0]));
  const names = readdirSync(startFolder).filter(
    (name) => existsSync(join(startFolder, name)) && !results.has(name),
  );
  const taken = new Set(files.map(({ mountPath }) => mountPath.split("/")[0]));
  const clash = names.find((name) => taken.has(name));
  if (clash !== undefined) {
    throw new PlatformError(
      "ERR_TOOL_FOLDER",
      `${info.name} starts in its own folder, where '${clash}' is, as in every run`,
      { hint: `rename '${clash}' in ${startFolder}` },
    );
  }
  return new Map(names.map((name) => [name, realpathSync(join(startFolder, name))]));
}

const SIGNALLED_SETTLE_MS = 250;

/** Rejects when this process is asked to end: then the signal may have ended the run as well. */
async function settle(
  { signal: endedBy, terminationReason }: RunMeasurement,
  settleMs: number,
  signal: AbortSignal | undefined,
): Promise<void> {
  const isSuspicious = endedBy !== undefined && terminationReason === undefined;
  const patience = Math.max(settleMs, isSuspicious ? SIGNALLED_SETTLE_MS : 0);
  if (patience > 0 && signal !== undefined) await pause(patience);
  signal?.throwIfAborted();
}

/** Without mounts the run gets its own copies in its working directory. */
function copyInto(
  work: string,
  inputs: ReadonlyMap<string, string>,
  { files }: RunSpecification,
): void {
  for (const { mountPath } of files) {
    const [folder = "", ...rest] = mountPath.split("/");
    mkdirSync(join(work, mountPath, ".."), { recursive: true });
    copyFileSync(join(inputs.get(folder) as string, ...rest), join(work, mountPath));
  }
}

/** The files that the result names are on disk when this resolves. */
async function describe(
  specification: RunSpecification,
  tool: ToolInstallation,
  measurement: RunMeasurement,
  attempt: Attempt,
  witness: KeptWitness,
): Promise<RunResult> {
  const { outputBytes: _, ...facts } = measurement;
  const output = join(attempt.directory, "output.log");
  const run: ToolRun = {
    ...facts,
    commandLine: specification.commandLine,
    ...defined({ asked: specification.asked }),
    toolVersion: ownVersion(tool.version),
    outputLines: await readOutputLines(output),
  };
  // Asynchronous, since other runs are watched meanwhile and this module may be slow.
  const toolStatus =
    (await tool.info.determineResultLater?.(run)) ?? tool.info.determineResult(run);
  const { id, phase, task, property, limits, validates, repetition } = specification;
  await syncFile(output);
  return {
    run: id,
    phase,
    tool: specification.tool,
    task,
    property,
    ...defined({ validates, repetition }),
    status: statusOfRun({ toolStatus, limits, ...facts }),
    ...facts,
    host: hostname(),
    attempt: attempt.number,
    log: { path: `${attempt.path}/output.log`, sha256: await sha256OfFileAsync(output) },
    ...witness,
  };
}

type KeptWitness = Pick<RunResult, "witness" | "refusedWitnessBytes">;

/**
 * Copies the witness to the attempt, piece by piece: it may be large, and runs are being watched.
 */
async function keepWitness(
  { resultFiles }: RunSpecification,
  attempt: Attempt,
  work: string,
  { witnessBytes = WITNESS_LIMIT_BYTES }: RunContext,
): Promise<KeptWitness> {
  const found = openResultFile(work, resultFiles);
  if (found === undefined) return {};
  const { descriptor, bytes } = found;
  if (bytes > witnessBytes) {
    closeSync(descriptor);
    return { refusedWitnessBytes: bytes };
  }
  // The tool chose the name; only a harmless extension of it is kept.
  const name = `witness${/\.[A-Za-z0-9]{1,10}$/.exec(found.name)?.[0] ?? ""}`;
  const hash = await copyDurably(descriptor, join(attempt.directory, name));
  return { witness: { path: `${attempt.path}/${name}`, sha256: hash } };
}
