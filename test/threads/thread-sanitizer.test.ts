/**
 * Races that ThreadSanitizer sees when gcc's code runs are races that Agon reports. Programs that race and programs that
 * do not run with a few inputs; `AGON_THOROUGH=1` adds those of test/races. Skipped where gcc has no ThreadSanitizer.
 */
import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { HEAD as RACE_HEAD } from "../races/race-program.ts";
import { RACE_PROGRAMS } from "../races/race-programs.ts";
import { loadProgram, Verdicts } from "../regression/verdicts.ts";
import { collectGarbage } from "../support/collect-garbage.ts";
import { propertyOf, threadPrograms } from "./programs.ts";

const isThorough = process.env.AGON_THOROUGH === "1";
const SEEDS = [1, 2, 3];
/** An endless loop ends there; no conclusion is drawn then. */
const MILLISECONDS = 3_000;
/** Increased until there is an answer. */
const SECONDS = [2, 20, 80];

/** The environment: inputs that are often 0, so that loops that they control end, and atomic blocks as one lock. */
const ENVIRONMENT = `#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>
static pthread_mutex_t inputs = PTHREAD_MUTEX_INITIALIZER, block = PTHREAD_MUTEX_INITIALIZER;
static unsigned long state;
int __VERIFIER_nondet_int(void) {
  pthread_mutex_lock(&inputs);
  if (state == 0) state = strtoul(getenv("SEED"), 0, 10);
  state = state * 6364136223846793005ul + 1442695040888963407ul;
  int value = (int)(state >> 60) % 3;
  pthread_mutex_unlock(&inputs);
  return value;
}
unsigned long __VERIFIER_nondet_ulong(void) { return __VERIFIER_nondet_int(); }
void __VERIFIER_assume(int condition) { if (!condition) _exit(0); }
void __VERIFIER_atomic_begin(void) { pthread_mutex_lock(&block); }
void __VERIFIER_atomic_end(void) { pthread_mutex_unlock(&block); }
`;

const OPTIONS = "halt_on_error=1 report_thread_leaks=0 report_mutex_bugs=0 atexit_sleep_ms=0";

/** Runs a program without randomised addresses, which older versions of ThreadSanitizer need. */
function racesIn(folder: string, name: string, seed: number): boolean {
  const run = spawnSync("setarch", ["-R", join(folder, name)], {
    encoding: "utf8",
    timeout: MILLISECONDS,
    killSignal: "SIGKILL",
    env: { ...process.env, SEED: `${seed}`, TSAN_OPTIONS: OPTIONS },
  });
  return run.stderr?.includes("WARNING: ThreadSanitizer: data race") === true;
}

function compile(folder: string, name: string, text: string): void {
  const file = join(folder, `${name}.c`);
  writeFileSync(file, text);
  const flags = ["-fsanitize=thread", "-O0", "-w", "-pthread"];
  const object = join(folder, "environment.o");
  execFileSync("gcc", [...flags, file, object, "-o", join(folder, name)], { stdio: "pipe" });
}

const RACY = `#include <pthread.h>
int x; void *f(void *p) { x++; return 0; }
int main(void) { pthread_t a; pthread_create(&a, 0, f, 0); x++; pthread_join(a, 0); return 0; }`;

function prepared(): { readonly folder: string; readonly works: boolean } {
  const folder = mkdtempSync(join(tmpdir(), "agon-tsan-"));
  try {
    writeFileSync(join(folder, "environment.c"), ENVIRONMENT);
    const words = ["-fsanitize=thread", "-c", "environment.c", "-o", "environment.o"];
    execFileSync("gcc", words, { cwd: folder, stdio: "pipe" });
    compile(folder, "racy", RACY);
    return { folder, works: racesIn(folder, "racy", 1) };
  } catch {
    return { folder, works: false };
  }
}

const { folder, works } = prepared();
afterAll(() => rmSync(folder, { recursive: true }));

/** The name of an atomic function has no meaning for gcc, and ThreadSanitizer does not know fences (gcc -Wtsan). */
const isForGcc = (text: string): boolean =>
  !/void __VERIFIER_atomic_(?!begin|end)|atomic_thread_fence/.test(text);

const own = threadPrograms().flatMap(({ name, text, known }) => {
  const claim = known.find(({ property }) => property === "no-data-race");
  return claim === undefined ? [] : [{ name, text, verdict: claim.verdict }];
});
const others = RACE_PROGRAMS.flatMap(([name, truth, text]) =>
  truth === "undefined"
    ? []
    : [{ name, text: RACE_HEAD + text, verdict: truth === "race" ? "false" : "true" }],
);
const programs = [...own, ...(isThorough ? others : [])].filter(({ text }) => isForGcc(text));

describe.skipIf(!works)("what ThreadSanitizer sees (gcc -fsanitize=thread)", () => {
  let verdicts: Verdicts;
  let seen = 0;
  beforeAll(async () => {
    verdicts = await Verdicts.create();
  });
  // A process whose memory is mostly garbage cannot be forked where memory is short.
  afterEach(collectGarbage);

  test.each(programs)("$name: $verdict", { timeout: 300_000 }, async ({ name, text, verdict }) => {
    compile(folder, "program", text);
    if (!SEEDS.some((seed) => racesIn(folder, "program", seed))) return;
    seen++;
    expect(verdict, "ThreadSanitizer sees a race").toBe("false");
    const loaded = loadProgram("program.c", text, "LP64");
    const property = propertyOf("no-data-race");
    let said = "";
    for (const seconds of SECONDS) {
      said = (await verdicts.verify(loaded, "default", seconds, property)).verdict;
      if (said !== "unknown") break;
    }
    expect(said, name).toBe("false");
  });

  test("it sees races at all", () => {
    expect(seen).toBeGreaterThan(own.length / 8);
  });
});
