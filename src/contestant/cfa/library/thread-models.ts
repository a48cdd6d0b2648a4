/**
 * Models of <pthread.h>, <semaphore.h> and <threads.h> (POSIX.1-2017, C11 7.26),
 * on top of the thread intrinsics (intrinsics.ts). A model runs without
 * interruption from one `__agon_thread_point` or wait to the next.
 *
 * - Synchronisation objects hold what glibc's initialisers put there: zeros,
 *   and the kind of a mutex in `__kind`.
 * - Creating a thread, initialising an object and locking never fail for lack
 *   of resources. At most 255 threads and 32 keys are created.
 * - What POSIX leaves undefined is undefined: unlocking a mutex that the thread
 *   does not hold (but error-checking ones), destroying one that is locked or
 *   waited for, joining twice or after detaching, an exhausted barrier count.
 * - Numbers of threads that were joined or detached may be used again: comparing them with others is undefined.
 * - `pthread_cond_wait` may return without a signal; a signal wakes the thread
 *   that has waited longest. Waits with a time limit may end by it at any time.
 * - What fails synchronises with nothing (POSIX.1-2017, 4.12), and neither does a look at the value of a semaphore.
 * - Attributes hold the kind of a mutex, whether a thread is detached, and the policy of its scheduling, which has
 *   no effect. What they refuse is refused with the error numbers of glibc.
 * - A key that was deleted may be given again (glibc gives the lowest one that is free); its values are null again.
 * - Cancellation is not modelled; clean-up handlers run when they are popped, and when the thread ends itself.
 */
