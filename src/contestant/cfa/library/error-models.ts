import { fails } from "./failures.ts";

/**
 * `errno` (C11 7.5): positive numbers, stored by functions that fail, and only then. A function that documents
 * its errors fails with one of them (library-contracts); which one is open.
 */
export const ERROR_MODELS: string = `
static _Thread_local int __agon_errno;
int *__errno_location(void) { return &__agon_errno; }
static int __agon_fails(void) { return __VERIFIER_nondet_agon_int() != 0; }
static void __agon_error(int number) {
  if (__agon_mentions("__errno_location")) __agon_errno = number;
}
static void __agon_some_error(unsigned long long set) {
  if (__agon_mentions("__errno_location")) {
    int number = __VERIFIER_nondet_agon_int();
    __agon_assume(number > 0 && number < 64);
    __agon_assume((int)(set >> number) & 1);
    __agon_errno = number;
  }
}
static void __agon_any_error(unsigned long long set, unsigned long long others) {
  if (__agon_mentions("__errno_location")) {
    int number = __VERIFIER_nondet_agon_int();
    __agon_assume(number > 0 && number < 128);
    if (number < 64) __agon_assume((int)(set >> number) & 1);
    else __agon_assume((int)(others >> (number - 64)) & 1);
    __agon_errno = number;
  }
}
void *__agon_calloc(size_t, size_t);
void *__agon_errno_calloc(size_t count, size_t size) {
  if (size != 0 && count > (size_t)-1 / size) ${fails("calloc")}
  return __agon_calloc(count, size);
}
`;
