/** <stdio.h>, <unistd.h>, <wchar.h> for streams: C11 7.21, 7.29.3; POSIX.1-2017. */
import {
  type Contract,
  contracts,
  failing,
  format,
  hiddenFormat,
  implemented,
  orNull,
  reads,
  stream,
  string,
  writes,
} from "./contract.ts";
import { PATH_ERRORS, READ_ERRORS, WRITE_ERRORS } from "./file-errors.ts";

const STREAMS = contracts("stdio.h", [
  [
    "FILE *fopen(const char *name, const char *mode)",
    failing(
      ...PATH_ERRORS,
      "EAGAIN",
      "EBUSY",
      "EDQUOT",
      "EEXIST",
      "EFBIG",
      "EINVAL",
      "EISDIR",
      "EMFILE",
      "ENFILE",
      "ENODEV",
      "ENOSPC",
      "ENXIO",
      "EOVERFLOW",
      "ETXTBSY",
    ),
    string("name"),
    string("mode"),
  ],
  [
    "FILE *fdopen(int file, const char *mode)",
    failing("EBADF", "EINVAL", "EMFILE", "ENOMEM"),
    string("mode"),
  ],
  [
    "FILE *tmpfile(void)",
    failing(
      ...PATH_ERRORS,
      "EDQUOT",
      "EEXIST",
      "EINVAL",
      "EMFILE",
      "ENFILE",
      "ENOSPC",
      "EOVERFLOW",
      "ENOTSUP",
    ),
  ],
  ["int fclose(FILE *stream)", failing(...WRITE_ERRORS), stream("stream")],
  ["int fflush(FILE *stream)", failing(...WRITE_ERRORS), orNull(stream("stream"))],
  ["int fflush_unlocked(FILE *stream)", failing(...WRITE_ERRORS), orNull(stream("stream"))],
  ["int feof(FILE *stream)", stream("stream")],
  ["int ferror(FILE *stream)", stream("stream")],
  ["void clearerr(FILE *stream)", stream("stream")],
  ["void rewind(FILE *stream)", stream("stream")],
  [
    "int fseek(FILE *stream, long offset, int whence)",
    failing(...WRITE_ERRORS, "EOVERFLOW", "ESPIPE"),
    stream("stream"),
  ],
  ["long ftell(FILE *stream)", failing("EBADF", "EIO", "EOVERFLOW", "ESPIPE"), stream("stream")],
  ["void perror(const char *text)", orNull(string("text"))],
  [
    "int remove(const char *name)",
    failing(...PATH_ERRORS, "EBUSY", "EISDIR", "ENOTEMPTY", "EEXIST", "EINVAL", "ETXTBSY"),
    string("name"),
  ],
  [
    "int rename(const char *from, const char *to)",
    failing(
      ...PATH_ERRORS,
      "EBUSY",
      "EDQUOT",
      "EEXIST",
      "EINVAL",
      "EISDIR",
      "EMLINK",
      "ENOSPC",
      "ENOTEMPTY",
      "EXDEV",
      "ETXTBSY",
    ),
    string("from"),
    string("to"),
  ],
]);

const CHARACTERS = contracts("stdio.h", [
  ["int getchar(void)", failing(...READ_ERRORS)],
  ["int fgetc(FILE *stream)", failing(...READ_ERRORS), stream("stream")],
  ["int getc(FILE *stream)", failing(...READ_ERRORS), stream("stream")],
  ["int ungetc(int c, FILE *stream)", stream("stream")],
  ["int putchar(int c)", failing(...WRITE_ERRORS)],
  ["int putchar_unlocked(int c)", failing(...WRITE_ERRORS)],
  ["int putc(int c, FILE *stream)", failing(...WRITE_ERRORS), stream("stream")],
  ["int fputc(int c, FILE *stream)", failing(...WRITE_ERRORS), stream("stream")],
  ["int putc_unlocked(int c, FILE *stream)", failing(...WRITE_ERRORS), stream("stream")],
  ["int fputc_unlocked(int c, FILE *stream)", failing(...WRITE_ERRORS), stream("stream")],
]);

const TEXT = contracts("stdio.h", [
  ["int puts(const char *text)", failing(...WRITE_ERRORS), string("text")],
  [
    "int fputs(const char *text, FILE *stream)",
    failing(...WRITE_ERRORS),
    string("text"),
    stream("stream"),
  ],
  [
    "int fputs_unlocked(const char *text, FILE *stream)",
    failing(...WRITE_ERRORS),
    string("text"),
    stream("stream"),
  ],
  [
    "char *fgets(char *text, int size, FILE *stream)",
    failing(...READ_ERRORS),
    writes("text", "size > 0 ? (size_t)size : 0"),
    stream("stream"),
  ],
  // As many bytes as a line has: no buffer can be large enough for all lines (C11 removed the function).
  ["char *gets(char *text)", failing(...READ_ERRORS), implemented(writes("text", "1"))],
]);

const BLOCKS = contracts("stdio.h", [
  [
    "size_t fread(void *to, size_t size, size_t count, FILE *stream)",
    failing(...READ_ERRORS),
    writes("to", "__agon_extent(size, count)"),
    stream("stream"),
  ],
  [
    "size_t fwrite(const void *from, size_t size, size_t count, FILE *stream)",
    failing(...WRITE_ERRORS),
    reads("from", "__agon_extent(size, count)"),
    stream("stream"),
  ],
]);

