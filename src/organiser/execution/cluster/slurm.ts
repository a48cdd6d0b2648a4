/**
 * The few commands of Slurm that are the same in every release: sbatch, squeue with an explicit
 * format, scancel. Its accounting is not used: it samples once a second and misses processes.
 */
import { execFile } from "node:child_process";
import { PlatformError } from "../../../ground/util/errors.ts";

/** One element of a job array. */
export interface SlurmTask {
  readonly jobName: string;
  readonly index: number;
  /** Slurm's name of the state, e.g. `PENDING`, `RUNNING`. */
  readonly state: string;
}

export interface SlurmJob {
  readonly name: string;
  /** Elements 0 to `tasks` − 1. */
  readonly tasks: number;
  /** Further options of sbatch. */
  readonly options: readonly string[];
  /** Path of the script. */
  readonly script: string;
}

const COMMAND_TIMEOUT_MS = 120_000;
/** States of ended elements, which squeue may still list for a while. */
const ENDED =
  /^(COMPLETED|CANCELLED|FAILED|TIMEOUT|NODE_FAIL|BOOT_FAIL|DEADLINE|OUT_OF_MEMORY|PREEMPTED)/;

/** @throws PlatformError `ERR_SLURM_REFUSED` with sbatch's own message. */
export async function submitJob({ name, tasks, options, script }: SlurmJob): Promise<void> {
  await slurm("sbatch", [
    "--parsable",
    `--job-name=${name}`,
    `--array=0-${tasks - 1}`,
    // After the failure of a node the elements start again, with the same number.
    "--requeue",
    "--open-mode=append",
    ...options,
    script,
  ]);
}

/**
 * The elements of jobs with these names that wait or run.
 * @throws PlatformError `ERR_SLURM_REFUSED` when the controller cannot be asked, so that nothing is
 * known about them.
 */
export async function listTasks(names: readonly string[]): Promise<readonly SlurmTask[]> {
  if (names.length === 0) return [];
  const output = await slurm("squeue", [
    "--noheader",
    "--array",
    "--states=all",
    `--name=${names.join(",")}`,
    "--format=%j %K %T",
  ]);
  return parseTasks(output);
}

/** Reads lines `NAME INDEX STATE`; ended elements are left out. */
export function parseTasks(output: string): readonly SlurmTask[] {
  return output.split("\n").flatMap((line) => {
    const [jobName = "", index = "", state = ""] = line.trim().split(/\s+/);
    if (!/^\d+$/.test(index) || ENDED.test(state)) return [];
    return [{ jobName, index: Number(index), state }];
  });
}

/** Ends jobs by name; names without a job are not an error. */
export async function cancelJobs(names: readonly string[]): Promise<void> {
  if (names.length > 0) await slurm("scancel", ["--quiet", `--name=${names.join(",")}`]);
}

/** The largest number of elements of an array that the cluster accepts. */
export async function maxArrayTasks(): Promise<number> {
  const output = await slurm("scontrol", ["show", "config"]);
  // MaxArraySize bounds the index, which starts from 0.
  return Number(/^MaxArraySize\s*=\s*(\d+)/m.exec(output)?.[1] ?? 1001);
}

function slurm(program: string, words: readonly string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    execFile(
      program,
      words,
      { encoding: "utf8", timeout: COMMAND_TIMEOUT_MS, maxBuffer: 100_000_000 },
      (error, stdout, stderr) => {
        if (error === null) resolve(stdout);
        else if (error.code === "ENOENT") {
          reject(
            new PlatformError("ERR_SLURM_MISSING", `there is no '${program}' here`, {
              hint: "run the command on a machine from which jobs are submitted",
              cause: error,
            }),
          );
        } else {
          const said = stderr.trim() || error.message;
          reject(new PlatformError("ERR_SLURM_REFUSED", `${program}: ${said}`, { cause: error }));
        }
      },
    );
  });
}
