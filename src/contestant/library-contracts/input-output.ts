/** <stdio.h>, <unistd.h>, <wchar.h> for streams: C11 7.21, 7.29.3; POSIX.1-2017. */
import {
  type Contract,
  contracts,
  format,
  hiddenFormat,
  implemented,
  orNull,
  reads,
  stream,
  string,
  writes,
} from "./contract.ts";

const STREAMS = contracts("stdio.h", [
  ["FILE *fopen(const char *name, const char *mode)", string("name"), string("mode")],
  ["FILE *fdopen(int file, const char *mode)", string("mode")],
  ["FILE *tmpfile(void)"],
  ["int fclose(FILE *stream)", stream("stream")],
  ["int fflush(FILE *stream)", orNull(stream("stream"))],
  ["int fflush_unlocked(FILE *stream)", orNull(stream("stream"))],
  ["int feof(FILE *stream)", stream("stream")],
  ["int ferror(FILE *stream)", stream("stream")],
  ["void clearerr(FILE *stream)", stream("stream")],
  ["void rewind(FILE *stream)", stream("stream")],
  ["int fseek(FILE *stream, long offset, int whence)", stream("stream")],
  ["long ftell(FILE *stream)", stream("stream")],
  ["void perror(const char *text)", orNull(string("text"))],
  ["int remove(const char *name)", string("name")],
  ["int rename(const char *from, const char *to)", string("from"), string("to")],
]);

const CHARACTERS = contracts("stdio.h", [
  ["int getchar(void)"],
  ["int fgetc(FILE *stream)", stream("stream")],
  ["int getc(FILE *stream)", stream("stream")],
  ["int ungetc(int c, FILE *stream)", stream("stream")],
  ["int putchar(int c)"],
  ["int putchar_unlocked(int c)"],
  ["int putc(int c, FILE *stream)", stream("stream")],
  ["int fputc(int c, FILE *stream)", stream("stream")],
  ["int putc_unlocked(int c, FILE *stream)", stream("stream")],
  ["int fputc_unlocked(int c, FILE *stream)", stream("stream")],
]);

const TEXT = contracts("stdio.h", [
  ["int puts(const char *text)", string("text")],
  ["int fputs(const char *text, FILE *stream)", string("text"), stream("stream")],
  ["int fputs_unlocked(const char *text, FILE *stream)", string("text"), stream("stream")],
  [
    "char *fgets(char *text, int size, FILE *stream)",
    writes("text", "size > 0 ? (size_t)size : 0"),
    stream("stream"),
  ],
  // As many bytes as a line has: no buffer can be large enough for all lines (C11 removed the function).
  ["char *gets(char *text)", implemented(writes("text", "1"))],
]);

const BLOCKS = contracts("stdio.h", [
  [
    "size_t fread(void *to, size_t size, size_t count, FILE *stream)",
    writes("to", "__agon_extent(size, count)"),
    stream("stream"),
  ],
  [
    "size_t fwrite(const void *from, size_t size, size_t count, FILE *stream)",
    reads("from", "__agon_extent(size, count)"),
    stream("stream"),
  ],
]);

const PRINTED = contracts("stdio.h", [
  ["int printf(const char *format, ...)", format("format")],
  ["int fprintf(FILE *stream, const char *format, ...)", stream("stream"), format("format")],
  ["int dprintf(int file, const char *format, ...)", format("format")],
  ["int vprintf(const char *format, va_list list)", hiddenFormat("format")],
  [
    "int vfprintf(FILE *stream, const char *format, va_list list)",
    stream("stream"),
    hiddenFormat("format"),
  ],
  // Names of glibc's headers with _FORTIFY_SOURCE.
  ["int __printf_chk(int flag, const char *format, ...)", format("format")],
  [
    "int __fprintf_chk(FILE *stream, int flag, const char *format, ...)",
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
  ["int scanf(const char *format, ...)", implemented(string("format"))],
  [
    "int fscanf(FILE *stream, const char *format, ...)",
    stream("stream"),
    implemented(string("format")),
  ],
  ["int vscanf(const char *format, va_list list)", implemented(string("format"))],
  ["int vfscanf(FILE *stream, const char *format, va_list list)", implemented(string("format"))],
  [
    "int sscanf(const char *text, const char *format, ...)",
    implemented(string("format")),
    implemented(string("text")),
  ],
  [
    "int vsscanf(const char *text, const char *format, va_list list)",
    implemented(string("format")),
    implemented(string("text")),
  ],
]);

/** The contents of wide formats and strings are not modelled: they only have to be valid. */
const WIDE = [
  ...contracts("wchar.h", [
    ["int wprintf(const wchar_t *format, ...)", hiddenFormat("format")],
    [
      "int fwprintf(FILE *stream, const wchar_t *format, ...)",
      stream("stream"),
      hiddenFormat("format"),
    ],
    ["int vwprintf(const wchar_t *format, va_list list)", hiddenFormat("format")],
    [
      "int vfwprintf(FILE *stream, const wchar_t *format, va_list list)",
      stream("stream"),
      hiddenFormat("format"),
    ],
    ["int fputws(const wchar_t *text, FILE *stream)", stream("stream"), hiddenFormat("text")],
    ["wint_t putwchar(wchar_t c)"],
    ["wint_t putwc(wchar_t c, FILE *stream)", stream("stream")],
    ["wint_t fputwc(wchar_t c, FILE *stream)", stream("stream")],
  ]),
  ...contracts("", [["int printk(const char *format, ...)", format("format")]]),
  ...contracts("syslog.h", [
    ["void syslog(int priority, const char *format, ...)", format("format")],
  ]),
];

const FILES = contracts("unistd.h", [
  ["int unlink(const char *name)", string("name")],
  ["int close(int file)"],
  ["int isatty(int file)"],
  ["pid_t getpid(void)"],
  ["ssize_t read(int file, void *to, size_t size)", writes("to", "size")],
  ["ssize_t write(int file, const void *from, size_t size)", reads("from", "size")],
  ["unsigned sleep(unsigned seconds)"],
  ["int usleep(useconds_t microseconds)"],
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
