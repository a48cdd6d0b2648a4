/**
 * Short-lived programs that Agon starts beside the runs: Python tool-info modules, and tools that
 * print their version. They are as untrusted as the programs of runs, so they get the same sandbox,
 * denied system calls, a control group of their own and limits.
 */
import { spawnSync } from "node:child_process";
import { chownSync, closeSync, mkdirSync, openSync, writeFileSync } from "node:fs";
import { totalmem } from "node:os";
import { join } from "node:path";
import { ISOLATION_KINDS, type IsolationKind } from "../../../../ground/model/index.ts";
import { defined } from "../../../../ground/util/defined.ts";
import { isSufficient, usableCgroups } from "../../measuring/cgroup-hierarchies.ts";
import { nextRunName } from "../../measuring/cgroup-sweep.ts";
import { RunCgroup } from "../../measuring/run-cgroup.ts";
import { scratchFolder } from "../../measuring/scratch-folder.ts";
import { launchCommand } from "../../sandbox/launch.ts";
import { sandboxLayout, WORK_DIRECTORY } from "../../sandbox/sandbox-layout.ts";
import { callFilter } from "../../sandbox/seccomp/call-filter.ts";
import { singleFiles } from "../../sandbox/system-configuration.ts";
import { removeTreeSync } from "../../system/remove-tree.ts";
import { takeRunUser } from "../../system/run-user.ts";

/** Much more than modules and version queries need, much less than would harm the host. */
const LIMITS = { memoryBytes: 2_000_000_000, processes: 500 } as const;
/** Greatest memory of one helper's files in the sandbox. */
const TEMPORARY_BYTES = 1_000_000_000;

/** A program ready to be spawned; `release` removes its folders when it has ended. */
export interface Helper {
  readonly argv: readonly [string, ...string[]];
  readonly environment: Readonly<Record<string, string>>;
  /** Folder in which to start it. */
  readonly directory: string;
  /** The working directory as the program sees it. */
  readonly seenDirectory: string;
  /** Open files to be passed as the descriptors of the launch (`launch-descriptors.ts`), in order. */
  readonly descriptors: readonly [started: number, options: number, filter: number];
  release(): void;
}

export interface HelperRequest {
  readonly command: readonly string[];
  /** Files and folders to show beside the system. Real paths. */
  readonly shown: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
}

/** Prepares a helper. The first three descriptors are the caller's. */
export function prepareHelper(request: HelperRequest, isolation: IsolationKind): Helper {
  const scratch = scratchFolder("helper");
  const work = join(scratch, "work");
  const mountPoint = join(scratch, "root");
  mkdirSync(work, { mode: 0o755 });
  mkdirSync(mountPoint);
  const isIsolated = isolation !== "none";
  const user = isIsolated && process.getuid?.() === 0 ? takeRunUser() : undefined;
  if (user !== undefined) chownSync(work, user.id, user.id);
  const group = helperGroup();
  const filter = isolation === "bubblewrap" ? callFilter(process.arch) : undefined;
  const { argv, options } = launchCommand({
    isolation,
    command: request.command,
    directory: isIsolated ? WORK_DIRECTORY : work,
    layout: isIsolated
      ? sandboxLayout(
          { workDirectory: work, inputs: new Map(), toolPaths: request.shown, hidden: [] },
          singleFiles(user?.id, mountPoint),
        )
      : [],
    temporaryBytes: Math.min(TEMPORARY_BYTES, totalmem()),
    fileBytes: TEMPORARY_BYTES,
    entryFiles: group?.entryFiles ?? [],
    hasFilter: filter !== undefined,
    ...(group === undefined ? { processes: LIMITS.processes } : {}),
    mountPoint,
    ...defined({ user: user?.id }),
    hasReaper: false,
  });
  const pass = (name: string, content: string | Uint8Array): number => {
    writeFileSync(join(scratch, name), content);
    return openSync(join(scratch, name), "r");
  };
  // Whether a helper has started is never asked.
  const descriptors = [
    openSync("/dev/null", "w"),
    pass("options", options),
    pass("filter", filter ?? ""),
  ] as const;
  return {
    argv,
    descriptors,
    directory: isIsolated ? "/" : work,
    seenDirectory: isIsolated ? WORK_DIRECTORY : work,
    environment: {
      PATH: "/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin",
      HOME: isIsolated ? "/tmp" : work,
      TMPDIR: isIsolated ? "/tmp" : work,
      LANG: "C.UTF-8",
      ...request.environment,
    },
    release: () => {
      for (const descriptor of descriptors) closeSync(descriptor);
      for (let round = 0; group?.tryEnd() === false && round < END_ROUNDS; round++) {
        Atomics.wait(NEVER, 0, 0, END_PAUSE_MS);
      }
      removeTreeSync(scratch);
      user?.release();
    },
  };
}

/**
 * Number of rounds of waiting for dying processes, a second in all; the next start removes the
 * rest.
 */
const END_ROUNDS = 200;
const END_PAUSE_MS = 5;
/** Never changes: waiting for it is sleeping. */
const NEVER = new Int32Array(new SharedArrayBuffer(4));

let hasNoGroups = false;

/** A group with the limits of helpers; undefined where this host allows none. */
function helperGroup(): RunCgroup | undefined {
  const groups = usableCgroups();
  if (hasNoGroups || !isSufficient(groups)) return undefined;
  try {
    return new RunCgroup(groups, nextRunName(), LIMITS);
  } catch {
    // A pure v2 host whose controllers have not been delegated.
    return undefined;
  }
}

/** The output of a helper; `exitCode` is null when a signal or the time limit ended it. */
export interface HelperOutput {
  readonly exitCode: number | null;
  /** Standard output and standard error in the order of arrival. */
  readonly output: string;
}

/** Runs a helper to its end, at most `seconds` of wall time. */
export function runHelper(
  request: HelperRequest,
  isolation: IsolationKind,
  seconds: number,
): HelperOutput {
  const helper = prepareHelper(request, isolation);
  try {
    const [program, ...words] = helper.argv;
    const { status, stdout } = spawnSync(program, words, {
      cwd: helper.directory,
      env: helper.environment,
      stdio: ["ignore", "pipe", "ignore", ...helper.descriptors],
      encoding: "utf8",
      timeout: seconds * 1000,
      killSignal: "SIGKILL",
      maxBuffer: 10_000_000,
    });
    return { exitCode: status, output: stdout ?? "" };
  } finally {
    helper.release();
  }
}

let best: IsolationKind | undefined;

/** The best isolation that works here, found by trying once. */
export function helperIsolation(): IsolationKind {
  best ??= bestIsolation();
  return best;
}

function bestIsolation(): IsolationKind {
  const sandboxes = ISOLATION_KINDS.filter((isolation) => isolation !== "none");
  const found = sandboxes.find(works);
  if (found !== undefined) return found;
  // A kernel may permit creating groups, but not entering them.
  hasNoGroups = true;
  return sandboxes.find(works) ?? "none";
}

function works(isolation: IsolationKind): boolean {
  const probe = { command: ["/bin/sh", "-c", "exit 42"], shown: [], environment: {} };
  return runHelper(probe, isolation, 10).exitCode === 42;
}
