/**
 * Models of clocks, of waiting, of the process and of signals (<time.h>, <unistd.h>, <signal.h>).
 *
 * - `time` and `clock` never go back in an execution. Proofs do without: the time of day may be set back, and the
 *   clock of ILP32 wraps around after 2147 seconds.
 * - `sleep` and `usleep` are interrupted by handlers of signals only.
 * - The number of the process stays the same; nothing here makes another one.
 * - `signal` only registers its handler: that a signal may arrive is marked as open. What was ignored when the program
 *   started stays ignored. The signals 32 and 33 are those of glibc's threads.
 */
import { fails } from "./failures.ts";

export const PROCESS_MODELS: string = `
static long __agon_time, __agon_clock;
long time(long *result) {
  long value = __VERIFIER_nondet_agon_determined_long();
  __agon_assume(value >= 0);
  if (__agon_library_choice() != 2) {
    if (value < __agon_time) value = __agon_time;
    __agon_time = value;
  }
  if (result != 0) *result = value;
  return value;
}
long clock(void) {
  long value = __VERIFIER_nondet_agon_determined_long();
  int isProof = __agon_library_choice() == 2;
  if (isProof && sizeof(long) == 4) return value;
  __agon_assume(value >= 0);
  if (isProof) __agon_assume(value >= __agon_clock);
  else if (value < __agon_clock) value = __agon_clock;
  return __agon_clock = value;
}

static int __agon_process;
int getpid(void) {
  if (__agon_process == 0) {
    __agon_process = __VERIFIER_nondet_agon_int();
    __agon_assume(__agon_process > 0);
  }
  return __agon_process;
}

static void *__agon_handlers[65];
static char __agon_is_set[65];
static char __agon_has_handler;
void *signal(int number, void *handler) {
  void *old;
  int isReserved = number == 9 || number == 19 || number == 32 || number == 33;
  if (number < 1 || number > 64 || isReserved || handler == (void *)-1) {
    ${fails("signal", "EINVAL")}
    return (void *)-1;
  }
  old = __agon_handlers[number];
  if (!__agon_is_set[number] && __VERIFIER_nondet_agon_int()) old = (void *)1;
  __agon_is_set[number] = 1;
  __agon_handlers[number] = handler;
  if (handler != (void *)0 && handler != (void *)1) {
    __agon_has_handler = 1;
    __agon_open("a signal may arrive");
  }
  return old;
}

static int __agon_is_interrupted(void) {
  if (__agon_mentions("signal")) return __agon_has_handler && __VERIFIER_nondet_agon_int() != 0;
  return 0;
}
unsigned sleep(unsigned seconds) {
  unsigned left;
  if (!__agon_is_interrupted()) return 0;
  left = (unsigned)__VERIFIER_nondet_agon_int();
  __agon_assume(left <= seconds);
  return left;
}
int usleep(unsigned microseconds) {
  if (microseconds >= 1000000 && __VERIFIER_nondet_agon_int()) {
    ${fails("usleep", "EINVAL")}
    return -1;
  }
  if (!__agon_is_interrupted()) return 0;
  ${fails("usleep", "EINTR")}
  return -1;
}
int sched_yield(void) { return 0; }
`;
