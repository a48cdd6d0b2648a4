/**
 * Generates tests from violation witnesses (Beyer, Dangl, Lemberger, Tautschnig: "Tests from
 * witnesses", TAP 2018): a copy of the program that reports its violation by an exit code of its
 * own, and a harness that returns the inputs and, for concurrent witnesses, makes threads wait for
 * their turn.
 */

import type { DataModel, Property } from "../../ground/model/index.ts";
import { type ViolationWitness, waypointsOf } from "../../ground/witness/index.ts";
import { isExternal } from "../cfa/index.ts";
import {
  type CType,
  type FunctionSymbol,
  type ParsedUnit,
  typeToString,
  walkAst,
} from "../cfront/index.ts";
import { errorLabels } from "../specification/index.ts";
import { ProgramParts } from "./places.ts";
import { SourceEdits } from "./source-edits.ts";

/** The exit code of a test that violates the property. */
export const VIOLATION_CODE = 107;
/** Floating point is evaluated in its type, as everywhere in Agon, not on the x87. */
const I386 = ["-m32", "-msse2", "-mfpmath=sse"];

/** Values that an environment function returns, one per call. */
export interface FunctionInputs {
  readonly name: string;
  /** Bit patterns. */
  readonly values: readonly bigint[];
}

export interface TestSuite {
  readonly program: string;
  readonly harness: string;
  /** Options of gcc beside the names of the files. */
  readonly compilerOptions: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
  /** The standard input of the program, one character per byte; absent when it reads none. */
  readonly stdin?: string;
  /** Whether several runs may differ. */
  readonly isConcurrent: boolean;
  /** Parts of the witness that the test does not reproduce. */
  readonly remarks: readonly string[];
}

export interface TestRequest {
  readonly unit: ParsedUnit;
  readonly property: Property;
  readonly dataModel: DataModel;
  readonly witness: ViolationWitness;
  readonly inputs: readonly FunctionInputs[];
}

export function generateTest(request: TestRequest): TestSuite {
  const { unit, property, dataModel, witness } = request;
  const remarks: string[] = [];
  const edits = new SourceEdits();
  const errorFunctions = property.formulas.flatMap((formula) =>
    formula.kind === "unreach-call" ? [formula.functionName] : [],
  );
  for (const name of errorFunctions) {
    const body = unit.functions.get(name)?.definition?.body;
    if (body !== undefined) edits.insert(body.range.start + 1, " agon_violation();");
  }
  insertAtLabels(unit, errorLabels(property), edits);
  const isConcurrent = unit.functions.has("pthread_create");
  const steps = isConcurrent ? insertSteps(unit, witness, edits, remarks) : 0;
  const declarations =
    "extern void agon_violation(void); extern void agon_step(int, int, int);\n" +
    (isConcurrent ? "#define pthread_create agon_pthread_create\n" : "") +
    "#line 1\n";
  const sanitizers = sanitizersOf(property, dataModel, remarks);
  return {
    program: declarations + edits.applyTo(unit.text),
    harness: harnessText(request, errorFunctions, isConcurrent, remarks),
    compilerOptions: [
      "-x",
      "c",
      "-std=gnu11",
      "-g",
      "-O0",
      "-w",
      ...(dataModel === "ILP32" && !sanitizers.includes("-fsanitize=thread") ? I386 : ["-m64"]),
      ...(isConcurrent ? ["-pthread"] : []),
      ...sanitizers,
    ],
    environment: {
      ASAN_OPTIONS: `exitcode=${VIOLATION_CODE}:detect_leaks=${detectsLeaks(property) ? 1 : 0}`,
      LSAN_OPTIONS: `exitcode=${VIOLATION_CODE}`,
      TSAN_OPTIONS: `exitcode=${VIOLATION_CODE}:halt_on_error=1`,
      UBSAN_OPTIONS: `exitcode=${VIOLATION_CODE}:halt_on_error=1`,
    },
    isConcurrent: isConcurrent || steps > 0,
    remarks,
  };
}

/**
 * Code at a label is never executed, but has to stay one statement: `if (c) ERROR: f(); else …`.
 */
