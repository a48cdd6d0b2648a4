/**
 * Follows a violation witness with a program that gcc has compiled: a judgement of witnesses that
 * shares no code with the linter or the validators. The text of the program is instrumented by
 * patterns, which is enough for small programs; others are refused.
 */
import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/**
 * The steps that an execution must pass, in order; the last one is the target. Lines and columns
 * from 1; column 0 is any.
 */
export interface NativeStep {
  readonly kind: "return" | "branch" | "target";
  readonly line: number;
  readonly column: number;
  /** For a return. */
  readonly operator?: string;
  /** For a return: the constant; for a branch: 0 or 1. */
  readonly value?: bigint;
}

/** The required value of the expression at the head of the loop whose keyword is there. */
export interface NativeInvariant {
  readonly line: number;
  readonly column: number;
  readonly expression: string;
}

const TYPES: Readonly<Record<string, string>> = {
  bool: "_Bool",
  char: "char",
  uchar: "unsigned char",
  short: "short",
  ushort: "unsigned short",
  int: "int",
  uint: "unsigned int",
  long: "long",
  ulong: "unsigned long",
  longlong: "long long",
  ulonglong: "unsigned long long",
};

const HARNESS = String.raw`
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <sys/wait.h>
static struct { char kind, op[3]; int line, column; long long value; } steps[4096];
static int count, current, attempt, tracing, hintCount, hint;
static long long hints[4096];
static unsigned long long state;
static long long any(void) {
  state = state * 6364136223846793005ULL + 1442695040888963407ULL;
  unsigned long long r = state >> 11;
  if (attempt == 0) return hint < hintCount ? hints[hint] : 0;
  if (attempt == 1) return 1;
  switch (attempt % 4) {
    case 0: return r % 16;
    case 1: return (long long)(r % 65) - 32;
    case 2: return (long long)(r % 2001) - 1000;
    default: return (long long)(state ^ (state >> 29));
  }
}
static int holds(const char *op, __int128 a, __int128 b) {
  if (!strcmp(op, "==")) return a == b;
  if (!strcmp(op, "!=")) return a != b;
  if (!strcmp(op, "<=")) return a <= b;
  if (!strcmp(op, ">=")) return a >= b;
  return op[0] == '<' ? a < b : a > b;
}
static long long as(long long v, int size, int sign) {
  if (size == 0) return v != 0;
  if (size == 8) return v;
  unsigned long long m = (1ULL << (8 * size)) - 1, u = (unsigned long long)v & m;
  return sign && (u >> (8 * size - 1)) ? (long long)(u | ~m) : (long long)u;
}
static __int128 wide(long long v, int size, int sign) {
  return size == 8 && !sign ? (__int128)(unsigned long long)v : (__int128)v;
}
static int here(int line, int column) {
  return steps[current].line == line && (steps[current].column == column || steps[current].column == 0);
}
long long agon_next(int line, int column, int size, int sign) {
  long long v = as(any(), size, sign);
  if (current < count && steps[current].kind == 'R' && here(line, column)) {
    long long wanted = as(steps[current].value, size, sign);
    __int128 exact = size == 8 ? wide(steps[current].value, size, sign) : (__int128)steps[current].value;
    if (!strcmp(steps[current].op, "==") && wide(wanted, size, sign) == exact) v = wanted;
    if (holds(steps[current].op, wide(v, size, sign), exact)) current++;
  }
  hint++;
  if (tracing) { printf("return %d %d %lld\n", line, column, v); fflush(stdout); }
  return v;
}
int agon_branch(int line, int column, int outcome) {
  if (tracing) { printf("branch %d %d %d\n", line, column, outcome); fflush(stdout); }
  if (current < count && steps[current].kind == 'B' && here(line, column) && steps[current].value == outcome) current++;
  return outcome;
}
void agon_error(int line, int column) {
  if (tracing) { printf("target %d %d 0\n", line, column); fflush(stdout); }
  _exit(current == count - 1 && steps[current].kind == 'T' && here(line, column) ? 77 : 1);
}
void agon_check(int truth) { if (!truth) _exit(77); }
__attribute__((weak)) void __VERIFIER_assume(int c) { if (!c) _exit(0); }
extern int agon_program_main();
int main(int argc, char **argv) {
  int attempts = atoi(argv[1]);
  tracing = argc > 2;
  char kind[8], op[3];
  long long value; int line, column;
  while (count < 4095 && hintCount < 4095 && scanf("%7s %d %d %2s %lld", kind, &line, &column, op, &value) == 5) {
    if (kind[0] == 'h') { hints[hintCount++] = value; continue; }
    steps[count].kind = kind[0] == 'r' ? 'R' : kind[0] == 'b' ? 'B' : 'T';
    strcpy(steps[count].op, op);
    steps[count].line = line; steps[count].column = column; steps[count++].value = value;
  }
  int timeouts = 0;
  for (attempt = 0; attempt < attempts; attempt++) {
    state = 88172645463325252ULL + attempt;
    pid_t child = fork();
    if (child == 0) { alarm(1); agon_program_main(0, 0, 0); _exit(0); }
    int status;
    waitpid(child, &status, 0);
    if (WIFEXITED(status) && WEXITSTATUS(status) == 77) return 77;
    if (WIFSIGNALED(status) && WTERMSIG(status) == 14 && ++timeouts == 3) return 78;
  }
  return 0;
}
`;

