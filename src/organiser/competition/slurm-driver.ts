/**
 * Executes runs as jobs of Slurm: a batch of runs is one element of a job
 * array, whose worker executes the runs and the validations that they call
 * for. The coordinator only submits what nobody is working on and watches the
 * spool. It may die and come back: what was submitted is known from the folder
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
  /** Minutes that an element may take; default: what its runs may take at most. */
  readonly minutes?: number;
  /** Names of nodes, as sbatch's --nodelist takes them; default: any of the partition. */
  readonly nodes?: string;
  /** Verification runs of an element; their validations come on top. */
  readonly pack?: number;
  /** Runs at a time of an element. */
  readonly jobs?: number;
  /** Most elements that wait or run at a time. */
  readonly maxElements?: number;
  /** Further options of sbatch. */
  readonly sbatch: readonly string[];
  /** Words that start `agon` on a node. */
  readonly agon: readonly string[];
  readonly requireSandbox: boolean;
  /** Folder on the nodes for what runs at work need; default: in the spool. */
  readonly scratch?: string;
  /** Takes what people should know meanwhile. */
  readonly onNotice: (text: string) => void;
}

const PACK = 10;
const MAX_ELEMENTS = 1000;
/** Times a run may be in a batch that ends without its result. */
const LOST_BATCHES = 3;
const MIN_PAUSE_MS = 1000;
const MAX_PAUSE_MS = 10_000;
/** For starting the worker, reading the lock and hashing tools. */
const SPARE_SECONDS = 300;
/** Memory of the worker itself, and of the page cache that its runs' files need. */
const SPARE_MEMORY_BYTES = 1_000_000_000;
/** Results in files of their own that are moved into a pack. */
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
  /** Runs of live batches without a result that was told; the value is the batch's key. */
  readonly #outstanding = new Map<string, string>();
  /** How often a run was in a batch that ended without its result. */
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

  /** Takes over what an earlier coordinator submitted. */
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

  /** The run's result is to come from the batch, or what that result calls for. */
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

  /** Submits at most `room` batches of runs that nobody is working on. */
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
      // After a time-out the job may be there all the same.
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
        // A job that was not ours to watch has been faster.
        this.#work.put(this.#work.finished(result));
      }
    }
  }

  /** One look at the cluster, then at the spool; true when something has changed. */
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

  /** A batch that Slurm does not know any more: what it has not done is given back. */
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
        { hint: `the last one's log is ${log}; jobs that are under way go on` },
      );
    }
    this.#options.onNotice(
      `a job ended with ${lost.length} of its runs missing (${log}); they are submitted again`,
    );
    this.#work.put(lost);
  }

  /** Keys of the batches that wait or run. Waits while Slurm cannot be asked. */
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

/** Seconds that a verification run and all its validations may take. */
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