function insertAtLabels(unit: ParsedUnit, labels: ReadonlySet<string>, edits: SourceEdits): void {
  if (labels.size === 0) return;
  for (const { definition } of unit.functions.values()) {
    if (definition === undefined) continue;
    walkAst(definition.body, (part) => {
      if (part.kind === "label" && labels.has(part.label))
        edits.insert(part.body.range.start, "for (agon_violation();;) ");
      return true;
    });
  }
}

function detectsLeaks({ formulas }: Property): boolean {
  return formulas.some(({ kind }) => kind === "valid-memtrack" || kind === "valid-memcleanup");
}

function sanitizersOf(
  { formulas }: Property,
  dataModel: DataModel,
  remarks: string[],
): readonly string[] {
  const kinds = new Set(formulas.map(({ kind }) => kind));
  if (kinds.has("no-data-race")) {
    if (dataModel === "ILP32") remarks.push("built for 64 bits: the thread sanitizer has no other");
    return ["-fsanitize=thread"];
  }
  if (kinds.has("no-overflow")) {
    return ["-fsanitize=signed-integer-overflow,shift-base", "-fno-sanitize-recover=all"];
  }
  const isMemory = [...kinds].some((kind) => kind.startsWith("valid-"));
  return isMemory ? ["-fsanitize=address"] : [];
}

/** Inserts a step before each statement that a follow waypoint names; returns their number. */
function insertSteps(
  unit: ParsedUnit,
  witness: ViolationWitness,
  edits: SourceEdits,
  remarks: string[],
): number {
  const parts = new ProgramParts(unit);
  let steps = 0;
  for (const segment of witness.segments) {
    for (const waypoint of waypointsOf({ ...segment, avoid: [] })) {
      const { type, location, thread = 0 } = waypoint;
      // Races need unordered accesses, and creations are ordered anyway.
      if (type === "target" || type === "function_enter") continue;
      const placed = parts.statementAt(location) ?? enclosing(parts, location);
      if (placed === undefined) {
        remarks.push(`${type} at line ${location.line}: not placed in the schedule`);
        continue;
      }
      // It is passed once: in loops the first visit counts, which the witness may not mean.
      const call = `agon_step(${steps}, ${thread}, ${location.line});`;
      const { statement } = placed;
      if (statement.kind === "declaration") edits.insert(statement.range.start, `${call} `);
      else edits.wrap(statement.range, `{ ${call} `, " }");
      steps++;
    }
  }
  return steps;
}

function enclosing(
  parts: ProgramParts,
  { line }: { readonly line: number },
): ReturnType<ProgramParts["statementAt"]> {
  return parts.statementAt({ file: "", line });
}

function harnessText(
  { unit, inputs }: TestRequest,
  errorFunctions: readonly string[],
  isConcurrent: boolean,
  remarks: string[],
): string {
  const isMissing = (name: string): boolean => {
    const symbol = unit.functions.get(name);
    return symbol !== undefined && symbol.definition === undefined;
  };
  const values = new Map(inputs.map(({ name, values: list }) => [name, list]));
  const environment = [...unit.functions.values()].filter(
    (symbol) =>
      symbol.definition === undefined &&
      !errorFunctions.includes(symbol.name) &&
      (values.has(symbol.name) ||
        symbol.name.startsWith("__VERIFIER_nondet_") ||
        isExternal(symbol)),
  );
  const parts = [
    PRELUDE,
    ...environment.map((symbol) => inputFunction(symbol, values.get(symbol.name) ?? [], remarks)),
    ...errorFunctions.filter(isMissing).map((name) => `void ${name}(void) { agon_violation(); }\n`),
    isMissing("__VERIFIER_assume")
      ? "void __VERIFIER_assume(int condition) { if (!condition) _exit(0); }\n"
      : "",
    isConcurrent ? THREADS : "void agon_step(int step, int thread, int line) {}\n",
    isMissing("__VERIFIER_atomic_begin")
      ? "void __VERIFIER_atomic_begin(void) { pthread_mutex_lock(&agon_atomic); }\n"
      : "",
    isMissing("__VERIFIER_atomic_end")
      ? "void __VERIFIER_atomic_end(void) { pthread_mutex_unlock(&agon_atomic); }\n"
      : "",
  ];
  return parts.join("");
}

