/**
 * Random tasks about calls: a few functions that loop, read and change globals and call those
 * before them, each called several times with other arguments and other globals, and a claim about
 * their effects. Small enough for every execution to be tried.
 */
import { randomIntegers } from "../../src/ground/util/pseudo-random.ts";
import type { RandomTask } from "./random-task.ts";

/** @param variant - another claim about the same program */
export function randomCallTask(seed: number, variant: number): RandomTask {
  return new Generator(seed, variant).task();
}

const PRELUDE = `extern void reach_error(void);
extern void abort(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
`;

const GLOBALS = ["g", "h"] as const;
const PARAMETERS = ["a", "b"] as const;
const TYPES = ["unsigned", "unsigned char", "int"] as const;

class Generator {
  #below: (limit: number) => number;
  readonly #claims: (limit: number) => number;
  #functions = 0;

  constructor(seed: number, variant: number) {
    this.#below = randomIntegers(seed);
    this.#claims = randomIntegers(seed * 64 + variant);
  }

  task(): RandomTask {
    const globals = GLOBALS.map((name) => `${this.#pick(TYPES)} ${name} = ${this.#below(3)};`);
    const functions = Array.from({ length: 1 + this.#below(3) }, () => this.#function());
    const size = this.#pick([2, 4, 8]);
    const calls = Array.from({ length: 2 + this.#below(3) }, (_, n) => {
      const readable = ["n", ...Array.from({ length: n }, (__, k) => `r${k}`)];
      const change =
        this.#below(3) === 0 ? `${this.#pick(GLOBALS)} = ${this.#value(readable)};\n` : "";
      return `${change}unsigned r${n} = ${this.#call(readable)};`;
    });
    this.#below = this.#claims;
    const results = ["n", ...calls.map((_, n) => `r${n}`)];
    const text = `${PRELUDE}${globals.join("\n")}
${functions.join("\n")}
int main(void)
{
unsigned n = __VERIFIER_nondet_uint() & ${size - 1};
${calls.join("\n")}
if (!(${this.#condition(results)})) reach_error();
return 0;
}
`;
    const domains = [Array.from({ length: size }, (_, i) => i)];
    return { text, domains, dataModel: this.#below(2) === 0 ? "ILP32" : "LP64" };
  }

  #pick<T>(list: readonly T[]): T {
    return list[this.#below(list.length)] as T;
  }

  #function(): string {
    const own = [...PARAMETERS, "v", "i"];
    const changed = ["v", "a", ...GLOBALS];
    const statement = (): string => `${this.#pick(changed)} = ${this.#value(own)};`;
    const guarded = (): string =>
      this.#below(2) === 0 ? statement() : `if (${this.#condition(own)}) ${statement()}`;
    const bound = this.#below(2) === 0 ? `${1 + this.#below(4)}` : "(b & 3)";
    const inner = this.#functions > 0 && this.#below(2) === 0 ? `v = ${this.#call(own)};\n` : "";
    const early = this.#below(4) === 0 ? `if (${this.#condition(own)}) return v;\n` : "";
    const claim =
      this.#below(6) === 0 ? `if (${this.#condition(own)} && v == 77) reach_error();\n` : "";
    const body = Array.from({ length: 1 + this.#below(2) }, guarded).join("\n");
    const name = `f${this.#functions++}`;
    const type = this.#pick(["unsigned", "unsigned char"]);
    return `${type} ${name}(${type} a, unsigned b) {
unsigned v = ${this.#below(4)}, i = 0;
${early}while (i < ${bound}) { i++; ${body} }
${inner}${claim}${guarded()}
return v;
}`;
  }

  #call(readable: readonly string[]): string {
    return `f${this.#below(this.#functions)}(${this.#value(readable)}, ${this.#value(readable)})`;
  }

  /** Small, so that nothing overflows. */
  #value(readable: readonly string[]): string {
    const name = (): string => this.#pick([...readable, ...GLOBALS]);
    const kinds = [
      () => `${this.#below(6)}`,
      name,
      () => `(${name()} + ${1 + this.#below(2)}) & 15`,
      () => `(${name()} + ${name()}) & 15`,
      () => `(${name()} ^ ${name()}) & 7`,
    ];
    return this.#pick(kinds)();
  }

  #condition(readable: readonly string[]): string {
    const name = (): string => this.#pick([...readable, ...GLOBALS]);
    const [left, right] = [name(), this.#below(2) === 0 ? name() : `${this.#below(9)}`];
    return `${left} ${this.#pick(["==", "!=", "<", "<=", ">="])} ${right}`;
  }
}
