/** The parts of a run's overhead: the same programs without Agon around them. */
import { type StdioOptions, spawnSync } from "node:child_process";
import { closeSync, mkdirSync, openSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import type { ExecutionHost } from "../../src/organiser/execution/index.ts";
import { prepareEntry } from "../../src/organiser/execution/measuring/cgroup-entry.ts";
import { nextRunName } from "../../src/organiser/execution/measuring/cgroup-sweep.ts";
import { RunCgroup } from "../../src/organiser/execution/measuring/run-cgroup.ts";
import { launchCommand } from "../../src/organiser/execution/sandbox/launch.ts";
import { FIXED_ENVIRONMENT } from "../../src/organiser/execution/sandbox/launched-run.ts";
import { reaperEnvironment } from "../../src/organiser/execution/sandbox/reaper.ts";
import {
  sandboxLayout,
  WORK_DIRECTORY,
} from "../../src/organiser/execution/sandbox/sandbox-layout.ts";
import { takeRunUser } from "../../src/organiser/execution/system/run-user.ts";

/** After this time the kernel has forgotten that a group was entered. */
const REST_MS = 200;
const ENOUGH_BYTES = 200_000_000;

const ENVIRONMENT = { ...FIXED_ENVIRONMENT, ...reaperEnvironment({}, true) };

export interface Part {
  readonly name: string;
  /** One for each repetition. */
  readonly milliseconds: readonly number[];
}

/** Parts of the overhead of `/bin/true`, as far as this host supports them. */
export async function overheadParts(
  host: ExecutionHost,
  folder: string,
  times: number,
): Promise<readonly Part[]> {
  const repeat = async (name: string, measure: () => number | Promise<number>): Promise<Part> => {
    const milliseconds: number[] = [];
    for (let i = 0; i < times; i++) milliseconds.push(await measure());
    return { name, milliseconds };
  };
  const parts = [await repeat("spawn of true", () => spawned(["/bin/true"], [])())];
  if (host.isolation === "bubblewrap" && host.hasReaper) {
    const { bare, whole, close } = sandboxed(host, folder);
    parts.push(await repeat("the same in bubblewrap", bare));
    parts.push(await repeat("the same with the reaper", whole));
    close();
  }
  const { cgroups } = host;
  if (cgroups !== undefined) {
    const limits = { memoryBytes: ENOUGH_BYTES, processes: 100 };
    parts.push(
      await repeat("groups, made and removed", () =>
        since(() => new RunCgroup(cgroups, nextRunName(), limits).release()),
      ),
      await repeat("a group's first entry", async () => {
        await setTimeout(REST_MS);
        return since(prepareEntry);
      }),
      await repeat("the next entry", async () => {
        await prepareEntry();
        return since(prepareEntry);
      }),
    );
  }
  return parts;
}

async function since(act: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await act();
  return performance.now() - start;
}

function spawned(argv: readonly [string, ...string[]], stdio: StdioOptions): () => number {
  const [program, ...words] = argv;
  return () => {
    const start = performance.now();
    const { status, stderr } = spawnSync(program, words, { stdio, env: ENVIRONMENT });
    if (status !== 0) throw new Error(`${program} failed: ${String(stderr)}`);
    return performance.now() - start;
  };
}

/** The sandbox of a run, around `true` and around the reaper with `true`. */
function sandboxed(
  host: ExecutionHost,
  folder: string,
): { readonly bare: () => number; readonly whole: () => number; close(): void } {
  const work = join(folder, "parts");
  const optionsFile = join(folder, "options");
  mkdirSync(work);
  const user = host.isRoot ? takeRunUser() : undefined;
  const { argv, options } = launchCommand({
    isolation: "bubblewrap",
    command: ["/bin/true"],
    directory: WORK_DIRECTORY,
    layout: sandboxLayout(
      { workDirectory: work, inputs: new Map(), toolPaths: [], hidden: [] },
      "/etc",
    ),
    temporaryBytes: ENOUGH_BYTES,
    fileBytes: Number.POSITIVE_INFINITY,
    entryFiles: [],
    hasFilter: false,
    mountPoint: join(folder, "root"),
    ...(user === undefined ? {} : { user: user.id }),
    hasReaper: true,
  });
  writeFileSync(optionsFile, options);
  const around = (words: readonly [string, ...string[]]) => (): number => {
    // Each reads the options from their beginning; the reaper reports on a pipe.
    const descriptor = openSync(optionsFile, "r");
    const milliseconds = spawned(words, ["ignore", "pipe", "pipe", "pipe", descriptor])();
    closeSync(descriptor);
    return milliseconds;
  };
  const end = argv.indexOf("--") + 1;
  const sandbox = argv.slice(0, end) as [string, ...string[]];
  return {
    bare: around([...sandbox, "/bin/true"]),
    whole: around(argv),
    close: () => {
      user?.release();
      rmSync(work, { recursive: true });
      rmSync(optionsFile);
    },
  };
}