const CORE = `
enum { __agon_mutex_kind = sizeof(long) == 8 ? 4 : 3 };
unsigned long __agon_thread_create(const void *, void *, void *);
unsigned long __agon_thread_self(void);
void __agon_thread_exit(void);
int __agon_thread_ended(unsigned long);
void __agon_thread_point(void);
void __agon_thread_wait(const volatile void *);
void __agon_thread_wait_condition(const volatile void *);
void __agon_thread_wake(const volatile void *, int);
void __agon_thread_acquire(const volatile void *);
void __agon_thread_release(const volatile void *);
void __agon_undefined(void);

static void *__agon_results[256];
static char __agon_claimed[256];
/** Keys that were given at least once. */
static unsigned __agon_keys;
static char __agon_key_lives[32];
/** How often a key was deleted. */
static unsigned char __agon_key_ages[32];
static void (*__agon_destructors[32])(void *);
static _Thread_local void *__agon_specific[32];
static _Thread_local unsigned char __agon_specific_ages[32];
static _Thread_local int __agon_cancel_state, __agon_cancel_type;
static _Thread_local void (*__agon_routines[16])(void *);
static _Thread_local void *__agon_handled[16];
static _Thread_local unsigned __agon_cleanups;

static void __agon_store_number(unsigned long *to, unsigned long value) { *to = value; }
static void __agon_store_pointer(void **to, void *value) { *to = value; }
static void __agon_store_int(int *to, int value) { *to = value; }
static void __agon_store_unsigned(unsigned *to, unsigned value) { *to = value; }

static void __agon_sync_end(void *value) {
  unsigned long self = __agon_thread_self();
  for (int round = 0; round < 4; round++) {
    int called = 0;
    for (unsigned key = 0; key < __agon_keys; key++) {
      void *held = __agon_specific[key];
      if (held == 0 || __agon_destructors[key] == 0) continue;
      if (__agon_specific_ages[key] != __agon_key_ages[key]) continue;
      __agon_specific[key] = 0;
      called = 1;
      __agon_destructors[key](held);
    }
    if (!called) break;
  }
  __agon_results[self] = value;
  __agon_thread_release((void *)self);
}
static void __agon_sync_start(void *(*start)(void *), void *argument) { __agon_sync_end(start(argument)); }
static void __agon_sync_start_int(int (*start)(void *), void *argument) {
  __agon_sync_end((void *)(long)start(argument));
}
static int __agon_sync_join(unsigned long thread, int *ended) {
  *ended = 0;
  if (thread == __agon_thread_self()) return 35;
  if (__agon_thread_ended(thread) < 0 || __agon_claimed[thread] != 0) __agon_undefined();
  __agon_claimed[thread] = 1;
  while (!__agon_thread_ended(thread)) __agon_thread_wait((void *)thread);
  __agon_thread_acquire((void *)thread);
  *ended = 1;
  return 0;
}
int pthread_create(unsigned long *thread, const void *attributes, void *(*start)(void *), void *argument) {
  __agon_thread_point();
  unsigned long number = __agon_thread_create((const void *)__agon_sync_start, (void *)start, argument);
  if (attributes != 0 && *(const int *)attributes == 1) __agon_claimed[number] = 1;
  __agon_store_number(thread, number);
  return 0;
}
void __agon_sync_cleanup_push(void (*routine)(void *), void *argument) {
  if (__agon_cleanups == 16) __agon_unsupported("more than 16 clean-up handlers");
  __agon_routines[__agon_cleanups] = routine;
  __agon_handled[__agon_cleanups++] = argument;
}
void __agon_sync_cleanup_pop(int execute) {
  if (__agon_cleanups == 0) __agon_undefined();
  __agon_cleanups--;
  if (execute) __agon_routines[__agon_cleanups](__agon_handled[__agon_cleanups]);
}
static void __agon_sync_clean_up(void) { while (__agon_cleanups > 0) __agon_sync_cleanup_pop(1); }
void pthread_exit(void *value) {
  __agon_thread_point();
  __agon_sync_clean_up();
  __agon_sync_end(value);
  __agon_thread_exit();
}
int pthread_join(unsigned long thread, void **value) {
  int ended;
  __agon_thread_point();
  int error = __agon_sync_join(thread, &ended);
  if (ended && value != 0) __agon_store_pointer(value, __agon_results[thread]);
  if (ended) __agon_results[thread] = 0;
  return error;
}
int pthread_detach(unsigned long thread) {
  __agon_thread_point();
  if (__agon_thread_ended(thread) < 0 || __agon_claimed[thread] != 0) __agon_undefined();
  __agon_claimed[thread] = 1;
  return 0;
}
unsigned long pthread_self(void) { return __agon_thread_self(); }
static void __agon_sync_named(unsigned long thread) {
  if (thread != __agon_thread_self() && thread < 256 && __agon_claimed[thread]) __agon_undefined();
}
static int __agon_sync_equal(unsigned long a, unsigned long b) {
  if (a == b) return 1;
  __agon_thread_point();
  __agon_sync_named(a);
  __agon_sync_named(b);
  return 0;
}
int pthread_equal(unsigned long a, unsigned long b) { return __agon_sync_equal(a, b); }
int pthread_yield(void) { __agon_thread_point(); return 0; }
int pthread_attr_init(void *a) { ((int *)a)[0] = 0; ((int *)a)[1] = 0; return 0; }
int pthread_attr_destroy(void *a) { return 0; }
int pthread_attr_setdetachstate(void *a, int state) {
  if (state != 0 && state != 1) return 22;
  *(int *)a = state;
  return 0;
}
int pthread_attr_getdetachstate(const void *a, int *state) { __agon_store_int(state, *(const int *)a); return 0; }
/** PTHREAD_STACK_MIN is 16384; machines with large registers ask for more. */
int pthread_attr_setstacksize(void *a, size_t size) {
  if (size < 16384) return 22;
  return size < 262144 ? __agon_open_value(0) : 0;
}
int pthread_attr_setscope(void *a, int scope) { return scope == 0 ? 0 : scope == 1 ? 95 : 22; }
static int __agon_sync_priority(int policy, int priority) {
  if (policy == 0) return priority == 0 ? 0 : 22;
  return priority >= 1 && priority <= 99 ? 0 : 22;
}
int pthread_attr_setschedpolicy(void *a, int policy) {
  if (policy < 0 || policy > 2) return 22;
  ((int *)a)[1] = policy;
  return 0;
}
int pthread_attr_setinheritsched(void *a, int inherit) { return inherit == 0 || inherit == 1 ? 0 : 22; }
int pthread_attr_setschedparam(void *a, const void *parameters) {
  return __agon_sync_priority(((int *)a)[1], *(const int *)parameters);
}
int pthread_setschedparam(unsigned long thread, int policy, const void *parameters) {
  __agon_sync_named(thread);
  if (policy < 0 || policy > 2) return 22;
  if (__agon_sync_priority(policy, *(const int *)parameters) != 0) return 22;
  /* Others than the usual one need privileges. */
  return policy == 0 ? 0 : __agon_open_value(1);
}
int pthread_setname_np(unsigned long thread, const char *name) {
  int length = 0;
  __agon_sync_named(thread);
  while (length < 16 && name[length]) length++;
  if (length == 16) return 34;
  return thread == __agon_thread_self() ? 0 : __agon_open_value(0);
}
int pthread_setconcurrency(int level) { return level < 0 ? 22 : 0; }
int pthread_setcancelstate(int state, int *old) {
  if (state != 0 && state != 1) return 22;
  if (old != 0) __agon_store_int(old, __agon_cancel_state);
  __agon_cancel_state = state;
  return 0;
}
int pthread_setcanceltype(int type, int *old) {
  if (type != 0 && type != 1) return 22;
  if (old != 0) __agon_store_int(old, __agon_cancel_type);
  __agon_cancel_type = type;
  return 0;
}
void pthread_testcancel(void) { }
`;

