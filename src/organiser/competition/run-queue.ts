/**
 * The finished and the open runs of a competition of any size: a byte for each verification run;
 * validation runs are derived from results when their turn comes.
 */

import type { RunResult, RunSpecification } from "../../ground/model/index.ts";
import { ID_BYTES, type Spool } from "../execution/index.ts";
import type { Work } from "./driver.ts";
import type { Progress } from "./evaluate.ts";
import type { ResolvedCompetition } from "./resolved.ts";
import type { Begin } from "./run-event.ts";
import { loadPlan, type RunPlan } from "./run-plan.ts";
import { isInShard, type Shard, WHOLE } from "./shard.ts";
import { CHECKED_ENTRIES, isRight, ValidationBook } from "./validation-book.ts";
import { ValidationPlan } from "./validation-plan.ts";

/** The progress of the competition of a spool, without judging results. Writes nothing. */
export function surveyProgress(competition: ResolvedCompetition, spool: Spool): Progress {
  const book = new ValidationBook(spool, competition, { store: false });
  try {
    return new RunQueue(loadPlan(spool, competition, { store: false }), spool, { book }).progress();
  } finally {
    book.close();
  }
}

export class RunQueue implements Work {
  readonly #plan: RunPlan;
  readonly #spool: Spool;
  readonly #validations: ValidationPlan;
  readonly #shard: Shard;
  /** 1 for verification runs that need not be taken any more. */
  readonly #isTaken: Uint8Array;
  #cursor = 0;
  /** Numbers of verification runs whose result requires runs that have no result. */
  readonly #parents: number[] = [];
  /** Runs to take; the last one is next. */
  readonly #ready: RunSpecification[] = [];
  readonly #verification: { planned: number; done: number } = { planned: 0, done: 0 };
  readonly #validation: { planned: number; done: number } = { planned: 0, done: 0 };

  readonly #book: ValidationBook | undefined;

  /**
   * Reads the finished runs from the spool. Without `book`, the required validation runs are
   * derived from each result.
   */
  constructor(
    plan: RunPlan,
    spool: Spool,
    { shard = WHOLE, book }: { readonly shard?: Shard; readonly book?: ValidationBook } = {},
  ) {
    this.#plan = plan;
    this.#spool = spool;
    this.#shard = shard;
    this.#book = book;
    this.#validations = new ValidationPlan(plan.competition, spool, plan.modules);
    this.#isTaken = new Uint8Array(plan.size);
    this.#verification.planned = this.#countOwn();
    /** 1 where the result may require validation runs that are not known yet. */
    const isOpen = new Uint8Array(plan.size);
    spool.forEachResult((bytes, offset, facts) => {
      const number = plan.findBytes(bytes, offset);
      if (number === undefined || !this.#isOwn(number)) return;
      this.#isTaken[number] = 1;
      this.#verification.done++;
      if (facts?.hasWitness !== false) isOpen[number] = 1;
    });
    this.#lookUp(isOpen);
    for (let number = 0; number < plan.size; number++) {
      if (isOpen[number] === 1) this.#resume(number);
    }
  }

  /** Entries of the book; the other runs stay open. */
  #lookUp(isOpen: Uint8Array): void {
    const has = this.#spool.knownResults();
    let checks = 0;
    this.#book?.read(({ run, validations, facts }) => {
      const number = this.#plan.findBytes(run, 0);
      if (number === undefined || isOpen[number] !== 1) return true;
      checks++;
      const isChecked = checks <= CHECKED_ENTRIES;
      if (isChecked && !isRight(this.#spool, this.#validations, { run, validations, facts }))
        return false;
      isOpen[number] = 0;
      let done = 0;
      for (let at = 0; at < validations.length; at += ID_BYTES) if (has(validations, at)) done++;
      const planned = validations.length / ID_BYTES;
      this.#validation.planned += planned;
      this.#validation.done += done;
      if (done < planned) this.#parents.push(number);
      return true;
    });
  }

  /** Current numbers of runs. */
  progress(): Progress {
    return {
      verification: { ...this.#verification },
      validation: { ...this.#validation },
      unsupported: this.#plan.unsupported,
      notPlanned: 0,
      incomparable: 0,
    };
  }

  begin(): Begin {
    const { verification, validation, unsupported } = this.progress();
    return {
      verificationRuns: verification.planned,
      knownValidationRuns: validation.planned,
      resumedResults: verification.done + validation.done,
      unsupported,
    };
  }

  take(): RunSpecification | undefined {
    for (;;) {
      const ready = this.#ready.pop();
      if (ready !== undefined) return ready;
      const parent = this.#parents.pop();
      if (parent === undefined) return this.#takeVerification();
      const result = this.#spool.readResult(this.#plan.idOf(parent));
      if (result !== undefined) this.put(this.#missing(this.calledForBy(result)));
    }
  }

  put(runs: readonly RunSpecification[]): void {
    this.#ready.push(...[...runs].reverse());
  }

  started(): void {}

  finished(result: RunResult): readonly RunSpecification[] {
    if (result.phase !== "verification") {
      this.#validation.done++;
      return [];
    }
    this.#verification.done++;
    const number = this.#plan.find(result.run);
    if (number !== undefined) this.#isTaken[number] = 1;
    return this.#count(this.#callsOf(result));
  }

  #callsOf(result: RunResult): readonly RunSpecification[] {
    if (result.witness === undefined) return this.calledForBy(result);
    const examined = this.#validations.examine(result);
    this.#book?.add(result.run, examined);
    return examined.validations;
  }

  calledForBy(result: RunResult): readonly RunSpecification[] {
    return this.#validations.calledForBy(result);
  }

  #resume(number: number): void {
    const result = this.#spool.readResult(this.#plan.idOf(number));
    if (result === undefined) return;
    if (this.#count(this.#callsOf(result)).length > 0) this.#parents.push(number);
  }

  /** Counts validation runs; returns those without a result. */
  #count(runs: readonly RunSpecification[]): readonly RunSpecification[] {
    const missing = this.#missing(runs);
    this.#validation.planned += runs.length;
    this.#validation.done += runs.length - missing.length;
    return missing;
  }

  #missing(runs: readonly RunSpecification[]): readonly RunSpecification[] {
    return runs.filter(({ id }) => !this.#spool.hasResult(id));
  }

  #takeVerification(): RunSpecification | undefined {
    while (this.#cursor < this.#plan.size) {
      const number = this.#cursor++;
      if (this.#isTaken[number] === 1 || !this.#isOwn(number)) continue;
      this.#isTaken[number] = 1;
      return this.#plan.specification(number);
    }
    return undefined;
  }

  #isOwn(number: number): boolean {
    return this.#shard.count === 1 || isInShard(this.#plan.idOf(number), this.#shard);
  }

  #countOwn(): number {
    if (this.#shard.count === 1) return this.#plan.size;
    let count = 0;
    for (let number = 0; number < this.#plan.size; number++) if (this.#isOwn(number)) count++;
    return count;
  }
}
