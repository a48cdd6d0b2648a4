/**
 * The folder a competition lives in while it runs and ever after. Whoever
 * executes runs may die at any instant: a run counts when its result has got
 * its name in `results/`, which link(2) lets happen exactly once.
 *
 *     competition.lock.yml      the resolved definition, everything hashed
 *     tasks.ndjson              one task a line
 *     specs/verification.ndjson one run specification a line, immutable
 *     specs/validation.ndjson   written when all verification runs have ended
 *     attempts/RUN/N/           output.log, witness, result.json of attempt N
 *     results/RUN.json          the one result of the run
 *     lock/                     see spool-lock.ts
 *     site/                     the result pages
 *
 * A validation run exists only if its verification run gave a witness, and is
 * a pure function of that result and the locked definition: it is derived
 * again on every start, so nothing needs to be remembered between the two.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { RunResult } from "../model/index.ts";
import { formatRunResult, parseRunResult } from "../results/index.ts";
import { PlatformError } from "../util/errors.ts";
import { commitOnce, writeDurably } from "./durable-file.ts";

export interface Attempt {
  /** From 1. */
  readonly number: number;
  /** Absolute path. */
  readonly directory: string;
  /** Path relative to the spool. */
  readonly path: string;
}

export class Spool {
  /** Absolute path. */
  readonly directory: string;

  constructor(directory: string) {
    this.directory = directory;
  }

  /** Makes the folders; an existing spool is left as it is. */
  create(): void {
    for (const folder of ["specs", "attempts", "results", "lock"]) {
      mkdirSync(this.path(folder), { recursive: true });
    }
  }

  /** @throws PlatformError `ERR_NO_SPOOL` unless the directory holds a competition. */
  requireExisting(): void {
    if (existsSync(this.path("competition.lock.yml"))) return;
    throw new PlatformError("ERR_NO_SPOOL", `${this.directory} holds no competition`, {
      hint: "expected the folder given to 'agon run --spool', with a competition.lock.yml in it",
    });
  }

  /** Absolute path of something in the spool. */
  path(...names: readonly string[]): string {
    return join(this.directory, ...names);
  }

  hasResult(run: string): boolean {
    return existsSync(this.#resultFile(run));
  }

  /** Without the time line. @throws InputError when the file is damaged. */
  readResult(run: string): RunResult | undefined {
    const file = this.#resultFile(run);
    if (!existsSync(file)) return undefined;
    // A competition has millions of results in memory; time lines stay on disk.
    const { samples: _, ...result } = parseRunResult(readFileSync(file, "utf8"), file);
    return result;
  }

  /** A new attempt at a run; its directory is empty and nobody else's. */
  beginAttempt(run: string): Attempt {
    const parent = this.path("attempts", run);
    mkdirSync(parent, { recursive: true });
    const numbers = readdirSync(parent).map(Number).filter(Number.isSafeInteger);
    for (let number = Math.max(0, ...numbers) + 1; ; number++) {
      const path = `attempts/${run}/${number}`;
      const directory = this.path(path);
      try {
        mkdirSync(directory);
        return { number, directory, path };
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
      }
    }
  }

  /** Makes a result the result of its run; false when the run has one already. */
  commit(result: RunResult, attempt: Attempt): boolean {
    const temporary = join(attempt.directory, "result.json");
    writeDurably(temporary, formatRunResult(result));
    return commitOnce(temporary, this.#resultFile(result.run));
  }

  /** Removes attempts without a result: what a killed coordinator was about. Returns their number. */
  removeAbandonedAttempts(): number {
    let count = 0;
    for (const run of readdirSync(this.path("attempts"))) {
      for (const number of readdirSync(this.path("attempts", run))) {
        if (existsSync(this.path("attempts", run, number, "result.json"))) continue;
        rmSync(this.path("attempts", run, number), { recursive: true, force: true });
        count++;
      }
    }
    return count;
  }

  #resultFile(run: string): string {
    return this.path("results", `${run}.json`);
  }
}
