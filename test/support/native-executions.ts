/**
 * Many executions of a program with inputs, compiled by gcc, each in a process of its own: with the
 * heap of the C library, which reuses the addresses of blocks, and with AddressSanitizer, which
 * does not.
 */
import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";

export interface NativeExecutions {
  /** Numbers of the claims that do not hold in some execution in which nothing is invalid. */
  readonly refuted: ReadonlySet<number>;
  /**
   * AddressSanitizer's report on the first execution with an invalid access; "" where there is
   * none.
   */
  readonly invalid: string;
  /** Some execution, in which nothing is invalid, loses a block. */
  readonly leaks: boolean;
}

/** Exit codes of executions. */
const [SLOW, LEAK, INVALID] = [92, 93, 94];

/**
 * Runs `main` once for each seed; inputs become 0 after some, so that loops that need more inputs
 * end.
 */
const HARNESS = `
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>
static unsigned long long state;
static int inputs;
int __VERIFIER_nondet_int(void) {
  if (++inputs > 40) return 0;
  state = state * 6364136223846793005ull + 1442695040888963407ull;
  return (int)(state >> 60);
}
static unsigned long long *wrong;
void claim(int number, int holds) { if (!holds) wrong[number / 64] |= 1ull << number % 64; }
int task_main(void);
int main(int argc, char **argv) {
  int count = atoi(argv[1]);
  wrong = mmap(0, 4096, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  for (int seed = 0; seed < count; seed++) {
    fflush(stdout);
    if (fork() == 0) {
      state = seed * 0x9e3779b97f4a7c15ull + 77;
      for (int i = 0; i < 3; i++) __VERIFIER_nondet_int();
      inputs = 0;
      ualarm(200000, 0);
      exit(task_main());
    }
    int status;
    wait(&status);
    int end = WIFSIGNALED(status) ? (WTERMSIG(status) == 14 ? ${SLOW} : ${INVALID}) : WEXITSTATUS(status);
    printf("%d %llu %llu %llu %llu\\n", end, wrong[0], wrong[1], wrong[2], wrong[3]);
    wrong[0] = wrong[1] = wrong[2] = wrong[3] = 0;
  }
}
`;

/** Finding lost blocks takes most of the time. */
const EXECUTIONS_FOR_LEAKS = 12;
const FLAGS = ["-w", "-O0", "-fno-strict-aliasing", "task.c", "harness.c"];

/**
 * Runs a program, which is written into a folder of its own.
 * @returns undefined when gcc refuses it
 */
export function nativeExecutions(
  folder: string,
  text: string,
  count: number,
): NativeExecutions | undefined {
  writeFileSync(join(folder, "task.c"), text.replace("int main(void)", "int task_main(void)"));
  writeFileSync(join(folder, "harness.c"), HARNESS);
  const isBuilt = (name: string, ...flags: readonly string[]): boolean =>
    spawnSync("gcc", [...FLAGS, ...flags, "-o", name], { cwd: folder }).status === 0;
  if (!isBuilt("plain") || !isBuilt("checked", "-fsanitize=address")) return undefined;
  const plain = execute(join(folder, "plain"), count);
  const checked = execute(join(folder, "checked"), count);
  const lossy = execute(join(folder, "checked"), Math.min(count, EXECUTIONS_FOR_LEAKS), 1);
  const isFine = (_: unknown, seed: number): boolean => checked.ends[seed] !== INVALID;
  const wrong = [...plain.wrong.filter(isFine), ...checked.wrong.filter(isFine)];
  return {
    refuted: new Set(wrong.flat()),
    invalid: checked.ends.includes(INVALID)
      ? (/ERROR: AddressSanitizer: (.*)/.exec(checked.report)?.[1] ?? "?")
      : "",
    leaks: lossy.ends.includes(LEAK),
  };
}

/** Ends of executions and claims that do not hold, by seed, and the reports of sanitizers. */
function execute(
  program: string,
  count: number,
  looksForLeaks: 0 | 1 = 0,
): {
  readonly ends: readonly number[];
  readonly wrong: readonly (readonly number[])[];
  readonly report: string;
} {
  const { stdout, stderr } = spawnSync(program, [String(count)], {
    encoding: "utf8",
    maxBuffer: 2 ** 28,
    env: {
      ASAN_OPTIONS: `exitcode=${INVALID}:detect_leaks=${looksForLeaks}`,
      LSAN_OPTIONS: `exitcode=${LEAK}`,
    },
  });
  const lines = stdout
    .trim()
    .split("\n")
    .map((line) => line.split(" "));
  return {
    ends: lines.map(([end]) => Number(end)),
    wrong: lines.map(([, ...masks]) => masks.flatMap((mask, at) => bitsOf(BigInt(mask), 64 * at))),
    report: stderr,
  };
}

/** The numbers of the bits that are set. */
function bitsOf(mask: bigint, first: number): readonly number[] {
  return [...mask.toString(2)].reverse().flatMap((bit, at) => (bit === "1" ? [first + at] : []));
}
