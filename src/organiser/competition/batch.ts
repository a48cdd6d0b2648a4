/**
 * A batch: a file of run specifications, one a line, for one job. Removing the file withdraws the
 * runs that have not started.
 */
import { existsSync, readFileSync } from "node:fs";
import { replaceDurably } from "../../ground/files/index.ts";
import type { RunResult, RunSpecification } from "../../ground/model/index.ts";
import type { Spool } from "../execution/index.ts";
import type { Work } from "./driver.ts";
import type { ValidationPlan } from "./validation-plan.ts";

export function writeBatch(file: string, runs: readonly RunSpecification[]): void {
  replaceDurably(file, runs.map((run) => `${JSON.stringify(run)}\n`).join(""));
}

/** Undefined when the batch has been withdrawn. */
export function readBatch(file: string): readonly RunSpecification[] | undefined {
  if (!existsSync(file)) return undefined;
  return readFileSync(file, "utf8")
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line) as RunSpecification);
}

/** The runs of a batch that have no result, and the validation runs that their results require. */
export class BatchWork implements Work {
  readonly #spool: Spool;
  readonly #validations: ValidationPlan;
  /** The runs to execute; the last one is next. */
  readonly #waiting: RunSpecification[];

  constructor(runs: readonly RunSpecification[], spool: Spool, validations: ValidationPlan) {
    this.#spool = spool;
    this.#validations = validations;
    this.#waiting = [...runs].reverse();
  }

  take(): RunSpecification | undefined {
    for (;;) {
      const run = this.#waiting.pop();
      if (run === undefined) return undefined;
      const result = this.#spool.readResult(run.id);
      if (result === undefined) return run;
      this.put(this.calledForBy(result));
    }
  }

  put(runs: readonly RunSpecification[]): void {
    this.#waiting.push(...[...runs].reverse());
  }

  started(): void {}

  finished(result: RunResult): readonly RunSpecification[] {
    return this.calledForBy(result).filter(({ id }) => !this.#spool.hasResult(id));
  }

  calledForBy(result: RunResult): readonly RunSpecification[] {
    return this.#validations.calledForBy(result);
  }
}
