/**
 * The first process of a run's PID namespace. It reaps the tool's orphans, and reports the tool's
 * wait status: sandboxes and shells fold signal n into exit code 128+n, so that exit(137) and
 * SIGKILL look alike.
 *
 * Its child enters the run's control groups only now, so that the figures are the tool's and not
 * those of its sandbox. Where the numbers of the system calls are known it also gives up root, and
 * becomes the tool without further programs in between.
 *
 * It is written in Perl, which is a part of every Debian-like system, starts in 1.5 ms and gives
 * the unchanged status; no shell does. The tool cannot trace it, and the tool's signals do not
 * reach it. File descriptors that were inherited accidentally are closed.
 */
import { existsSync } from "node:fs";
import { defined } from "../../../ground/util/defined.ts";
import { FILTER_FD, STARTED_FD } from "./launch-descriptors.ts";

const PERL = "/usr/bin/perl";

/** System calls that Perl has no function for. */
interface Calls {
  readonly prctl: number;
  readonly setgroups: number;
  readonly setresgid: number;
  readonly setresuid: number;
  readonly capset: number;
  readonly prlimit64: number;
  readonly clock_gettime: number;
  readonly exit_group: number;
  readonly write: number;
  readonly close_range: number;
}

/** Numbers by `process.arch`. */
const CALLS: Readonly<Record<string, Calls>> = {
  x64: {
    prctl: 157,
    setgroups: 116,
    setresgid: 119,
    setresuid: 117,
    capset: 126,
    prlimit64: 302,
    clock_gettime: 228,
    exit_group: 231,
    write: 1,
    close_range: 436,
  },
  arm64: {
    prctl: 167,
    setgroups: 159,
    setresgid: 149,
    setresuid: 147,
    capset: 91,
    prlimit64: 261,
    clock_gettime: 113,
    exit_group: 94,
    write: 64,
    close_range: 436,
  },
};

/**
 * The parts of the script that are wanted: Perl reads a line in some microseconds, and the tool
 * waits for that.
 */
type Rights = Pick<NonNullable<ReaperTask["start"]>, "user" | "processes" | "hasFilter">;

/**
 * Gives up every right, in Perl. For root and for a user namespace's root, the next exec would give
 * capabilities back if they were still in the bounding set; bubblewrap has removed them, and denies
 * a second removal.
 */
function loseRights(calls: Calls, { user, processes, hasFilter }: Rights): string {
  const { prctl, setgroups, setresgid, setresuid, capset, prlimit64 } = calls;
  const readFilter = `my $filter = ""; { open F, "<&=${FILTER_FD}"; binmode F; local $/; $filter = <F> }`;
  const becomeUser = `
    $user += 0;
    syscall(${setgroups}, 0, 0) || syscall(${setresgid}, $user, $user, $user)
      || syscall(${setresuid}, $user, $user, $user) and die "agon: cannot give up root: $!\\n";`;
  const limitProcesses = ` # RLIMIT_NPROC
    syscall(${prlimit64}, 0, 6, my $most = pack("QQ", $processes, $processes), 0) and die "agon: cannot limit processes: $!\\n";`;
  const setFilter = ` # PR_SET_SECCOMP, SECCOMP_MODE_FILTER
    syscall(${prctl}, 22, 2, my $program = pack("S x6 P", length($filter) / 8, $filter), 0, 0) and die "agon: cannot deny system calls: $!\\n";`;
  return `
    for (split / /, $limits) { # RESOURCE=MOST
      my ($resource, $most) = split /=/;
      syscall(${prlimit64}, 0, $resource + 0, my $both = pack("QQ", $most, $most), 0) and die "agon: cannot limit resource $resource: $!\\n";
    }
    ${hasFilter ? readFilter : ""}
    syscall(${prctl}, 38, 1, 0, 0, 0); # PR_SET_NO_NEW_PRIVS
    for (0 .. 63) { syscall(${prctl}, 24, $_, 0, 0, 0) and last } # PR_CAPBSET_DROP, up to the last or not at all
    ${user === undefined ? "" : becomeUser}
    syscall(${capset}, my $v3 = pack("LL", 0x20080522, 0), my $none = "\\0" x 24) and die "agon: cannot give up rights: $!\\n";
    ${processes === undefined ? "" : limitProcesses}
    ${hasFilter ? setFilter : ""}`;
}

