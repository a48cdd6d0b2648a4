/** <pthread.h>, <semaphore.h>, <sched.h> and <threads.h>: POSIX.1-2017, C11 7.26. Error numbers are those that glibc gives. */
import {
  type Contract,
  contracts,
  errors,
  implemented,
  orNull,
  reads,
  string,
  uses,
  writes,
} from "./contract.ts";

const ATTRIBUTES = "sizeof(pthread_attr_t)";

const LIVES = contracts("pthread.h", [
  [
    "int pthread_create(pthread_t *thread, const pthread_attr_t *attributes, void *(*start)(void *), void *argument)",
    implemented(writes("thread", "sizeof(pthread_t)")),
    orNull(reads("attributes", ATTRIBUTES)),
    errors(),
  ],
  ["void pthread_exit(void *value)"],
  [
    "int pthread_join(pthread_t thread, void **value)",
    implemented(orNull(writes("value", "sizeof(void *)"))),
    errors("EDEADLK"),
  ],
  ["int pthread_detach(pthread_t thread)", errors()],
  ["pthread_t pthread_self(void)"],
  ["int pthread_equal(pthread_t a, pthread_t b)"],
  ["int pthread_yield(void)", errors()],
  ["int pthread_setconcurrency(int level)", errors("EINVAL")],
  [
    "int pthread_setschedparam(pthread_t thread, int policy, const struct sched_param *parameters)",
    reads("parameters", "sizeof(struct sched_param)"),
    errors("EINVAL", "EPERM", "ENOTSUP", "ESRCH"),
  ],
  [
    "int pthread_setname_np(pthread_t thread, const char *name)",
    string("name"),
    errors("ERANGE", "EACCES", "ENOENT"),
  ],
  [
    "int pthread_setcancelstate(int state, int *old)",
    implemented(orNull(writes("old", "sizeof(int)"))),
    errors("EINVAL"),
  ],
  [
    "int pthread_setcanceltype(int type, int *old)",
    implemented(orNull(writes("old", "sizeof(int)"))),
    errors("EINVAL"),
  ],
  ["void pthread_testcancel(void)"],
]);

const THREAD_ATTRIBUTES = contracts("pthread.h", [
  ["int pthread_attr_init(pthread_attr_t *a)", writes("a", ATTRIBUTES), errors()],
  ["int pthread_attr_destroy(pthread_attr_t *a)", writes("a", ATTRIBUTES), errors()],
  [
    "int pthread_attr_setdetachstate(pthread_attr_t *a, int state)",
    writes("a", ATTRIBUTES),
    errors("EINVAL"),
  ],
  [
    "int pthread_attr_getdetachstate(const pthread_attr_t *a, int *state)",
    reads("a", ATTRIBUTES),
    implemented(writes("state", "sizeof(int)")),
    errors(),
  ],
  [
    "int pthread_attr_setstacksize(pthread_attr_t *a, size_t size)",
    writes("a", ATTRIBUTES),
    errors("EINVAL"),
  ],
  [
    "int pthread_attr_setscope(pthread_attr_t *a, int scope)",
    writes("a", ATTRIBUTES),
    errors("EINVAL", "ENOTSUP"),
  ],
  [
    "int pthread_attr_setschedpolicy(pthread_attr_t *a, int policy)",
    writes("a", ATTRIBUTES),
    errors("EINVAL"),
  ],
  [
    "int pthread_attr_setinheritsched(pthread_attr_t *a, int inherit)",
    writes("a", ATTRIBUTES),
    errors("EINVAL"),
  ],
  [
    "int pthread_attr_setschedparam(pthread_attr_t *a, const struct sched_param *parameters)",
    writes("a", ATTRIBUTES),
    reads("parameters", "sizeof(struct sched_param)"),
    errors("EINVAL"),
  ],
]);

const MUTEX = "sizeof(pthread_mutex_t)";
const MUTEX_ATTRIBUTES = "sizeof(pthread_mutexattr_t)";
const LIMIT = reads("limit", "sizeof(struct timespec)");