/** The lock of a mutex, also for condition variables: `[0]` locked, `[1]` how often, `[2]` owner, then the kind. */
const MUTEXES = `
static int __agon_sync_kind(const int *m) { return m[__agon_mutex_kind] & 3; }
static void __agon_sync_take(int *m) {
  while (m[0] != 0) __agon_thread_wait(m);
  m[0] = 1;
  m[1] = 1;
  m[2] = (int)__agon_thread_self();
  __agon_thread_acquire(m);
}
static int __agon_sync_lock(int *m) {
  if (m[__agon_mutex_kind] == -1) __agon_undefined();
  if (m[0] != 0 && m[2] == (int)__agon_thread_self()) {
    if (__agon_sync_kind(m) == 1) { m[1]++; return 0; }
    if (__agon_sync_kind(m) == 2) return 35;
  }
  __agon_sync_take(m);
  return 0;
}
static int __agon_sync_trylock(int *m) {
  if (m[__agon_mutex_kind] == -1) __agon_undefined();
  if (m[0] != 0) {
    if (__agon_sync_kind(m) == 1 && m[2] == (int)__agon_thread_self()) { m[1]++; return 0; }
    return 16;
  }
  __agon_sync_take(m);
  return 0;
}
static int __agon_sync_unlock(int *m) {
  if (m[__agon_mutex_kind] == -1) __agon_undefined();
  if (m[0] == 0 || m[2] != (int)__agon_thread_self()) {
    if (__agon_sync_kind(m) == 2 || __agon_sync_kind(m) == 1) return 1;
    __agon_undefined();
  }
  if (--m[1] > 0) return 0;
  m[0] = 0;
  m[2] = 0;
  __agon_thread_release(m);
  __agon_thread_wake(m, 1);
  return 0;
}
static void __agon_sync_init(int *m, int kind) {
  m[0] = 0; m[1] = 0; m[2] = 0;
  m[__agon_mutex_kind] = kind;
}
static void __agon_sync_destroy(int *m) {
  if (m[0] != 0) __agon_undefined();
  m[__agon_mutex_kind] = -1;
}
static int __agon_sync_shared(int shared) { return shared == 0 || shared == 1 ? 0 : 22; }
/** Whether a time limit is one: nanoseconds of less than a second. */
static int __agon_sync_is_time(const void *limit) {
  long nanoseconds = ((const long *)limit)[1];
  return nanoseconds >= 0 && nanoseconds < 1000000000;
}
int pthread_mutexattr_init(void *a) { *(int *)a = 0; return 0; }
int pthread_mutexattr_destroy(void *a) { return 0; }
int pthread_mutexattr_settype(void *a, int kind) {
  if (kind < 0 || kind > 3) return 22;
  *(int *)a = kind;
  return 0;
}
int pthread_mutexattr_gettype(const void *a, int *kind) { __agon_store_int(kind, *(const int *)a); return 0; }
int pthread_mutexattr_setpshared(void *a, int shared) { return __agon_sync_shared(shared); }
int pthread_mutexattr_setprotocol(void *a, int protocol) { return protocol >= 0 && protocol <= 2 ? 0 : 22; }
int pthread_mutex_init(void *m, const void *attributes) {
  __agon_thread_point();
  __agon_sync_init(m, attributes == 0 ? 0 : *(const int *)attributes);
  return 0;
}
int pthread_mutex_destroy(void *m) { __agon_thread_point(); __agon_sync_destroy(m); return 0; }
int pthread_mutex_lock(void *m) { __agon_thread_point(); return __agon_sync_lock(m); }
int pthread_mutex_trylock(void *m) { __agon_thread_point(); return __agon_sync_trylock(m); }
int pthread_mutex_unlock(void *m) { __agon_thread_point(); return __agon_sync_unlock(m); }
int pthread_mutex_timedlock(void *m, const void *limit) {
  __agon_thread_point();
  int busy = __agon_sync_trylock(m);
  if (busy == 16) {
    if (!__agon_sync_is_time(limit)) return 22;
    if (__VERIFIER_nondet_agon_int()) return 110;
    return __agon_sync_lock(m);
  }
  return busy;
}

int pthread_condattr_init(void *a) { return 0; }
int pthread_condattr_destroy(void *a) { return 0; }
int pthread_condattr_setclock(void *a, int clock) { return clock == 0 || clock == 1 ? 0 : 22; }
int pthread_condattr_setpshared(void *a, int shared) { return __agon_sync_shared(shared); }
static int __agon_sync_await(void *c, int *m) {
  int depth = m[1];
  if (m[0] == 0 || m[2] != (int)__agon_thread_self()) __agon_undefined();
  m[1] = 1;
  __agon_sync_unlock(m);
  __agon_thread_wait_condition(c);
  __agon_thread_acquire(c);
  __agon_sync_take(m);
  m[1] = depth;
  return 0;
}
static int __agon_sync_await_limited(void *c, int *m, int timeout) {
  int depth = m[1];
  if (!__VERIFIER_nondet_agon_int()) return __agon_sync_await(c, m);
  if (m[0] == 0 || m[2] != (int)__agon_thread_self()) __agon_undefined();
  m[1] = 1;
  __agon_sync_unlock(m);
  __agon_thread_point();
  __agon_sync_take(m);
  m[1] = depth;
  return timeout;
}
int pthread_cond_init(void *c, const void *attributes) { *(int *)c = 0; return 0; }
int pthread_cond_destroy(void *c) { return 0; }
int pthread_cond_wait(void *c, void *m) { __agon_thread_point(); return __agon_sync_await(c, m); }
int pthread_cond_timedwait(void *c, void *m, const void *limit) {
  __agon_thread_point();
  if (!__agon_sync_is_time(limit)) return 22;
  return __agon_sync_await_limited(c, m, 110);
}
int pthread_cond_signal(void *c) {
  __agon_thread_point();
  __agon_thread_release(c);
  __agon_thread_wake(c, 0);
  return 0;
}
int pthread_cond_broadcast(void *c) {
  __agon_thread_point();
  __agon_thread_release(c);
  __agon_thread_wake(c, 1);
  return 0;
}
`;