/** A text in which comments and literals are blanks. */
function masked(text: string): string {
  return text.replace(
    /\/\/[^\n]*|\/\*[\s\S]*?\*\/|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'/g,
    (match) => match.replace(/[^\n]/g, " "),
  );
}

function placeOf(text: string, offset: number): { line: number; column: number } {
  const before = text.slice(0, offset);
  return { line: before.split("\n").length, column: offset - before.lastIndexOf("\n") };
}

function closing(text: string, open: number): number {
  let depth = 0;
  for (let i = open; i < text.length; i++) {
    if (text[i] === "(") depth++;
    else if (text[i] === ")" && --depth === 0) return i;
  }
  return -1;
}

/** The parts of a text to insert, by offset. */
class Insertions {
  readonly #parts: { readonly at: number; readonly until: number; readonly text: string }[] = [];

  add(at: number, text: string, until: number = at): void {
    this.#parts.push({ at, until, text });
  }

  apply(text: string): string {
    const sorted = this.#parts.map((part, order) => ({ ...part, order }));
    sorted.sort((a, b) => a.at - b.at || a.until - b.until || a.order - b.order);
    let result = "";
    let done = 0;
    for (const { at, until, text: inserted } of sorted) {
      result += text.slice(done, at) + inserted;
      done = until;
    }
    return result + text.slice(done);
  }
}

/**
 * The program with its choices, branches and errors reported; undefined when it is not supported.
 */
