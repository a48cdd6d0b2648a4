/**
 * Translates a run's command to the command that really starts: it enters the control groups,
 * builds the sandbox, gives up every privilege, reports that the tool starts, and becomes the tool.
 * Each step is a small program that every Debian-like system has (sh, util-linux, bubblewrap), so
 * that no native code is needed.
 */
import type { IsolationKind } from "../../../ground/model/index.ts";
import { defined } from "../../../ground/util/defined.ts";
import { RUN_MARK } from "../measuring/process-accounting.ts";
import type { ExecutionLimits } from "../system/execution-limits.ts";
import { readText } from "../system/proc-fs.ts";
import {
  FILTER_FD,
  FIRST_GROUP_FD,
  OPTIONS_FD,
  OUTPUT_FD,
  STARTED_FD,
} from "./launch-descriptors.ts";
import { BADLANG, canReaperStart, reaperWords } from "./reaper.ts";
import type { LayoutEntry } from "./sandbox-layout.ts";
import { unshareScript } from "./unshare-script.ts";

export interface LaunchRequest {
  readonly isolation: IsolationKind;
  /** Words of the tool's command. */
  readonly command: readonly string[];
  /** Folder in which the command starts, as the command sees it. */
  readonly directory: string;
  /** Only for isolated runs. */
  readonly layout: readonly LayoutEntry[];
  /** Upper bound of each writable in-memory folder. */
  readonly temporaryBytes: number;
  /** Largest file that the run can write. */
  readonly fileBytes: number;
  /** `cgroup.procs` files that the run enters. */
  readonly entryFiles: readonly string[];
  /** Deny the system calls of the filter on {@link FILTER_FD}; `unshare` can only where there is a reaper. */
  readonly hasFilter: boolean;
  /** Greatest number of processes of the run, where no control group limits it. */
  readonly processes?: number;
  /** Empty directory on the host, for `unshare`: the new root is mounted there. */
  readonly mountPoint: string;
  /** User and group of the run, which only root can set; undefined: those of this process. */
  readonly user?: number;
  /** Report the tool's exact wait status; only for isolated runs. */
  readonly hasReaper: boolean;
  /** The niceness of the command, where it does not inherit the right one. */
  readonly priority?: number;
  /** Limits that the kernel enforces if the run is not watched for a while. Default: none. */
  readonly limits?: Pick<ExecutionLimits, "cpuTimeSeconds" | "wallTimeSeconds">;
}

export interface Launch {
  readonly argv: readonly [string, ...string[]];
  /** Text to read from {@link OPTIONS_FD}; empty: none. */
  readonly options: string;
  /** Files to open for writing, from {@link FIRST_GROUP_FD} on. */
  readonly groupFiles: readonly string[];
  /**
   * Whether standard error is the sandbox's own, and the tool's output arrives on {@link
   * OUTPUT_FD}.
   */
  readonly hasOwnMessages: boolean;
}

/**
 * The watcher of a run is exact to milliseconds; the kernel's limits, above by this time, only
 * apply when it fails.
 */
const BACK_STOP_SECONDS = 2;

/**
 * With this limit the kernel writes no core, and starts no program of the host for one either. At 0
 * it would (core(5), "Piping core dumps to a program"), and that program would work outside of the
 * run's limits.
 */
const NO_CORE_AT_ALL = 1;

/** In whole seconds; undefined: none. */
function backStop(seconds: number | undefined): number | undefined {
  if (seconds === undefined || !Number.isFinite(seconds)) return undefined;
  return Math.ceil(seconds) + BACK_STOP_SECONDS;
}

/**
 * Outermost step: limits the size of files (`ulimit -f` counts blocks of 512
 * bytes) and the CPU time of each process, enters the groups named by the next words, and becomes the rest.
 */
const ENTER = `exec 2>&1; ulimit -c 0; ulimit -f "$1"; ulimit -t "$2"; n=$3; shift 3
while [ "$n" -gt 0 ]; do echo $$ >"$1" || exit 125; shift; n=$((n-1)); done
exec "$@"`;

