/**
 * Compiles many random tasks with gcc at once: every execution of each is tried, in two layouts of
 * memory, and with traps where behaviour is undefined.
 */
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { RandomTask } from "./random-task.ts";

export interface CompiledTruth {
  /**
   * Some execution reaches the error without undefined behaviour other than overflow, which wraps.
   */
  readonly isViolated: boolean;
  /** Some execution reaches the error in one of the layouts, defined or not. */
  readonly mayBeViolated: boolean;
  readonly hasUndefinedBehaviour: boolean;
  /** Some execution has a signed overflow. */
  readonly overflows: boolean;
  /** Some execution took too long. */
  readonly isUnclear: boolean;
}

/** The end of an execution, as the harness writes it. */
const [REACHED, TRAPPED, SLOW] = ["r", "t", "s"];
/** Undefined, and not followed to the end. */
const CRASHED = `${TRAPPED}${SLOW}`;

/** SSE instead of x87, so that floats are rounded to their types on ILP32, too. */
const BASIC = ["-w", "-std=gnu11", "-fno-strict-aliasing", "-msse2", "-mfpmath=sse"];
const TRAPS = "-fsanitize-undefined-trap-on-error";
const BUILDS = {
  plain: ["-O0", "-fwrapv"],
  /** Other places for code, data, and the stack. */
  moved: ["-O1", "-fwrapv", "-fno-pie", "-no-pie", "-DMOVED=12345"],
  defined: [
    ...["-O0", "-fwrapv", "-fsanitize=undefined", TRAPS],
    "-fno-sanitize=signed-integer-overflow,shift-base",
  ],
  overflow: ["-O0", "-fsanitize=signed-integer-overflow,shift-base", TRAPS],
} as const;

/** In the order of the tasks, which have one data model. */
export function compiledTruths(tasks: readonly RandomTask[]): CompiledTruth[] {
  const folder = mkdtempSync(join(tmpdir(), "agon-batch-"));
  try {
    writeFileSync(join(folder, "tasks.c"), harness(tasks));
    const mode = tasks[0]?.dataModel === "ILP32" ? "-m32" : "-m64";
    const runs = (build: keyof typeof BUILDS): string[] => {
      const words = [mode, ...BASIC, ...BUILDS[build], "-o", build, "tasks.c", "-lm"];
      execFileSync("gcc", words, { cwd: folder, stdio: "pipe" });
      const options = { encoding: "utf8", stdio: "pipe", timeout: 120_000 } as const;
      return execFileSync(join(folder, build), { ...options, maxBuffer: 2 ** 26 }).split("\n");
    };
    const [plain, moved, defined, overflow] = [
      runs("plain"),
      runs("moved"),
      runs("defined"),
      runs("overflow"),
    ];
    return tasks.map((_, index) => {
      const [a = "", b = "", c = "", d = ""] = [plain, moved, defined, overflow].map(
        (lines) => lines[index],
      );
      return {
        isViolated: [...a].some((end, i) => end === REACHED && c[i] === REACHED),
        mayBeViolated: a.includes(REACHED) || b.includes(REACHED),
        hasUndefinedBehaviour: [a, b, c].some((ends) => ends.includes(TRAPPED)),
        overflows: d.includes(TRAPPED),
        isUnclear: [a, b, c, d].some((ends) => ends.includes(SLOW)),
      };
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Names of random tasks at file scope; locals with similar names do not matter. */
const NAMES = /\b(?:[vf]\d+|g[sautcd]|[SULD]|f(?:sum|count|make|down|one|two|table)|main)\b/g;

/** Declarations of the tasks that the harness or the library defines. */
const DECLARATION = /^extern .*\b(?:__VERIFIER_\w+|reach_error|abort|exit)\(.*\);$/gm;

/**
 * All tasks, and a `main` that runs each with all of its inputs, always from
 * the initial contents of static storage: a line of ends for every task.
 */
function harness(tasks: readonly RandomTask[]): string {
  const programs = tasks.map(({ text }, index) =>
    text
      .replace(DECLARATION, "")
      .replace("int main(void)", "static int main(void)")
      .replace(NAMES, (name) => `p${index}_${name}`),
  );
  const inputs = new Map(
    tasks.flatMap(({ text }) =>
      [...text.matchAll(/^extern (.*) __VERIFIER_nondet_(\w+)\(void\);$/gm)].map(
        ([, type = "", name = ""]) => [name, type] as const,
      ),
    ),
  );
  const sources = [...inputs].map(
    ([name, type]) =>
      `static ${type} __VERIFIER_nondet_${name}(void) { return (${type})input[next_input++]; }`,
  );
  const domains = tasks.map(({ domains }, index) =>
    domains.map(
      (domain, i) => `static const long long q${index}_${i}[] = { ${domain.join(", ")} };`,
    ),
  );
  const runs = tasks.map(({ domains }, index) => {
    const count = domains.reduce((product, { length }) => product * length, 1);
    const parts = domains.map(
      ({ length }, i) => `input[${i}] = q${index}_${i}[rest % ${length}]; rest /= ${length};`,
    );
    return `  BEGIN for (at = 0; at < ${count}; at++) { long rest = at; memcpy(&__data_start, saved, size); ${parts.join(" ")} RUN(p${index}_main); } END`;
  });
  return `
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>
static sigjmp_buf stop;
static long long input[8];
static int next_input;
static void reach_error(void) { siglongjmp(stop, 'r'); }
static void halt(void) { siglongjmp(stop, '.'); }
static void halt_with(int code) { siglongjmp(stop, '.'); }
static void __VERIFIER_assume(int condition) { if (!condition) halt(); }
static void signalled(int number) { siglongjmp(stop, number == SIGVTALRM ? 's' : 't'); }
static void allow(long microseconds) {
  struct itimerval time = { { 0, 0 }, { 0, microseconds } };
  setitimer(ITIMER_VIRTUAL, &time, 0);
}
${sources.join("\n")}
#define abort halt
#define exit halt_with
${programs.join("\n")}
${domains.flat().join("\n")}
extern char __data_start, _end;
#define RUN(program) do { \\
  int end = sigsetjmp(stop, 1); \\
  if (end == 0) { allow(300000); program(); end = '.'; } \\
  allow(0); \\
  fputc(end, out); \\
} while (0)
/* A process for each task: those with undefined behaviour may destroy the memory of the harness. */
#define BEGIN fflush(out); child = fork(); if (child == 0) {
#define END fputc('\\n', out); fflush(out); _exit(0); } \\
  waitpid(child, &status, 0); if (status != 0) fputs("${CRASHED}\\n", out);
int main(void) {
  pid_t child; int status;
#ifdef MOVED
  char *volatile gap = __builtin_alloca(MOVED), *volatile block = malloc(MOVED);
  gap[0] = block[0] = 0;
#endif
  FILE *volatile out = fdopen(dup(1), "w");
  if (freopen("/dev/null", "w", stdout) == 0) return 1;
  signal(SIGILL, signalled); signal(SIGSEGV, signalled); signal(SIGFPE, signalled);
  signal(SIGBUS, signalled); signal(SIGABRT, signalled); signal(SIGTRAP, signalled); signal(SIGVTALRM, signalled);
  volatile size_t size = &_end - &__data_start;
  char *volatile saved = malloc(size);
  volatile long at;
  memcpy(saved, &__data_start, size);
${runs.join("\n")}
  fflush(out);
  return 0;
}
`;
}
