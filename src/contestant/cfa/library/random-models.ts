/**
 * Models of pseudo-random numbers (C11 7.22.2, POSIX). Every sequence of numbers is a possible one, but the same seed
 * gives the same again, and a program starts as after `srand(1)`:
 *
 * - The first numbers after a seed are kept, for some seeds. What would have to be one of the others, in an execution, is
 *   unsupported; proofs take any number.
 * - `rand` and `random` may share their numbers (as in glibc) or not: where both are seeded, that is unsupported.
 * - `rand_r` depends on `*seed` only: executions compute what glibc and musl compute.
 */

/** Seeds whose numbers are kept, and how many numbers of each. */
const SEEDS = 4;
const NUMBERS = 8;

export const RANDOM_MODELS: string = `
struct __agon_sequence { unsigned seed; char count, is_used, is_longer; int numbers[${NUMBERS}]; };
static struct __agon_sequence __agon_sequences[${SEEDS}];
/** The current sequence: its seed, its number from 1 (0: not looked up, ${SEEDS + 1}: not kept), and how many numbers were asked for. */
static unsigned __agon_seed = 1;
static char __agon_sequence, __agon_asked;
/** Numbers that are not kept: were there some, and may they come again? */
static char __agon_unkept, __agon_unkept_again;

static void __agon_reseed(unsigned seed) {
  if (__agon_mentions("srand srandom")) {
    __agon_seed = seed;
    __agon_sequence = 0;
    __agon_asked = 0;
    if (__agon_unkept) __agon_unkept_again = 1;
  }
}
void srand(unsigned seed) { __agon_reseed(seed); }
void srandom(unsigned seed) { __agon_reseed(seed); }

static int __agon_drawn(void) {
  int value = __VERIFIER_nondet_agon_determined_int();
  __agon_assume(value >= 0);
  return value;
}
static void __agon_look_up(void) {
  int i;
  for (i = 0; i < ${SEEDS}; i++) {
    if (!__agon_sequences[i].is_used) {
      __agon_sequences[i].is_used = 1;
      __agon_sequences[i].seed = __agon_seed;
      break;
    }
    if (__agon_sequences[i].seed == __agon_seed) {
      if (__agon_sequences[i].is_longer == 1) __agon_sequences[i].is_longer = 2;
      break;
    }
  }
  __agon_sequence = (char)(i + 1);
}
static int __agon_next_random(void) {
  int i, value;
  if (__agon_sequence == 0) __agon_look_up();
  i = __agon_sequence - 1;
  if (i == ${SEEDS}) {
    if (__agon_unkept_again && __agon_library_choice() != 2) __agon_unsupported("pseudo-random numbers after more than ${SEEDS} seeds");
    __agon_unkept = 1;
    return __agon_drawn();
  }
  if (__agon_asked == ${NUMBERS}) {
    if (__agon_sequences[i].is_longer == 2 && __agon_library_choice() != 2) __agon_unsupported("more than ${NUMBERS} pseudo-random numbers after the same seed");
    if (__agon_sequences[i].is_longer == 0) __agon_sequences[i].is_longer = 1;
    return __agon_drawn();
  }
  if (__agon_asked < __agon_sequences[i].count) value = __agon_sequences[i].numbers[(int)__agon_asked];
  else {
    value = __agon_drawn();
    __agon_sequences[i].numbers[(int)__agon_asked] = value;
    __agon_sequences[i].count = (char)(__agon_asked + 1);
  }
  __agon_asked = (char)(__agon_asked + 1);
  return value;
}
int rand(void) {
  if (__agon_mentions("srandom")) {
    if (__agon_library_choice() != 2) __agon_unsupported("'rand' beside 'srandom'");
    return __agon_drawn();
  }
  if (__agon_mentions("srand")) return __agon_next_random();
  return __agon_drawn();
}
long random(void) {
  if (__agon_mentions("srand")) {
    if (__agon_library_choice() != 2) __agon_unsupported("'random' beside 'srand'");
    return __agon_drawn();
  }
  if (__agon_mentions("srandom")) return __agon_next_random();
  return __agon_drawn();
}

static char __agon_has_r;
static unsigned __agon_before_r, __agon_after_r;
static int __agon_result_r;
int rand_r(unsigned *seed) {
  unsigned next = *seed;
  int result = 0, i, choice = __agon_library_choice();
  if (choice == 2) {
    if (__agon_has_r && next == __agon_before_r) { *seed = __agon_after_r; return __agon_result_r; }
    __agon_has_r = 1;
    __agon_before_r = next;
    __agon_result_r = __agon_drawn();
    *seed = __agon_after_r = (unsigned)__VERIFIER_nondet_agon_determined_int();
    return __agon_result_r;
  }
  if (choice == 0) {
    for (i = 0; i < 3; i++) {
      next = next * 1103515245u + 12345u;
      result = i == 0 ? (int)(next / 65536u % 2048u) : result << 10 ^ (int)(next / 65536u % 1024u);
    }
    *seed = next;
    return result;
  }
  *seed = next = next * 1103515245u + 12345u;
  next ^= next >> 11;
  next ^= next << 7 & 0x9d2c5680u;
  next ^= next << 15 & 0xefc60000u;
  next ^= next >> 18;
  return (int)(next / 2u);
}
`;
