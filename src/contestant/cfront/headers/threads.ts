/** POSIX threads, C11 threads (7.26) and atomics (7.17). Synchronisation objects are opaque, of the size they have in glibc. */

const BITS_PTHREADTYPES = `
#ifndef _BITS_PTHREADTYPES_H
#define _BITS_PTHREADTYPES_H
#ifdef __LP64__
#define __SIZEOF_PTHREAD_ATTR_T 56
#define __SIZEOF_PTHREAD_MUTEX_T 40
#define __SIZEOF_PTHREAD_RWLOCK_T 56
#define __SIZEOF_PTHREAD_BARRIER_T 32
#else
#define __SIZEOF_PTHREAD_ATTR_T 36
#define __SIZEOF_PTHREAD_MUTEX_T 24
#define __SIZEOF_PTHREAD_RWLOCK_T 32
#define __SIZEOF_PTHREAD_BARRIER_T 20
#endif
typedef unsigned long pthread_t;
typedef union { char __size[4]; int __align; } pthread_mutexattr_t;
typedef union { char __size[4]; int __align; } pthread_condattr_t;
typedef unsigned int pthread_key_t;
typedef int pthread_once_t;
union pthread_attr_t { char __size[__SIZEOF_PTHREAD_ATTR_T]; long __align; };
typedef union pthread_attr_t pthread_attr_t;
typedef union { char __size[__SIZEOF_PTHREAD_MUTEX_T]; long __align; } pthread_mutex_t;
typedef union { char __size[48]; long long __align; } pthread_cond_t;
typedef union { char __size[__SIZEOF_PTHREAD_RWLOCK_T]; long __align; } pthread_rwlock_t;
typedef union { char __size[8]; long __align; } pthread_rwlockattr_t;
typedef volatile int pthread_spinlock_t;
typedef union { char __size[__SIZEOF_PTHREAD_BARRIER_T]; long __align; } pthread_barrier_t;
typedef union { char __size[4]; int __align; } pthread_barrierattr_t;
#endif
`;

const SCHED = `
#ifndef _SCHED_H
#define _SCHED_H
#include <stddef.h>
#include <bits/types.h>
#include <bits/timespec.h>
#define SCHED_OTHER 0
#define SCHED_FIFO 1
#define SCHED_RR 2
struct sched_param { int sched_priority; };
extern int sched_setparam(pid_t __pid, const struct sched_param *__param);
extern int sched_getparam(pid_t __pid, struct sched_param *__param);
extern int sched_setscheduler(pid_t __pid, int __policy, const struct sched_param *__param);
extern int sched_getscheduler(pid_t __pid);
extern int sched_yield(void);
extern int sched_get_priority_max(int __algorithm);
extern int sched_get_priority_min(int __algorithm);
#endif
`;

