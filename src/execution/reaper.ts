/**
 * The first process of a run's PID namespace. It reaps whatever the tool
 * orphans, and reports the tool's wait status: sandboxes and shells fold
 * signal n into exit code 128+n, so that exit(137) and SIGKILL look alike.
 *
 * Perl, because it is a part of every Debian-like system, starts in 1.5 ms and
 * gives the status untouched; no shell does. It keeps the (few) rights that
 * the sandbox has, so that the tool can neither end nor trace it. File
 * descriptors that we inherited without knowing it are closed.
 */
import { existsSync } from "node:fs";
import { STARTED_FD } from "./launch-descriptors.ts";

const PERL = "/usr/bin/perl";

const SCRIPT = `$^F = ${STARTED_FD}; open R, ">&=${STARTED_FD}" or exit 125; $SIG{CHLD} = "DEFAULT";
defined($tool = fork) or exit 125;
if (!$tool) {
  opendir D, "/proc/self/fd"; for (grep { $_ > ${STARTED_FD} } readdir D) { open my $f, "<&=$_" }
  exec {$ARGV[0]} @ARGV; exit 125;
}
while (($pid = waitpid -1, 0) != -1) {
  next if $pid != $tool;
  syswrite R, "e$?;"; exit($? & 127 ? 128 + ($? & 127) : $? >> 8);
}
exit 125`;

/** Words that go before a command whose exact wait status is wanted. */
export const REAPER: readonly string[] = [PERL, "-e", SCRIPT];

/** Words of the environment of {@link REAPER} alone: it shall not complain about locales. */
export const REAPER_ENVIRONMENT = { PERL_BADLANG: "0" } as const;

/** Whether {@link REAPER} can be used on this host. */
export function hasReaper(): boolean {
  return existsSync(PERL);
}

/** What came out of {@link STARTED_FD}. */
export interface StartReport {
  /** Whether the innermost step reported that it becomes the tool. */
  readonly hasStarted: boolean;
  /** Wait status of the tool as wait(2) gives it; undefined without reaper, or when that was killed, too. */
  readonly waitStatus?: number;
}

/** Takes apart what the innermost step (`s`) and the reaper (`e<status>;`) wrote. */
export function parseStartReport(text: string): StartReport {
  const status = /e(\d+);/.exec(text)?.[1];
  return {
    hasStarted: text.startsWith("s"),
    ...(status === undefined ? {} : { waitStatus: Number(status) }),
  };
}
