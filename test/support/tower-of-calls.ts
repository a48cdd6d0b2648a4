/**
 * Programs that grow: every function calls the one below it twice, and takes a lock in between that
 * it must not hold already. Inlined, the calls are two to the power of the levels.
 */

/** C text for `askConfiguration`; with {@link TOWER_PRELUDE} a program of its own. */
export function towerOfCalls(levels: number): string {
  const level = (n: number): string =>
    `int level${n}(int x) { int a = level${n - 1}(x); lock(); if (a > x) a = x; unlock(); return level${n - 1}(a); }`;
  return [
    "int held;",
    "void lock(void) { check(!held); held = 1; }",
    "void unlock(void) { check(held); held = 0; }",
    "int level0(int x) { int n = __VERIFIER_nondet_int(); while (n > 0) { lock(); if (x > n) x--; n--; unlock(); } return x; }",
    ...Array.from({ length: levels }, (_, n) => level(n + 1)),
    `int main(void) { level${levels}(__VERIFIER_nondet_int()); lock(); return 0; }`,
    "",
  ].join("\n");
}

export const TOWER_PRELUDE = `extern void abort(void);
extern int __VERIFIER_nondet_int(void);
void reach_error(void) { abort(); }
void check(int c) { if (!c) reach_error(); }
`;
