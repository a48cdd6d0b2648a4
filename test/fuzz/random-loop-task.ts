/**
 * Random tasks about loops and arithmetic: one or two inputs from small domains, loops over
 * integers of all widths, and a claim about their effects. Small enough for every execution to be
 * tried.
 */
import { randomIntegers } from "../../src/ground/util/pseudo-random.ts";
import type { RandomTask } from "./random-task.ts";

/** @param variant - another claim about the same program */
export function randomLoopTask(seed: number, variant: number): RandomTask {
  return new Generator(seed, variant).task();
}

const TYPES: readonly (readonly [name: string, nondet: string])[] = [
  ["int", "int"],
  ["unsigned int", "uint"],
  ["signed char", "schar"],
  ["unsigned char", "uchar"],
  ["short", "short"],
  ["unsigned short", "ushort"],
  ["long", "long"],
  ["unsigned long long", "ulonglong"],
  ["long long", "longlong"],
];

const PRELUDE = `extern void reach_error(void);
extern void abort(void);
extern void __VERIFIER_assume(int);
${TYPES.map(([type, name]) => `extern ${type} __VERIFIER_nondet_${name}(void);`).join("\n")}
`;

/** Loops may contain another loop, but not more levels. */
const MAX_DEPTH = 2;

class Generator {
  #below: (limit: number) => number;
  readonly #claims: (limit: number) => number;
  /** Variables that statements may change, and those that they only read. */
  readonly #variables: string[] = [];
  readonly #inputs: string[] = [];
  #counters = 0;

  constructor(seed: number, variant: number) {
    this.#below = randomIntegers(seed);
    this.#claims = randomIntegers(seed * 64 + variant);
  }

