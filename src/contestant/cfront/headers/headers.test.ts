import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Diagnostic } from "../../../ground/util/diagnostic.ts";
import { ILP32, LP64, type MachineModel } from "../machine-model.ts";
import { preprocess } from "../preprocessor/index.ts";
import { HEADERS } from "./index.ts";

/** Headers that gcc finds, too. */
const NAMES = [...HEADERS.keys()].filter((name) => !/^(?:bits\/|goblint)/.test(name));
/** Objects and pieces of initialisers have no integer value. */
const NOT_INTEGER =
  /^(?:_.*_H|PRI.*|SCN.*|__PRI.*|NULL|errno|std(?:in|out|err)|M_.*|HUGE_VALF?L?|INFINITY|NAN|FLT_(?:MAX|MIN|EPSILON|TRUE_MIN)|L?DBL_(?:MAX|MIN|EPSILON|TRUE_MIN)|.*INITIALIZER|.*_INIT|I|_Complex_I|complex|bool|alignas|alignof|static_assert|thread_local|noreturn|P_tmpdir|SIG_(?:ERR|DFL|IGN)|.*_FAILED|st_.time|sa_\w+|MB_CUR_MAX|FE_DFL_ENV|and|and_eq|bitand|bitor|compl|not|not_eq|or|or_eq|xor|xor_eq|PTHREAD_CANCELED|__SIZEOF_\w+|PTHREAD_STACK_MIN|FILENAME_MAX|TMP_MAX|.*SUBNORM|PTHREAD_CREATE_.*)$/;
const TYPES = `size_t ptrdiff_t wchar_t max_align_t va_list div_t ldiv_t lldiv_t FILE fpos_t time_t
  clock_t|struct tm|struct timespec|struct timeval|struct itimerval|struct stat|sigset_t siginfo_t
  |struct sigaction|union sigval|jmp_buf sigjmp_buf pthread_t pthread_attr_t pthread_mutex_t
  pthread_mutexattr_t pthread_cond_t pthread_condattr_t pthread_rwlock_t pthread_rwlockattr_t
  pthread_spinlock_t pthread_barrier_t pthread_barrierattr_t pthread_once_t pthread_key_t sem_t
  |struct sched_param|atomic_bool atomic_int atomic_llong atomic_flag mbstate_t wint_t|struct lconv
  |fenv_t fexcept_t float_t double_t imaxdiv_t ssize_t off_t pid_t mode_t dev_t ino_t nlink_t uid_t
  blksize_t blkcnt_t clockid_t timer_t suseconds_t useconds_t int_fast16_t uintmax_t intptr_t loff_t`
  .split(/[|\n]/)
  .flatMap((part) => (/^(?:struct|union)/.test(part) ? [part] : part.trim().split(/\s+/)))
  .filter((name) => name !== "");

function macroNames(text: string): string[] {
  const names = [...text.matchAll(/^#define (\w+)(?= |$)/gm)].map(([, name]) => name as string);
  return names.filter((name) => !NOT_INTEGER.test(name));
}

/** Top-level declarations of all headers except type definitions, as our preprocessor sees them. */
function prototypes(machine: MachineModel): string {
  const log: Diagnostic[] = [];
  const text = NAMES.map((name) => `#include <${name}>\n`).join("");
  const tokens = preprocess("all.c", `#define _GNU_SOURCE 1\n${text}`, machine, log);
  expect(log).toEqual([]);
  const declarations: string[] = [];
  let words: string[] = [];
  let depth = 0;
  for (const { text: word } of tokens) {
    words.push(word);
    if (/^[({[]$/.test(word)) depth++;
    else if (/^[)}\]]$/.test(word)) depth--;
    else if (word === ";" && depth === 0) {
      if (words[0] === "extern") declarations.push(words.join(" "));
      words = [];
    }
  }
  expect(declarations.length).toBeGreaterThan(700);
  return declarations.join("\n");
}

describe.each([
  ["-m32", ILP32],
  ["-m64", LP64],
] as const)("built-in headers against glibc %s", (flag, machine) => {
  const isAvailable =
    spawnSync("gcc", [flag, "-x", "c", "-", "-o", "/dev/null"], {
      input: "#include <features.h>\nint main(void) { return __GLIBC__ - 2; }",
    }).status === 0;
  let folder = "";
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), "agon-headers-"));
    for (const [name, text] of HEADERS) {
      const file = join(folder, "include", name);
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, text);
    }
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  function run(program: string, options: readonly string[]): string {
    const source = join(folder, "probe.c");
    const binary = join(folder, "probe");
    writeFileSync(source, program);
    execFileSync("gcc", [flag, "-w", ...options, "-o", binary, source, "-lm"], { stdio: "pipe" });
    return execFileSync(binary, { encoding: "utf8" });
  }
  const ours = (): string[] => ["-nostdinc", "-I", join(folder, "include")];

  test.skipIf(!isAvailable)(
    "sizes, alignments and constants (needs gcc and glibc)",
    { timeout: 60_000 },
    () => {
      const macros = [...new Set(NAMES.flatMap((name) => macroNames(HEADERS.get(name) as string)))];
      const program = `
${NAMES.filter((name) => name !== "iso646.h")
  .map((name) => `#include <${name}>`)
  .join("\n")}
int main(void) {
${TYPES.map((type) => `  printf("${type} %d %d\\n", (int)sizeof(${type}), (int)_Alignof(${type}));`).join("\n")}
${macros.map((name) => `#ifdef ${name}\n  printf("${name} %lld %d\\n", (long long)(${name}), (int)sizeof(${name}));\n#endif`).join("\n")}
  return 0;
}`;
      expect(run(program, ours())).toBe(run(program, []));
    },
  );

  test.skipIf(!isAvailable)(
    "prototypes may be declared once more (needs gcc and glibc)",
    { timeout: 60_000 },
    () => {
      const includes = NAMES.filter((name) => !/iso646|noreturn|stdalign|complex/.test(name));
      const complex = "#include <complex.h>\n";
      const program = `#define _GNU_SOURCE 1
${includes.map((name) => `#include <${name}>`).join("\n")}
${complex}#undef complex
#undef I
#undef errno
${[...new Set(prototypes(machine).match(/\b\w+(?= \()/g) ?? [])].map((name) => `#undef ${name}`).join("\n")}
${prototypes(machine)}
int main(void) { return 0; }`;
      expect(run(program, [])).toBe("");
    },
  );
});