const PRINTED = contracts("stdio.h", [
  ["int printf(const char *format, ...)", failing(...WRITE_ERRORS), format("format")],
  [
    "int fprintf(FILE *stream, const char *format, ...)",
    failing(...WRITE_ERRORS),
    stream("stream"),
    format("format"),
  ],
  ["int dprintf(int file, const char *format, ...)", failing(...WRITE_ERRORS), format("format")],
  [
    "int vprintf(const char *format, va_list list)",
    failing(...WRITE_ERRORS),
    hiddenFormat("format"),
  ],
  [
    "int vfprintf(FILE *stream, const char *format, va_list list)",
    failing(...WRITE_ERRORS),
    stream("stream"),
    hiddenFormat("format"),
  ],
  // Names of glibc's headers with _FORTIFY_SOURCE.
  [
    "int __printf_chk(int flag, const char *format, ...)",
    failing(...WRITE_ERRORS),
    format("format"),
  ],
  [
    "int __fprintf_chk(FILE *stream, int flag, const char *format, ...)",
    failing(...WRITE_ERRORS),
    stream("stream"),
    format("format"),
  ],
  ["int sprintf(char *to, const char *format, ...)", implemented(format("format"))],
  ["int snprintf(char *to, size_t size, const char *format, ...)", implemented(format("format"))],
  ["int vsprintf(char *to, const char *format, va_list list)", implemented(hiddenFormat("format"))],
  [
    "int vsnprintf(char *to, size_t size, const char *format, va_list list)",
    implemented(hiddenFormat("format")),
  ],
]);

const SCANNED = contracts("stdio.h", [
  ["int scanf(const char *format, ...)", failing(...READ_ERRORS), implemented(string("format"))],
  [
    "int fscanf(FILE *stream, const char *format, ...)",
    failing(...READ_ERRORS),
    stream("stream"),
    implemented(string("format")),
  ],
  [
    "int vscanf(const char *format, va_list list)",
    failing(...READ_ERRORS),
    implemented(string("format")),
  ],
  [
    "int vfscanf(FILE *stream, const char *format, va_list list)",
    failing(...READ_ERRORS),
    implemented(string("format")),
  ],
  [
    "int sscanf(const char *text, const char *format, ...)",
    reads("text", "1"),
    implemented(string("format")),
    implemented(string("text")),
  ],
  [
    "int vsscanf(const char *text, const char *format, va_list list)",
    reads("text", "1"),
    implemented(string("format")),
    implemented(string("text")),
  ],
]);

/** The contents of wide formats and strings are not modelled: they only have to be valid. */
const WIDE = [
  ...contracts("wchar.h", [
    ["int wprintf(const wchar_t *format, ...)", failing(...WRITE_ERRORS), hiddenFormat("format")],
    [
      "int fwprintf(FILE *stream, const wchar_t *format, ...)",
      failing(...WRITE_ERRORS),
      stream("stream"),
      hiddenFormat("format"),
    ],
    [
      "int vwprintf(const wchar_t *format, va_list list)",
      failing(...WRITE_ERRORS),
      hiddenFormat("format"),
    ],
    [
      "int vfwprintf(FILE *stream, const wchar_t *format, va_list list)",
      failing(...WRITE_ERRORS),
      stream("stream"),
      hiddenFormat("format"),
    ],
    [
      "int fputws(const wchar_t *text, FILE *stream)",
      failing(...WRITE_ERRORS),
      stream("stream"),
      hiddenFormat("text"),
    ],
    ["wint_t putwchar(wchar_t c)", failing(...WRITE_ERRORS)],
    ["wint_t putwc(wchar_t c, FILE *stream)", failing(...WRITE_ERRORS), stream("stream")],
    ["wint_t fputwc(wchar_t c, FILE *stream)", failing(...WRITE_ERRORS), stream("stream")],
  ]),
  ...contracts("", [["int printk(const char *format, ...)", format("format")]]),
  ...contracts("syslog.h", [
    ["void syslog(int priority, const char *format, ...)", format("format")],
  ]),
];

const FILES = contracts("unistd.h", [
  [
    "int unlink(const char *name)",
    failing(...PATH_ERRORS, "EBUSY", "EISDIR", "ETXTBSY"),
    string("name"),
  ],
  ["int close(int file)", failing("EBADF", "EINTR", "EIO", "ENOSPC", "EDQUOT")],
  ["int isatty(int file)", failing("EBADF", "ENOTTY", "EINVAL")],
  ["pid_t getpid(void)"],
  ["ssize_t read(int file, void *to, size_t size)", failing(...READ_ERRORS), writes("to", "size")],
  [
    "ssize_t write(int file, const void *from, size_t size)",
    failing(...WRITE_ERRORS),
    reads("from", "size"),
  ],
  ["unsigned sleep(unsigned seconds)"],
  ["int usleep(useconds_t microseconds)", failing("EINTR", "EINVAL")],
]);

export const INPUT_OUTPUT: readonly Contract[] = [
  ...STREAMS,
  ...CHARACTERS,
  ...TEXT,
  ...BLOCKS,
  ...PRINTED,
  ...SCANNED,
  ...WIDE,
  ...FILES,
];
