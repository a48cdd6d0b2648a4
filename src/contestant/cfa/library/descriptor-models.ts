/**
 * Models of files by number and by name (POSIX). What comes from files is arbitrary; every operation may fail, with
 * `errno`. A number that is negative, or was closed and not opened again, is that of no file.
 */
import { fails } from "./failures.ts";

/** Numbers of files of which it is known whether they are closed. */
const FOLLOWED = 64;

export const DESCRIPTOR_MODELS: string = `
static unsigned long long __agon_closed, __agon_terminals, __agon_looked_at;
/** Some number means a file again. */
static void __agon_reopened(void) { __agon_closed = __agon_looked_at = __agon_terminals = 0; }
static int __agon_is_closed(int file) {
  if (file < 0) return 1;
  return file < ${FOLLOWED} && (int)(__agon_closed >> file) & 1;
}
int close(int file) {
  if (__agon_is_closed(file)) { ${fails("close", "EBADF")} return -1; }
  if (__VERIFIER_nondet_agon_int()) { ${fails("close")} return -1; }
  if (file < ${FOLLOWED}) __agon_closed |= 1ULL << file;
  return 0;
}
/** The answer for a number stays the same until a file is opened. */
int isatty(int file) {
  int value;
  if (__agon_is_closed(file)) { ${fails("isatty", "EBADF")} return 0; }
  if (file < ${FOLLOWED} && (int)(__agon_looked_at >> file) & 1) value = (int)(__agon_terminals >> file) & 1;
  else {
    value = __VERIFIER_nondet_agon_int() != 0;
    if (file < ${FOLLOWED}) {
      __agon_looked_at |= 1ULL << file;
      if (value) __agon_terminals |= 1ULL << file;
    }
  }
  if (!value) { ${fails("isatty")} }
  return value;
}
long read(int file, void *to, size_t size) {
  char *bytes = to;
  long done, i;
  if (__agon_is_closed(file)) { ${fails("read", "EBADF")} return -1; }
  done = __VERIFIER_nondet_agon_long();
  __agon_assume(done >= -1 && (done < 0 || (size_t)done <= size));
  if (done < 0) { ${fails("read")} }
  for (i = 0; i < done; i++) bytes[i] = __VERIFIER_nondet_agon_char();
  return done;
}
long write(int file, const void *from, size_t size) {
  long done;
  if (__agon_is_closed(file)) { ${fails("write", "EBADF")} return -1; }
  done = __VERIFIER_nondet_agon_long();
  __agon_assume(done >= -1 && (done < 0 || (size_t)done <= size));
  if (done < 0) { ${fails("write")} }
  return done;
}
int remove(const char *name) {
  if (!__VERIFIER_nondet_agon_int()) return 0;
  ${fails("remove")}
  return -1;
}
int unlink(const char *name) {
  if (!__VERIFIER_nondet_agon_int()) return 0;
  ${fails("unlink")}
  return -1;
}
int rename(const char *from, const char *to) {
  if (!__VERIFIER_nondet_agon_int()) return 0;
  ${fails("rename")}
  return -1;
}
`;
