/** The process with which a run starts: a sandbox with the tool inside, or the tool itself. */
import { type ChildProcess, spawn } from "node:child_process";
import {
  chownSync,
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  statSync,
  unlinkSync,
  writeFileSync,
} from "node:fs";
import { totalmem } from "node:os";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { defined } from "../../../ground/util/defined.ts";
import { PlatformError } from "../../../ground/util/errors.ts";
import { nextRunName } from "../measuring/cgroup-sweep.ts";
import type { ExecutionHost } from "../measuring/execution-host.ts";
import { RUN_MARK } from "../measuring/process-accounting.ts";
import type { RunMeter } from "../measuring/run-meter.ts";
import { processFolder } from "../measuring/scratch-folder.ts";
import { prioritySaved } from "../system/precedence.ts";
import { launchCommand } from "./launch.ts";
import { OUTPUT_FD, STARTED_FD } from "./launch-descriptors.ts";
import { canReaperStart, parseStartReport, reaperEnvironment, type StartReport } from "./reaper.ts";
import type { RunRequest } from "./run-request.ts";
import { isInside, type LayoutEntry, sandboxLayout, WORK_DIRECTORY } from "./sandbox-layout.ts";
import { singleFiles, systemConfiguration } from "./system-configuration.ts";

/** The end of the process, as its parent sees it. */
export interface Ending {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

/** Time that a sandbox may need to start on a very busy machine. */
const LAUNCH_PATIENCE_SECONDS = 60;
/** Time that a sandbox needs to end by itself after the tool's end. */
const SANDBOX_PATIENCE_MS = 1000;

export class LaunchedRun {
  /**
   * Standard output and standard error of the tool; before the tool starts, those of the sandbox,
   * unless it has its own.
   */
  readonly output: Readable;
  /** Messages of the sandbox where they are separate. */
  readonly messages: Readable | undefined;
  /**
   * Settles when the process has ended. @throws PlatformError `ERR_SANDBOX` when it never started.
   */
  readonly ended: Promise<Ending>;
  /** Settles when the last step of the launch has ended, or has reported the tool's end. */
  readonly report: Promise<StartReport>;
  /** Whether the tool starts; settles as soon as that is known. */
  readonly begun: Promise<boolean>;
  /** Settles when the tool has ended, before its sandbox has; never, where that is not reported. */
  readonly toolEnded: Promise<void>;
  readonly #child: ChildProcess;
  readonly #launchedAt = process.hrtime.bigint();
  #startedAt: bigint | undefined;
  #endedAt: bigint | undefined;
  #hasToolEnded = false;

