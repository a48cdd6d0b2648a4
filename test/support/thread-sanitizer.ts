/** Runs of gcc's code under ThreadSanitizer, with delays that a seed draws. */
import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Code that loops for ever ends there. */
const MILLISECONDS = 5_000;
const OPTIONS = "halt_on_error=1 report_thread_leaks=0 report_mutex_bugs=0 atexit_sleep_ms=0";
const FLAGS = ["-fsanitize=thread", "-O0", "-w", "-pthread"];

/** Inputs, and a delay for some of the lines. */
const ENVIRONMENT = `#include <stdlib.h>
#include <time.h>
static _Thread_local unsigned long state; static unsigned threads;
static unsigned draw(void) {
  if (state == 0) state = strtoul(getenv("SEED"), 0, 10) * 7919 + 1 + __atomic_fetch_add(&threads, 1, __ATOMIC_RELAXED);
  state = state * 6364136223846793005ul + 1442695040888963407ul;
  return state >> 33;
}
unsigned __VERIFIER_nondet_uint(void) { return draw(); }
_Bool __VERIFIER_nondet_bool(void) { return draw() & 1; }
void delay(void) {
  if (draw() % 4) return;
  struct timespec t = { 0, 1000 * (draw() % 300) };
  nanosleep(&t, 0);
}
`;

const RACY = `#include <pthread.h>
int x; void *f(void *p) { x++; return 0; }
int main(void) { pthread_t a; pthread_create(&a, 0, f, 0); x++; pthread_join(a, 0); return 0; }`;

export class ThreadSanitizer {
  readonly #folder: string;

  private constructor(folder: string) {
    this.#folder = folder;
  }

  /** Undefined where gcc has no ThreadSanitizer, or it sees nothing. */
  static create(): ThreadSanitizer | undefined {
    const sanitizer = new ThreadSanitizer(mkdtempSync(join(tmpdir(), "agon-orders-")));
    try {
      writeFileSync(sanitizer.#path("environment.c"), ENVIRONMENT);
      execFileSync("gcc", ["-O1", "-w", "-c", "environment.c"], {
        cwd: sanitizer.#folder,
        stdio: "pipe",
      });
      sanitizer.compile(RACY);
      if (sanitizer.seesRace(1)) return sanitizer;
    } catch {
      // There is none.
    }
    sanitizer.remove();
    return undefined;
  }

  /** @param text - delays are put before the lines that are indented */
  compile(text: string): void {
    const delayed = text.replace(/^ {2}(?![}])/gm, "  delay(); ");
    writeFileSync(this.#path("program.c"), `void delay(void);\n${delayed}`);
    execFileSync("gcc", [...FLAGS, "program.c", "environment.o", "-o", "program"], {
      cwd: this.#folder,
      stdio: "pipe",
    });
  }

  /** Whether it sees a race in a run with the delays of the seed; without randomised addresses, which older versions need. */
  seesRace(seed: number): boolean {
    const run = spawnSync("setarch", ["-R", this.#path("program")], {
      encoding: "utf8",
      timeout: MILLISECONDS,
      killSignal: "SIGKILL",
      env: { ...process.env, SEED: `${seed}`, TSAN_OPTIONS: OPTIONS },
    });
    return run.stderr?.includes("WARNING: ThreadSanitizer: data race") === true;
  }

  remove(): void {
    rmSync(this.#folder, { recursive: true, force: true });
  }

  #path(name: string): string {
    return join(this.#folder, name);
  }
}