const PTHREAD = `
#ifndef _PTHREAD_H
#define _PTHREAD_H
#include <sched.h>
#include <time.h>
#include <bits/pthreadtypes.h>
enum { PTHREAD_CREATE_JOINABLE, PTHREAD_CREATE_DETACHED };
#define PTHREAD_CREATE_JOINABLE PTHREAD_CREATE_JOINABLE
#define PTHREAD_CREATE_DETACHED PTHREAD_CREATE_DETACHED
enum {
  PTHREAD_MUTEX_TIMED_NP, PTHREAD_MUTEX_RECURSIVE_NP, PTHREAD_MUTEX_ERRORCHECK_NP,
  PTHREAD_MUTEX_ADAPTIVE_NP,
  PTHREAD_MUTEX_NORMAL = PTHREAD_MUTEX_TIMED_NP,
  PTHREAD_MUTEX_RECURSIVE = PTHREAD_MUTEX_RECURSIVE_NP,
  PTHREAD_MUTEX_ERRORCHECK = PTHREAD_MUTEX_ERRORCHECK_NP,
  PTHREAD_MUTEX_DEFAULT = PTHREAD_MUTEX_NORMAL
};
enum { PTHREAD_PRIO_NONE, PTHREAD_PRIO_INHERIT, PTHREAD_PRIO_PROTECT };
enum { PTHREAD_INHERIT_SCHED, PTHREAD_EXPLICIT_SCHED };
enum { PTHREAD_SCOPE_SYSTEM, PTHREAD_SCOPE_PROCESS };
enum { PTHREAD_PROCESS_PRIVATE, PTHREAD_PROCESS_SHARED };
enum { PTHREAD_CANCEL_ENABLE, PTHREAD_CANCEL_DISABLE };
enum { PTHREAD_CANCEL_DEFERRED, PTHREAD_CANCEL_ASYNCHRONOUS };
#define PTHREAD_CANCELED ((void *)-1)
#define PTHREAD_MUTEX_INITIALIZER { { 0 } }
#define PTHREAD_COND_INITIALIZER { { 0 } }
#define PTHREAD_RWLOCK_INITIALIZER { { 0 } }
#define PTHREAD_ONCE_INIT 0
#define PTHREAD_BARRIER_SERIAL_THREAD -1
extern int pthread_create(pthread_t *restrict __newthread, const pthread_attr_t *restrict __attr,
                          void *(*__start_routine)(void *), void *restrict __arg);
extern void pthread_exit(void *__retval) __attribute__((__noreturn__));
extern int pthread_join(pthread_t __th, void **__thread_return);
extern int pthread_detach(pthread_t __th);
extern pthread_t pthread_self(void);
extern int pthread_equal(pthread_t __thread1, pthread_t __thread2);
extern int pthread_attr_init(pthread_attr_t *__attr);
extern int pthread_attr_destroy(pthread_attr_t *__attr);
extern int pthread_attr_getdetachstate(const pthread_attr_t *__attr, int *__detachstate);
extern int pthread_attr_setdetachstate(pthread_attr_t *__attr, int __detachstate);
extern int pthread_attr_getstacksize(const pthread_attr_t *restrict __attr,
                                     size_t *restrict __stacksize);
extern int pthread_attr_setstacksize(pthread_attr_t *__attr, size_t __stacksize);
extern int pthread_attr_setschedpolicy(pthread_attr_t *__attr, int __policy);
extern int pthread_attr_setschedparam(pthread_attr_t *restrict __attr,
                                      const struct sched_param *restrict __param);
extern int pthread_attr_setinheritsched(pthread_attr_t *__attr, int __inherit);
extern int pthread_attr_setscope(pthread_attr_t *__attr, int __scope);
extern int pthread_setschedparam(pthread_t __target_thread, int __policy,
                                 const struct sched_param *__param);
extern int pthread_getschedparam(pthread_t __target_thread, int *restrict __policy,
                                 struct sched_param *restrict __param);
extern int pthread_once(pthread_once_t *__once_control, void (*__init_routine)(void));
extern int pthread_setcancelstate(int __state, int *__oldstate);
extern int pthread_setcanceltype(int __type, int *__oldtype);
extern int pthread_cancel(pthread_t __th);
extern void __agon_sync_cleanup_push(void (*__routine)(void *), void *__arg);
extern void __agon_sync_cleanup_pop(int __execute);
#define pthread_cleanup_push(routine, arg) do { __agon_sync_cleanup_push(routine, arg);
#define pthread_cleanup_pop(execute) __agon_sync_cleanup_pop(execute); } while (0)
extern void pthread_testcancel(void);
extern int pthread_mutex_init(pthread_mutex_t *__mutex, const pthread_mutexattr_t *__mutexattr);
extern int pthread_mutex_destroy(pthread_mutex_t *__mutex);
extern int pthread_mutex_trylock(pthread_mutex_t *__mutex);
extern int pthread_mutex_lock(pthread_mutex_t *__mutex);
extern int pthread_mutex_timedlock(pthread_mutex_t *restrict __mutex,
                                   const struct timespec *restrict __abstime);
extern int pthread_mutex_unlock(pthread_mutex_t *__mutex);
extern int pthread_mutexattr_init(pthread_mutexattr_t *__attr);
extern int pthread_mutexattr_destroy(pthread_mutexattr_t *__attr);
extern int pthread_mutexattr_gettype(const pthread_mutexattr_t *restrict __attr,
                                     int *restrict __kind);
extern int pthread_mutexattr_settype(pthread_mutexattr_t *__attr, int __kind);
extern int pthread_mutexattr_setpshared(pthread_mutexattr_t *__attr, int __pshared);
extern int pthread_mutexattr_setprotocol(pthread_mutexattr_t *__attr, int __protocol);
extern int pthread_rwlock_init(pthread_rwlock_t *restrict __rwlock,
                               const pthread_rwlockattr_t *restrict __attr);
extern int pthread_rwlock_destroy(pthread_rwlock_t *__rwlock);
extern int pthread_rwlock_rdlock(pthread_rwlock_t *__rwlock);
extern int pthread_rwlock_tryrdlock(pthread_rwlock_t *__rwlock);
extern int pthread_rwlock_timedrdlock(pthread_rwlock_t *restrict __rwlock,
                                      const struct timespec *restrict __abstime);
extern int pthread_rwlock_wrlock(pthread_rwlock_t *__rwlock);
extern int pthread_rwlock_trywrlock(pthread_rwlock_t *__rwlock);
extern int pthread_rwlock_timedwrlock(pthread_rwlock_t *restrict __rwlock,
                                      const struct timespec *restrict __abstime);
extern int pthread_rwlock_unlock(pthread_rwlock_t *__rwlock);
extern int pthread_rwlockattr_init(pthread_rwlockattr_t *__attr);
extern int pthread_rwlockattr_destroy(pthread_rwlockattr_t *__attr);
extern int pthread_cond_init(pthread_cond_t *restrict __cond,
                             const pthread_condattr_t *restrict __cond_attr);
extern int pthread_cond_destroy(pthread_cond_t *__cond);
extern int pthread_cond_signal(pthread_cond_t *__cond);
extern int pthread_cond_broadcast(pthread_cond_t *__cond);
extern int pthread_cond_wait(pthread_cond_t *restrict __cond, pthread_mutex_t *restrict __mutex);
extern int pthread_cond_timedwait(pthread_cond_t *restrict __cond,
                                  pthread_mutex_t *restrict __mutex,
                                  const struct timespec *restrict __abstime);
extern int pthread_condattr_init(pthread_condattr_t *__attr);
extern int pthread_condattr_destroy(pthread_condattr_t *__attr);
extern int pthread_condattr_setclock(pthread_condattr_t *__attr, clockid_t __clock_id);
extern int pthread_spin_init(pthread_spinlock_t *__lock, int __pshared);
extern int pthread_spin_destroy(pthread_spinlock_t *__lock);
extern int pthread_spin_lock(pthread_spinlock_t *__lock);
extern int pthread_spin_trylock(pthread_spinlock_t *__lock);
extern int pthread_spin_unlock(pthread_spinlock_t *__lock);
extern int pthread_barrier_init(pthread_barrier_t *restrict __barrier,
                                const pthread_barrierattr_t *restrict __attr,
                                unsigned int __count);
extern int pthread_barrier_destroy(pthread_barrier_t *__barrier);
extern int pthread_barrier_wait(pthread_barrier_t *__barrier);
extern int pthread_barrierattr_init(pthread_barrierattr_t *__attr);
extern int pthread_barrierattr_destroy(pthread_barrierattr_t *__attr);
extern int pthread_key_create(pthread_key_t *__key, void (*__destr_function)(void *));
extern int pthread_key_delete(pthread_key_t __key);
extern void *pthread_getspecific(pthread_key_t __key);
extern int pthread_setspecific(pthread_key_t __key, const void *__pointer);
extern int pthread_atfork(void (*__prepare)(void), void (*__parent)(void), void (*__child)(void));
#ifdef _GNU_SOURCE
extern int pthread_yield(void);
extern int pthread_setname_np(pthread_t __target_thread, const char *__name);
#endif
#endif
`;

