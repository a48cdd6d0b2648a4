/** Numbers of errors on Linux (<asm-generic/errno.h>), and C text by which a model fails with one of them. */

const ERROR_NUMBERS = {
  EPERM: 1,
  ENOENT: 2,
  ESRCH: 3,
  EINTR: 4,
  EIO: 5,
  ENXIO: 6,
  EBADF: 9,
  EAGAIN: 11,
  ENOMEM: 12,
  EACCES: 13,
  EFAULT: 14,
  EBUSY: 16,
  EEXIST: 17,
  EXDEV: 18,
  ENODEV: 19,
  ENOTDIR: 20,
  EISDIR: 21,
  EINVAL: 22,
  ENFILE: 23,
  EMFILE: 24,
  ENOTTY: 25,
  ETXTBSY: 26,
  EFBIG: 27,
  ENOSPC: 28,
  ESPIPE: 29,
  EROFS: 30,
  EMLINK: 31,
  EPIPE: 32,
  EDOM: 33,
  ERANGE: 34,
  ENAMETOOLONG: 36,
  ENOTEMPTY: 39,
  ELOOP: 40,
  EOVERFLOW: 75,
  EDESTADDRREQ: 89,
  ENOTSUP: 95,
  ENETDOWN: 100,
  ENETUNREACH: 101,
  ECONNRESET: 104,
  ENOBUFS: 105,
  ENOTCONN: 107,
  ETIMEDOUT: 110,
  EHOSTUNREACH: 113,
  ESTALE: 116,
  EDQUOT: 122,
} as const;

export type ErrorName = keyof typeof ERROR_NUMBERS;

/** Bits of a word of the sets that models use. */
const WORD_BITS = 64n;

/**
 * A statement that gives `errno` the number of one of the errors: which one is open. Without effect in programs
 * that do not look at `errno`.
 */
export function failsWith(...names: readonly ErrorName[]): string {
  const numbers = names.map((name) => ERROR_NUMBERS[name]);
  if (numbers.length === 1) return `__agon_error(${numbers[0]});`;
  const set = numbers.reduce((bits, number) => bits | (1n << BigInt(number)), 0n);
  const word = (bits: bigint): string => `0x${bits.toString(16)}ULL`;
  const [low, high] = [BigInt.asUintN(Number(WORD_BITS), set), set >> WORD_BITS];
  return high === 0n
    ? `__agon_some_error(${word(low)});`
    : `__agon_any_error(${word(low)}, ${word(high)});`;
}

/** What operations on open files may fail with on Linux, whatever kind of file it is. */
export const READ_ERRORS: readonly ErrorName[] = [
  "EAGAIN",
  "EBADF",
  "EFAULT",
  "EINTR",
  "EINVAL",
  "EIO",
  "EISDIR",
  "ENXIO",
  "ENOMEM",
  "ENOBUFS",
  "EOVERFLOW",
  "ECONNRESET",
  "ENOTCONN",
  "ETIMEDOUT",
  "ESTALE",
];
export const WRITE_ERRORS: readonly ErrorName[] = [
  "EAGAIN",
  "EBADF",
  "EFAULT",
  "EFBIG",
  "EINTR",
  "EINVAL",
  "EIO",
  "ENOSPC",
  "ENXIO",
  "EPERM",
  "EPIPE",
  "EDQUOT",
  "EDESTADDRREQ",
  "ENOBUFS",
  "ENOMEM",
  "ECONNRESET",
  "ENETDOWN",
  "ENETUNREACH",
  "ETIMEDOUT",
  "EHOSTUNREACH",
  "ESTALE",
];
/** What the look-up of a name may fail with. */
export const PATH_ERRORS: readonly ErrorName[] = [
  "EACCES",
  "EFAULT",
  "ELOOP",
  "ENAMETOOLONG",
  "ENOENT",
  "ENOMEM",
  "ENOTDIR",
  "EINTR",
  "EIO",
  "EPERM",
  "EROFS",
  "ESTALE",
];
