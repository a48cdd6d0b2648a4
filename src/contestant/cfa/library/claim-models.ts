/**
 * Assertions that other verifiers know without a declaration, so that programs written for ESBMC
 * and CBMC need no changes: `__ESBMC_assert(c, text)` and `__CPROVER_assert(c, text)` fail like
 * those of <assert.h>, and so does `assert` where the header was forgotten. (`__ESBMC_assume` and
 * `__CPROVER_assume` are intrinsics.)
 */
export const CLAIM_MODELS = `
void __assert_fail(const char *, const char *, unsigned, const char *);
void assert(_Bool condition) { if (!condition) __assert_fail("", "", 0, ""); }
void __ESBMC_assert(_Bool condition, const char *text) { if (!condition) __assert_fail(text, "", 0, ""); }
void __CPROVER_assert(_Bool condition, const char *text) { if (!condition) __assert_fail(text, "", 0, ""); }
`;
