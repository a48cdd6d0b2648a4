/** Decides which threads exist once, and which accesses are ordered. */

import { stronglyConnected } from "../../../ground/util/strongly-connected.ts";
import type { Situation } from "./situations.ts";
import { type Access, ancestry, MAIN_THREAD, type Thread } from "./thread.ts";
import type { ThreadExploration } from "./thread-exploration.ts";

export class ThreadOrder {
  readonly #exploration: ThreadExploration;
  readonly #cyclic: ReadonlySet<Situation>;
  readonly #once = new Map<string, boolean>();

  constructor(exploration: ThreadExploration) {
    this.#exploration = exploration;
    this.#cyclic = situationsOnCycles(exploration.situations);
  }

  /** Whether there is at most one such thread in every execution. */
  isUnique(thread: Thread): boolean {
    if (thread.key === MAIN_THREAD.key) return true;
    let known = this.#once.get(thread.key);
    if (known === undefined) {
      const { creations, recurring } = this.#exploration;
      known =
        !recurring.has(thread.key) &&
        thread.parent !== undefined &&
        this.isUnique(thread.parent) &&
        this.happensOnce(creations.get(thread.key) ?? new Set());
      this.#once.set(thread.key, known);
    }
    return known;
  }

  /** Whether a thread that exists once reaches one of the situations at most once. */
  happensOnce(situations: ReadonlySet<Situation>): boolean {
    for (const situation of situations) {
      if (this.#cyclic.has(situation)) return false;
      if (situations.size > 1 && reaches(situation, situations)) return false;
    }
    return true;
  }

  /** Whether all executions of the accesses are ordered, or always in one thread. */
  isOrdered(a: Access, b: Access): boolean {
    if (a.thread.key === b.thread.key) return this.isUnique(a.thread);
    return this.#isBefore(a, b) || this.#isBefore(b, a);
  }

  /** Whether `a` happens before all accesses of the thread of `b`, or after them. */
  #isBefore(a: Access, b: Access): boolean {
    if (a.joined.has(b.thread.key) && this.isUnique(b.thread)) return true;
    if (!this.isUnique(a.thread)) return false;
    // b's thread has not been created yet.
    const path = ancestry(b.thread);
    const index = path.findIndex(({ key }) => key === a.thread.key);
    const next = index < 0 ? undefined : path[index + 1];
    return next !== undefined && !a.created.has(next.key);
  }
}

/** Whether one of the goals can be reached in at least one step. */
function reaches(start: Situation, goals: ReadonlySet<Situation>): boolean {
  const seen = new Set<Situation>();
  const work = [...start.successors];
  for (let each = work.pop(); each !== undefined; each = work.pop()) {
    if (goals.has(each)) return true;
    if (seen.has(each)) continue;
    seen.add(each);
    work.push(...each.successors);
  }
  return false;
}

/** Situations that may occur several times. */
function situationsOnCycles(all: Iterable<Situation>): ReadonlySet<Situation> {
  const components = stronglyConnected(all, ({ successors }) => successors);
  const cyclic = components.filter(
    ([first, ...others]) => others.length > 0 || first?.successors.has(first) === true,
  );
  return new Set(cyclic.flat());
}
