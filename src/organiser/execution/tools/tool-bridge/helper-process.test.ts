import { existsSync, readdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { expect, test } from "vitest";
import { locateCgroups } from "../../measuring/cgroup-hierarchies.ts";
import { runName } from "../../measuring/cgroup-sweep.ts";
import { listProcesses, readText } from "../../system/proc-fs.ts";
import { helperIsolation, runHelper } from "./helper-process.ts";

const run = (script: string, seconds = 20): ReturnType<typeof runHelper> =>
  runHelper(
    { command: ["/bin/sh", "-c", script], shown: [], environment: { WORD: "x" } },
    helperIsolation(),
    seconds,
  );

test("a helper's output contains only what it prints", () => {
  expect(run("echo $WORD; echo y >&2; exit 3")).toEqual({ exitCode: 3, output: "x\ny\n" });
});

test("a helper that hangs is ended", () => {
  expect(run("sleep 100", 1).exitCode).toBe(null);
});

test("a helper is limited as runs are, and leaves nothing behind", () => {
  // The daemon holds no pipe of this process; the fork bomb ends by itself when it may no longer
  // fork.
  const script = `setsid sh -c 'exec sleep 98765' </dev/null >/dev/null 2>&1 &
perl -e 'my $n = 0; while (defined(my $p = fork)) { if (!$p) { sleep 50; exit } last if ++$n > 5000 } print $n > 5000 ? "endless" : "limited"; kill 9, -1'`;
  const before = leftOvers();
  expect(run(script).output).not.toContain("endless");
  expect(leftOvers()).toEqual(before);
});

test("denied system calls are denied to helpers", () => {
  // keyctl(KEYCTL_GET_KEYRING_ID, session): ENOSYS from the filter.
  const number = { x64: 250, arm64: 219 }[process.arch as "x64"] ?? 0;
  if (number === 0 || helperIsolation() !== "bubblewrap") return;
  const script = `perl -e 'syscall(${number}, 0, -3, 1); print $!{ENOSYS} ? "denied" : "allowed"'`;
  expect(run(script).output).toBe("denied");
});

function leftOvers(): string[] {
  const folders = readdirSync(tmpdir()).filter((name) => name.includes(runName(0)));
  const processes = listProcesses()
    .filter(({ isZombie }) => !isZombie)
    .map(({ pid }) => readText(`/proc/${pid}/cmdline`) ?? "")
    .filter((line) => line.includes("98765"));
  const { unified, v1 } = locateCgroups();
  const own = `-${process.pid}-`;
  const groups = [...v1.values(), unified?.directory ?? ""]
    .filter((directory) => existsSync(directory))
    .flatMap((directory) => readdirSync(directory).filter((name) => name.includes(own)));
  return [...folders, ...processes, ...groups];
}
