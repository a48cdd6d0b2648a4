/**
 * The shared memory of the two threads of a verification: the current technique of each, and their
 * CPU seconds. The helper gets a third of the limit while the leader works, so that programs that
 * one core decides in the rest are decided with two as well.
 */
import type { Partner } from "../plan/index.ts";

type Role = Partner["role"];

/** Share of the CPU time that the helper may use while the leader works. */
const HELPER_TIME_SHARE = 1 / 3;

const INDEX: Readonly<Record<Role, 0 | 1>> = { leader: 0, helper: 1 };
const SECONDS = 6;
/** An upper bound: the main thread does not load the techniques to count them. */
const MAX_TECHNIQUES = 64;

export class SharedWork {
  readonly memory: SharedArrayBuffer;
  readonly #limitSeconds: number;
  /**
   * For each role: CPU seconds used, those at the limit of its attempt, and those at the start of
   * the attempt.
   */
  readonly #seconds: Float64Array;
  /**
   * For each role whether it works, and for each technique's number the role that works on it: 0
   * for none, or 1 and its index.
   */
  readonly #states: Int32Array;

  /** @param memory - that of the other threads; default: a new one in which both work */
  constructor(limitSeconds: number, memory?: SharedArrayBuffer) {
    const bytes = SECONDS * Float64Array.BYTES_PER_ELEMENT;
    this.memory =
      memory ?? new SharedArrayBuffer(bytes + (2 + MAX_TECHNIQUES) * Int32Array.BYTES_PER_ELEMENT);
    this.#limitSeconds = limitSeconds;
    this.#seconds = new Float64Array(this.memory, 0, SECONDS);
    this.#states = new Int32Array(this.memory, bytes);
    if (memory === undefined) this.#states.fill(1, 0, 2);
  }

  works(role: Role): boolean {
    return Atomics.load(this.#states, INDEX[role]) === 1;
  }

  /** Releases its technique. */
  leave(role: Role): void {
    Atomics.store(this.#states, INDEX[role], 0);
    for (let slot = 2; slot < this.#states.length; slot++) {
      Atomics.compareExchange(this.#states, slot, 1 + INDEX[role], 0);
    }
  }

  /**
   * The share of the process's time that each working thread is charged: the engine's work for each
   * is not distinguished.
   */
  share(): number {
    return this.works("leader") && this.works("helper") ? 1 / 2 : 1;
  }

  /** Remaining CPU seconds of both together. */
  remainingSeconds(): number {
    return this.#limitSeconds - this.#used("leader") - this.#used("helper");
  }

  /** CPU seconds that a thread may use. */
  limitOf(role: Role): number {
    const limit = this.#limitSeconds;
    const other = role === "leader" ? "helper" : "leader";
    const used = this.#used(other);
    if (!this.works(other)) return limit - used;
    const most = Math.max(used, this.#seconds[2 + INDEX[other]] ?? 0);
    const ofHelper = limit * HELPER_TIME_SHARE;
    return role === "leader"
      ? limit - Math.max(used, Math.min(most, ofHelper))
      : Math.min(ofHelper, limit - most);
  }

  use(role: Role, seconds: number): void {
    this.#seconds[INDEX[role]] = seconds;
  }

  isAt(role: Role, technique: number): boolean {
    return Atomics.load(this.#states, 2 + technique) === 1 + INDEX[role];
  }

  /** Claims a technique; returns false if the other thread works on it. */
  claims(role: Role, technique: number, seconds: number): boolean {
    const own = 1 + INDEX[role];
    const before = Atomics.compareExchange(this.#states, 2 + technique, 0, own);
    if (before !== 0 && before !== own) return false;
    this.#begin(role, seconds);
    return true;
  }

  /**
   * The same, but takes over a technique on which the other thread has worked for at most so many
   * seconds.
   */
  takesOver(role: Role, technique: number, seconds: number, mostBegunSeconds: number): boolean {
    const other = role === "leader" ? "helper" : "leader";
    if (this.claims(role, technique, seconds)) return true;
    const begun = this.#used(other) - (this.#seconds[4 + INDEX[other]] ?? 0);
    if (begun > mostBegunSeconds) return false;
    const [own, before] = [1 + INDEX[role], 1 + INDEX[other]];
    const found = Atomics.compareExchange(this.#states, 2 + technique, before, own);
    // It may have ended in between.
    if (found !== before) return this.claims(role, technique, seconds);
    this.#begin(role, seconds);
    return true;
  }

  #begin(role: Role, seconds: number): void {
    this.#seconds[2 + INDEX[role]] = this.#used(role) + seconds;
    this.#seconds[4 + INDEX[role]] = this.#used(role);
  }

  release(role: Role, technique: number): void {
    this.#seconds[2 + INDEX[role]] = 0;
    Atomics.compareExchange(this.#states, 2 + technique, 1 + INDEX[role], 0);
  }

  #used(role: Role): number {
    return this.#seconds[INDEX[role]] ?? 0;
  }
}
