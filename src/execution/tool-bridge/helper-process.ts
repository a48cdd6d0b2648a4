/**
 * Short-lived programs that Agon starts beside the runs, in the same sandbox:
 * Python tool-info modules, and tools that are asked for their version.
 */
import { spawnSync } from "node:child_process";
import { chownSync, closeSync, mkdirSync, mkdtempSync, openSync, writeFileSync } from "node:fs";
import { tmpdir, totalmem } from "node:os";
import { join } from "node:path";
import { ISOLATION_KINDS, type IsolationKind } from "../../model/index.ts";
import { launchCommand, UNPRIVILEGED_ID } from "../launch.ts";
import { removeTreeSync } from "../remove-tree.ts";
import { sandboxLayout, WORK_DIRECTORY } from "../sandbox-layout.ts";

/** Memory that one helper's files may take in the sandbox. */
const TEMPORARY_BYTES = 1_000_000_000;

/** A program ready to be spawned; `release` removes its folders when it has ended. */
export interface Helper {
  readonly argv: readonly [string, ...string[]];
  readonly environment: Readonly<Record<string, string>>;
  /** Where to start it. */
  readonly directory: string;
  /** The working directory as the program sees it. */
  readonly seenDirectory: string;
  /** Open files to be passed as the descriptors of the launch (`launch-descriptors.ts`), in order. */
  readonly descriptors: readonly [started: number, options: number];
  release(): void;
}

export interface HelperRequest {
  readonly command: readonly string[];
  /** Files and folders to show beside the system. Real paths. */
  readonly shown: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
}

/** Puts a helper together. The first three descriptors are the caller's. */
export function prepareHelper(request: HelperRequest, isolation: IsolationKind): Helper {
  const scratch = mkdtempSync(join(tmpdir(), "agon-helper-"));
  const work = join(scratch, "work");
  const mountPoint = join(scratch, "root");
  mkdirSync(work, { mode: 0o755 });
  mkdirSync(mountPoint);
  const isIsolated = isolation !== "none";
  const isRoot = process.getuid?.() === 0;
  if (isIsolated && isRoot) chownSync(work, UNPRIVILEGED_ID, UNPRIVILEGED_ID);
  const { argv, options } = launchCommand({
    isolation,
    command: request.command,
    directory: isIsolated ? WORK_DIRECTORY : work,
    layout: isIsolated
      ? sandboxLayout({
          workDirectory: work,
          inputs: new Map(),
          toolPaths: request.shown,
          hidden: [],
        })
      : [],
    temporaryBytes: Math.min(TEMPORARY_BYTES, totalmem()),
    fileBytes: TEMPORARY_BYTES,
    entryFiles: [],
    hasFilter: false,
    mountPoint,
    isRoot,
    hasReaper: false,
  });
  const optionsFile = join(scratch, "options");
  writeFileSync(optionsFile, options);
  // Nobody asks whether a helper has started.
  const descriptors = [openSync("/dev/null", "w"), openSync(optionsFile, "r")] as const;
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
      removeTreeSync(scratch);
    },
  };
}

/** What a helper printed; `exitCode` is null when a signal or the time limit ended it. */
export interface HelperOutput {
  readonly exitCode: number | null;
  /** Standard output and standard error as they came. */
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
  best ??= ISOLATION_KINDS.find(
    (isolation) =>
      isolation === "none" ||
      runHelper(
        { command: ["/bin/sh", "-c", "exit 42"], shown: [], environment: {} },
        isolation,
        10,
      ).exitCode === 42,
  );
  return best ?? "none";
}
