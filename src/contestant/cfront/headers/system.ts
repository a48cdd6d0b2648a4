/** Time, signals and non-local jumps (C11 7.13, 7.14, 7.27; POSIX), with the numbers of Linux on x86. */

const BITS_TIMESPEC = `
#ifndef _BITS_TIMESPEC_H
#define _BITS_TIMESPEC_H
#include <bits/types.h>
struct timespec { time_t tv_sec; long tv_nsec; };
#endif
`;

const BITS_TIMEVAL = `
#ifndef _BITS_TIMEVAL_H
#define _BITS_TIMEVAL_H
#include <bits/types.h>
struct timeval { time_t tv_sec; suseconds_t tv_usec; };
#endif
`;

const TIME = `
#ifndef _TIME_H
#define _TIME_H
#include <stddef.h>
#include <bits/types.h>
#include <bits/timespec.h>
#define CLOCKS_PER_SEC ((clock_t)1000000)
#define TIME_UTC 1
#define CLOCK_REALTIME 0
#define CLOCK_MONOTONIC 1
#define CLOCK_PROCESS_CPUTIME_ID 2
#define CLOCK_THREAD_CPUTIME_ID 3
#define TIMER_ABSTIME 1
struct tm {
  int tm_sec; int tm_min; int tm_hour; int tm_mday; int tm_mon; int tm_year; int tm_wday;
  int tm_yday; int tm_isdst; long tm_gmtoff; const char *tm_zone;
};
struct itimerspec { struct timespec it_interval; struct timespec it_value; };
extern clock_t clock(void);
extern time_t time(time_t *__timer);
extern double difftime(time_t __time1, time_t __time0);
extern time_t mktime(struct tm *__tp);
extern size_t strftime(char *restrict __s, size_t __maxsize, const char *restrict __format,
                       const struct tm *restrict __tp);
extern struct tm *gmtime(const time_t *__timer);
extern struct tm *localtime(const time_t *__timer);
extern struct tm *gmtime_r(const time_t *restrict __timer, struct tm *restrict __tp);
extern struct tm *localtime_r(const time_t *restrict __timer, struct tm *restrict __tp);
extern char *asctime(const struct tm *__tp);
extern char *ctime(const time_t *__timer);
extern char *asctime_r(const struct tm *restrict __tp, char *restrict __buf);
extern char *ctime_r(const time_t *restrict __timer, char *restrict __buf);
extern void tzset(void);
extern time_t timegm(struct tm *__tp);
extern int nanosleep(const struct timespec *__requested_time, struct timespec *__remaining);
extern int clock_getres(clockid_t __clock_id, struct timespec *__res);
extern int clock_gettime(clockid_t __clock_id, struct timespec *__tp);
extern int clock_settime(clockid_t __clock_id, const struct timespec *__tp);
extern int clock_nanosleep(clockid_t __clock_id, int __flags, const struct timespec *__req,
                           struct timespec *__rem);
extern int timespec_get(struct timespec *__ts, int __base);
#endif
`;

const SYS_TIME = `
#ifndef _SYS_TIME_H
#define _SYS_TIME_H
#include <bits/timeval.h>
struct timezone { int tz_minuteswest; int tz_dsttime; };
struct itimerval { struct timeval it_interval; struct timeval it_value; };
#define ITIMER_REAL 0
#define ITIMER_VIRTUAL 1
#define ITIMER_PROF 2
extern int gettimeofday(struct timeval *restrict __tv, void *restrict __tz);
extern int settimeofday(const struct timeval *__tv, const struct timezone *__tz);
extern int utimes(const char *__file, const struct timeval __tvp[2]);
#endif
`;

const BITS_SIGSET = `
#ifndef _BITS_SIGSET_H
#define _BITS_SIGSET_H
typedef struct { unsigned long __val[1024 / (8 * sizeof(unsigned long))]; } __sigset_t;
typedef __sigset_t sigset_t;
#endif
`;

const SIGNALS =
  "HUP 1 INT 2 QUIT 3 ILL 4 TRAP 5 ABRT 6 BUS 7 FPE 8 KILL 9 USR1 10 SEGV 11 USR2 12 PIPE 13 ALRM 14 " +
  "TERM 15 STKFLT 16 CHLD 17 CONT 18 STOP 19 TSTP 20 TTIN 21 TTOU 22 URG 23 XCPU 24 XFSZ 25 VTALRM 26 " +
  "PROF 27 WINCH 28 POLL 29 PWR 30 SYS 31";