/** Enters the groups, in Perl; Perl's own file functions make four times as many system calls. */
function enterGroups(calls: Calls | undefined): string {
  const enter =
    calls === undefined
      ? `open my $g, ">&=$_"; defined syswrite $g, "0" or`
      : `syscall(${calls.write}, $_ + 0, my $self = "0", 1) < 0 and`;
  return `for (split / /, $groups) { ${enter} die "agon: cannot enter a control group: $!\\n" }`;
}

/** Closes all descriptors except the first ones, in Perl; one by one before Linux 5.9. */
function closeOthers(calls: Calls | undefined): string {
  const one = `opendir D, "/proc/self/fd"; for (grep { $_ > ${STARTED_FD} } readdir D) { open my $f, "<&=$_" }`;
  if (calls === undefined) return one;
  return `if (syscall(${calls.close_range}, ${STARTED_FD + 1}, 0xffffffff, 0) < 0) { ${one} }`;
}

/**
 * Words: GROUP-DESCRIPTORS SECONDS NICENESS DIRECTORY USER PROCESSES LIMITS OUTPUT-DESCRIPTOR
 * COMMAND…; without NICENESS the command inherits the niceness; an empty DIRECTORY leaves the rest
 * to COMMAND. Without OUTPUT-DESCRIPTOR the command's output goes to standard output. After SECONDS
 * (0: never) everything ends: the watcher of the run does that much earlier, unless it was stopped
 * itself.
 */
function script(start: Rights | undefined): string {
  const calls = CALLS[process.arch];
  // CLOCK_MONOTONIC, as Node's process.hrtime.
  const now =
    calls === undefined
      ? '""'
      : `my $t = "\\0" x 16; syscall(${calls.clock_gettime}, 1, $t) ? "" : join(" ", unpack "qq", $t)`;
  const protect = calls === undefined ? "" : `syscall(${calls.prctl}, 4, 0, 0, 0, 0);`; // PR_SET_DUMPABLE
  // Perl's own exit would clean up first.
  const quit = calls === undefined ? "" : ` syscall(${calls.exit_group}, $code);`;
  // Before the fork, since a quick tool could trace its parent; the exec of the child restores the
  // default.
  return `($groups, $seconds, $niceness, $directory, $user, $processes, $limits, $output) = splice @ARGV, 0, 8; delete $ENV{LC_ALL} if delete $ENV{PERL_BADLANG};
sub now { ${now} }
$^F = $directory eq "" ? ${STARTED_FD} : ${STARTED_FD - 1};
open STDOUT, ">&$output" if $output ne ""; open STDERR, ">&STDOUT"; open R, ">&=${STARTED_FD}" or exit 125; $SIG{CHLD} = "DEFAULT";
${protect}
defined($tool = fork) or exit 125;
if (!$tool) {
  setpriority 0, 0, $niceness if $niceness ne "";
  ${enterGroups(calls)}
  ${calls === undefined || start === undefined ? "" : loseRights(calls, start)}
  ${closeOthers(calls)}
  if ($directory ne "") {
    chdir $directory or die "agon: cannot enter $directory: $!\\n"; $ENV{PWD} = $directory;
    syswrite R, "s" . now() . ";";
  }
  exec {$ARGV[0]} @ARGV; $error = $!; $number = $! + 0;
  syswrite R, "f$number;" if $directory ne "";
  print STDERR "agon: cannot start $ARGV[0]: $error\\n"; exit 127;
}
$SIG{ALRM} = sub { exit 124 }; alarm $seconds;
${closeOthers(calls)}
close STDOUT, close STDERR if $output ne "";
while (($pid = waitpid -1, 0) != -1) {
  next if $pid != $tool;
  my $end = now(); syswrite R, "e$? $end;";
  my $code = $? & 127 ? 128 + ($? & 127) : $? >> 8;${quit}
  exit $code;
}
exit 125`;
}