/** Readers do not wait for each other: what they release has a key of its own. `[0]` readers, `[1]` writer. */
const OTHER_LOCKS = `
int pthread_rwlockattr_init(void *a) { return 0; }
int pthread_rwlockattr_destroy(void *a) { return 0; }
int pthread_rwlockattr_setpshared(void *a, int shared) { return __agon_sync_shared(shared); }
int pthread_rwlock_init(void *l, const void *attributes) {
  __agon_thread_point();
  ((int *)l)[0] = 0; ((int *)l)[1] = 0;
  return 0;
}
int pthread_rwlock_destroy(void *l) {
  __agon_thread_point();
  if (((int *)l)[0] != 0 || ((int *)l)[1] != 0) __agon_undefined();
  return 0;
}
static void __agon_sync_read(int *l) {
  while (l[1] != 0) __agon_thread_wait(l);
  l[0]++;
  __agon_thread_acquire(l);
}
static void __agon_sync_write(int *l) {
  while (l[0] != 0 || l[1] != 0) __agon_thread_wait(l);
  l[1] = (int)__agon_thread_self();
  __agon_thread_acquire(l);
  __agon_thread_acquire((char *)l + 1);
}
int pthread_rwlock_rdlock(void *l) {
  __agon_thread_point();
  if (((int *)l)[1] == (int)__agon_thread_self()) return 35;
  __agon_sync_read(l);
  return 0;
}
int pthread_rwlock_tryrdlock(void *l) {
  __agon_thread_point();
  if (((int *)l)[1] != 0) return 16;
  __agon_sync_read(l);
  return 0;
}
int pthread_rwlock_wrlock(void *l) {
  __agon_thread_point();
  if (((int *)l)[1] == (int)__agon_thread_self()) return 35;
  __agon_sync_write(l);
  return 0;
}
int pthread_rwlock_trywrlock(void *l) {
  __agon_thread_point();
  if (((int *)l)[0] != 0 || ((int *)l)[1] != 0) return 16;
  __agon_sync_write(l);
  return 0;
}
int pthread_rwlock_timedrdlock(void *l, const void *limit) {
  __agon_thread_point();
  if (((int *)l)[1] == (int)__agon_thread_self()) return 35;
  if (((int *)l)[1] != 0 && __VERIFIER_nondet_agon_int()) return 110;
  __agon_sync_read(l);
  return 0;
}
int pthread_rwlock_timedwrlock(void *l, const void *limit) {
  __agon_thread_point();
  if (((int *)l)[1] == (int)__agon_thread_self()) return 35;
  if ((((int *)l)[0] != 0 || ((int *)l)[1] != 0) && __VERIFIER_nondet_agon_int()) return 110;
  __agon_sync_write(l);
  return 0;
}
int pthread_rwlock_unlock(void *l) {
  int *lock = l;
  __agon_thread_point();
  if (lock[1] != 0) {
    if (lock[1] != (int)__agon_thread_self()) __agon_undefined();
    lock[1] = 0;
    __agon_thread_release(l);
  } else {
    if (lock[0] == 0) __agon_undefined();
    lock[0]--;
    __agon_thread_release((char *)l + 1);
  }
  __agon_thread_wake(l, 1);
  return 0;
}

int pthread_spin_init(volatile int *l, int shared) { __agon_thread_point(); *l = 0; return 0; }
int pthread_spin_destroy(volatile int *l) { return 0; }
int pthread_spin_lock(volatile int *l) {
  __agon_thread_point();
  while (*l != 0) __agon_thread_wait(l);
  *l = 1;
  __agon_thread_acquire(l);
  return 0;
}
int pthread_spin_trylock(volatile int *l) {
  __agon_thread_point();
  if (*l != 0) return 16;
  *l = 1;
  __agon_thread_acquire(l);
  return 0;
}
int pthread_spin_unlock(volatile int *l) {
  __agon_thread_point();
  if (*l == 0) __agon_undefined();
  *l = 0;
  __agon_thread_release(l);
  __agon_thread_wake(l, 1);
  return 0;
}

int pthread_barrierattr_init(void *a) { return 0; }
int pthread_barrierattr_destroy(void *a) { return 0; }
int pthread_barrier_init(void *b, const void *attributes, unsigned count) {
  __agon_thread_point();
  if (count == 0) return 22;
  ((unsigned *)b)[0] = count; ((unsigned *)b)[1] = 0; ((unsigned *)b)[2] = 0;
  return 0;
}
int pthread_barrier_destroy(void *b) {
  __agon_thread_point();
  if (((unsigned *)b)[1] != 0) __agon_undefined();
  return 0;
}
int pthread_barrier_wait(void *b) {
  unsigned *barrier = b;
  __agon_thread_point();
  if (barrier[0] == 0) __agon_undefined();
  unsigned generation = barrier[2];
  __agon_thread_release(b);
  barrier[1]++;
  if (barrier[1] == barrier[0]) {
    barrier[1] = 0;
    barrier[2]++;
    __agon_thread_acquire(b);
    __agon_thread_wake(b, 1);
    return -1;
  }
  while (barrier[2] == generation) __agon_thread_wait(b);
  __agon_thread_acquire(b);
  return 0;
}

static void __agon_sync_once(int *o, void (*run)(void)) {
  __agon_thread_point();
  if (*o == 0) {
    *o = 1;
    run();
    *o = 2;
    __agon_thread_release(o);
    __agon_thread_wake(o, 1);
    return;
  }
  while (*o != 2) __agon_thread_wait(o);
  __agon_thread_acquire(o);
}
int pthread_once(int *o, void (*run)(void)) { __agon_sync_once(o, run); return 0; }

static int __agon_sync_key(unsigned *key, void (*destructor)(void *)) {
  unsigned free = 0;
  __agon_thread_point();
  while (free < __agon_keys && __agon_key_lives[free]) free++;
  if (free == 32) __agon_unsupported("more than 32 keys of thread-specific data");
  if (free == __agon_keys) __agon_keys++;
  else __agon_open("which key that was deleted is given again");
  __agon_key_lives[free] = 1;
  __agon_destructors[free] = destructor;
  __agon_store_unsigned(key, free);
  return 0;
}
int pthread_key_create(unsigned *key, void (*destructor)(void *)) { return __agon_sync_key(key, destructor); }
int pthread_key_delete(unsigned key) {
  if (key >= __agon_keys || !__agon_key_lives[key]) return 22;
  if (__agon_key_ages[key] == 255) __agon_unsupported("a key that is deleted more than 255 times");
  __agon_key_lives[key] = 0;
  __agon_key_ages[key]++;
  __agon_destructors[key] = 0;
  return 0;
}
void *pthread_getspecific(unsigned key) {
  if (key >= __agon_keys || !__agon_key_lives[key]) __agon_undefined();
  return __agon_specific_ages[key] == __agon_key_ages[key] ? __agon_specific[key] : 0;
}
int pthread_setspecific(unsigned key, const void *value) {
  if (key >= __agon_keys || !__agon_key_lives[key]) return 22;
  __agon_specific[key] = (void *)value;
  __agon_specific_ages[key] = __agon_key_ages[key];
  return 0;
}

int sem_init(void *s, int shared, unsigned value) {
  __agon_thread_point();
  if (value > 0x7fffffffu) { *__errno_location() = 22; return -1; }
  *(unsigned *)s = value;
  return 0;
}
int sem_destroy(void *s) { return 0; }
int sem_wait(void *s) {
  __agon_thread_point();
  while (*(unsigned *)s == 0) __agon_thread_wait(s);
  --*(unsigned *)s;
  __agon_thread_acquire(s);
  return 0;
}
int sem_trywait(void *s) {
  __agon_thread_point();
  if (*(unsigned *)s == 0) { *__errno_location() = 11; return -1; }
  --*(unsigned *)s;
  __agon_thread_acquire(s);
  return 0;
}
int sem_timedwait(void *s, const void *limit) {
  __agon_thread_point();
  if (*(unsigned *)s == 0 && !__agon_sync_is_time(limit)) {
    *__errno_location() = 22;
    return -1;
  }
  if (*(unsigned *)s == 0 && __VERIFIER_nondet_agon_int()) {
    *__errno_location() = 110;
    return -1;
  }
  while (*(unsigned *)s == 0) __agon_thread_wait(s);
  --*(unsigned *)s;
  __agon_thread_acquire(s);
  return 0;
}
int sem_post(void *s) {
  __agon_thread_point();
  if (*(unsigned *)s == 0x7fffffffu) { *__errno_location() = 75; return -1; }
  ++*(unsigned *)s;
  __agon_thread_release(s);
  __agon_thread_wake(s, 1);
  return 0;
}
int sem_getvalue(void *s, int *value) {
  __agon_thread_point();
  __agon_store_int(value, *(int *)s);
  return 0;
}
`;