const MUTEXES = contracts("pthread.h", [
  ["int pthread_mutexattr_init(pthread_mutexattr_t *a)", writes("a", MUTEX_ATTRIBUTES), errors()],
  [
    "int pthread_mutexattr_destroy(pthread_mutexattr_t *a)",
    writes("a", MUTEX_ATTRIBUTES),
    errors(),
  ],
  [
    "int pthread_mutexattr_settype(pthread_mutexattr_t *a, int kind)",
    writes("a", MUTEX_ATTRIBUTES),
    errors("EINVAL"),
  ],
  [
    "int pthread_mutexattr_gettype(const pthread_mutexattr_t *a, int *kind)",
    reads("a", MUTEX_ATTRIBUTES),
    implemented(writes("kind", "sizeof(int)")),
    errors(),
  ],
  [
    "int pthread_mutexattr_setpshared(pthread_mutexattr_t *a, int shared)",
    writes("a", MUTEX_ATTRIBUTES),
    errors("EINVAL"),
  ],
  [
    "int pthread_mutexattr_setprotocol(pthread_mutexattr_t *a, int protocol)",
    writes("a", MUTEX_ATTRIBUTES),
    errors("EINVAL"),
  ],
  [
    "int pthread_mutex_init(pthread_mutex_t *m, const pthread_mutexattr_t *attributes)",
    uses("m", MUTEX),
    orNull(reads("attributes", MUTEX_ATTRIBUTES)),
    errors(),
  ],
  ["int pthread_mutex_destroy(pthread_mutex_t *m)", uses("m", MUTEX), errors()],
  ["int pthread_mutex_lock(pthread_mutex_t *m)", uses("m", MUTEX), errors("EDEADLK")],
  ["int pthread_mutex_trylock(pthread_mutex_t *m)", uses("m", MUTEX), errors("EBUSY")],
  [
    "int pthread_mutex_timedlock(pthread_mutex_t *m, const struct timespec *limit)",
    uses("m", MUTEX),
    LIMIT,
    errors("ETIMEDOUT", "EDEADLK", "EINVAL"),
  ],
  ["int pthread_mutex_unlock(pthread_mutex_t *m)", uses("m", MUTEX), errors("EPERM")],
]);

const CONDITION = "sizeof(pthread_cond_t)";
const CONDITION_ATTRIBUTES = "sizeof(pthread_condattr_t)";

const CONDITIONS = contracts("pthread.h", [
  ["int pthread_condattr_init(pthread_condattr_t *a)", writes("a", CONDITION_ATTRIBUTES), errors()],
  [
    "int pthread_condattr_destroy(pthread_condattr_t *a)",
    writes("a", CONDITION_ATTRIBUTES),
    errors(),
  ],
  [
    "int pthread_condattr_setclock(pthread_condattr_t *a, clockid_t clock)",
    writes("a", CONDITION_ATTRIBUTES),
    errors("EINVAL"),
  ],
  [
    "int pthread_condattr_setpshared(pthread_condattr_t *a, int shared)",
    writes("a", CONDITION_ATTRIBUTES),
    errors("EINVAL"),
  ],
  [
    "int pthread_cond_init(pthread_cond_t *c, const pthread_condattr_t *attributes)",
    uses("c", CONDITION),
    orNull(reads("attributes", CONDITION_ATTRIBUTES)),
    errors(),
  ],
  ["int pthread_cond_destroy(pthread_cond_t *c)", uses("c", CONDITION), errors()],
  [
    "int pthread_cond_wait(pthread_cond_t *c, pthread_mutex_t *m)",
    uses("c", CONDITION),
    uses("m", MUTEX),
    errors(),
  ],
  [
    "int pthread_cond_timedwait(pthread_cond_t *c, pthread_mutex_t *m, const struct timespec *limit)",
    uses("c", CONDITION),
    uses("m", MUTEX),
    LIMIT,
    errors("ETIMEDOUT", "EINVAL"),
  ],
  ["int pthread_cond_signal(pthread_cond_t *c)", uses("c", CONDITION), errors()],
  ["int pthread_cond_broadcast(pthread_cond_t *c)", uses("c", CONDITION), errors()],
]);

const RWLOCK = "sizeof(pthread_rwlock_t)";
const RWLOCK_ATTRIBUTES = "sizeof(pthread_rwlockattr_t)";
const BARRIER = "sizeof(pthread_barrier_t)";
const BARRIER_ATTRIBUTES = "sizeof(pthread_barrierattr_t)";
const SPIN = "sizeof(pthread_spinlock_t)";

