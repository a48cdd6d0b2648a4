/**
 * Ends a running competition from anywhere: by a file in the spool, because the coordinator may be
 * on another machine, and by withdrawing batches and ending their jobs. Finished results are kept.
 */

import { existsSync, rmSync } from "node:fs";
import { replaceDurably } from "../../ground/files/index.ts";
import { defined } from "../../ground/util/defined.ts";
import { cancelJobs, listTasks, lockHolder, type Spool } from "../execution/index.ts";
import { ClusterFolder } from "./cluster-folder.ts";

/** The reason with which a cancelled coordinator ends. */
export const CANCELLED: Error = new Error("cancelled");

const PERIOD_MS = 500;

/** Watches for the request while a coordinator works; an old request is removed. */
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
  /** The coordinator that was asked to end; undefined: there was none. */
  readonly coordinator?: string;
  /** Whether the coordinator has ended in time. */
  readonly hasEnded: boolean;
  /** Elements of jobs that waited or ran. */
  readonly jobs: number;
}

/** Resolves when no run is executed any more, or after `patienceMs`. */
export async function cancelCompetition(
  spool: Spool,
  { patienceMs }: { readonly patienceMs: number },
): Promise<Cancellation> {
  const deadline = Date.now() + patienceMs;
  const coordinator = lockHolder(spool.path("lock"));
  if (coordinator !== undefined) replaceDurably(requestFile(spool), "");
  const isCoordinated = (): boolean => lockHolder(spool.path("lock")) !== undefined;
  // First the coordinator, so that it does not submit the cancelled runs again.
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