const SIGNAL = `
#ifndef _SIGNAL_H
#define _SIGNAL_H
#include <stddef.h>
#include <bits/types.h>
#include <bits/sigset.h>
#include <bits/timespec.h>
${[...SIGNALS.matchAll(/(\w+) (\d+)/g)].map(([, name, value]) => `#define SIG${name} ${value}`).join("\n")}
#define SIGIO SIGPOLL
#define SIGIOT SIGABRT
#define SIGCLD SIGCHLD
typedef int sig_atomic_t;
typedef void (*__sighandler_t)(int);
typedef __sighandler_t sighandler_t;
#define SIG_ERR ((__sighandler_t)-1)
#define SIG_DFL ((__sighandler_t)0)
#define SIG_IGN ((__sighandler_t)1)
#define SIG_BLOCK 0
#define SIG_UNBLOCK 1
#define SIG_SETMASK 2
#define SA_NOCLDSTOP 1
#define SA_NOCLDWAIT 2
#define SA_SIGINFO 4
#define SA_RESTART 0x10000000
#define SA_NODEFER 0x40000000
#define SA_RESETHAND 0x80000000
union sigval { int sival_int; void *sival_ptr; };
typedef union sigval sigval_t;
typedef struct {
  int si_signo; int si_errno; int si_code;
#ifdef __LP64__
  int __pad0; long __pad[14];
#else
  int __pad[29];
#endif
} siginfo_t;
struct sigaction {
  union {
    __sighandler_t sa_handler;
    void (*sa_sigaction)(int, siginfo_t *, void *);
  } __sigaction_handler;
  sigset_t sa_mask;
  int sa_flags;
  void (*sa_restorer)(void);
};
#define sa_handler __sigaction_handler.sa_handler
#define sa_sigaction __sigaction_handler.sa_sigaction
extern __sighandler_t signal(int __sig, __sighandler_t __handler);
extern int raise(int __sig);
extern int kill(pid_t __pid, int __sig);
extern int sigemptyset(sigset_t *__set);
extern int sigfillset(sigset_t *__set);
extern int sigaddset(sigset_t *__set, int __signo);
extern int sigdelset(sigset_t *__set, int __signo);
extern int sigismember(const sigset_t *__set, int __signo);
extern int sigprocmask(int __how, const sigset_t *restrict __set, sigset_t *restrict __oset);
extern int sigsuspend(const sigset_t *__set);
extern int sigaction(int __sig, const struct sigaction *restrict __act,
                     struct sigaction *restrict __oact);
extern int sigpending(sigset_t *__set);
extern int sigwait(const sigset_t *restrict __set, int *restrict __sig);
extern int pthread_sigmask(int __how, const sigset_t *restrict __newmask,
                           sigset_t *restrict __oldmask);
extern int pthread_kill(unsigned long __threadid, int __signo);
#endif
`;

const SETJMP = `
#ifndef _SETJMP_H
#define _SETJMP_H
#include <bits/sigset.h>
struct __jmp_buf_tag {
#ifdef __LP64__
  long __jmpbuf[8];
#else
  int __jmpbuf[6];
#endif
  int __mask_was_saved;
  __sigset_t __saved_mask;
};
typedef struct __jmp_buf_tag jmp_buf[1];
typedef struct __jmp_buf_tag sigjmp_buf[1];
extern int setjmp(jmp_buf __env) __attribute__((__returns_twice__));
extern int _setjmp(struct __jmp_buf_tag __env[1]) __attribute__((__returns_twice__));
extern int __sigsetjmp(struct __jmp_buf_tag __env[1], int __savemask)
    __attribute__((__returns_twice__));
extern void longjmp(struct __jmp_buf_tag __env[1], int __val) __attribute__((__noreturn__));
extern void _longjmp(struct __jmp_buf_tag __env[1], int __val) __attribute__((__noreturn__));
extern void siglongjmp(sigjmp_buf __env, int __val) __attribute__((__noreturn__));
#define setjmp(env) _setjmp(env)
#define sigsetjmp(env, savemask) __sigsetjmp(env, savemask)
#endif
`;

export const SYSTEM_HEADERS: readonly (readonly [name: string, text: string])[] = [
  ["bits/timespec.h", BITS_TIMESPEC],
  ["bits/timeval.h", BITS_TIMEVAL],
  ["bits/sigset.h", BITS_SIGSET],
  ["time.h", TIME],
  ["sys/time.h", SYS_TIME],
  ["signal.h", SIGNAL],
  ["setjmp.h", SETJMP],
];
