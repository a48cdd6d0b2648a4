/**
 * Ending a competition that is being run, from anywhere: by a file in the
 * spool, because the coordinator may be on another machine, and by withdrawing
 * batches and ending their jobs. What is finished is kept.
 */

import { existsSync, rmSync } from "node:fs";
import { replaceDurably } from "../../ground/files/index.ts";
import { defined } from "../../ground/util/defined.ts";
import { cancelJobs, listTasks, lockHolder, type Spool } from "../execution/index.ts";
import { ClusterFolder } from "./cluster-folder.ts";

/** What a coordinator ends with that was asked to. */
export const CANCELLED: Error = new Error("cancelled");

const PERIOD_MS = 500;

/** Looks for the request while a coordinator works; an old one is dropped. */
export class CancelRequest {
  readonly signal: AbortSignal;
  readonly #timer: NodeJS.Timeout;
  readonly #file: string;

  constructor(spool: Spool) {
    this.#file = requestFile(spool);
    rmSync(this.#file, { force: true });
    const controller = new AbortController();
    this.signal = controller.signal;
    this.#timer = setInterval(() => {
      if (existsSync(this.#file)) controller.abort(CANCELLED);
    }, PERIOD_MS);
    this.#timer.unref();
  }

  stop(): void {
    clearInterval(this.#timer);
    rmSync(this.#file, { force: true });
  }
}

function requestFile(spool: Spool): string {
  return spool.path("cancel");
}

export interface Cancellation {
  /** Who was asked to end; undefined: nobody coordinated. */
  readonly coordinator?: string;
  /** Whether the coordinator has ended in time. */
  readonly hasEnded: boolean;
  /** Elements of jobs that waited or ran. */
  readonly jobs: number;
}

/** Resolves when nothing is executed any more, or after `patienceMs`. */
export async function cancelCompetition(
  spool: Spool,
  { patienceMs }: { readonly patienceMs: number },
): Promise<Cancellation> {
  const deadline = Date.now() + patienceMs;
  const coordinator = lockHolder(spool.path("lock"));
  if (coordinator !== undefined) replaceDurably(requestFile(spool), "");
  const isCoordinated = (): boolean => lockHolder(spool.path("lock")) !== undefined;
  // First the coordinator, lest it submits again what is cancelled.
  while (isCoordinated() && Date.now() < deadline) await pause();
  const folder = new ClusterFolder(spool);
  const names = folder.jobNames();
  const jobs = (await listTasks(names)).length;
  for (const batch of folder.batches()) folder.remove(batch);
  await cancelJobs(names);
  while ((await listTasks(names)).length > 0 && Date.now() < deadline) await pause();
  return {
    ...defined({ coordinator }),
    hasEnded: !isCoordinated(),
    jobs,
  };
}

function pause(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, PERIOD_MS));
}