const OTHER_LOCKS = contracts("pthread.h", [
  [
    "int pthread_rwlockattr_init(pthread_rwlockattr_t *a)",
    writes("a", RWLOCK_ATTRIBUTES),
    errors(),
  ],
  [
    "int pthread_rwlockattr_destroy(pthread_rwlockattr_t *a)",
    writes("a", RWLOCK_ATTRIBUTES),
    errors(),
  ],
  [
    "int pthread_rwlockattr_setpshared(pthread_rwlockattr_t *a, int shared)",
    writes("a", RWLOCK_ATTRIBUTES),
    errors("EINVAL"),
  ],
  [
    "int pthread_rwlock_init(pthread_rwlock_t *l, const pthread_rwlockattr_t *attributes)",
    uses("l", RWLOCK),
    orNull(reads("attributes", RWLOCK_ATTRIBUTES)),
    errors(),
  ],
  ["int pthread_rwlock_destroy(pthread_rwlock_t *l)", uses("l", RWLOCK), errors()],
  ["int pthread_rwlock_rdlock(pthread_rwlock_t *l)", uses("l", RWLOCK), errors("EDEADLK")],
  ["int pthread_rwlock_tryrdlock(pthread_rwlock_t *l)", uses("l", RWLOCK), errors("EBUSY")],
  ["int pthread_rwlock_wrlock(pthread_rwlock_t *l)", uses("l", RWLOCK), errors("EDEADLK")],
  ["int pthread_rwlock_trywrlock(pthread_rwlock_t *l)", uses("l", RWLOCK), errors("EBUSY")],
  [
    "int pthread_rwlock_timedrdlock(pthread_rwlock_t *l, const struct timespec *limit)",
    uses("l", RWLOCK),
    LIMIT,
    errors("ETIMEDOUT", "EDEADLK", "EINVAL"),
  ],
  [
    "int pthread_rwlock_timedwrlock(pthread_rwlock_t *l, const struct timespec *limit)",
    uses("l", RWLOCK),
    LIMIT,
    errors("ETIMEDOUT", "EDEADLK", "EINVAL"),
  ],
  ["int pthread_rwlock_unlock(pthread_rwlock_t *l)", uses("l", RWLOCK), errors()],
  ["int pthread_spin_init(pthread_spinlock_t *l, int shared)", uses("l", SPIN), errors()],
  ["int pthread_spin_destroy(pthread_spinlock_t *l)", uses("l", SPIN), errors()],
  ["int pthread_spin_lock(pthread_spinlock_t *l)", uses("l", SPIN), errors()],
  ["int pthread_spin_trylock(pthread_spinlock_t *l)", uses("l", SPIN), errors("EBUSY")],
  ["int pthread_spin_unlock(pthread_spinlock_t *l)", uses("l", SPIN), errors()],
  [
    "int pthread_barrierattr_init(pthread_barrierattr_t *a)",
    writes("a", BARRIER_ATTRIBUTES),
    errors(),
  ],
  [
    "int pthread_barrierattr_destroy(pthread_barrierattr_t *a)",
    writes("a", BARRIER_ATTRIBUTES),
    errors(),
  ],
  [
    "int pthread_barrier_init(pthread_barrier_t *b, const pthread_barrierattr_t *attributes, unsigned count)",
    uses("b", BARRIER),
    orNull(reads("attributes", BARRIER_ATTRIBUTES)),
    errors("EINVAL"),
  ],
  ["int pthread_barrier_destroy(pthread_barrier_t *b)", uses("b", BARRIER), errors()],
  ["int pthread_barrier_wait(pthread_barrier_t *b)", uses("b", BARRIER)],
  [
    "int pthread_once(pthread_once_t *o, void (*run)(void))",
    uses("o", "sizeof(pthread_once_t)"),
    errors(),
  ],
]);

const KEYS = contracts("pthread.h", [
  [
    "int pthread_key_create(pthread_key_t *key, void (*destructor)(void *))",
    implemented(writes("key", "sizeof(pthread_key_t)")),
    errors(),
  ],
  ["int pthread_key_delete(pthread_key_t key)", errors("EINVAL")],
  ["void *pthread_getspecific(pthread_key_t key)"],
  ["int pthread_setspecific(pthread_key_t key, const void *value)", errors("EINVAL")],
]);

