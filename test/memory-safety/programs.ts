/**
 * Programs for memory safety with known verdicts, many to a file. A program starts after a line
 * with its verdicts:
 *
 *     // safety: valid-deref; cleanup: true; what it shows
 *
 * - `safety`: the answer about `valid-memsafety`: `true`, or the subproperty that is violated
 *   first; `open`:
 *   every definite answer is wrong; `false-or-unknown`: TRUE is wrong.
 * - `cleanup`: `true`, `false` or `open` of `valid-memcleanup`; not tested when absent.
 * - `undecided`: no configuration need decide it.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

export type Safety =
  | "true"
  | "open"
  | "false-or-unknown"
  | "valid-deref"
  | "valid-free"
  | "valid-memtrack";
export type Cleanup = "true" | "false" | "open";

export interface MemoryProgram {
  readonly name: string;
  readonly safety: Safety;
  readonly cleanup: Cleanup | undefined;
  readonly isUndecided: boolean;
  readonly text: string;
}

/** Declarations that every program may use. */
const PREAMBLE = `typedef __SIZE_TYPE__ size_t;
void *malloc(size_t); void *calloc(size_t, size_t); void *realloc(void *, size_t); void free(void *);
void *alloca(size_t); void abort(void); void exit(int); int atexit(void (*)(void));
void __assert_fail(const char *, const char *, unsigned, const char *);
void *memcpy(void *, const void *, size_t); void *memmove(void *, const void *, size_t);
void *memset(void *, int, size_t); char *strcpy(char *, const char *); size_t strlen(const char *);
int printf(const char *, ...); int puts(const char *);
int remove(const char *); int rename(const char *, const char *); void perror(const char *); int fflush(void *);
long write(int, const void *, size_t); long read(int, void *, size_t); int memcmp(const void *, const void *, size_t);
size_t strspn(const char *, const char *); int pthread_cond_init(void *, const void *); int pthread_cond_signal(void *);
int pthread_mutex_lock(void *); unsigned long pthread_self(void); int pthread_setname_np(unsigned long, const char *);
int __VERIFIER_nondet_int(void); unsigned __VERIFIER_nondet_uint(void); char __VERIFIER_nondet_char(void);
void __VERIFIER_assume(int);
`;

const HEADER = /^\/\/ safety: (\S+?)(?:; cleanup: (\S+?))?(; undecided)?; (.*)$/;

export function memoryPrograms(): readonly MemoryProgram[] {
  const files = readdirSync(import.meta.dirname).filter((name) => name.endsWith(".c"));
  return files.toSorted().flatMap((file) => {
    const text = readFileSync(join(import.meta.dirname, file), "utf8");
    return text.split(/^(?=\/\/ safety: )/m).map((part) => programOf(file, part));
  });
}

function programOf(file: string, part: string): MemoryProgram {
  const end = part.indexOf("\n");
  const header = HEADER.exec(part.slice(0, end));
  if (header === null) throw new Error(`${file}: '${part.slice(0, end)}' says nothing`);
  const [, safety, cleanup, undecided, name] = header;
  return {
    name: `${file}: ${name}`,
    safety: safety as Safety,
    cleanup: cleanup as Cleanup | undefined,
    isUndecided: undecided !== undefined,
    text: PREAMBLE + part.slice(end + 1),
  };
}
