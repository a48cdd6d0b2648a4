/**
 * One run from specification to committed result. Every attempt has fresh
 * directories of its own, so that a run that was cut short leaves nothing that
 * a later attempt could stumble over.
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

/** Witnesses up to this size are kept, where nobody says otherwise. */
const WITNESS_LIMIT_BYTES = 100_000_000;

export interface RunContext {
  readonly host: ExecutionHost;
  readonly spool: Spool;
  /** Folder for inputs and working directories of runs at work, see `Spool.scratch`. */
  readonly scratch: string;
  readonly toolOf: (specification: RunSpecification) => ToolInstallation;
  /** Host path of an input file. */
  readonly originalOf: (file: MountedFile) => string;
  /**
   * Whoever ends a job of a cluster, or a service, sends its signal to the tool
   * and to us at about the same time: so long we wait for ours after the end of
   * a run. 0: only where the tool was ended by a signal that was not of ours.
   */
  readonly settleMs?: number;
  /** Executes the tool's command; default: in this process. */
  readonly execute?: typeof runCommand;
  /** Of larger witnesses only the size is kept. */
  readonly witnessBytes?: number;
  /** Limits that differ from what the specification's limits are completed to. */
  readonly limitsOf?: (specification: RunSpecification) => ExecutionLimits;
  /** Folders that no run may see, whatever its tool brings along. */
  readonly hidden: readonly string[];
}

export interface RunOptions {
  readonly cores?: readonly number[];
  readonly signal?: AbortSignal;
  /** Refuse a result whose limit was seen to too late. */
  readonly mustBeWatched?: boolean;
}

/** So long unwatched, a run that met a limit met it by chance. */
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
  throw new PlatformError("ERR_NOT_WATCHED", `nobody saw to a run's limits for ${seconds} s`, {
    hint: "look for what keeps this machine busy (top, dmesg)",
  });
}

/**
 * What a tool that wants to start in its own folder finds in the working
 * directory: the entries of that folder, read-only. So it may write beside them.
 * What somebody's trial left there under the name of a result is not shown: no
 * run could write its own over it.
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

/** Rejects when this process is asked to end: then the run's end may not be its own doing. */
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

/** What the result names is on disk when this resolves. */
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
  // Other runs are watched meanwhile: their limits must not wait for this module.
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

/** Copies the witness to the attempt, piece by piece: it may be large, and runs are being watched. */
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
  // The tool chose the name; of its ending only what cannot surprise anybody is kept.
  const name = `witness${/\.[A-Za-z0-9]{1,10}$/.exec(found.name)?.[0] ?? ""}`;
  const hash = await copyDurably(descriptor, join(attempt.directory, name));
  return { witness: { path: `${attempt.path}/${name}`, sha256: hash } };
}