/** Innermost step, unless the reaper does it: writes one byte right before it becomes the tool. */
const START = `unset ${BADLANG}; cd "$1" || exit 125; shift; printf s >&${STARTED_FD}; exec ${STARTED_FD}>&-; exec "$@"`;

/** Combines the steps. */
export function launchCommand(request: LaunchRequest): Launch {
  const { isolation, fileBytes } = request;
  const blocks = Number.isFinite(fileBytes) ? String(Math.ceil(fileBytes / 512)) : "unlimited";
  // With a reaper the sandbox stays outside the groups, so that its figures do not count as the
  // tool's.
  const groupFiles = request.hasReaper ? request.entryFiles : [];
  const entered = request.hasReaper ? [] : request.entryFiles;
  const calm = request.hasReaper ? "" : niceness(request.priority);
  const cpu = String(backStop(request.limits?.cpuTimeSeconds) ?? "unlimited");
  const whole = { groupFiles, hasOwnMessages: false };
  const enter = ["-c", `${calm}${ENTER}`, "enter", blocks, cpu, String(entered.length), ...entered];
  // Without namespaces at least the first process must not outlive the coordinator.
  const dieWithUs = ["setpriv", "--pdeathsig", "KILL", "--"];
  switch (isolation) {
    case "bubblewrap": {
      const words = ["--args", String(OPTIONS_FD), "--", ...sandboxed(request)];
      const options = bubblewrapOptions(request)
        .map((word) => `${word}\0`)
        .join("");
      // The reaper does the shell's work.
      if (isReaperEnough(request))
        return { argv: ["bwrap", ...words], options, groupFiles, hasOwnMessages: true };
      return { argv: ["/bin/sh", ...enter, "bwrap", ...words], options, ...whole };
    }
    case "unshare": {
      const words = [...dieWithUs, ...unshareCommand(request), ...sandboxed(request)];
      return { argv: ["/bin/sh", ...enter, ...words], options: "", ...whole };
    }
    case "none": {
      const words = [...dieWithUs, ...startWords(request)];
      return { argv: ["/bin/sh", ...enter, ...words], options: "", ...whole };
    }
  }
}

/** Whether no other program is needed between sandbox and tool. */
function isReaperEnough({ isolation, hasReaper }: LaunchRequest): boolean {
  return isolation === "bubblewrap" && hasReaper && canReaperStart();
}

/** Shell text that sets the niceness of a shell that becomes the command. */
function niceness(priority: number | undefined): string {
  return priority === undefined ? "" : `renice -n ${priority} -p $$ >/dev/null 2>&1; `;
}

/** The command inside the sandbox: reaper, loss of rights, start, command. */
function sandboxed(request: LaunchRequest): readonly string[] {
  const { hasReaper, isolation, user, directory, command, entryFiles, processes } = request;
  const seconds = backStop(request.limits?.wallTimeSeconds);
  const chain = [...dropRights(request), ...startWords(request)];
  if (!hasReaper) return chain;
  const groupDescriptors = entryFiles.map((_, index) => FIRST_GROUP_FD + index);
  const task = { groupDescriptors, ...defined({ seconds, priority: request.priority }) };
  if (canReaperStart()) {
    const start = {
      directory,
      ...defined({ user, processes: processesOfUser(processes) }),
      // Bubblewrap has denied them already.
      hasFilter: request.hasFilter && isolation === "unshare",
      ...(isReaperEnough(request) ? { output: OUTPUT_FD, ...kernelLimits(request) } : {}),
    };
    return [...reaperWords({ ...task, start }), ...command];
  }
  return [...reaperWords(task), ...chain];
}

function kernelLimits({ fileBytes, limits }: LaunchRequest): {
  readonly coreBytes: number;
  readonly fileBytes?: number;
  readonly cpuTimeSeconds?: number;
} {
  return defined({
    coreBytes: NO_CORE_AT_ALL,
    fileBytes: Number.isFinite(fileBytes) ? Math.ceil(fileBytes) : undefined,
    cpuTimeSeconds: backStop(limits?.cpuTimeSeconds),
  });
}

function startWords({ processes, directory, command }: LaunchRequest): readonly string[] {
  return [...limitProcesses(processes), "/bin/sh", "-c", START, "start", directory, ...command];
}

