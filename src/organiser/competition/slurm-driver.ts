/**
 * Executes runs as jobs of Slurm: a batch of runs is one element of a job array, whose worker
 * executes the runs and the validations that they require. The coordinator only submits runs that
 * are not in a live batch, and watches the spool. It may die and be restarted: the submitted
 * batches are known from the folder
 * `cluster` and from the names of the jobs.
 */
import { dirname } from "node:path";
import type { Limits, RunResult, RunSpecification } from "../../ground/model/index.ts";
import { PlatformError } from "../../ground/util/errors.ts";
import { quoteWord } from "../../ground/util/quote-word.ts";
import {
  executionLimits,
  listTasks,
  maxArrayTasks,
  type Spool,
  submitJob,
} from "../execution/index.ts";
import { type BatchName, ClusterFolder } from "./cluster-folder.ts";
import type { PhaseLimits } from "./definition.ts";
import type { Driver, Work } from "./driver.ts";
import type { ResolvedCompetition } from "./resolved.ts";

export interface SlurmOptions {
  /** One, or several with commas between, as sbatch takes them; default: the cluster's. */
  readonly partition?: string;
  /** Minutes that an element may take; default: the greatest time that its runs may take. */
  readonly minutes?: number;
  /** Names of nodes, as sbatch's --nodelist takes them; default: any of the partition. */
  readonly nodes?: string;
  /** Number of verification runs of an element; their validations are additional. */
  readonly pack?: number;
  /** Simultaneous runs of an element. */
  readonly jobs?: number;
  /** Greatest number of elements that wait or run at a time. */
  readonly maxElements?: number;
  /** Further options of sbatch. */
  readonly sbatch: readonly string[];
  /** Words that start `agon` on a node. */
  readonly agon: readonly string[];
  readonly requireSandbox: boolean;
  /** Folder on the nodes for the files of current runs; default: in the spool. */
  readonly scratch?: string;
  /** Receives notices for the user. */
  readonly onNotice: (text: string) => void;
}

const PACK = 10;
const MAX_ELEMENTS = 1000;
/** Number of times that a run may be in a batch that ends without its result. */
const LOST_BATCHES = 3;
const MIN_PAUSE_MS = 1000;
const MAX_PAUSE_MS = 10_000;
/** Time for starting the worker, reading the lock and hashing tools. */
const SPARE_SECONDS = 300;
/** Memory of the worker itself, and of the page cache that its runs' files need. */
const SPARE_MEMORY_BYTES = 1_000_000_000;
/** Number of results in files of their own that are moved into a pack. */
const PACK_FROM = 10_000;

export function slurmDriver(
  competition: ResolvedCompetition,
  spool: Spool,
  options: SlurmOptions,
): Driver {
  const { partition, pack = PACK, jobs = 1 } = options;
  const where =
    partition === undefined
      ? "the default partition"
      : `${partition.includes(",") ? "partitions" : "partition"} ${partition.replaceAll(",", ", ")}`;
  return {
    description: {
      summary: [`Slurm, ${where}`, `${pack} to a job, ${jobs} at a time in it`],
      advice: [],
    },
    execute: (work, signal) => new SlurmRound(competition, spool, options, work).execute(signal),
  };
}

class SlurmRound {
  readonly #competition: ResolvedCompetition;
  readonly #spool: Spool;
  readonly #options: SlurmOptions;
  readonly #work: Work;
  readonly #folder: ClusterFolder;
  /** Batches that wait or run, by {@link keyOf}. */
  readonly #live = new Map<string, BatchName>();
  /** Runs of live batches whose result was not reported yet; the value is the batch's key. */
  readonly #outstanding = new Map<string, string>();
  /** Number of batches with the run that ended without its result. */
  readonly #losses = new Map<string, number>();

  constructor(competition: ResolvedCompetition, spool: Spool, options: SlurmOptions, work: Work) {
    this.#competition = competition;
    this.#spool = spool;
    this.#options = options;
    this.#work = work;
    this.#folder = new ClusterFolder(spool);
  }