/** Little-endian words, copied: the bits are right for every type. */
function inputFunction(
  { name, type, isNoReturn }: FunctionSymbol,
  values: readonly bigint[],
  remarks: string[],
): string {
  if (name === "__VERIFIER_nondet_memory") {
    remarks.push("__VERIFIER_nondet_memory fills with zeros");
    return `void ${name}(void *block, unsigned long size) { memset(block, 0, size); }\n`;
  }
  if (isNoReturn) return `void ${name}(void) { _exit(0); }\n`;
  const result = printable(type.result);
  if (result === undefined) {
    remarks.push(`${name} is not defined: its result type cannot be written down`);
    return "";
  }
  if (result === "void") return `void ${name}(void) {}\n`;
  const words = values.map(
    (value) =>
      `{0x${BigInt.asUintN(64, value).toString(16)}ULL, 0x${(value >> 64n).toString(16)}ULL}`,
  );
  return `static const unsigned long long values_of_${name}[][2] = {${[...words, "{0, 0}"].join(", ")}};
${result} ${name}() {
  static unsigned next;
  ${result} value;
  memcpy(&value, values_of_${name}[next], sizeof value);
  if (next < ${values.length}) next++;
  return value;
}
`;
}

/** Scalars only; pointers become void pointers. */
function printable(type: CType): string | undefined {
  if (type.kind === "pointer") return "void *";
  if (type.kind === "enum") return "int";
  const isScalar = type.kind === "integer" || type.kind === "float" || type.kind === "void";
  return isScalar ? typeToString(type).replace(/\b(const|volatile|restrict) /g, "") : undefined;
}

const PRELUDE = `/* Written by agon testgen. Exit code ${VIOLATION_CODE}: the property is violated. */
#define _GNU_SOURCE
#include <pthread.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

void agon_violation(void) {
  static const char text[] = "agon: the property is violated\\n";
  if (write(2, text, sizeof text - 1)) {}
  _exit(${VIOLATION_CODE});
}
/* A program that ends with that code by itself has violated nothing. */
__attribute__((weak)) void __lsan_do_leak_check(void);
static void agon_end(int status, void *unused) {
  if ((status & 255) != ${VIOLATION_CODE}) return;
  if (__lsan_do_leak_check) __lsan_do_leak_check();
  fflush(NULL);
  _exit(${VIOLATION_CODE - 1});
}
__attribute__((constructor)) static void agon_begin(void) { on_exit(agon_end, NULL); }
static pthread_mutex_t agon_atomic = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;
`;

/** Threads are numbered in the order of their creation; a step waits for the one before it. */
const THREADS = `
static __thread int agon_thread;
static int agon_created;
static int agon_now;
struct agon_start { void *(*routine)(void *); void *argument; int thread; };
static void *agon_run(void *data) {
  struct agon_start start = *(struct agon_start *)data;
  free(data);
  agon_thread = start.thread;
  return start.routine(start.argument);
}
int agon_pthread_create(pthread_t *thread, const pthread_attr_t *attributes,
                        void *(*routine)(void *), void *argument) {
  struct agon_start *start = malloc(sizeof *start);
  start->routine = routine;
  start->argument = argument;
  start->thread = __atomic_add_fetch(&agon_created, 1, __ATOMIC_SEQ_CST);
  return pthread_create(thread, attributes, agon_run, start);
}
/* Relaxed counters: the schedule must not hide races from a sanitizer. */
void agon_step(int step, int thread, int line) {
  struct timespec from, now;
  if (thread != agon_thread || __atomic_load_n(&agon_now, __ATOMIC_RELAXED) > step) return;
  clock_gettime(CLOCK_MONOTONIC, &from);
  while (__atomic_load_n(&agon_now, __ATOMIC_RELAXED) < step) {
    sched_yield();
    clock_gettime(CLOCK_MONOTONIC, &now);
    if (now.tv_sec - from.tv_sec > 1) return;
  }
  int expected = step;
  __atomic_compare_exchange_n(&agon_now, &expected, step + 1, 0, __ATOMIC_RELAXED, __ATOMIC_RELAXED);
}
`;
