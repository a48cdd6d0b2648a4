/** Functions whose meaning a standard, the compiler or the competition defines. */
import { HEADERS } from "./headers/index.ts";

/** Functions of POSIX and old ones of C libraries, which no header of ours declares. */
export const FURTHER_FUNCTIONS: readonly string[] =
  `alloca bcmp bcopy bzero index rindex gets gettimeofday sbrk brk mmap
  munmap read write open close lseek fork wait waitpid execve pipe dup dup2 kill signal sigaction
  usleep sleep nanosleep select poll socket bind listen accept connect send recv getenv setenv
  __assert_fail __assert __assert_perror_fail __xpg_basename __errno_location __ctype_b_loc`.split(
    /\s+/,
  );

/** Prefixes of names that compilers and verifiers give a meaning. */
export const RESERVED_PREFIXES: RegExp =
  /^(?:__VERIFIER_|__builtin_|__sync_|__atomic_|__CPROVER|__ESBMC|__CPAchecker_|__SMACK_|__SVCOMP|__INT|__UINT|__SIZE|__CHAR|__WCHAR|__WINT|__PTRDIFF|__FLT|__DBL|__LDBL|__isoc99_|__isoc23_)/;

let texts: string | undefined;

/** Whether the name belongs to a function of C, POSIX, glibc, the compiler or the competition; rather yes than no. */
export function isStandardFunction(name: string): boolean {
  if (RESERVED_PREFIXES.test(name) || FURTHER_FUNCTIONS.includes(name)) return true;
  texts ??= [...HEADERS.values()].join("\n");
  return new RegExp(`\\b${name}\\b\\s*\\(`).test(texts);
}
