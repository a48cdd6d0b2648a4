/**
 * The first process of a run's PID namespace. It reaps whatever the tool
 * orphans, and reports the tool's wait status: sandboxes and shells fold
 * signal n into exit code 128+n, so that exit(137) and SIGKILL look alike.
 *
 * Its child enters the run's control groups only now, so that the figures are
 * the tool's and not those of its sandbox. Where the numbers of the system
 * calls are known it also gives up root, and becomes the tool without further
 * programs in between.
 *
 * Perl, because it is a part of every Debian-like system, starts in 1.5 ms and
 * gives the status untouched; no shell does. It cannot be traced by the tool,
 * and signals of the tool do not reach it. File descriptors that we inherited
 * without knowing it are closed.
 */
import { existsSync } from "node:fs";
import { STARTED_FD } from "./launch-descriptors.ts";

const PERL = "/usr/bin/perl";

/** System calls that Perl has no function for, by `process.arch`. */
const CALLS: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  x64: { prctl: 157, setgroups: 116, setresgid: 119, setresuid: 117, capset: 126 },
  arm64: { prctl: 167, setgroups: 159, setresgid: 149, setresuid: 147, capset: 91 },
};

/** Words: GROUP-DESCRIPTORS DIRECTORY USER COMMAND…; an empty DIRECTORY leaves the rest to COMMAND. */
function script(): string {
  const { prctl = 0, setgroups, setresgid, setresuid, capset } = CALLS[process.arch] ?? {};
  const protect = prctl === 0 ? "" : `syscall(${prctl}, 4, 0, 0, 0, 0);`; // PR_SET_DUMPABLE
  return `($groups, $directory, $user) = splice @ARGV, 0, 3; delete $ENV{PERL_BADLANG};
$^F = $directory eq "" ? ${STARTED_FD} : ${STARTED_FD - 1};
open R, ">&=${STARTED_FD}" or exit 125; $SIG{CHLD} = "DEFAULT";
defined($tool = fork) or exit 125;
if (!$tool) {
  for (split / /, $groups) {
    open my $g, ">&=$_"; defined syswrite $g, "0" or die "agon: cannot enter a control group: $!\\n";
  }
  opendir D, "/proc/self/fd"; for (grep { $_ > ${STARTED_FD} } readdir D) { open my $f, "<&=$_" }
  if ($directory ne "") {
    if ($user ne "") {
      $user += 0;
      syscall(${setgroups}, 0, 0) || syscall(${setresgid}, $user, $user, $user)
        || syscall(${setresuid}, $user, $user, $user)
        || syscall(${capset}, my $v3 = pack("LL", 0x20080522, 0), my $none = "\\0" x 24) and die "agon: cannot give up root: $!\\n";
    }
    chdir $directory or die "agon: cannot enter $directory: $!\\n"; $ENV{PWD} = $directory;
    syswrite R, "s";
  }
  exec {$ARGV[0]} @ARGV; $error = $!; $number = $! + 0;
  syswrite R, "f$number;" if $directory ne "";
  print STDERR "agon: cannot start $ARGV[0]: $error\\n"; exit 127;
}
${protect}
for (split / /, $groups) { open my $g, ">&=$_" }
while (($pid = waitpid -1, 0) != -1) {
  next if $pid != $tool;
  syswrite R, "e$?;"; exit($? & 127 ? 128 + ($? & 127) : $? >> 8);
}
exit 125`;
}

/** What the reaper is to do. */
export interface ReaperTask {
  /** Descriptors of the `cgroup.procs` files that the tool is to enter. */
  readonly groupDescriptors: readonly number[];
  /**
   * Where the command starts, and the user it gets if it is another one. Absent:
   * the words of the command see to that themselves, and to the report of the start.
   */
  readonly start?: { readonly directory: string; readonly user?: number };
}

/** Words that go before a command whose exact wait status is wanted. */
export function reaperWords({ groupDescriptors, start }: ReaperTask): readonly string[] {
  const user = start?.user?.toString() ?? "";
  return [PERL, "-e", script(), groupDescriptors.join(" "), start?.directory ?? "", user];
}

/** Words of the environment of the reaper alone: it shall not complain about locales. */
export const REAPER_ENVIRONMENT = { PERL_BADLANG: "0" } as const;

/** Whether a reaper can be used on this host. */
export function hasReaper(): boolean {
  return existsSync(PERL);
}

/** Whether the reaper can give up root and start the tool by itself. */
export function canReaperStart(): boolean {
  return CALLS[process.arch] !== undefined;
}

/** What came out of {@link STARTED_FD}. */
export interface StartReport {
  /** Whether the last step before the tool was reached. */
  readonly hasStarted: boolean;
  /** Number of the error when the tool could not be started then: there is no such file, or no such format. */
  readonly startError?: number;
  /** Wait status of the tool as wait(2) gives it; undefined without reaper, or when that was killed, too. */
  readonly waitStatus?: number;
}

/** Takes apart what was written: `s` for the start, `f<errno>;`, and at last `e<status>;`. */
export function parseStartReport(text: string): StartReport {
  const error = /f(\d+);/.exec(text)?.[1];
  const status = /e(\d+);/.exec(text)?.[1];
  return {
    hasStarted: text.startsWith("s"),
    ...(error === undefined ? {} : { startError: Number(error) }),
    ...(status === undefined ? {} : { waitStatus: Number(status) }),
  };
}
