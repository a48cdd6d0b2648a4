/** The effects of the functions of <pthread.h>, <semaphore.h> and <threads.h> on threads and locks (library/thread-models.ts models them in C). */

import { contractOf } from "../library-contracts/index.ts";

export type ThreadEffect =
  /** Positions of the arguments: the place of the thread's number, the start routine, its argument. */
  | { readonly kind: "create"; readonly start: number; readonly argument: number }
  | { readonly kind: "exit" }
  /** `pointer`: the second argument is the place for the thread's result. */
  | { readonly kind: "join"; readonly storesPointer: boolean }
  /** `busy`: results other than 0, with which the lock is not taken. */
  | {
      readonly kind: "lock";
      readonly mode: "exclusive" | "shared";
      readonly type: LockType;
      readonly busy: readonly number[];
    }
  | { readonly kind: "unlock"; readonly type: LockType }
  /** Initialises or destroys a lock, regardless of its holder. */
  | { readonly kind: "initialise" | "destroy" }
  /** Releases the mutex at the second argument and takes it again. */
  | { readonly kind: "await"; readonly results: readonly number[] }
  | { readonly kind: "once" }
  | { readonly kind: "create-key" }
  | { readonly kind: "set-specific" }
  | { readonly kind: "get-specific" }
  | { readonly kind: "set-mutex-type" }
  /** No ordering here; may store an integer at the argument of that position. */
  | { readonly kind: "none"; readonly stores?: number; readonly result?: 0 };

export type LockType = "mutex" | "rwlock" | "spin";

const TABLE = new Map<string, ThreadEffect>();

function define(effect: ThreadEffect, names: string): void {
  for (const name of names.trim().split(/\s+/)) TABLE.set(name, effect);
}

define({ kind: "create", start: 2, argument: 3 }, "pthread_create");
define({ kind: "create", start: 1, argument: 2 }, "thrd_create");
define({ kind: "exit" }, "pthread_exit thrd_exit");
define({ kind: "join", storesPointer: true }, "pthread_join");
define({ kind: "join", storesPointer: false }, "thrd_join");

const exclusive = { kind: "lock", mode: "exclusive" } as const;
const shared = { kind: "lock", mode: "shared" } as const;
define({ ...exclusive, type: "mutex", busy: [] }, "pthread_mutex_lock mtx_lock");
define({ ...exclusive, type: "mutex", busy: [16] }, "pthread_mutex_trylock");
define({ ...exclusive, type: "mutex", busy: [110, 22] }, "pthread_mutex_timedlock");
define({ ...exclusive, type: "mutex", busy: [1] }, "mtx_trylock");
define({ ...exclusive, type: "mutex", busy: [2, 4] }, "mtx_timedlock");
define({ ...exclusive, type: "rwlock", busy: [] }, "pthread_rwlock_wrlock");
define({ ...exclusive, type: "rwlock", busy: [16] }, "pthread_rwlock_trywrlock");
define({ ...shared, type: "rwlock", busy: [] }, "pthread_rwlock_rdlock");
define({ ...shared, type: "rwlock", busy: [16] }, "pthread_rwlock_tryrdlock");
define({ ...exclusive, type: "rwlock", busy: [35, 110] }, "pthread_rwlock_timedwrlock");
define({ ...shared, type: "rwlock", busy: [35, 110] }, "pthread_rwlock_timedrdlock");
define({ ...exclusive, type: "spin", busy: [] }, "pthread_spin_lock");
define({ ...exclusive, type: "spin", busy: [16] }, "pthread_spin_trylock");
define({ kind: "unlock", type: "mutex" }, "pthread_mutex_unlock mtx_unlock");
define({ kind: "unlock", type: "rwlock" }, "pthread_rwlock_unlock");
define({ kind: "unlock", type: "spin" }, "pthread_spin_unlock");
define({ kind: "initialise" }, "pthread_mutex_init mtx_init pthread_rwlock_init pthread_spin_init");
define(
  { kind: "destroy" },
  "pthread_mutex_destroy mtx_destroy pthread_rwlock_destroy pthread_spin_destroy",
);
define({ kind: "await", results: [0] }, "pthread_cond_wait cnd_wait");
define({ kind: "await", results: [0, 110, 22] }, "pthread_cond_timedwait");
define({ kind: "await", results: [0, 4, 2] }, "cnd_timedwait");
define({ kind: "once" }, "pthread_once call_once");
define({ kind: "create-key" }, "pthread_key_create tss_create");
define({ kind: "set-specific" }, "pthread_setspecific tss_set");
define({ kind: "get-specific" }, "pthread_getspecific tss_get");
define({ kind: "set-mutex-type" }, "pthread_mutexattr_settype");
/** They order nothing here: their contracts describe what they store and return. */
const OTHERS = `sem_getvalue pthread_attr_getdetachstate pthread_mutexattr_gettype pthread_setcancelstate
   pthread_setcanceltype pthread_yield pthread_attr_init pthread_attr_destroy pthread_attr_setstacksize
   pthread_attr_setscope pthread_attr_setschedpolicy pthread_attr_setinheritsched pthread_attr_setschedparam
   pthread_setschedparam pthread_setname_np pthread_setconcurrency pthread_mutexattr_init
   pthread_mutexattr_destroy pthread_mutexattr_setpshared pthread_mutexattr_setprotocol pthread_condattr_init
   pthread_condattr_destroy pthread_condattr_setclock pthread_condattr_setpshared pthread_cond_init
   pthread_cond_destroy pthread_cond_signal pthread_cond_broadcast cnd_init cnd_signal cnd_broadcast
   pthread_rwlockattr_init pthread_rwlockattr_destroy pthread_rwlockattr_setpshared pthread_barrierattr_init
   pthread_barrierattr_destroy sem_destroy sem_wait pthread_detach thrd_detach pthread_self pthread_equal
   thrd_current thrd_equal thrd_yield thrd_sleep pthread_attr_setdetachstate pthread_testcancel
   pthread_barrier_init pthread_barrier_destroy pthread_barrier_wait pthread_key_delete tss_delete sem_init
   sem_trywait sem_timedwait sem_post cnd_destroy`;
for (const name of OTHERS.split(/\s+/)) TABLE.set(name, byContract(name));

function byContract(name: string): ThreadEffect {
  const contract = contractOf(name);
  if (contract === undefined) throw new Error(`${name} has no contract`);
  const stored = contract.accesses.find(
    (access) => access.kind === "bytes" && access.mode === "write" && access.isImplemented,
  );
  return {
    kind: "none",
    ...(stored !== undefined && "of" in stored
      ? { stores: contract.parameters.indexOf(stored.of) }
      : {}),
    ...(contract.errors?.length === 0 ? { result: 0 } : {}),
  };
}

/** Undefined for functions other than synchronisation functions, and for unknown ones. */
export function threadEffectOf(name: string): ThreadEffect | undefined {
  return TABLE.get(name);
}
