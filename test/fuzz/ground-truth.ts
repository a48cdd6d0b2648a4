/**
 * The truth about a task with few inputs: every execution is tried, by the interpreter and by gcc.
 */
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { CfaProgram } from "../../src/contestant/cfa/model/cfa.ts";
import { compileProgram } from "../../src/contestant/interpreter/index.ts";
import { type Specification, specificationOf } from "../../src/contestant/specification/index.ts";
import type { RandomTask } from "./random-task.ts";

export interface Truth {
  /** Some execution violates the property, with no undefined behaviour before. */
  readonly isViolated: boolean;
  readonly hasUndefinedBehaviour: boolean;
  /** Some execution could not be followed to its end. */
  readonly isUnclear: boolean;
}

const STEPS = 100_000;
/** Large memory costs more than all executions. */
const MEMORY_BYTES = 4 * 2 ** 20;

const REACHABLE_ERROR = specificationOf({
  formulas: [{ kind: "unreach-call", functionName: "reach_error" }],
});

export function exhaustiveTruth(
  task: RandomTask,
  program: CfaProgram,
  specification: Specification = REACHABLE_ERROR,
): Truth {
  const compiled = compileProgram(program, {
    ...specification.execution,
    maxSteps: STEPS,
    maxMemoryBytes: MEMORY_BYTES,
  });
  let [isViolated, hasUndefinedBehaviour, isUnclear] = [false, false, false];
  for (const values of combinations(task.domains)) {
    let next = 0;
    const outcome = compiled.run({ nondet: () => BigInt(values[next++] ?? 0) });
    if (specification.observe(compiled, outcome) !== undefined) isViolated = true;
    else if (outcome.kind === "undefined-behaviour") hasUndefinedBehaviour = true;
    else if (outcome.kind === "unsupported" || outcome.kind === "limit") isUnclear = true;
  }
  return { isViolated, hasUndefinedBehaviour, isUnclear };
}

function* combinations(domains: readonly (readonly number[])[]): Generator<readonly number[]> {
  const count = domains.reduce((product, domain) => product * domain.length, 1);
  for (let i = 0; i < count; i++) {
    let rest = i;
    yield domains.map((domain) => {
      const value = domain[rest % domain.length] as number;
      rest = Math.floor(rest / domain.length);
      return value;
    });
  }
}

/** Whether some execution of the program compiled by gcc reaches the error. */
export function violatedByGcc(task: RandomTask): boolean {
  const folder = mkdtempSync(join(tmpdir(), "agon-fuzz-"));
  try {
    const source = join(folder, "task.c");
    const binary = join(folder, "task");
    writeFileSync(source, harness(task));
    const mode = task.dataModel === "LP64" ? "-m64" : "-m32";
    const flags = ["-w", "-O1", "-fwrapv", "-fno-strict-aliasing", mode];
    execFileSync("gcc", [...flags, "-o", binary, source], { stdio: "pipe" });
    return execFileSync(binary, { encoding: "utf8", timeout: 60_000 }).trim() === "violated";
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The task, and a `main` that runs it with all inputs, each time from the initial contents of static storage. */
function harness({ text, domains }: RandomTask): string {
  const program = text
    .replace(/^extern .*$/gm, (line) => (/nondet|reach_error|abort|assume/.test(line) ? "" : line))
    .replace("int main(void)", "static int program(void)");
  const inputs = [...text.matchAll(/^extern (.*) __VERIFIER_nondet_(\w+)\(void\);$/gm)].map(
    ([, type, name]) =>
      `static ${type} __VERIFIER_nondet_${name}(void) { return (${type})input[next_input++]; }`,
  );
  return `
#include <setjmp.h>
#include <stdio.h>
static jmp_buf stop;
static long long input[8];
static int next_input, reached;
static void reach_error(void) { reached = 1; longjmp(stop, 1); }
static void halt(void) { longjmp(stop, 1); }
#define abort halt
static void __VERIFIER_assume(int condition) { if (!condition) halt(); }
${inputs.join("\n")}
${program}
extern char __data_start, _end;
${domains.map((domain, i) => `static const long long domain${i}[] = { ${domain.join(", ")} };`).join("\n")}
int main(void) {
  volatile unsigned long size = &_end - &__data_start;
  char *volatile saved = malloc(size);
  volatile long at, count = ${domains.reduce((product, domain) => product * domain.length, 1)};
  volatile int violated = 0;
  __builtin_memcpy(saved, &__data_start, size);
  for (at = 0; at < count && !violated; at++) {
    long rest = at;
    __builtin_memcpy(&__data_start, saved, size);
${domains.map(({ length }, i) => `    input[${i}] = domain${i}[rest % ${length}]; rest /= ${length};`).join("\n")}
    if (!setjmp(stop)) program();
    violated |= reached;
  }
  puts(violated ? "violated" : "safe");
  return 0;
}
`;
}
