/**
 * What many executions of a program with inputs do, compiled by gcc, each in a process of its own: with the heap of
 * the C library, which gives the same addresses to blocks again, and with AddressSanitizer, which does not.
 */
import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";

export interface NativeExecutions {
  /** Some execution reaches the error, and nothing invalid before. */
  readonly isViolated: boolean;
  /** What AddressSanitizer says of the first execution in which something is invalid; "" where nothing is. */
  readonly invalid: string;
  /** Some execution, in which nothing is invalid, loses a block. */
  readonly leaks: boolean;
}

/** Exit codes of executions. */
const [REACHED, SLOW, LEAK, INVALID] = [91, 92, 93, 94];

/** Runs `main` once for each seed; inputs become 0 after some, so that loops that ask for more end. */
const HARNESS = `
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>
static unsigned long long state;
static int inputs;
int __VERIFIER_nondet_int(void) {
  if (++inputs > 40) return 0;
  state = state * 6364136223846793005ull + 1442695040888963407ull;
  return (int)(state >> 60);
}
void reach_error(void) { _exit(${REACHED}); }
int task_main(void);
int main(int argc, char **argv) {
  int count = atoi(argv[1]);
  for (int seed = 0; seed < count; seed++) {
    fflush(stdout);
    if (fork() == 0) {
      state = seed * 0x9e3779b97f4a7c15ull + 77;
      for (int i = 0; i < 3; i++) __VERIFIER_nondet_int();
      inputs = 0;
      alarm(2);
      exit(task_main());
    }
    int status;
    wait(&status);
    printf("%d\\n", WIFSIGNALED(status) ? (WTERMSIG(status) == 14 ? ${SLOW} : ${INVALID}) : WEXITSTATUS(status));
  }
}
`;

/** Runs a program that was written into a folder of its own; undefined when gcc refuses it. */
export function nativeExecutions(
  folder: string,
  text: string,
  count: number,
): NativeExecutions | undefined {
  writeFileSync(join(folder, "task.c"), text.replace("int main(void)", "int task_main(void)"));
  writeFileSync(join(folder, "harness.c"), HARNESS);
  const run = (name: string, ...flags: readonly string[]): [number[], string] | undefined => {
    const words = [
      "-w",
      "-O0",
      "-fno-strict-aliasing",
      ...flags,
      "-o",
      name,
      "task.c",
      "harness.c",
    ];
    if (spawnSync("gcc", words, { cwd: folder }).status !== 0) return undefined;
    const leaks = `exitcode=${LEAK}`;
    const { stdout, stderr } = spawnSync(join(folder, name), [String(count)], {
      encoding: "utf8",
      maxBuffer: 2 ** 28,
      env: { ASAN_OPTIONS: `exitcode=${INVALID}:detect_leaks=1`, LSAN_OPTIONS: leaks },
    });
    return [stdout.trim().split("\n").map(Number), stderr];
  };
  const plain = run("plain");
  const checked = run("checked", "-fsanitize=address", "-g0");
  if (plain === undefined || checked === undefined) return undefined;
  const [ends, report] = checked;
  const isFine = (index: number): boolean => ends[index] !== INVALID;
  return {
    isViolated:
      plain[0].some((end, index) => end === REACHED && isFine(index)) || ends.includes(REACHED),
    invalid: ends.includes(INVALID)
      ? (/ERROR: AddressSanitizer: (.*)/.exec(report)?.[1] ?? "?")
      : "",
    leaks: ends.includes(LEAK),
  };
}
