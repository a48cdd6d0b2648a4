import { defined } from "../../ground/util/defined.ts";
import { PlatformError } from "../../ground/util/errors.ts";
import { listTasks, lockHolder, type Spool } from "../execution/index.ts";
import { ClusterFolder } from "./cluster-folder.ts";

/** The coordinator and the jobs that work on a spool. */
export interface Activity {
  /** `process PID on HOST`; absent: none. */
  readonly coordinator?: string;
  /**
   * Numbers of jobs by Slurm's name of their state, or the reason why they are unknown; absent when
   * the competition was never on a cluster.
   */
  readonly jobs?: Readonly<Record<string, number>> | string;
}

export async function surveyActivity(spool: Spool): Promise<Activity> {
  const coordinator = lockHolder(spool.path("lock"));
  const folder = new ClusterFolder(spool);
  return {
    ...defined({ coordinator }),
    ...(folder.isUsed() ? { jobs: await jobStates(folder) } : {}),
  };
}

async function jobStates(
  folder: ClusterFolder,
): Promise<Readonly<Record<string, number>> | string> {
  const counts: Record<string, number> = {};
  try {
    for (const { state } of await listTasks(folder.jobNames())) {
      counts[state] = (counts[state] ?? 0) + 1;
    }
  } catch (error) {
    if (error instanceof PlatformError) return error.message;
    throw error;
  }
  return counts;
}