  async execute(signal: AbortSignal): Promise<void> {
    const maxElements = Math.min(this.#options.maxElements ?? MAX_ELEMENTS, await maxArrayTasks());
    await this.#adopt(signal);
    let pauseMs = MIN_PAUSE_MS;
    for (;;) {
      signal.throwIfAborted();
      // Few large arrays rather than many small ones.
      const room = maxElements - this.#live.size;
      if (this.#live.size === 0 || room >= maxElements / 4) await this.#submit(room);
      if (this.#live.size === 0) return;
      const changed = await this.#watch(signal);
      this.#spool.pack(PACK_FROM);
      pauseMs = changed ? MIN_PAUSE_MS : Math.min(2 * pauseMs, MAX_PAUSE_MS);
      await pauseUnless(signal, pauseMs);
    }
  }

  /** Adopts the batches that an earlier coordinator submitted. */
  async #adopt(signal: AbortSignal): Promise<void> {
    const listed = await this.#listed(signal);
    for (const batch of this.#folder.batches()) {
      if (!listed.has(keyOf(batch))) {
        this.#folder.remove(batch);
        continue;
      }
      this.#live.set(keyOf(batch), batch);
      for (const run of this.#folder.read(batch)) this.#expect(run, batch);
    }
    if (this.#live.size > 0) {
      this.#options.onNotice(`${this.#live.size} jobs of an earlier start are waiting or running`);
    }
  }

  /** Expects from the batch the run's result and the runs that the result requires. */
  #expect(run: RunSpecification, batch: BatchName): void {
    const result = this.#spool.readResult(run.id);
    if (result === undefined) {
      this.#outstanding.set(run.id, keyOf(batch));
      this.#work.started(run);
    } else {
      for (const further of this.#missing(result)) this.#expect(further, batch);
    }
  }

  #missing(result: RunResult): readonly RunSpecification[] {
    return this.#work.calledForBy(result).filter(({ id }) => !this.#spool.hasResult(id));
  }

  /** Submits at most `room` batches of runs that are not in a live batch. */
  async #submit(room: number): Promise<void> {
    const { pack = PACK } = this.#options;
    const batches: RunSpecification[][] = [];
    while (batches.length < room) {
      const batch: RunSpecification[] = [];
      while (batch.length < pack) {
        const run = this.#next();
        if (run === undefined) break;
        batch.push(run);
      }
      if (batch.length === 0) break;
      batches.push(batch);
    }
    if (batches.length === 0) return;
    const submission = this.#folder.create(batches, (directory) => this.#script(directory));
    for (const [index, runs] of batches.entries()) {
      const batch = { jobName: submission.jobName, index };
      this.#live.set(keyOf(batch), batch);
      for (const run of runs) this.#expect(run, batch);
    }
    const job = {
      name: submission.jobName,
      tasks: batches.length,
      options: this.#sbatchOptions(submission.directory),
      script: submission.script,
    };
    try {
      await submitJob(job);
    } catch (error) {
      // After a time-out the job may exist nevertheless.
      const isThere = (await listTasks([job.name]).catch(() => [])).length > 0;
      if (!isThere) throw error;
    }
  }

  #next(): RunSpecification | undefined {
    for (;;) {
      const run = this.#work.take();
      if (run === undefined || !this.#outstanding.has(run.id)) {
        const result = run === undefined ? undefined : this.#spool.readResult(run.id);
        if (result === undefined) return run;
        // A job that this coordinator does not watch has been faster.
        this.#work.put(this.#work.finished(result));
      }
    }
  }