function instrument(text: string, invariants: readonly NativeInvariant[]): string | undefined {
  const code = masked(text);
  if (
    /\bgoto\b|\bsetjmp\b|__VERIFIER_(?!nondet_|assume)|__VERIFIER_nondet_(?:float|double|pointer|memory)/.test(
      code,
    )
  ) {
    return undefined;
  }
  const insertions = new Insertions();
  for (const match of code.matchAll(/__VERIFIER_nondet_(\w+)\s*\(\s*\)/g)) {
    const lineStart = code.lastIndexOf("\n", match.index) + 1;
    const before = code.slice(lineStart, match.index);
    if (/^\s*extern\b/.test(before)) continue;
    const type = TYPES[match[1] ?? ""];
    if (type === undefined) return undefined;
    const close = match.index + match[0].length - 1;
    const { line, column } = placeOf(text, close);
    const size = type === "_Bool" ? "0" : `(int)sizeof(${type})`;
    const call = `((${type})agon_next(${line}, ${column}, ${size}, (${type})-1 < (${type})1))`;
    insertions.add(match.index, call, close + 1);
  }
  for (const match of code.matchAll(/\breach_error\s*\(\s*\)/g)) {
    if (/\bvoid\s+$/.test(code.slice(0, match.index))) continue;
    const { line, column } = placeOf(text, match.index);
    insertions.add(match.index, `agon_error(${line}, ${column})`, match.index + match[0].length);
  }
  const found = new Set<NativeInvariant>();
  const hasDo = /\bdo\b/.test(code);
  for (const match of code.matchAll(/\b(if|while|for)\s*\(/g)) {
    const open = match.index + match[0].length - 1;
    const close = closing(code, open);
    if (close < 0) return undefined;
    const keyword = match[1];
    if (keyword === "while" && hasDo) continue;
    const place = placeOf(text, match.index);
    let [start, end] = [open + 1, close];
    if (keyword === "for") {
      start = code.indexOf(";", open) + 1;
      end = code.indexOf(";", start);
    }
    const isEmpty = code.slice(start, end).trim() === "";
    const here = invariants.filter(
      ({ line, column }) => keyword !== "if" && line === place.line && column === place.column,
    );
    const checks = here.map(({ expression }) => `agon_check(!!(${expression})), `).join("");
    for (const invariant of here) found.add(invariant);
    if (isEmpty) {
      if (here.length > 0) insertions.add(start, `${checks} 1`);
      continue;
    }
    insertions.add(start, `(${checks}agon_branch(${place.line}, ${place.column}, !!(`);
    insertions.add(end, ")))");
  }
  if (found.size < invariants.length) return undefined;
  const declarations = [
    "long long agon_next(int, int, int, int);",
    "int agon_branch(int, int, int);",
    "void agon_error(int, int) __attribute__((noreturn));",
    "void agon_check(int);",
    "#line 1",
    "",
  ];
  return declarations.join("\n") + insertions.apply(text);
}

/** One compiled program; {@link close} removes it. */
export class NativeProgram {
  readonly #folder: string;

  private constructor(folder: string) {
    this.#folder = folder;
  }

  /**
   * Undefined when the program is not simple enough, or gcc does not accept it. With invariants,
   * {@link reaches} decides whether one of them is ever false.
   */
  static compile(
    text: string,
    bits: 32 | 64,
    invariants: readonly NativeInvariant[] = [],
  ): NativeProgram | undefined {
    const instrumented = instrument(text, invariants);
    if (instrumented === undefined) return undefined;
    const folder = mkdtempSync(join(tmpdir(), "agon-native-"));
    const program = new NativeProgram(folder);
    const at = (name: string): string => join(folder, name);
    writeFileSync(at("program.c"), instrumented);
    writeFileSync(
      at("harness.c"),
      HARNESS.replaceAll("__int128", bits === 64 ? "__int128" : "long long"),
    );
    const flags = ["-w", "-O1", "-std=gnu11", "-fwrapv", "-fno-strict-aliasing", `-m${bits}`];
    try {
      for (const [name, extra] of [
        ["harness", []],
        ["program", ["-Dmain=agon_program_main"]],
      ] as const) {
        execFileSync("gcc", [...flags, ...extra, "-c", at(`${name}.c`), "-o", at(`${name}.o`)], {
          stdio: "pipe",
        });
      }
      execFileSync("gcc", [...flags, at("harness.o"), at("program.o"), "-o", at("run")], {
        stdio: "pipe",
      });
    } catch {
      program.close();
      return undefined;
    }
    return program;
  }

  /**
   * Whether one of `executions` executions passes all steps; undefined when they take too long.
   * Inputs that the steps leave open are in the first execution the values of `inputs` (one a call,
   * in order), then random ones.
   */
  reaches(
    steps: readonly NativeStep[],
    attempts = 60,
    inputs: readonly bigint[] = [],
  ): boolean | undefined {
    const { status } = this.#run(steps, [String(attempts)], inputs);
    return status === 77 ? true : status === 0 ? false : undefined;
  }

  /** The events of the execution that the steps determine, at most `limit`. */
  trace(steps: readonly NativeStep[], limit: number): readonly NativeStep[] {
    const events: NativeStep[] = [];
    for (const line of this.#run(steps, ["1", "trace"])
      .stdout.split("\n")
      .slice(0, limit + 1)) {
      const [kind, at, column, value] = line.split(" ");
      if (kind !== "return" && kind !== "branch" && kind !== "target") continue;
      events.push({
        kind,
        line: Number(at),
        column: Number(column),
        ...(kind === "target" ? {} : { operator: "==", value: BigInt(value ?? "0") }),
      });
    }
    return events;
  }

  close(): void {
    rmSync(this.#folder, { recursive: true, force: true });
  }

  #run(
    steps: readonly NativeStep[],
    words: readonly string[],
    inputs: readonly bigint[] = [],
  ): { status: number | null; stdout: string } {
    const input = steps
      .map(
        ({ kind, line, column, operator = "==", value = 0n }) =>
          `${kind} ${line} ${column} ${operator} ${BigInt.asIntN(64, value)}`,
      )
      .concat(inputs.map((value) => `hint 0 0 == ${BigInt.asIntN(64, value)}`))
      .join("\n");
    return spawnSync(join(this.#folder, "run"), words, {
      input,
      encoding: "utf8",
      timeout: 60_000,
    });
  }
}