  task(): RandomTask {
    const domains: number[][] = [];
    const inputs = Array.from({ length: 1 + this.#below(2) }, () => this.#input(domains));
    const variables = Array.from({ length: 2 + this.#below(2) }, () => this.#variable());
    const statements = Array.from({ length: 1 + this.#below(3) }, () => this.#loop(1));
    if (this.#chance(3)) statements.unshift(this.#statement(0, []));
    this.#below = this.#claims;
    const text = `${PRELUDE}int main(void)
{
${[...inputs, ...variables, ...statements].join("\n")}
if (!(${this.#claim()})) reach_error();
return 0;
}
`;
    return { text, domains, dataModel: this.#chance(3) ? "ILP32" : "LP64" };
  }

  #pick<T>(list: readonly T[]): T {
    return list[this.#below(list.length)] as T;
  }

  #chance(outOf: number): boolean {
    return this.#below(outOf) === 0;
  }

  // ------------------------------------------------------------- declarations

  #input(domains: number[][]): string {
    const [type, nondet] = this.#pick(TYPES);
    const name = `n${this.#inputs.length}`;
    const size = this.#pick([2, 4, 8, 16]);
    this.#inputs.push(name);
    const call = `__VERIFIER_nondet_${nondet}()`;
    if (this.#chance(2)) {
      domains.push(Array.from({ length: size }, (_, i) => i));
      return `${type} ${name} = ${call} & ${size - 1};`;
    }
    const low = type.startsWith("unsigned") ? this.#below(4) : this.#below(8) - 4;
    domains.push(Array.from({ length: size }, (_, i) => low + i));
    const condition = `${name} >= ${low} && ${name} <= ${low + size - 1}`;
    const guard = this.#chance(2)
      ? `__VERIFIER_assume(${condition});`
      : `if (!(${condition})) abort();`;
    return `${type} ${name} = ${call}; ${guard}`;
  }

  #variable(): string {
    const [type] = this.#pick(TYPES);
    const name = `v${this.#variables.length}`;
    const value = this.#chance(3) ? this.#pick(this.#inputs) : this.#constant();
    this.#variables.push(name);
    return `${type} ${name} = ${value};`;
  }

  // --------------------------------------------------------------- statements

  #loop(depth: number): string {
    const counter = `i${this.#counters++}`;
    const [type] = this.#pick(TYPES);
    const readable = [counter];
    const bound = this.#chance(2) ? this.#pick(this.#inputs) : `${1 + this.#below(12)}`;
    const body = Array.from({ length: 1 + this.#below(3) }, () => this.#statement(depth, readable));
    const leave = this.#chance(6) ? `if (${this.#condition(readable)}) break;\n` : "";
    const inside = `{\n${leave}${body.join("\n")}\n}`;
    switch (this.#below(7)) {
      case 0:
        return `${type} ${counter} = ${bound};\nwhile (${counter} > 0) {\n${counter}--;\n${inside}\n}`;
      case 1:
        return `${type} ${counter} = ${bound};\nwhile (${counter} > 1) {\n${counter} /= 2;\n${inside}\n}`;
      case 2:
        return `${type} ${counter} = 0;\ndo ${inside} while (++${counter} < ${bound});`;
      case 3: {
        // The body's values end the loop; the counter only guarantees termination.
        const condition = this.#condition(readable);
        return `for (${type} ${counter} = 0; ${counter} < 20 && ${condition}; ${counter}++) ${inside}`;
      }
      default: {
        const step = this.#pick(["++", "++", "++", " += 2", " += 3"]);
        const from = this.#pick(["0", "0", "1", this.#pick(this.#inputs)]);
        return `for (${type} ${counter} = ${from}; ${counter} < ${bound}; ${counter}${step}) ${inside}`;
      }
    }
  }

  #statement(depth: number, readable: readonly string[]): string {
    const choice = this.#below(10);
    if (choice === 0 && depth > 0 && depth < MAX_DEPTH) return this.#loop(depth + 1);
    if (choice <= 2) {
      const otherwise = this.#chance(2) ? ` else ${this.#assignment(readable)}` : "";
      return `if (${this.#condition(readable)}) ${this.#assignment(readable)}${otherwise}`;
    }
    return this.#assignment(readable);
  }

  #assignment(readable: readonly string[]): string {
    const target = this.#pick(this.#variables);
    switch (this.#below(8)) {
      case 0:
        return `${target}++;`;
      case 1:
        return `${target} += ${this.#leaf(readable)};`;
      case 2:
        return `${target} -= ${this.#leaf(readable)};`;
      case 3:
        return `${target} = ${this.#pick(this.#variables)};`;
      case 4:
        return `${target} ${this.#pick(["*=", "^=", "&=", "|="])} ${this.#leaf(readable)};`;
      default:
        return `${target} = ${this.#expression(readable, 2)};`;
    }
  }

  // -------------------------------------------------------------- expressions

  #constant(): string {
    const unusual = ["127", "128", "255", "-128", "1000", "32767", "2147483647", "-2147483647"];
    return this.#chance(8) ? this.#pick(unusual) : String(this.#below(12) - 3);
  }

  #leaf(readable: readonly string[]): string {
    if (this.#chance(3)) return this.#constant();
    return this.#pick([...this.#variables, ...this.#inputs, ...readable]);
  }

  #expression(readable: readonly string[], depth: number): string {
    if (depth === 0) return this.#leaf(readable);
    const inner = (): string => this.#expression(readable, depth - 1);
    switch (this.#below(9)) {
      case 0:
      case 1:
        return `(${inner()} + ${inner()})`;
      case 2:
        return `(${inner()} - ${inner()})`;
      case 3:
        return `(${inner()} * ${this.#chance(2) ? inner() : this.#constant()})`;
      case 4:
        return `(${inner()} ${this.#pick(["/", "%"])} ${2 + this.#below(6)})`;
      case 5:
        return `(${inner()} ${this.#pick(["&", "|", "^"])} ${inner()})`;
      case 6:
        return `(${inner()} >> ${this.#below(4)})`;
      case 7:
        return `(${this.#condition(readable)} ? ${inner()} : ${inner()})`;
      default:
        return this.#leaf(readable);
    }
  }

  #condition(readable: readonly string[]): string {
    const operator = this.#pick(["<", "<=", ">", ">=", "==", "!="]);
    return `${this.#leaf(readable)} ${operator} ${this.#leaf(readable)}`;
  }

  #claim(): string {
    const variable = this.#pick(this.#variables);
    const other = this.#pick([...this.#variables, ...this.#inputs]);
    const constant = this.#below(30) - 6;
    return this.#pick([
      `${variable} >= ${constant - 10}`,
      `${variable} <= ${constant + 40}`,
      `${variable} != ${constant}`,
      `${variable} == ${constant}`,
      `${variable} >= ${other}`,
      `${variable} <= ${other} + ${constant}`,
      `${variable} != ${other}`,
      `(${variable} & 1) == ${this.#below(2)}`,
      `${variable} % 3 != ${this.#below(3)}`,
      `${variable} + ${other} != ${constant}`,
      `${variable} - ${other} < ${constant + 30}`,
    ]);
  }
}
