/** Errors of files of all kinds on Linux (POSIX.1-2017, and the manual pages of Linux). */
import type { ErrorName } from "./error-numbers.ts";

/** Errors of operations on open files of all kinds on Linux. */
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
/** Errors of the look-up of a name. */
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
