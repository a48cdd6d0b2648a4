/**
 * Growth of the CPU time of the engines for programs with threads: `npx tsx
 * bench/concurrency/growth.ts [SECONDS] [ENGINE] [GROWS]`. A line a
 * program: the engine, the family, the growing parameter, threads, iterations, shared variables,
 * functions, CPU seconds, and the answer. An engine leaves a family at the first program that it
 * does not decide within SECONDS CPU seconds (default 2).
 *
 * `npx tsx bench/concurrency/growth.ts plot LINES FOLDER` draws such lines, of one or several runs,
 * as SVG: a plot for each parameter.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Budget } from "../../src/contestant/call/budget.ts";
import { findConfiguration } from "../../src/contestant/plan/configurations.ts";
import { verify } from "../../src/contestant/plan/verify.ts";
import { loadProgram } from "../../src/contestant/program/load-program.ts";
import { createCadical } from "../../src/contestant/solver/cadical-wasm.ts";
import { parseProperty } from "../../src/ground/properties/index.ts";
import { niceDomain, type Plot, renderSvg, type Series } from "../../src/organiser/plots/index.ts";

const [seconds = "2", only = "", grown = ""] = process.argv.slice(2);

interface Family {
  readonly type: string;
  /** The code of a thread for a variable, named X here. */
  readonly body: string;
  /**
   * Condition that holds when all threads have ended; without it, `main` creates threads without
   * end.
   */
  readonly end?: string;
}

const FAMILIES: Readonly<Record<string, Family>> = {
  "one lock": {
    type: "int",
    body: "pthread_mutex_lock(&m); X++; pthread_mutex_unlock(&m);",
    end: "x0 == N * K * F",
  },
  "own data": { type: "int", body: "own[i]++; X == 0;", end: "own[0] == K * V * F" },
  pairs: {
    type: "int",
    body: "pthread_mutex_lock(&each[i / 2]); own[i / 2]++; X == 0; pthread_mutex_unlock(&each[i / 2]);",
    end: "own[0] == 2 * K * V * F",
  },
  atomics: { type: "_Atomic int", body: "X++;", end: "x0 == N * K * F" },
  bounded: {
    type: "int",
    body: "pthread_mutex_lock(&m); if (X < 3) X++; if (X > 3) reach_error(); pthread_mutex_unlock(&m);",
    end: "x0 <= 3",
  },
  "any number": {
    type: "int",
    body: "pthread_mutex_lock(&m); if (X < 3) X++; if (X > 3) reach_error(); pthread_mutex_unlock(&m);",
  },
};

const ENGINES = ["race", "explore", "thread-values", "thread-modular", "sequentialise"].filter(
  (name) => findConfiguration(name) !== undefined && (only === "" || name === only),
);
/** `race` proves only race freedom. */
const PROPERTIES = {
  race: parseProperty("CHECK( init(main()), LTL(G ! data-race) )", "no-data-race.prp"),
  others: parseProperty("CHECK( init(main()), LTL(G ! call(reach_error())) )", "unreach-call.prp"),
};

interface Size {
  readonly threads: number;
  readonly iterations: number;
  readonly variables: number;
  /** Number of functions that a thread calls, one after the other, each of eight lines. */
  readonly functions: number;
}

const SMALL: Size = { threads: 2, iterations: 2, variables: 1, functions: 1 };
const GROWTH: Readonly<Record<keyof Size, readonly number[]>> = {
  threads: [2, 3, 4, 5, 6],
  iterations: [5, 20, 80, 320, 800],
  variables: [1, 2, 4, 8, 16],
  functions: [10, 50, 125, 250],
};

