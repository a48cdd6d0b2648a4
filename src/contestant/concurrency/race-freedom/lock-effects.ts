/** The locks that a thread holds after it has taken or released a lock. */

import type { LockType, Target, ThreadEffect } from "../../pointers/index.ts";
import { constant, constantOf, sum } from "../../pointers/index.ts";
import { argumentPlace, type CallStep } from "./intrinsic-effects.ts";
import type { MutexKinds } from "./mutex-kinds.ts";
import type { Located } from "./thread-evaluation.ts";
import type { HeldLock, ThreadState } from "./thread-state.ts";

/** Minimal number of bytes of a lock that must not be overwritten while it is used. */
export const LOCK_SIZES = { mutex: 24, rwlock: 32, spin: 4 } as const;

export function takeLock(
  { mode, type, busy }: ThreadEffect & { kind: "lock" },
  call: Pick<CallStep, "edge" | "evaluation" | "go" | "fail">,
  { refuseRelock }: MutexKinds,
): void {
  const { evaluation, go, fail } = call;
  const lock = argumentPlace(call, 0);
  if (lock === undefined) {
    fail("a lock whose address is not known");
    return;
  }
  evaluation.access(lock, LOCK_SIZES[type], { isWrite: false, role: "lock" });
  const { state } = evaluation;
  for (const result of busy) {
    go(constant(BigInt(result), 32));
    evaluation.state = state;
  }
  const held = state.locks.find(({ value }) => value.key === lock.value.key);
  let added: HeldLock = { value: lock.value, targets: lock.targets, type, mode, count: 1 };
  if (held !== undefined) {
    const isCounted = type === "mutex" && !refuseRelock && held.count < 3;
    added = { ...held, count: held.count + (isCounted ? 1 : 0) };
    if (type === "mutex" && !refuseRelock && held.count >= 3) {
      fail("a mutex that is locked many times");
      return;
    }
  }
  const others = state.locks.filter((each) => each !== held);
  // A thread that holds the lock already may be refused, and lose it by one release.
  const mayRefuse = type === "rwlock" || refuseRelock;
  const isNew = held === undefined && mayRefuse && withoutLocks(state, lock) !== state;
  evaluation.state = isNew ? state : { ...state, locks: [...others, added] };
  go(refuseRelock || (type === "rwlock" && busy.length === 0) ? undefined : constant(0n, 32));
}

export function releaseLock(
  type: LockType,
  call: Pick<CallStep, "edge" | "evaluation" | "go">,
  { refuseUnlock }: MutexKinds,
): void {
  const { evaluation, go } = call;
  // A thread that does not hold the mutex may be refused.
  const result = type === "mutex" && refuseUnlock ? undefined : constant(0n, 32);
  const lock = argumentPlace(call, 0);
  if (lock === undefined) {
    evaluation.state = { ...evaluation.state, locks: [] };
    go(result);
    return;
  }
  evaluation.access(lock, LOCK_SIZES[type], { isWrite: false, role: "lock" });
  const { state } = evaluation;
  const held = state.locks.find((each) => each.value.key === lock.value.key && each.type === type);
  if (held === undefined) {
    evaluation.state = withoutLocks(state, lock);
    go(result);
    return;
  }
  const others = state.locks.filter((each) => each !== held);
  const rest = held.count > 1 ? [{ ...held, count: held.count - 1 }] : [];
  evaluation.state = { ...state, locks: [...others, ...rest] };
  go(constant(0n, 32));
}

/** The state without locks that may be this one. */
export function withoutLocks(state: ThreadState, lock: Located): ThreadState {
  const mayBe = (held: HeldLock): boolean => {
    const distance = sum(held.value, lock.value, -1n, 64);
    const known = constantOf(distance);
    if (known !== undefined) return known === 0n;
    return held.targets.some((a) => lock.targets.some((b) => mayBeSame(a, b)));
  };
  const locks = state.locks.filter((held) => !mayBe(held));
  return locks.length === state.locks.length ? state : { ...state, locks };
}

function mayBeSame(a: Target, b: Target): boolean {
  if (a.place.kind === "unknown" || b.place.kind === "unknown") return true;
  return a.place.key === b.place.key;
}
