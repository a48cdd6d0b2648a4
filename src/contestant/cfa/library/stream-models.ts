/**
 * Models of streams (C11 7.21, POSIX). A stream is an object with a state: whether it is open, may be read and
 * written, is at the end of its file, had an error, which characters were pushed back, and where it stands. What
 * comes from files and from the user is arbitrary, within that state:
 *
 * - `fopen` and its like give a stream that no open one is the same as, or null with `errno`. At most eight are open.
 * - Any operation may fail, with `errno` and the error indicator; a short read is the end of the file or an error.
 * - At the end of the file nothing more is read until `clearerr`, `fseek`, `rewind` or `ungetc` (7.21.7.1p2).
 * - Characters that were pushed back are read first; one is always taken, of further ones it is open.
 * - `fgets` stores at most one newline, as the last character; after an error the buffer is indeterminate, at the
 *   end of the file unchanged. `fread` may store a part of the element that is not counted (7.21.8.1p2).
 * - `ftell` gives the position where it is known, else any; after `ungetc` it is unspecified. After `fputs`, `puts` and
 *   formatted input, and after errors, the position is not followed: executions refuse it, proofs take any.
 * - Characters in files may be any bytes, zero included.
 *
 * The state stands in variables of the library, so that two threads that use one stream do not race (POSIX: every
 * function locks its stream). Parts of it that the program cannot observe are not followed.
 */
import { fails } from "./failures.ts";

/** Streams that may be open beside the three standard ones. */
const OPEN_FILES = 8;
/** Characters that may be pushed back at a time. */
const PUSHED = 4;

/** Functions by which a program sees indicators of streams: `errno` tells an error from the end of the file. */
const INDICATORS = '"feof ferror __errno_location"';
/** Functions whose results depend on the position. */
const POSITIONS = '"ftell fseek"';

const STANDARD = `{ 0 }, { 1 }, { 2 }`;
const OTHERS = Array.from({ length: OPEN_FILES }, (_, index) => `{ ${index + 3} }`).join(", ");