function textOf(
  { type, body, end }: Family,
  { threads, iterations, variables, functions }: Size,
): string {
  const names = Array.from({ length: variables }, (_, index) => `x${index}`);
  const lines = names
    .map((name) => body.replaceAll("X", name).replaceAll("; ", ";\n  "))
    .join("\n  ");
  const work = Array.from({ length: functions }, () => `  ${lines}`);
  const calls = work.map((_, index) => `work${index}(i);`).join("\n    ");
  const some = `pthread_t t[N];
  for (int i = 0; i < N; i++) pthread_create(&t[i], 0, f, (void *)(long)i);
  for (int i = 0; i < N; i++) pthread_join(t[i], 0);
  if (!(${end})) reach_error();`;
  const any = "pthread_t t; while (__VERIFIER_nondet_int()) pthread_create(&t, 0, f, 0);";
  return `#include <pthread.h>
extern void abort(void); extern int __VERIFIER_nondet_int(void); void reach_error(void) { abort(); }
#define N ${threads}
#define K ${iterations}
#define V ${variables}
#define F ${functions}
${type} ${names.join(", ")}; int own[N]; pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, each[N];
${work.map((lines, index) => `void work${index}(int i) {\n${lines}\n}`).join("\n")}
void *f(void *p) { int i = (int)(long)p;
  for (int k = 0; k < K; k++) { ${calls} }
  return 0; }
int main(void) { ${end === undefined ? any : some} return 0; }`;
}

const solvers = await createCadical();

/** CPU seconds and the answer. */
function ask(engine: string, text: string): { readonly cpu: number; readonly answer: string } {
  const configuration = findConfiguration(engine);
  if (configuration === undefined) throw new Error(`no configuration ${engine}`);
  const property = engine === "race" ? PROPERTIES.race : PROPERTIES.others;
  const { program } = loadProgram("p.c", text, "LP64");
  const start = process.cpuUsage();
  const { verdict } = verify(program, property, {
    configuration,
    budget: new Budget(Number(seconds)),
    createSatSolver: () => solvers.create(),
    seed: 1,
  });
  const { user, system } = process.cpuUsage(start);
  return { cpu: (user + system) / 1e6, answer: verdict };
}

function measure(): void {
  for (const [grows, sizes] of Object.entries(GROWTH)) {
    if (grown !== "" && grows !== grown) continue;
    for (const engine of ENGINES) {
      for (const [name, family] of Object.entries(FAMILIES)) {
        // An unbounded number of threads does not grow.
        if (family.end === undefined && grows === "threads") continue;
        for (const value of sizes) {
          const size = { ...SMALL, [grows]: value };
          const { cpu, answer } = ask(engine, textOf(family, size));
          const { threads, iterations, variables, functions } = size;
          const counts = [threads, iterations, variables, functions];
          const cells = [engine, name, grows, ...counts, cpu.toFixed(2)];
          console.log(`${cells.join("\t")}\t${answer}`);
          if (answer === "unknown") break;
        }
      }
    }
  }
}

/** One plot for each parameter. */
function plot(lines: string, folder: string): void {
  const rows = lines.split("\n").map((line) => line.split("\t"));
  for (const [index, [grows, sizes]] of Object.entries(GROWTH).entries()) {
    const byName = new Map<string, { x: number; y: number }[]>();
    for (const row of rows) {
      if (row[2] !== grows || row.at(-1) === "unknown") continue;
      const name = `${row[0]}, ${row[1]}`;
      const point = { x: Number(row[3 + index]), y: Math.max(Number(row[7]), 0.01) };
      byName.set(name, [...(byName.get(name) ?? []), point]);
    }
    const series = [...byName].map(([name, points]): Series => ({ name, kind: "line", points }));
    const drawn: Plot = {
      title: `CPU time by the number of ${grows}`,
      x: {
        label: grows,
        scale: grows === "threads" ? "linear" : "log",
        domain: [Math.min(...sizes), Math.max(...sizes)],
      },
      y: {
        label: "CPU time (s)",
        scale: "log",
        domain: niceDomain(
          "log",
          [...byName.values()].flat().map(({ y }) => y),
        ),
      },
      series,
      guides: [],
      markEvery: 1,
    };
    writeFileSync(join(folder, `growth-${grows}.svg`), renderSvg(drawn));
  }
}

if (seconds === "plot") plot(readFileSync(only, "utf8"), grown);
else measure();