/** The work of the reaper. */
export interface ReaperTask {
  /** Descriptors of the `cgroup.procs` files that the tool enters. */
  readonly groupDescriptors: readonly number[];
  /**
   * Folder in which the command starts, and its user if that is another one. Absent: the words of
   * the command do that themselves, and report the start.
   */
  readonly start?: {
    readonly directory: string;
    readonly user?: number;
    /** Greatest number of processes of the user. */
    readonly processes?: number;
    /** Deny the system calls of the filter on {@link FILTER_FD}. */
    readonly hasFilter: boolean;
    /** Greatest size of a core in bytes; default: 0. */
    readonly coreBytes?: number;
    /**
     * Greatest size of a file in bytes, and of each process's CPU time in seconds, where they were
     * not limited before.
     */
    readonly fileBytes?: number;
    readonly cpuTimeSeconds?: number;
    /** Descriptor for its output, which then only its processes hold; absent: standard output. */
    readonly output?: number;
  };
  /** Time after which the run ends even if it is not watched; absent: never. */
  readonly seconds?: number;
  /** The niceness of the tool; absent: inherited. */
  readonly priority?: number;
}

/** Words to put before a command whose exact wait status is wanted. */
export function reaperWords(task: ReaperTask): readonly string[] {
  const { groupDescriptors, start, seconds = 0, priority = "" } = task;
  const { directory = "", user, processes } = start ?? {};
  const limits = [
    ["4", start?.coreBytes ?? 0], // RLIMIT_CORE
    ["1", start?.fileBytes], // RLIMIT_FSIZE
    ["0", start?.cpuTimeSeconds], // RLIMIT_CPU
  ].flatMap(([resource, most]) => (most === undefined ? [] : [`${resource}=${most}`]));
  const rights = [user?.toString() ?? "", processes?.toString() ?? ""];
  const words = [
    groupDescriptors.join(" "),
    String(seconds),
    String(priority),
    directory,
    ...rights,
    limits.join(" "),
    start?.output?.toString() ?? "",
  ];
  return [PERL, "-e", script(start), ...words];
}

/** Belongs to the environment of a launch: the tool does not get it. */
export const BADLANG = "PERL_BADLANG";

/**
 * Words for the environment of the reaper alone: it must not complain about locales, nor load any,
 * unless the tool is given one. The other variable says whether `LC_ALL` is for the reaper only.
 * @param isStarting whether the reaper starts the tool itself
 */
export function reaperEnvironment(
  ofTool: Readonly<Record<string, string>>,
  isStarting: boolean,
): Readonly<Record<string, string>> {
  return isStarting && ofTool.LC_ALL === undefined
    ? { LC_ALL: "C", [BADLANG]: "1" }
    : { [BADLANG]: "0" };
}

/** Whether a reaper can be used on this host. */
export function hasReaper(): boolean {
  return existsSync(PERL);
}

/** Whether the reaper can give up root and start the tool by itself. */
export function canReaperStart(): boolean {
  return CALLS[process.arch] !== undefined;
}

/** The report on {@link STARTED_FD}. */
export interface StartReport {
  /** Whether the last step before the tool was reached. */
  readonly hasStarted: boolean;
  /**
   * Number of the error when the tool could not be started: there is no such file, or the format is
   * invalid.
   */
  readonly startError?: number;
  /**
   * Wait status of the tool as wait(2) gives it; undefined without reaper, or when the reaper was
   * killed, too.
   */
  readonly waitStatus?: number;
  /**
   * Start and end of the tool, in nanoseconds of `process.hrtime`; where the reaper can report
   * them.
   */
  readonly startedAt?: bigint;
  readonly endedAt?: bigint;
}

/**
 * Parses the report: `s` for the start, `f<errno>;`, and finally
 * `e<status> ;`. Where the clock is available, `s` is `s<seconds> <nanoseconds>;`, and the end is
 * `e<status> <seconds> <nanoseconds>;`.
 */
export function parseStartReport(text: string): StartReport {
  const error = /f(\d+);/.exec(text)?.[1];
  const start = /^s(\d+) (\d+);/.exec(text);
  const end = /e(\d+) ?(?:(\d+) (\d+))?;/.exec(text);
  return {
    hasStarted: text.startsWith("s"),
    ...(error === undefined ? {} : { startError: Number(error) }),
    ...(end === null ? {} : { waitStatus: Number(end[1]) }),
    ...defined({
      startedAt: nanoseconds(start?.[1], start?.[2]),
      endedAt: nanoseconds(end?.[2], end?.[3]),
    }),
  };
}

function nanoseconds(seconds: string | undefined, rest: string | undefined): bigint | undefined {
  if (seconds === undefined || rest === undefined) return undefined;
  return BigInt(seconds) * 1_000_000_000n + BigInt(rest);
}