  /** Reads the state of the cluster, then of the spool; returns whether something has changed. */
  async #watch(signal: AbortSignal): Promise<boolean> {
    // In this order: a batch that ends in between has left all its results.
    const listed = await this.#listed(signal);
    let changed = false;
    for (const run of this.#spool.looseResults()) {
      const key = this.#outstanding.get(run);
      const result = key === undefined ? undefined : this.#spool.readResult(run);
      if (key === undefined || result === undefined) continue;
      this.#tell(result, key);
      changed = true;
    }
    for (const [key, batch] of this.#live) {
      if (listed.has(key)) continue;
      this.#end(key, batch);
      changed = true;
    }
    return changed;
  }

  #tell(result: RunResult, key: string): void {
    this.#outstanding.delete(result.run);
    for (const run of this.#work.finished(result)) {
      this.#outstanding.set(run.id, key);
      this.#work.started(run);
    }
  }

  /** Handles a batch that Slurm no longer knows: its unfinished runs are given back. */
  #end(key: string, batch: BatchName): void {
    const lost: RunSpecification[] = [];
    const visit = (run: RunSpecification): void => {
      const result = this.#spool.readResult(run.id);
      if (result === undefined) {
        lost.push(run);
        return;
      }
      if (this.#outstanding.has(run.id)) this.#tell(result, key);
      for (const further of this.#work.calledForBy(result)) visit(further);
    };
    for (const run of this.#folder.read(batch)) visit(run);
    for (const [run, of] of this.#outstanding) if (of === key) this.#outstanding.delete(run);
    this.#live.delete(key);
    this.#giveBack(lost, batch);
    this.#folder.remove(batch);
  }

  #giveBack(lost: readonly RunSpecification[], batch: BatchName): void {
    if (lost.length === 0) return;
    const log = this.#folder.logOf(batch);
    for (const { id, tool, task } of lost) {
      const losses = (this.#losses.get(id) ?? 0) + 1;
      this.#losses.set(id, losses);
      if (losses < LOST_BATCHES) continue;
      throw new PlatformError(
        "ERR_BATCH_FAILED",
        `${losses} jobs in a row ended without a result of ${tool} for ${task}`,
        { hint: `the last one's log is ${log}; running jobs continue` },
      );
    }
    this.#options.onNotice(
      `a job ended with ${lost.length} of its runs missing (${log}); they are submitted again`,
    );
    this.#work.put(lost);
  }

  /** Keys of the batches that wait or run. Waits while Slurm does not answer. */
  async #listed(signal: AbortSignal): Promise<ReadonlySet<string>> {
    const names = this.#folder.jobNames();
    for (let failures = 0; ; failures++) {
      try {
        return new Set((await listTasks(names)).map(keyOf));
      } catch (error) {
        const isRefusal = error instanceof PlatformError && error.code === "ERR_SLURM_REFUSED";
        if (!isRefusal) throw error;
        if (failures % 30 === 0) this.#options.onNotice(`waiting for Slurm: ${error.message}`);
        await pauseUnless(signal, MAX_PAUSE_MS);
      }
    }
  }

  #sbatchOptions(directory: string): readonly string[] {
    const { partition, minutes, nodes, sbatch, pack = PACK, jobs = 1 } = this.#options;
    const all = Object.values(this.#competition.limits) as readonly Limits[];
    const cores = jobs * Math.max(...all.map((limits) => limits.cores));
    const memory = jobs * Math.max(...all.map((limits) => limits.memoryBytes));
    const longest = Math.ceil(pack / jobs) * longestRun(this.#competition) + SPARE_SECONDS;
    return [
      "--ntasks=1",
      `--cpus-per-task=${cores}`,
      `--mem=${Math.ceil((memory + SPARE_MEMORY_BYTES) / 1_048_576)}M`,
      `--time=${minutes ?? Math.ceil(longest / 60)}`,
      `--chdir=${this.#spool.directory}`,
      `--output=${directory}/%a.log`,
      ...(partition === undefined ? [] : [`--partition=${partition}`]),
      ...(nodes === undefined ? [] : [`--nodelist=${nodes}`]),
      ...sbatch,
    ];
  }

  #script(directory: string): string {
    const { agon, jobs = 1, requireSandbox, scratch } = this.#options;
    const words = [
      ...agon,
      "worker",
      dirname(dirname(directory)),
      ...["--jobs", String(jobs)],
      ...(requireSandbox ? [] : ["--allow-weak-sandbox"]),
      ...(scratch === undefined ? [] : ["--scratch", scratch]),
    ];
    const batch = `${quoteWord(directory)}/"$SLURM_ARRAY_TASK_ID".ndjson`;
    return `#!/bin/sh\nexec ${words.map(quoteWord).join(" ")} --batch ${batch}\n`;
  }
}

/** Greatest time in seconds of a verification run and all its validations. */
function longestRun({ limits, validators }: ResolvedCompetition): number {
  const wall = (phase: keyof PhaseLimits): number => executionLimits(limits[phase]).wallTimeSeconds;
  const validation = (kind: "violation" | "correctness"): number =>
    validators.filter(({ kinds }) => kinds.includes(kind)).length * wall(`${kind}Validation`);
  return wall("verification") + Math.max(validation("violation"), validation("correctness"));
}

function keyOf({ jobName, index }: BatchName): string {
  return `${jobName}/${index}`;
}

/** Rejects at once when the signal is aborted. */
function pauseUnless(signal: AbortSignal, milliseconds: number): Promise<void> {
  return new Promise((resolve, reject) => {
    signal.throwIfAborted();
    const stop = (): void => {
      clearTimeout(timer);
      reject(signal.reason);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener("abort", stop);
      resolve();
    }, milliseconds);
    signal.addEventListener("abort", stop, { once: true });
  });
}