const SEMAPHORE = "sizeof(sem_t)";

const SEMAPHORES = contracts("semaphore.h", [
  ["int sem_init(sem_t *s, int shared, unsigned value)", uses("s", SEMAPHORE)],
  ["int sem_destroy(sem_t *s)", uses("s", SEMAPHORE)],
  ["int sem_wait(sem_t *s)", uses("s", SEMAPHORE)],
  ["int sem_trywait(sem_t *s)", uses("s", SEMAPHORE)],
  ["int sem_timedwait(sem_t *s, const struct timespec *limit)", uses("s", SEMAPHORE), LIMIT],
  ["int sem_post(sem_t *s)", uses("s", SEMAPHORE)],
  [
    "int sem_getvalue(sem_t *s, int *value)",
    uses("s", SEMAPHORE),
    implemented(writes("value", "sizeof(int)")),
  ],
]);

const C11_MUTEX = "sizeof(mtx_t)";
const C11_CONDITION = "sizeof(cnd_t)";

const C11 = contracts("threads.h", [
  [
    "int thrd_create(thrd_t *thread, thrd_start_t start, void *argument)",
    implemented(writes("thread", "sizeof(thrd_t)")),
  ],
  ["void thrd_exit(int value)"],
  ["int thrd_join(thrd_t thread, int *value)", implemented(orNull(writes("value", "sizeof(int)")))],
  ["int thrd_detach(thrd_t thread)"],
  ["thrd_t thrd_current(void)"],
  ["int thrd_equal(thrd_t a, thrd_t b)"],
  ["void thrd_yield(void)"],
  [
    "int thrd_sleep(const struct timespec *duration, struct timespec *remaining)",
    reads("duration", "sizeof(struct timespec)"),
    // Written where a signal interrupts the call, which is not modelled.
    orNull(uses("remaining", "sizeof(struct timespec)")),
  ],
  ["int mtx_init(mtx_t *m, int type)", uses("m", C11_MUTEX)],
  ["void mtx_destroy(mtx_t *m)", uses("m", C11_MUTEX)],
  ["int mtx_lock(mtx_t *m)", uses("m", C11_MUTEX)],
  ["int mtx_trylock(mtx_t *m)", uses("m", C11_MUTEX)],
  ["int mtx_timedlock(mtx_t *m, const struct timespec *limit)", uses("m", C11_MUTEX), LIMIT],
  ["int mtx_unlock(mtx_t *m)", uses("m", C11_MUTEX)],
  ["int cnd_init(cnd_t *c)", uses("c", C11_CONDITION)],
  ["void cnd_destroy(cnd_t *c)", uses("c", C11_CONDITION)],
  ["int cnd_wait(cnd_t *c, mtx_t *m)", uses("c", C11_CONDITION), uses("m", C11_MUTEX)],
  [
    "int cnd_timedwait(cnd_t *c, mtx_t *m, const struct timespec *limit)",
    uses("c", C11_CONDITION),
    uses("m", C11_MUTEX),
    LIMIT,
  ],
  ["int cnd_signal(cnd_t *c)", uses("c", C11_CONDITION)],
  ["int cnd_broadcast(cnd_t *c)", uses("c", C11_CONDITION)],
  ["void call_once(once_flag *o, void (*run)(void))", uses("o", "sizeof(once_flag)")],
  [
    "int tss_create(tss_t *key, tss_dtor_t destructor)",
    implemented(writes("key", "sizeof(tss_t)")),
  ],
  ["void tss_delete(tss_t key)"],
  ["void *tss_get(tss_t key)"],
  ["int tss_set(tss_t key, void *value)"],
]);

export const THREADS: readonly Contract[] = [
  ...LIVES,
  ...THREAD_ATTRIBUTES,
  ...MUTEXES,
  ...CONDITIONS,
  ...OTHER_LOCKS,
  ...KEYS,
  ...SEMAPHORES,
  ...contracts("sched.h", [["int sched_yield(void)"]]),
  ...C11,
];
