/**
 * Compiles a program with gcc and runs it with given inputs: at -O0, with traps where behaviour is
 * undefined.
 */
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { DataModelName } from "../regression/verdicts.ts";
import type { PropertyName } from "./expectation.ts";

/**
 * Outcome of a run: the property was violated, other behaviour was undefined, neither, or it took
 * too long.
 */
export type GccRun = "violated" | "undefined" | "held" | "nothing";

const RUN_MILLISECONDS = 2000;
/** The exit code of a violation, which nothing else returns. */
const REACHED = 107;

/** With SSE instead of x87, so that floats are rounded to their types on ILP32, too. */
const BASIC = ["-w", "-O0", "-std=gnu11", "-fno-strict-aliasing", "-msse2", "-mfpmath=sse"];
const TRAPS = "-fsanitize-undefined-trap-on-error";

/**
 * Overflow wraps in questions about reachability, and shifted-out bits are lost, as in
 * competitions; other undefined behaviour ends in a trap.
 */
const FLAGS: Readonly<Record<PropertyName | "overflows", readonly string[]>> = {
  "unreach-call": [
    ...["-fwrapv", "-fsanitize=undefined", TRAPS],
    "-fno-sanitize=signed-integer-overflow,shift-base",
  ],
  "no-overflow": ["-fsanitize=undefined", TRAPS],
  overflows: ["-fsanitize=signed-integer-overflow,shift-base", TRAPS],
};

const MODES = { ILP32: "-m32", LP64: "-m64" } as const;

const INPUT_TYPES: Readonly<Record<string, string>> = {
  bool: "_Bool",
  char: "char",
  schar: "signed char",
  uchar: "unsigned char",
  short: "short",
  ushort: "unsigned short",
  int: "int",
  uint: "unsigned",
  unsigned: "unsigned",
  long: "long",
  ulong: "unsigned long",
  longlong: "long long",
  ulonglong: "unsigned long long",
  size_t: "__SIZE_TYPE__",
  float: "float",
  double: "double",
};

/** Whether gcc can compile programs with traps for this data model. */
export function gccDecides(model: DataModelName): boolean {
  const words = [
    MODES[model],
    ...BASIC,
    "-fsanitize=undefined",
    TRAPS,
    "-xc",
    "-",
    "-o",
    "/dev/null",
  ];
  const input = "#include <stdio.h>\nint main(void) { return 0; }";
  return spawnSync("gcc", words, { input, stdio: ["pipe", "ignore", "ignore"] }).status === 0;
}

export class CompiledProgram {
  readonly #folder = mkdtempSync(join(tmpdir(), "agon-soundness-"));
  readonly #model: DataModelName;
  readonly #binaries = new Map<string, string>();

  constructor(text: string, model: DataModelName) {
    this.#model = model;
    requireKnownInputs(text);
    writeFileSync(join(this.#folder, "program.c"), text);
    writeFileSync(join(this.#folder, "environment.o"), environmentFor(model));
  }

  /** The outcome of a run for the property. @throws Error when gcc refuses the program. */
  run(property: PropertyName, inputs: readonly bigint[]): GccRun {
    const status = this.#status(property, inputs);
    if (status === REACHED) return property === "unreach-call" ? "violated" : "held";
    if (status === "time") return "nothing";
    if (status !== "SIGILL")
      return status === "SIGSEGV" || status === "SIGBUS" ? "undefined" : "held";
    const isOverflow = property === "no-overflow" && this.#status("overflows", inputs) === "SIGILL";
    return isOverflow ? "violated" : "undefined";
  }

  #status(kind: PropertyName | "overflows", inputs: readonly bigint[]): number | string {
    const { status, signal, error } = spawnSync(this.#binary(kind), inputs.map(String), {
      stdio: "ignore",
      timeout: RUN_MILLISECONDS,
    });
    if (error !== undefined) return "time";
    return signal ?? status ?? "time";
  }

  #binary(kind: PropertyName | "overflows"): string {
    const known = this.#binaries.get(kind);
    if (known !== undefined) return known;
    const binary = join(this.#folder, kind);
    const parts = ["program.c", "environment.o"];
    const words = [MODES[this.#model], ...BASIC, ...FLAGS[kind], ...parts, "-o", binary, "-lm"];
    gcc(words, this.#folder);
    this.#binaries.set(kind, binary);
    return binary;
  }

  remove(): void {
    rmSync(this.#folder, { recursive: true, force: true });
  }
}

/** Input functions that a program calls. */
export function inputFunctions(text: string): string[] {
  const names = [...text.matchAll(/\b__VERIFIER_nondet_(\w+)\b/g)].map(([, name = ""]) => name);
  return [...new Set(names)];
}

function requireKnownInputs(text: string): void {
  const unknown = inputFunctions(text).find((name) => !Object.hasOwn(INPUT_TYPES, name));
  if (unknown !== undefined) {
    throw new Error(`the type of __VERIFIER_nondet_${unknown} is not known`);
  }
}

/** @throws Error when gcc refuses its input. */
function gcc(words: readonly string[], folder: string): void {
  const { status, stderr, error } = spawnSync("gcc", words, { cwd: folder, encoding: "utf8" });
  if (error !== undefined) throw error;
  if (status !== 0) throw new Error(`gcc refuses the program: ${stderr}`);
}

const environments = new Map<DataModelName, Buffer>();

/** The object file that all programs are linked with, compiled once. */
function environmentFor(model: DataModelName): Buffer {
  let object = environments.get(model);
  if (object === undefined) {
    const folder = mkdtempSync(join(tmpdir(), "agon-soundness-"));
    try {
      writeFileSync(join(folder, "environment.c"), ENVIRONMENT);
      gcc([MODES[model], ...BASIC, "-c", "environment.c"], folder);
      object = readFileSync(join(folder, "environment.o"));
    } finally {
      rmSync(folder, { recursive: true });
    }
    environments.set(model, object);
  }
  return object;
}

/**
 * The inputs are the arguments of the command line; the rest of them is 0. A program's own
 * definitions have precedence.
 */
const ENVIRONMENT = `
#include <stdlib.h>
#include <unistd.h>
static char **inputs;
__attribute__((constructor)) static void begin(int count, char **words) { inputs = words + 1; }
static unsigned long long next(void) {
  if (*inputs == 0) return 0;
  const char *text = *inputs++;
  return *text == '-' ? (unsigned long long)strtoll(text, 0, 10) : strtoull(text, 0, 10);
}
__attribute__((weak)) void reach_error(void) { _exit(${REACHED}); }
__attribute__((weak)) void __VERIFIER_assume(int condition) { if (!condition) _exit(0); }
${Object.entries(INPUT_TYPES)
  .map(
    ([name, type]) =>
      `__attribute__((weak)) ${type} __VERIFIER_nondet_${name}(void) { return (${type})next(); }`,
  )
  .join("\n")}
`;