export const STREAM_MODELS: string = `
static int __agon_up_to(int limit) {
  int value = __VERIFIER_nondet_agon_int();
  __agon_assume(value >= 0 && value <= limit);
  return value;
}

/** As large as that of glibc; the program only knows its address. */
struct __agon_file { int number; char rest[(sizeof(long) == 8 ? 216 : 148) - sizeof(int)]; };
static struct __agon_file __agon_files[${OPEN_FILES + 3}] = { ${STANDARD}, ${OTHERS} };
struct __agon_stream {
  char is_open, reads, writes, at_end, has_failed;
  /** 1: has positions, -1: has none (for example a pipe), 0: unknown. */
  signed char seeks;
  char pushed_count;
  unsigned char pushed[${PUSHED}];
  /** In bytes from the start; -1: any, -2: one that is not followed. */
  long position;
};
static struct __agon_stream __agon_streams[${OPEN_FILES + 3}] = {
  { 1, 1, 0, 0, 0, 0, 0, {0}, -1 }, { 1, 0, 1, 0, 0, 0, 0, {0}, -1 }, { 1, 0, 1, 0, 0, 0, 0, {0}, -1 } };

void *__agon_standard_stream(int number) { return &__agon_files[number]; }
/** The number of an open stream; others must not be used (7.21.3p4). */
static int __agon_number(void *stream) {
  int number = ((struct __agon_file *)stream)->number;
  if (!__agon_streams[number].is_open) __agon_undefined();
  return number;
}
static void __agon_moved(int n, size_t count) {
  if (__agon_mentions(${POSITIONS})) {
    if (__agon_streams[n].position >= 0) {
      if (count <= (~0UL >> 1) - (unsigned long)__agon_streams[n].position) __agon_streams[n].position += (long)count;
      else __agon_streams[n].position = -1;
    } else if (count > 0) __agon_streams[n].position = -2;
  }
}
static void __agon_lost_position(int n) {
  if (__agon_mentions(${POSITIONS})) __agon_streams[n].position = -2;
}
static void __agon_read_error(int n) {
  if (__agon_mentions(${INDICATORS})) __agon_streams[n].has_failed = 1;
  ${fails("fgetc")}
}
static void __agon_write_error(int n) {
  if (__agon_mentions(${INDICATORS})) __agon_streams[n].has_failed = 1;
  if (!__agon_streams[n].writes) { ${fails("fputc", "EBADF")} }
  else { ${fails("fputc")} }
}
/** Fewer characters than wanted: the end of the file, or an error. */
static void __agon_no_more(int n) {
  if (__agon_mentions(${INDICATORS})) {
    if (__VERIFIER_nondet_agon_int()) __agon_streams[n].at_end = 1;
    else __agon_read_error(n);
  }
}
/** Whether reading gives nothing at once. */
static int __agon_is_read(int n) {
  if (!__agon_streams[n].reads) {
    if (__agon_mentions(${INDICATORS})) __agon_streams[n].has_failed = 1;
    ${fails("fgetc", "EBADF")}
    return 0;
  }
  if (__agon_mentions(${INDICATORS})) return !__agon_streams[n].at_end;
  return 1;
}
static int __agon_has_pushed(int n) {
  if (__agon_mentions("ungetc")) return __agon_streams[n].pushed_count > 0;
  return 0;
}
static unsigned char __agon_pushed(int n) {
  return __agon_streams[n].pushed[(int)--__agon_streams[n].pushed_count];
}
/** For functions whose results do not depend on characters that were pushed back. */
static void __agon_ignores_pushed(int n) {
  if (__agon_mentions("ungetc")) {
    if (__agon_streams[n].pushed_count > 0) {
      if (__agon_library_choice() != 2) __agon_unsupported("'scanf' or 'gets' after 'ungetc'");
      __agon_streams[n].pushed_count = (char)__agon_up_to(__agon_streams[n].pushed_count);
    }
  }
}

static void *__agon_opened(const char *mode) {
  int i, last = ${OPEN_FILES + 2}, updates = 0, n = 0, backwards = __agon_library_choice() == 1;
  if (*mode != 'r' && *mode != 'w' && *mode != 'a') { ${fails("fopen", "EINVAL")} return 0; }
  for (i = 1; mode[i] != 0 && mode[i] != ','; i++) if (mode[i] == '+') updates = 1;
  for (i = 3; i <= last; i++) {
    n = backwards ? last + 3 - i : i;
    if (!__agon_streams[n].is_open) break;
  }
  if (i > last) __agon_unsupported("more than ${OPEN_FILES} files that are open");
  __agon_streams[n].is_open = 1;
  __agon_streams[n].reads = *mode == 'r' || updates;
  __agon_streams[n].writes = *mode != 'r' || updates;
  __agon_streams[n].at_end = 0;
  __agon_streams[n].has_failed = 0;
  __agon_streams[n].seeks = 0;
  __agon_streams[n].pushed_count = 0;
  __agon_streams[n].position = *mode == 'a' ? -1 : 0;
  __agon_reopened();
  return &__agon_files[n];
}
void *fopen(const char *name, const char *mode) {
  if (__agon_fails()) {
    ${fails("fopen")}
    return 0;
  }
  return __agon_opened(mode);
}
void *fdopen(int file, const char *mode) {
  if (__agon_is_closed(file) || __agon_fails()) {
    ${fails("fdopen")}
    return 0;
  }
  return __agon_opened(mode);
}
void *tmpfile(void) {
  if (__agon_fails()) {
    ${fails("tmpfile")}
    return 0;
  }
  return __agon_opened("w+");
}
int fclose(void *stream) {
  __agon_streams[__agon_number(stream)].is_open = 0;
  if (!__agon_fails()) return 0;
  ${fails("fclose")}
  return -1;
}
int feof(void *stream) { return __agon_streams[__agon_number(stream)].at_end ? __agon_open_sign(1) : 0; }
int ferror(void *stream) { return __agon_streams[__agon_number(stream)].has_failed ? __agon_open_sign(1) : 0; }
void clearerr(void *stream) {
  int n = __agon_number(stream);
  __agon_streams[n].at_end = __agon_streams[n].has_failed = 0;
}
/** Where an operation on the position starts: 1 when there are no positions. */
static int __agon_has_no_positions(int n) {
  if (__agon_streams[n].seeks == 0) __agon_streams[n].seeks = __VERIFIER_nondet_agon_int() ? -1 : 1;
  return __agon_streams[n].seeks < 0;
}
int fseek(void *stream, long offset, int whence) {
  int n = __agon_number(stream);
  long base = whence == 0 ? 0 : whence == 1 ? __agon_streams[n].position : -1;
  if (__agon_has_pushed(n) && whence == 1) base = -1;
  if (__agon_has_no_positions(n)) { ${fails("fseek", "ESPIPE")} return -1; }
  if (whence == 2) {
    /* The size of the file. */
    base = __VERIFIER_nondet_agon_long();
    __agon_assume(base >= 0);
  }
  if (whence < 0 || whence > 2) { ${fails("fseek", "EINVAL")} return -1; }
  if (base >= 0 && offset < -base) { ${fails("fseek", "EINVAL")} return -1; }
  if (base >= 0 && offset > (long)(~0UL >> 1) - base) { ${fails("fseek", "EINVAL", "EOVERFLOW")} return -1; }
  if (base < 0 && __VERIFIER_nondet_agon_int()) { ${fails("fseek", "EINVAL", "EOVERFLOW")} return -1; }
  if (__agon_streams[n].writes && __agon_fails()) { ${fails("fputc")} return -1; }
  __agon_streams[n].at_end = 0;
  __agon_streams[n].pushed_count = 0;
  __agon_streams[n].position = base < 0 ? -2 : base + offset;
  return 0;
}
void rewind(void *stream) {
  int n = __agon_number(stream);
  if (fseek(stream, 0, 0) == 0) __agon_streams[n].at_end = 0;
  __agon_streams[n].has_failed = 0;
}
long ftell(void *stream) {
  int n = __agon_number(stream);
  if (__agon_has_no_positions(n)) { ${fails("ftell", "ESPIPE")} return -1; }
  if (__agon_has_pushed(n)) {
    long value = __VERIFIER_nondet_agon_long();
    if (__agon_library_choice() != 2) __agon_unsupported("'ftell' after 'ungetc'");
    __agon_assume(value >= -1);
    return value;
  }
  if (__agon_streams[n].position < 0) {
    long value = __VERIFIER_nondet_agon_long();
    if (__agon_streams[n].position == -2 && __agon_library_choice() != 2) __agon_unsupported("'ftell' where the position is not followed");
    __agon_assume(value >= -1);
    if (value < 0) { ${fails("ftell", "EOVERFLOW", "EIO")} return -1; }
    __agon_streams[n].position = value;
  }
  return __agon_streams[n].position;
}

int fgetc(void *stream) {
  int n = __agon_number(stream), value;
  if (__agon_mentions("ungetc")) {
    if (__agon_has_pushed(n)) return __agon_pushed(n);
  }
  if (!__agon_is_read(n)) return -1;
  value = __VERIFIER_nondet_agon_int();
  __agon_assume(value >= -1 && value <= 255);
  if (value < 0) __agon_no_more(n);
  else __agon_moved(n, 1);
  return value;
}
int getc(void *stream) { return fgetc(stream); }
int getchar(void) { return fgetc(&__agon_files[0]); }
int ungetc(int c, void *stream) {
  int n = __agon_number(stream), count = __agon_streams[n].pushed_count;
  if (c == -1) return -1;
  if (!__agon_streams[n].reads) __agon_unsupported("'ungetc' to a stream that is not for reading");
  if (count > 0 && __VERIFIER_nondet_agon_int()) return -1;
  if (count == ${PUSHED}) __agon_unsupported("more than ${PUSHED} characters that are pushed back");
  __agon_streams[n].pushed[count] = (unsigned char)c;
  __agon_streams[n].pushed_count = (char)(count + 1);
  __agon_streams[n].at_end = 0;
  return (unsigned char)c;
}

char *fgets(char *s, int size, void *stream) {
  int n = __agon_number(stream), length = 0, last, i;
  if (size <= 0) __agon_unsupported("fgets with a size that is not positive");
  if (size == 1) {
    if (__VERIFIER_nondet_agon_int()) return 0;
    *s = 0;
    return s;
  }
  if (__agon_mentions("ungetc")) {
    while (length < size - 1 && __agon_has_pushed(n)) {
      s[length++] = (char)__agon_pushed(n);
      if (s[length - 1] == '\\n') { s[length] = 0; return s; }
    }
  }
  if (length < size - 1) {
    if (!__agon_is_read(n)) {
      if (length == 0 || !__agon_streams[n].reads) return 0;
    } else if (__VERIFIER_nondet_agon_int()) {
      /* Nothing more is read. */
      if (length == 0 && __VERIFIER_nondet_agon_int()) {
        if (__agon_mentions(${INDICATORS})) __agon_streams[n].at_end = 1;
        return 0;
      }
      if (length == 0 || __VERIFIER_nondet_agon_int()) {
        __agon_read_error(n);
        __agon_lost_position(n);
        for (i = 0; i < size; i++) s[i] = __VERIFIER_nondet_agon_char();
        return 0;
      }
      if (__agon_mentions(${INDICATORS})) __agon_streams[n].at_end = 1;
    } else {
      last = __agon_up_to(size - 1);
      __agon_assume(last > length);
      __agon_moved(n, (size_t)(last - length));
      for (i = length; i < last; i++) {
        char c = __VERIFIER_nondet_agon_char();
        __agon_assume(c != '\\n' || i == last - 1);
        s[i] = c;
      }
      length = last;
      if (__agon_mentions(${INDICATORS})) {
        if (length < size - 1 && s[length - 1] != '\\n') __agon_streams[n].at_end = 1;
      }
    }
  }
  s[length] = 0;
  return s;
}
char *gets(char *s) {
  char *to = s;
  __agon_ignores_pushed(0);
  if (!__agon_is_read(0)) return 0;
  __agon_lost_position(0);
  if (__VERIFIER_nondet_agon_int()) { __agon_no_more(0); return 0; }
  while (__VERIFIER_nondet_agon_int()) {
    *to = __VERIFIER_nondet_agon_char();
    __agon_assume(*to != '\\n');
    to++;
  }
  if (__agon_mentions(${INDICATORS})) {
    if (to > s && __VERIFIER_nondet_agon_int()) __agon_streams[0].at_end = 1;
  }
  *to = 0;
  return s;
}
size_t fread(void *to, size_t size, size_t count, void *stream) {
  int n = __agon_number(stream);
  char *bytes = to;
  size_t done, part = 0, i = 0;
  if (size == 0 || count == 0) return 0;
  if (__agon_mentions("ungetc")) {
    while (i < size * count && __agon_has_pushed(n)) bytes[i++] = (char)__agon_pushed(n);
    if (i == size * count) return count;
  }
  if (!__agon_is_read(n)) {
    if (__agon_mentions("ungetc")) return i / size;
    return 0;
  }
  done = __VERIFIER_nondet_agon_ulong();
  __agon_assume(done <= count);
  if (done < count) {
    part = __VERIFIER_nondet_agon_ulong();
    __agon_assume(part < size);
    __agon_no_more(n);
  }
  if (__agon_mentions("ungetc")) __agon_assume(size * done + part >= i);
  __agon_moved(n, size * done + part - i);
  for (; i < size * done; i++) bytes[i] = __VERIFIER_nondet_agon_char();
  if (part > 0) for (; i < size * done + part; i++) bytes[i] = __VERIFIER_nondet_agon_char();
  return done;
}
/**
 * After output by an intrinsic (output-effects.ts); null: to all streams (7.21.5.2p3). As many bytes as the count says, if
 * it did not fail; -1: not known.
 */
void __agon_written(void *stream, int isStandard, int isPrinted, int count, int result) {
  int n;
  /* Only printf and its like may fail with any negative number. */
  if (!isPrinted) __agon_assume(result >= -1);
  if (stream == 0 && !isStandard) {
    if (result < 0) { ${fails("fflush")} }
    return;
  }
  n = isStandard ? 1 : __agon_number(stream);
  if (!__agon_streams[n].writes) __agon_assume(result < 0);
  if (result >= 0 && count >= 0) __agon_moved(n, (size_t)count);
  else __agon_lost_position(n);
  if (result < 0) __agon_write_error(n);
}
size_t fwrite(const void *from, size_t size, size_t count, void *stream) {
  int n = __agon_number(stream);
  size_t done;
  if (size == 0 || count == 0) return 0;
  if (!__agon_streams[n].writes) {
    if (__agon_mentions(${INDICATORS})) __agon_streams[n].has_failed = 1;
    ${fails("fwrite", "EBADF")}
    return 0;
  }
  done = __VERIFIER_nondet_agon_ulong();
  __agon_assume(done <= count);
  if (done < count) {
    __agon_write_error(n);
    __agon_lost_position(n);
  } else __agon_moved(n, size * count);
  return done;
}
`;