const SEMAPHORE = `
#ifndef _SEMAPHORE_H
#define _SEMAPHORE_H
#include <sys/types.h>
#include <bits/timespec.h>
#ifdef __LP64__
#define __SIZEOF_SEM_T 32
#else
#define __SIZEOF_SEM_T 16
#endif
typedef union { char __size[__SIZEOF_SEM_T]; long __align; } sem_t;
#define SEM_FAILED ((sem_t *)0)
#define SEM_VALUE_MAX (2147483647)
extern int sem_init(sem_t *__sem, int __pshared, unsigned int __value);
extern int sem_destroy(sem_t *__sem);
extern sem_t *sem_open(const char *__name, int __oflag, ...);
extern int sem_close(sem_t *__sem);
extern int sem_unlink(const char *__name);
extern int sem_wait(sem_t *__sem);
extern int sem_timedwait(sem_t *restrict __sem, const struct timespec *restrict __abstime);
extern int sem_trywait(sem_t *__sem);
extern int sem_post(sem_t *__sem);
extern int sem_getvalue(sem_t *restrict __sem, int *restrict __sval);
#endif
`;

/** C11 7.26, with glibc's numbers. */
const THREADS = `
#ifndef _THREADS_H
#define _THREADS_H
#include <time.h>
#include <bits/pthreadtypes.h>
#define thread_local _Thread_local
#define TSS_DTOR_ITERATIONS 4
typedef unsigned int tss_t;
typedef void (*tss_dtor_t)(void *);
typedef unsigned long int thrd_t;
typedef int (*thrd_start_t)(void *);
enum { thrd_success = 0, thrd_busy = 1, thrd_error = 2, thrd_nomem = 3, thrd_timedout = 4 };
enum { mtx_plain = 0, mtx_recursive = 1, mtx_timed = 2 };
typedef struct { int __data; } once_flag;
#define ONCE_FLAG_INIT { 0 }
typedef union { char __size[__SIZEOF_PTHREAD_MUTEX_T]; long int __align; } mtx_t;
typedef union { char __size[48]; long long int __align; } cnd_t;
extern int thrd_create(thrd_t *__thr, thrd_start_t __func, void *__arg);
extern int thrd_equal(thrd_t __lhs, thrd_t __rhs);
extern thrd_t thrd_current(void);
extern int thrd_sleep(const struct timespec *__time_point, struct timespec *__remaining);
extern void thrd_exit(int __res) __attribute__((__noreturn__));
extern int thrd_detach(thrd_t __thr);
extern int thrd_join(thrd_t __thr, int *__res);
extern void thrd_yield(void);
extern int mtx_init(mtx_t *__mutex, int __type);
extern int mtx_lock(mtx_t *__mutex);
extern int mtx_timedlock(mtx_t *restrict __mutex, const struct timespec *restrict __time_point);
extern int mtx_trylock(mtx_t *__mutex);
extern int mtx_unlock(mtx_t *__mutex);
extern void mtx_destroy(mtx_t *__mutex);
extern void call_once(once_flag *__flag, void (*__func)(void));
extern int cnd_init(cnd_t *__cond);
extern int cnd_signal(cnd_t *__cond);
extern int cnd_broadcast(cnd_t *__cond);
extern int cnd_wait(cnd_t *__cond, mtx_t *__mutex);
extern int cnd_timedwait(cnd_t *restrict __cond, mtx_t *restrict __mutex,
                         const struct timespec *restrict __time_point);
extern void cnd_destroy(cnd_t *__cond);
extern int tss_create(tss_t *__tss_id, tss_dtor_t __destructor);
extern void *tss_get(tss_t __tss_id);
extern int tss_set(tss_t __tss_id, void *__val);
extern void tss_delete(tss_t __tss_id);
#endif
`;