  /**
   * Starts the process. `mark` names the run in the environment where neither group nor namespace
   * contains its processes; `user` is the user of an isolated run of root.
   */
  constructor(
    request: RunRequest,
    host: ExecutionHost,
    meter: RunMeter,
    mark: string,
    user: number | undefined,
  ) {
    this.#child = startProcess(request, host, meter, mark, user);
    this.output = this.#child.stdout ?? pipeOf(this.#child, OUTPUT_FD);
    this.messages = this.#child.stderr ?? undefined;
    let tellBegun: (hasBegun: boolean) => void = () => undefined;
    this.begun = new Promise((resolve) => {
      tellBegun = resolve;
    });
    let tellEnded: () => void = () => undefined;
    this.toolEnded = new Promise((resolve) => {
      tellEnded = resolve;
    });
    this.report = this.#readReport(tellBegun, tellEnded);
    this.ended = new Promise((resolve, reject) => {
      this.#child.on("error", (cause) =>
        reject(
          new PlatformError(
            "ERR_SANDBOX",
            `cannot start ${this.#child.spawnfile}: ${cause.message}`,
          ),
        ),
      );
      this.#child.on("exit", (code, signal) => {
        this.#endedAt ??= process.hrtime.bigint();
        resolve({ code, signal });
      });
    });
  }

  get startedAtNs(): bigint | undefined {
    return this.#startedAt;
  }
  /** Whether the tool has started. */
  get hasStarted(): boolean {
    return this.#startedAt !== undefined;
  }

  /** Whether the tool has started, and its end was reported. */
  get hasToolEnded(): boolean {
    return this.hasStarted && this.#hasToolEnded;
  }

  /** Time since the tool started, 0 before. Stops at the tool's end. */
  wallTimeSeconds(): number {
    if (this.#startedAt === undefined) return 0;
    return Number((this.#endedAt ?? process.hrtime.bigint()) - this.#startedAt) / 1e9;
  }

  /** @throws PlatformError `ERR_SANDBOX` when the tool should have started long ago. */
  requireStart(): void {
    const seconds = Number(process.hrtime.bigint() - this.#launchedAt) / 1e9;
    if (this.hasStarted || seconds < LAUNCH_PATIENCE_SECONDS) return;
    throw new PlatformError(
      "ERR_SANDBOX",
      `the sandbox has not started the tool within ${LAUNCH_PATIENCE_SECONDS} s`,
      { hint: "look for what keeps this machine busy (top, dmesg), then run the command again" },
    );
  }

  /**
   * Ends the run: `killTool` ends the processes that are measured, and the others end with them.
   */
  async kill(killTool: () => Promise<void>): Promise<void> {
    if (this.#startedAt === undefined) this.#killLaunch();
    const timer = setTimeout(() => this.#child.kill("SIGKILL"), SANDBOX_PATIENCE_MS).unref();
    this.#child.once("exit", () => clearTimeout(timer));
    await killTool();
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) clearTimeout(timer);
  }

  /**
   * Kills a launch that is about to start the tool. The sandbox may have forked: its child would
   * wait forever for a parent that died before it mapped the user, outside of all control groups.
   * So the whole process group is killed.
   */
  #killLaunch(): void {
    const { pid } = this.#child;
    if (pid === undefined) return;
    try {
      process.kill(-pid, "SIGKILL");
    } catch {
      // The group has ended before, and was awaited.
      this.#child.kill("SIGKILL");
    }
  }

  /** Lets the sandbox shut down after the end of the tool; no further message of it counts. */
  leave(): void {
    this.#child.unref();
    this.messages?.destroy();
  }

  async #readReport(
    tellBegun: (hasBegun: boolean) => void,
    tellEnded: () => void,
  ): Promise<StartReport> {
    const pipe = this.#child.stdio[STARTED_FD] as Readable | null;
    let text = "";
    try {
      for await (const chunk of (pipe ?? []) as AsyncIterable<Buffer>) {
        const now = process.hrtime.bigint();
        text += chunk.toString();
        const { hasStarted, waitStatus, startedAt, endedAt } = parseStartReport(text);
        // The times of the events themselves, even if they are read late.
        if (hasStarted) {
          this.#startedAt = startedAt ?? this.#startedAt ?? now;
          tellBegun(true);
        }
        if (waitStatus === undefined) continue;
        this.#endedAt = endedAt ?? this.#endedAt ?? now;
        this.#hasToolEnded = true;
        tellEnded();
        break;
      }
    } catch {
      // A reset pipe means that the other end died; what was read before counts.
    }
    const report = parseStartReport(text);
    tellBegun(report.hasStarted);
    return report;
  }
}

function pipeOf({ stdio }: ChildProcess, descriptor: number): Readable {
  return (stdio as readonly unknown[])[descriptor] as Readable;
}

function startProcess(
  request: RunRequest,
  host: ExecutionHost,
  meter: RunMeter,
  mark: string,
  user: number | undefined,
): ChildProcess {
  const isIsolated = host.isolation !== "none";
  if (host.isolation === "unshare") mkdirSync(request.mountPoint, { recursive: true });
  for (const [name, source] of isIsolated ? request.files.inputs : []) {
    const target = join(request.files.workDirectory, name);
    if (statSync(source).isDirectory()) mkdirSync(target, { recursive: true });
    else writeFileSync(target, "", { flag: "a" });
  }
  const hasReaper = isIsolated && host.hasReaper;
  const filter = isIsolated ? host.callFilter : undefined;
  const { argv, options, groupFiles, hasOwnMessages } = launchCommand({
    isolation: host.isolation,
    command: request.command,
    layout: isIsolated ? layoutOf(request, user) : [],
    directory: request.startDirectory ?? (isIsolated ? WORK_DIRECTORY : "."),
    temporaryBytes: Math.min(request.limits.memoryBytes, totalmem()),
    fileBytes: request.limits.filesBytes,
    entryFiles: meter.entryFiles,
    hasFilter: filter !== undefined,
    ...(meter.kind === "process-accounting" ? { processes: request.limits.processes } : {}),
    mountPoint: request.mountPoint,
    ...defined({ user, priority: prioritySaved() }),
    hasReaper,
    limits: request.limits,
  });
  // The working directory belongs to the user of the run.
  if (user !== undefined) chownSync(request.files.workDirectory, user, user);
  const home = isIsolated ? "/tmp" : request.files.workDirectory;
  const [program, ...words] = argv;
  const groups = groupFiles.map((file) => openSync(file, "w"));
  const input = request.standardInput ?? "ignore";
  // The file exists before the process reads it at its start, and no pipe has to be filled.
  const optionsFile = contentOf(`${request.mountPoint}.options`, options);
  const filterFile = filter === undefined ? undefined : openFilter(filter);
  const child = spawn(program, words, {
    cwd: isIsolated ? "/" : request.files.workDirectory,
    detached: true,
    stdio: [
      input,
      hasOwnMessages ? "ignore" : "pipe",
      hasOwnMessages ? "pipe" : "ignore",
      "pipe",
      optionsFile ?? "ignore",
      filterFile ?? "ignore",
      hasOwnMessages ? "pipe" : "ignore",
      ...groups,
    ],
    env: {
      ...FIXED_ENVIRONMENT,
      HOME: home,
      TMPDIR: home,
      ...reaperEnvironment(request.environment, hasReaper && canReaperStart()),
      ...request.environment,
      // The next start finds by it the left-overs of a killed coordinator, also a sandbox that was
      // only starting; bubblewrap hides it from the tool, and unshare's processes die with their
      // parent.
      ...(host.isolation === "unshare" && meter.kind !== "process-accounting"
        ? {}
        : { [RUN_MARK]: mark }),
    },
  });
  for (const file of [...groups, optionsFile, filterFile]) if (file !== undefined) closeSync(file);
  if (child.pid !== undefined) meter.attach(child.pid, isIsolated ? "sandbox" : "tool");
  return child;
}

function layoutOf({ files, mountPoint }: RunRequest, user: number | undefined): LayoutEntry[] {
  // Mounts inside a folder that is shown as a whole are not possible.
  const isToolInside = [...files.toolPaths, ...files.hidden].some((path) => isInside(path, "/etc"));
  const configuration = isToolInside
    ? singleFiles(user, mountPoint)
    : systemConfiguration(user, mountPoint);
  return sandboxLayout(files, configuration);
}

/** The environment of every run, independent of the user's. */
export const FIXED_ENVIRONMENT = {
  PATH: "/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin",
  LANG: "C.UTF-8",
} as const;

let written: { readonly filter: Uint8Array; readonly file: string } | undefined;

/**
 * The filter is the same for all runs of a process: it is written once, to a file that never
 * changes.
 */
function openFilter(filter: Uint8Array): number {
  const isThere = written !== undefined && existsSync(written.file);
  if (written === undefined || !isThere || Buffer.compare(written.filter, filter) !== 0) {
    const file = join(processFolder(), `${nextRunName()}.filter`);
    writeFileSync(file, filter, { mode: 0o600, flag: "wx" });
    written = { filter, file };
  }
  return openSync(written.file, "r");
}

/**
 * A descriptor from which the content can be read, and only through it: the file's name is removed.
 */
function contentOf(file: string, content: string): number | undefined {
  if (content === "") return undefined;
  writeFileSync(file, content, { mode: 0o600 });
  const descriptor = openSync(file, "r");
  unlinkSync(file);
  return descriptor;
}
