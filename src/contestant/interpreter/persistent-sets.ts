/**
 * Persistent sets (Godefroid: "Partial-order methods for the verification of concurrent systems",
 * LNCS 1032, 1996, chapter 4): threads of a state that suffice there, since no access of the
 * others, in this step or later, conflicts with their next steps. The others run later. They depend
 * only on the state, so that states may be matched, unlike backtracking points (Flanagan and
 * Godefroid, POPL 2005), which are found after a state that is not explored again.
 *
 * The later accesses of other threads are those that were observed (expected-accesses.ts). So that
 * no thread is postponed for ever along a cycle of states, one of the steps has to lead to a state
 * that is not on the path to this one (the proviso of chapter 6).
 */
import type { ExplorationControl } from "./contract.ts";
import {
  Accesses,
  ExpectedAccesses,
  isInTheWay,
  type Near,
  type Stance,
} from "./expected-accesses.ts";
import { rangeOf } from "./runtime/segments.ts";
import type { Sleeper } from "./sleep-sets.ts";

/** A thread in a state. */
interface Standing {
  readonly stance: Stance;
  /**
   * The observed accesses of its step; for a waiting thread, the object for which it waits.
   * Undefined as long as its step was not executed.
   */
  near: Near | undefined;
  /** The accesses of the step before. */
  readonly last: readonly number[];
}

/** By number of the thread; undefined: it has ended. */
export type Standings = readonly (Standing | undefined)[];

/** Number of executions that have refuted expectations, before none are used any more. */
const MAX_REFUTATIONS = 100;

export interface PersistentSetOptions {
  readonly findsRaces: boolean;
  /**
   * Whether the time of the program's end matters. Otherwise the thread that ends it skips steps of
   * other threads, and need not end it early for that; but no other thread may be postponed for
   * ever.
   */
  readonly looksAtEnd: boolean;
}

export class PersistentSets {
  readonly #options: PersistentSetOptions;
  readonly #expected = new ExpectedAccesses();
  #refutations = 0;

  constructor(options: PersistentSetOptions) {
    this.#options = options;
  }

  /** Whether a set was not persistent: the exploration has to restart. */
  get isRefuted(): boolean {
    return this.#expected.isRefuted;
  }

  beginAgain(): void {
    if (this.isRefuted) this.#refutations++;
    this.#expected.beginAgain();
  }

  /**
   * Returns the positions of all threads while a scheduler chooses; undefined when all of them have
   * to be chosen.
   */
  standings(control: ExplorationControl, sleepers: readonly Sleeper[]): Standings | undefined {
    if (this.#refutations >= MAX_REFUTATIONS) return undefined;
    const all: (Standing | undefined)[] = [];
    for (let thread = 0; thread < control.threads; thread++) {
      const stance = this.#stanceOf(control, thread);
      const last = control.lastAccesses(thread);
      const near = awaited(control.awaitedBy(thread));
      all.push(stance === undefined ? undefined : { stance, near, last });
    }
    for (const { thread, step } of sleepers) {
      const standing = all[thread];
      if (standing !== undefined) this.#noteNear(standing, Accesses.of(step));
    }
    return all;
  }

  /**
   * Records a step of a thread from that position.
   * @param grown - words that it wrote and that are only larger now, see {@link ./explore.ts}: a
   * thread that reads them may as well do so later
   * @param end - it has ended the program before the remaining steps of other threads;
   * `unforeseen`: it has not completed its own step
   */
  noteStep(
    control: ExplorationControl,
    standings: Standings,
    thread: number,
    grown: readonly number[],
    end: "unforeseen" | "ordinary" | undefined,
  ): void {
    const from = standings[thread];
    if (from === undefined) return;
    const to: Stance[] = [];
    for (let other = thread; other < control.threads; other++) {
      const isNew = other >= standings.length;
      const stance = other === thread || isNew ? this.#stanceOf(control, other) : undefined;
      if (stance !== undefined) to.push(stance);
    }
    const step = Accesses.ofProgram(control.lastAccesses(thread), this.#options.findsRaces);
    step.add(Accesses.of(control.lastTouched(thread)));
    const { looksAtEnd } = this.#options;
    const isOpen = end === "unforeseen" || (end !== undefined && looksAtEnd);
    this.#expected.noteStep(from.stance, isOpen ? Accesses.everything() : step, to);
    const near = end === undefined ? step.withoutWrites(grown) : Accesses.everything();
    from.stance.next.add(near);
    this.#noteNear(from, near);
  }

  #noteNear(standing: Standing, step: Accesses): void {
    standing.near ??= {
      step: new Accesses(),
      last: Accesses.ofProgram(standing.last, this.#options.findsRaces),
    };
    standing.near.step.add(step);
  }

  #stanceOf(control: ExplorationControl, thread: number): Stance | undefined {
    const place = control.placeOf(thread);
    return place === undefined ? undefined : this.#expected.at(thread, place);
  }
}

/** Puts the thread first that seems to exclude most of the others. */
export function chooseFirst(options: number[], standings: Standings): void {
  let [best, fewest] = [0, options.length + 1];
  for (const [at, option] of options.entries()) {
    const members = persistentSet(option, standings);
    const count = options.filter((other) => members.has(other)).length;
    // Always the same one of several, so that others run when these have no steps left.
    const isBetter = count < fewest || (count === fewest && option < (options[best] as number));
    if (isBetter) [best, fewest] = [at, count];
  }
  options.unshift(...options.splice(best, 1));
}

/**
 * Returns the least set with a thread that contains all threads that may conflict with one of it,
 * also waiting ones.
 */
export function persistentSet(seed: number, standings: Standings): ReadonlySet<number> {
  const members = new Set([seed]);
  for (const member of members) {
    const one = standings[member];
    if (one === undefined) continue;
    const near = one.near ?? { step: one.stance.next, last: NOTHING };
    for (const [thread, other] of standings.entries()) {
      if (other === undefined || members.has(thread)) continue;
      if (isInTheWay(near, other.stance.future)) members.add(thread);
    }
  }
  return members;
}

/** The set is used: no thread outside of it may be seen to conflict. */
export function relyOn(members: ReadonlySet<number>, standings: Standings): void {
  for (const [thread, other] of standings.entries()) {
    if (other === undefined || members.has(thread)) continue;
    for (const member of members) {
      const near = standings[member]?.near;
      if (near === undefined) continue;
      other.stance.relied.step.add(near.step);
      other.stance.relied.last.add(near.last);
    }
  }
}

const NOTHING = new Accesses();

/** Returns the accesses that stop a waiting thread. */
function awaited(key: number | undefined): Near | undefined {
  if (key === undefined) return undefined;
  const { start, end } = rangeOf(key);
  return { step: Accesses.of([start, end, 0]), last: NOTHING };
}