/** Root becomes a user without rights; every user loses the means to gain rights. */
function dropRights({ user, isolation }: LaunchRequest): string[] {
  const change = user === undefined ? [] : [`--reuid=${user}`, `--regid=${user}`, "--clear-groups"];
  // In unshare's user namespace an ordinary user is root and would regain every capability at the
  // next exec, and with it the right to remount; bubblewrap prevents that itself.
  const bounds = isolation === "unshare" ? ["--bounding-set=-all"] : [];
  return ["setpriv", ...change, ...bounds, "--no-new-privs", "--inh-caps=-all", "--"];
}

/**
 * The kernel counts processes per user, so those that exist already are added. This is coarse, but
 * it stops a fork bomb that could fill the host's process table within one poll period.
 */
function processesOfUser(processes: number | undefined): number | undefined {
  if (processes === undefined || processes === Number.POSITIVE_INFINITY) return undefined;
  return processes + Number(/\/(\d+) /.exec(readText("/proc/loadavg") ?? "")?.[1] ?? 0);
}

function limitProcesses(processes: number | undefined): string[] {
  const most = processesOfUser(processes);
  return most === undefined ? [] : ["prlimit", `--nproc=${most}`, "--"];
}

function bubblewrapOptions(request: LaunchRequest): string[] {
  const { layout, temporaryBytes, user, hasReaper, hasFilter, processes } = request;
  const isRoot = user !== undefined;
  // Root needs no user namespace: setpriv must really change the user, for which it keeps two
  // capabilities until it has done so.
  const namespaces = isRoot
    ? ["--unshare-ipc", "--unshare-pid", "--unshare-net", "--unshare-uts", "--unshare-cgroup-try"]
    : ["--unshare-all"];
  const capabilities = isRoot
    ? ["--cap-drop", "ALL", "--cap-add", "CAP_SETUID", "--cap-add", "CAP_SETGID"]
    : ["--cap-drop", "ALL"];
  return [
    ...namespaces,
    ...["--hostname", "agon", "--die-with-parent", "--new-session"],
    ...(hasReaper ? ["--as-pid-1"] : []),
    ...(hasFilter ? ["--seccomp", String(FILTER_FD)] : []),
    // Without control groups the mark also identifies the tool's processes.
    ...(processes === undefined ? ["--unsetenv", RUN_MARK] : []),
    ...capabilities,
    ...layout.flatMap((entry) => bubblewrapEntry(entry, temporaryBytes)),
    // An ordinary user owns the new root and could write to it, unlimited and uncounted.
    ...["--remount-ro", "/"],
    // The last step enters the working directory: only its user may.
    ...["--chdir", "/"],
  ];
}

function bubblewrapEntry(entry: LayoutEntry, temporaryBytes: number): string[] {
  switch (entry.kind) {
    case "read-only":
      return ["--ro-bind", entry.source, entry.target];
    case "writable":
      return ["--bind", entry.source, entry.target];
    case "symbolic-link":
      return ["--symlink", entry.source, entry.target];
    case "directory":
      return ["--perms", "0755", "--dir", entry.target];
    case "empty":
      return ["--size", String(temporaryBytes), "--perms", "1777", "--tmpfs", entry.target];
    case "proc":
      return ["--proc", entry.target];
    case "devices":
      return ["--dev", entry.target];
  }
}

function unshareCommand(request: LaunchRequest): string[] {
  const { layout, temporaryBytes, mountPoint, user, hasReaper } = request;
  const mapping = user === undefined ? ["--map-root-user"] : [];
  const namespaces = ["--pid", "--mount", "--net", "--ipc", "--uts", "--fork", "--kill-child"];
  const entries = layout.flatMap((entry) => [
    entry.kind,
    "source" in entry ? entry.source : "-",
    entry.target,
  ]);
  return [
    ...["unshare", ...mapping, ...namespaces, "--propagation", "private", "--"],
    ...[
      "/bin/sh",
      "-c",
      unshareScript({ staysFirst: !hasReaper }),
      "sandbox",
      mountPoint,
      String(temporaryBytes),
    ],
    ...[...entries, "--"],
  ];
}