/** glibc's numbers: success 0, busy 1, error 2, nomem 3, timedout 4; recursive mutexes have bit 0 of the type set. */
const C11_THREADS = `
int thrd_create(unsigned long *thread, int (*start)(void *), void *argument) {
  __agon_thread_point();
  __agon_store_number(thread, __agon_thread_create((const void *)__agon_sync_start_int, (void *)start, argument));
  return 0;
}
void thrd_exit(int value) {
  __agon_thread_point();
  __agon_sync_clean_up();
  __agon_sync_end((void *)(long)value);
  __agon_thread_exit();
}
int thrd_join(unsigned long thread, int *value) {
  int ended;
  __agon_thread_point();
  if (__agon_sync_join(thread, &ended) != 0) return 2;
  if (value != 0) __agon_store_int(value, (int)(long)__agon_results[thread]);
  return 0;
}
int thrd_detach(unsigned long thread) { return pthread_detach(thread); }
unsigned long thrd_current(void) { return __agon_thread_self(); }
int thrd_equal(unsigned long a, unsigned long b) { return __agon_sync_equal(a, b); }
void thrd_yield(void) { __agon_thread_point(); }
int thrd_sleep(const void *duration, void *remaining) {
  __agon_thread_point();
  return __agon_sync_is_time(duration) ? 0 : -2;
}
int mtx_init(void *m, int type) { __agon_thread_point(); __agon_sync_init(m, type & 1); return 0; }
void mtx_destroy(void *m) { __agon_thread_point(); __agon_sync_destroy(m); }
int mtx_lock(void *m) { __agon_thread_point(); return __agon_sync_lock(m) == 0 ? 0 : 2; }
int mtx_trylock(void *m) { __agon_thread_point(); return __agon_sync_trylock(m) == 0 ? 0 : 1; }
int mtx_timedlock(void *m, const void *limit) {
  int error = pthread_mutex_timedlock(m, limit);
  return error == 0 ? 0 : error == 110 ? 4 : 2;
}
int mtx_unlock(void *m) { __agon_thread_point(); return __agon_sync_unlock(m) == 0 ? 0 : 2; }
int cnd_init(void *c) { *(int *)c = 0; return 0; }
void cnd_destroy(void *c) { }
int cnd_wait(void *c, void *m) { __agon_thread_point(); return __agon_sync_await(c, m); }
int cnd_timedwait(void *c, void *m, const void *limit) {
  __agon_thread_point();
  if (!__agon_sync_is_time(limit)) return 2;
  return __agon_sync_await_limited(c, m, 4);
}
int cnd_signal(void *c) { return pthread_cond_signal(c); }
int cnd_broadcast(void *c) { return pthread_cond_broadcast(c); }
void call_once(int *o, void (*run)(void)) { __agon_sync_once(o, run); }
int tss_create(unsigned *key, void (*destructor)(void *)) { return __agon_sync_key(key, destructor); }
void tss_delete(unsigned key) { pthread_key_delete(key); }
void *tss_get(unsigned key) { return pthread_getspecific(key); }
int tss_set(unsigned key, void *value) { return pthread_setspecific(key, value) == 0 ? 0 : 2; }
`;

export const THREAD_MODELS: string = [CORE, MUTEXES, OTHER_LOCKS, C11_THREADS].join("");