const ATOMIC_TYPES: readonly (readonly [name: string, type: string])[] = [
  ["bool", "_Bool"],
  ["char", "char"],
  ["schar", "signed char"],
  ["uchar", "unsigned char"],
  ["short", "short"],
  ["ushort", "unsigned short"],
  ["int", "int"],
  ["uint", "unsigned int"],
  ["long", "long"],
  ["ulong", "unsigned long"],
  ["llong", "long long"],
  ["ullong", "unsigned long long"],
  ["char16_t", "__CHAR16_TYPE__"],
  ["char32_t", "__CHAR32_TYPE__"],
  ["wchar_t", "__WCHAR_TYPE__"],
  ...["8", "16", "32", "64"].flatMap((width): [string, string][] =>
    ["least", "fast"].flatMap((family): [string, string][] => [
      [`int_${family}${width}_t`, `__INT_${family.toUpperCase()}${width}_TYPE__`],
      [`uint_${family}${width}_t`, `__UINT_${family.toUpperCase()}${width}_TYPE__`],
    ]),
  ),
  ["intptr_t", "__INTPTR_TYPE__"],
  ["uintptr_t", "__UINTPTR_TYPE__"],
  ["size_t", "__SIZE_TYPE__"],
  ["ptrdiff_t", "__PTRDIFF_TYPE__"],
  ["intmax_t", "__INTMAX_TYPE__"],
  ["uintmax_t", "__UINTMAX_TYPE__"],
];

/**
 * The generic functions are gcc's builtins, as in gcc's own header, but for `atomic_init`, which is no atomic access
 * (C11 7.17.2.1p2).
 */
