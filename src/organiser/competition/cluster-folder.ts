/**
 * The work given to a cluster, in the spool:
 *
 *     cluster/id              random name of this spool, part of its jobs' names
 *     cluster/N/K.ndjson      batch K of submission N; removed when it has ended
 *     cluster/N/K.log         output of its worker
 *     cluster/N/job.sh        script that every element of the job array starts
 *
 * The folder of a submission exists before its job, so that a coordinator that dies in between
 * leaves no job that the next one would not find: the name of the job follows from the folder.
 */
import { randomBytes } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { replaceDurably } from "../../ground/files/index.ts";
import type { RunSpecification } from "../../ground/model/index.ts";
import type { Spool } from "../execution/index.ts";
import { readBatch, writeBatch } from "./batch.ts";

/** A batch by its job's name and its index in the job array. */
export interface BatchName {
  readonly jobName: string;
  readonly index: number;
}

export interface Submission {
  readonly jobName: string;
  /** Absolute path. */
  readonly directory: string;
  readonly script: string;
}

export class ClusterFolder {
  readonly #spool: Spool;

  constructor(spool: Spool) {
    this.#spool = spool;
  }

  /** Stores batches under a new number, before anything is submitted. */
  create(
    batches: readonly (readonly RunSpecification[])[],
    script: (directory: string) => string,
  ): Submission {
    const number = Math.max(0, ...this.#numbers()) + 1;
    const directory = this.#directory(number);
    mkdirSync(directory, { recursive: true });
    for (const [index, runs] of batches.entries()) {
      writeBatch(this.#batchFile(number, index), runs);
    }
    replaceDurably(`${directory}/job.sh`, script(directory));
    return { jobName: this.#jobName(number), directory, script: `${directory}/job.sh` };
  }

  /** Names of all jobs that may have batches left. */
  jobNames(): readonly string[] {
    return this.#numbers()
      .filter((number) => this.#batches(number).length > 0)
      .map((number) => this.#jobName(number));
  }

  /** Every batch that has not been removed. */
  batches(): readonly BatchName[] {
    return this.#numbers().flatMap((number) =>
      this.#batches(number).map((index) => ({ jobName: this.#jobName(number), index })),
    );
  }

  read(batch: BatchName): readonly RunSpecification[] {
    return readBatch(this.#fileOf(batch)) ?? [];
  }

  /** Path of the output of the batch's worker. */
  logOf(batch: BatchName): string {
    return this.#fileOf(batch).replace(/ndjson$/, "log");
  }

  /** A worker that comes late finds no work. */
  remove(batch: BatchName): void {
    rmSync(this.#fileOf(batch), { force: true });
  }

  /** Whether any work was ever given to a cluster. */
  isUsed(): boolean {
    return existsSync(this.#spool.path("cluster"));
  }

  #numbers(): number[] {
    if (!this.isUsed()) return [];
    return readdirSync(this.#spool.path("cluster")).filter(isNumber).map(Number);
  }

  #batches(number: number): number[] {
    return readdirSync(this.#directory(number))
      .filter((name) => name.endsWith(".ndjson"))
      .map((name) => Number(name.slice(0, -".ndjson".length)));
  }

  #fileOf({ jobName, index }: BatchName): string {
    return this.#batchFile(Number(jobName.slice(jobName.lastIndexOf("-") + 1)), index);
  }

  #batchFile(number: number, index: number): string {
    return `${this.#directory(number)}/${index}.ndjson`;
  }

  #directory(number: number): string {
    return this.#spool.path("cluster", String(number));
  }

  #jobName(number: number): string {
    return `agon-${this.#id()}-${number}`;
  }

  #id(): string {
    const file = this.#spool.path("cluster", "id");
    if (!existsSync(file)) {
      mkdirSync(this.#spool.path("cluster"), { recursive: true });
      replaceDurably(file, `${randomBytes(6).toString("hex")}\n`);
    }
    return readFileSync(file, "utf8").trim();
  }
}

function isNumber(name: string): boolean {
  return /^\d+$/.test(name);
}
