/**
 * Programs whose executions all end, or do not: many in a file, each after a line with its name and
 * the known facts.
 *
 *     //// NAME: true | false | not-true | not-false | open [; undecided]
 *
 * `not-true` and `not-false` forbid one answer, `open` forbids both. A text without a function
 * `main` is its body.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

export type Truth = "true" | "false" | "not-true" | "not-false" | "open";

export interface TerminationProgram {
  readonly name: string;
  readonly truth: Truth;
  readonly text: string;
  /** No configuration need decide it. */
  readonly isUndecided: boolean;
}

/** Whether the answer is not a mistake. */
export function mayBe(truth: Truth, verdict: "true" | "false"): boolean {
  return truth === verdict || truth === (verdict === "true" ? "not-false" : "not-true");
}

const FOLDER = import.meta.dirname;

const PRELUDE = `typedef __SIZE_TYPE__ size_t;
extern int __VERIFIER_nondet_int(void); extern unsigned __VERIFIER_nondet_uint(void);
extern unsigned char __VERIFIER_nondet_uchar(void); extern void __VERIFIER_assume(int);
extern void reach_error(void); extern void abort(void); extern void exit(int);
extern void *malloc(size_t); extern void *calloc(size_t, size_t); extern void free(void *);
#define N __VERIFIER_nondet_int
#define U __VERIFIER_nondet_uint
#define UC __VERIFIER_nondet_uchar
`;

export function terminationPrograms(): readonly TerminationProgram[] {
  return readdirSync(FOLDER)
    .filter((file) => file.endsWith(".programs"))
    .sort()
    .flatMap((file) => {
      const topic = file.replace(/\.programs$/, "");
      return parsed(readFileSync(join(FOLDER, file), "utf8")).map((program) => ({
        ...program,
        name: `${topic}/${program.name}`,
      }));
    });
}

function parsed(text: string): readonly TerminationProgram[] {
  const [before, ...parts] = text.split(/^\/\/\/\/ /m);
  if (before !== "") throw new Error("a text before the first name");
  return parts.map((part) => {
    const [, name, truth, undecided, body] =
      /^(\S+): (true|false|not-true|not-false|open)(; undecided)?\n([\s\S]*)$/.exec(part) ?? [];
    if (name === undefined || body === undefined) throw new Error(`no program: ${part}`);
    const isWhole = /\bmain\s*\(/.test(body);
    const main = isWhole ? body : `int main(void) { ${body.trim()}\nreturn 0; }\n`;
    return {
      name,
      truth: truth as Truth,
      text: PRELUDE + main,
      isUndecided: undecided !== undefined,
    };
  });
}