const STDATOMIC = `
#ifndef _STDATOMIC_H
#define _STDATOMIC_H
typedef enum {
  memory_order_relaxed = __ATOMIC_RELAXED,
  memory_order_consume = __ATOMIC_CONSUME,
  memory_order_acquire = __ATOMIC_ACQUIRE,
  memory_order_release = __ATOMIC_RELEASE,
  memory_order_acq_rel = __ATOMIC_ACQ_REL,
  memory_order_seq_cst = __ATOMIC_SEQ_CST
} memory_order;
${ATOMIC_TYPES.map(([name, type]) => `typedef _Atomic ${type} atomic_${name};`).join("\n")}
#define ATOMIC_VAR_INIT(value) (value)
#define kill_dependency(y) (y)
#define atomic_init(p, v) ((void)(*(__typeof__(((void)0, *(p))) *)(void *)(p) = (v)))
#define atomic_thread_fence(order) __atomic_thread_fence(order)
#define atomic_signal_fence(order) __atomic_signal_fence(order)
#define atomic_is_lock_free(p) __atomic_is_lock_free(sizeof(*(p)), (p))
#define atomic_store_explicit(p, v, order) __atomic_store_n(p, v, order)
#define atomic_store(p, v) __atomic_store_n(p, v, __ATOMIC_SEQ_CST)
#define atomic_load_explicit(p, order) __atomic_load_n(p, order)
#define atomic_load(p) __atomic_load_n(p, __ATOMIC_SEQ_CST)
#define atomic_exchange_explicit(p, v, order) __atomic_exchange_n(p, v, order)
#define atomic_exchange(p, v) __atomic_exchange_n(p, v, __ATOMIC_SEQ_CST)
#define atomic_compare_exchange_strong_explicit(p, e, d, success, failure) \\
  __atomic_compare_exchange_n(p, e, d, 0, success, failure)
#define atomic_compare_exchange_strong(p, e, d) \\
  __atomic_compare_exchange_n(p, e, d, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST)
#define atomic_compare_exchange_weak_explicit(p, e, d, success, failure) \\
  __atomic_compare_exchange_n(p, e, d, 1, success, failure)
#define atomic_compare_exchange_weak(p, e, d) \\
  __atomic_compare_exchange_n(p, e, d, 1, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST)
${["add", "sub", "or", "xor", "and"]
  .map(
    (name) =>
      `#define atomic_fetch_${name}_explicit(p, v, order) __atomic_fetch_${name}(p, v, order)\n` +
      `#define atomic_fetch_${name}(p, v) __atomic_fetch_${name}(p, v, __ATOMIC_SEQ_CST)`,
  )
  .join("\n")}
typedef struct { _Bool __val; } atomic_flag;
#define ATOMIC_FLAG_INIT { 0 }
#define atomic_flag_test_and_set(p) __atomic_test_and_set((p), __ATOMIC_SEQ_CST)
#define atomic_flag_test_and_set_explicit(p, order) __atomic_test_and_set((p), order)
#define atomic_flag_clear(p) __atomic_clear((p), __ATOMIC_SEQ_CST)
#define atomic_flag_clear_explicit(p, order) __atomic_clear((p), order)
#define ATOMIC_BOOL_LOCK_FREE __GCC_ATOMIC_BOOL_LOCK_FREE
#define ATOMIC_CHAR_LOCK_FREE __GCC_ATOMIC_CHAR_LOCK_FREE
#define ATOMIC_SHORT_LOCK_FREE __GCC_ATOMIC_SHORT_LOCK_FREE
#define ATOMIC_INT_LOCK_FREE __GCC_ATOMIC_INT_LOCK_FREE
#define ATOMIC_LONG_LOCK_FREE __GCC_ATOMIC_LONG_LOCK_FREE
#define ATOMIC_LLONG_LOCK_FREE __GCC_ATOMIC_LLONG_LOCK_FREE
#define ATOMIC_POINTER_LOCK_FREE __GCC_ATOMIC_POINTER_LOCK_FREE
#endif
`;

export const THREAD_HEADERS: readonly (readonly [name: string, text: string])[] = [
  ["bits/pthreadtypes.h", BITS_PTHREADTYPES],
  ["sched.h", SCHED],
  ["pthread.h", PTHREAD],
  ["semaphore.h", SEMAPHORE],
  ["threads.h", THREADS],
  ["stdatomic.h", STDATOMIC],
];
