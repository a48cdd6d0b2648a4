/** The clock and the mailbox of a thread that verifies alone, or beside another one. */

import { CpuClock, type Host } from "../call/index.ts";
import type { Partner } from "../plan/index.ts";
import { TECHNIQUES } from "../techniques/index.ts";
import { Mailbox } from "./news.ts";
import { SharedWork } from "./shared-work.ts";
import type { Part } from "./verification-job.ts";
import type { VerificationReport } from "./verification-report.ts";

/** The clock of a thread, and the receivers of its messages. */
export interface Situation {
  readonly clock: CpuClock;
  readonly limit: number | (() => number);
  readonly partner?: Partner;
  readonly mailbox: Mailbox;
  /** Whether nothing else of the call needs one of its cores. */
  readonly hasSpareCore: () => boolean;
}

/** A thread that verifies alone. */
export function alone({ clock }: Host<VerificationReport>, limit: number): Situation {
  return {
    clock,
    limit,
    mailbox: new Mailbox(undefined),
    hasSpareCore: () => false,
  };
}

/** A thread of two, which share their work and their limit. */
export function inPairs(
  host: Host<VerificationReport>,
  { role, memory, port }: Part,
  limitSeconds: number,
): Situation {
  const work = new SharedWork(limitSeconds, memory);
  const mailbox = new Mailbox(port);
  const other = role === "leader" ? "helper" : "leader";
  const share = (): number => work.share();
  // Earlier use by the process is charged to the leader.
  const clock =
    role === "leader" ? new CpuClock(host.clock.originSeconds, share) : CpuClock.fromNow(share);
  let at: number | undefined;
  const limit = (): number => {
    work.use(role, clock.usedSeconds());
    // A thread whose attempt was taken over stops working on it.
    return at === undefined || work.isAt(role, at) ? work.limitOf(role) : 0;
  };
  const numberOf = (technique: string): number =>
    TECHNIQUES.findIndex(({ id }) => id === technique);
  const partner: Partner = {
    role,
    remainingSeconds: () => work.remainingSeconds(),
    isElsewhere: (technique) => work.isAt(other, numberOf(technique)),
    claims: (technique, seconds) => {
      const number = numberOf(technique);
      const isOwn = work.claims(role, number, seconds);
      if (isOwn) at = number;
      return isOwn;
    },
    takesOver: (technique, seconds, most) =>
      work.takesOver(role, numberOf(technique), seconds, most),
    isTakenOver: (technique) => {
      if (!work.isAt(other, numberOf(technique))) return false;
      at = undefined;
      return true;
    },
    // A thread that finds the technique free has received its result.
    tell: (attempt) => {
      at = undefined;
      mailbox.tell({ kind: "attempt", attempt });
      work.release(role, numberOf(attempt.technique));
    },
    received: () => mailbox.attempts(),
  };
  return { clock, limit, partner, mailbox, hasSpareCore: () => !work.works(other) };
}
