/**
 * Random loops over numbers of all widths, arrays, records and pointers to them, with loops within
 * and calls. Claims of all kinds are at the head of the outer loop, most of which are wrong. Only
 * operations that wrap around overflow.
 */
import { RandomGenerator } from "../../src/contestant/techniques/search/random-generator.ts";
import type { ClaimProgram } from "../support/proved-claims.ts";

const NUMBERS = ["a", "b", "c", "d", "e", "s.u", "s.v"] as const;
const WORDS = ["a", "b", "s.u", "t[0]", "t[1]", "t[2]", "t[3]"] as const;
const STARTS = ["0", "0", "1", "2", "5", "250", "32766", "0xfffffffeu"] as const;
const STEPS = ["1", "1", "2", "3", "4", "100", "0x40000000u"] as const;
const BOUNDS = ["1", "3", "4", "10", "100"] as const;

class ClaimLoopWriter {
  readonly #random: RandomGenerator;
  /** Few variables, so that claims relate them. */
  readonly #numbers: readonly string[];
  readonly #hasArray: boolean;
  readonly #hasPointer: boolean;

  constructor(seed: number) {
    this.#random = new RandomGenerator(seed);
    this.#numbers = [...NUMBERS].filter(() => this.#random.below(2) === 0).concat("a");
    this.#hasArray = this.#random.below(2) === 0;
    this.#hasPointer = this.#random.below(3) === 0;
  }

  #pick<T>(from: readonly T[]): T {
    return from[this.#random.below(from.length)] as T;
  }

  #isOneOf(count: number): boolean {
    return this.#random.below(count) === 0;
  }

  #number(): string {
    if (this.#hasArray && this.#isOneOf(4)) return `t[${this.#index()}]`;
    if (this.#hasPointer && this.#isOneOf(5)) return "*p";
    return this.#pick(this.#numbers);
  }

  #index(): string {
    return this.#pick(["0", "1", "2", "3", `${this.#pick(this.#numbers)} & 3`, "j & 3"]);
  }

  #value(): string {
    const [one, other] = [this.#number(), this.#number()];
    switch (this.#random.below(14)) {
      case 0:
      case 1:
        return this.#pick(STARTS);
      case 2:
        return `${one} + ${this.#pick(STEPS)}`;
      case 3:
        return `${one} - ${other}`;
      case 4:
        return `${one} * ${this.#pick(["2u", "3u", "4u"])}`;
      case 5:
        return `${one} ${this.#pick(["^", "&", "|", "+"])} ${other}`;
      case 6:
        return `${one} % ${this.#pick(["2", "3", "4", "7"])}`;
      case 7:
        return `(${one} >> ${this.#pick(["1", "2"])})`;
      case 8:
        return `(${this.#condition()} ? ${one} : ${other})`;
      case 9:
        return `(unsigned)__VERIFIER_nondet_int() % ${this.#pick(["2", "3", "10"])}`;
      default:
        return one;
    }
  }

  #condition(): string {
    const one = this.#number();
    return this.#pick([
      `${one} < ${this.#pick(BOUNDS)}`,
      `${one} != ${this.#pick(BOUNDS)}`,
      `${one} % 2 == 0`,
      `${one} <= ${this.#number()}`,
      `${one} == ${this.#number()}`,
      "more()",
    ]);
  }

  #statement(depth: number): string {
    const to = this.#number();
    switch (this.#random.below(16)) {
      case 0:
      case 1:
      case 2:
        return `${to} += ${this.#pick(STEPS)};`;
      case 3:
        return `${to} -= ${this.#pick(STEPS)};`;
      case 4:
      case 5:
      case 6:
        return `${to} = ${this.#value()};`;
      case 7:
        return this.#hasPointer
          ? `p = ${this.#pick(["&a", "&b", "&s.u", "t", "t + 1", "t + (a & 3)"])};`
          : "";
      case 8:
        return `if (${this.#condition()}) { ${this.#statement(depth)} }`;
      case 9:
        return `if (${this.#condition()}) { ${this.#statement(depth)} } else { ${this.#statement(depth)} }`;
      case 10:
        return depth === 0
          ? `for (j = 0; j < ${this.#pick(["2", "4", "10", "(a & 7)"])}; j++) { ${this.#statement(1)} ${this.#statement(1)} }`
          : "";
      case 11:
        return depth === 0 ? `while (more()) { ${this.#statement(1)} }` : "";
      case 12:
        return `step(&${this.#pick(this.#hasArray ? WORDS : ["a", "b", "s.u"])}, ${this.#value()});`;
      case 13:
        return this.#pick([
          "if (more()) continue;",
          "if (more()) break;",
          `if (${this.#condition()}) break;`,
        ]);
      case 14:
        return this.#hasArray
          ? this.#pick([
              "for (j = 0; j < 4; j++) t[j] = a;",
              "t[j & 3] = j;",
              "__builtin_memset(t, 0, sizeof t);",
              "t[3] = t[0]; t[0] = t[1];",
            ])
          : "";
      default:
        return this.#pick(["s = r;", "r = s;", "r.u++;", ""]);
    }
  }

  #claims(): readonly string[] {
    const bounded = [...this.#numbers, ...(this.#hasArray ? ["t[0]", "t[2]"] : []), "j"];
    return [
      ...bounded.flatMap((one) => [
        `${one} == ${this.#pick(STARTS)}`,
        `${one} <= ${this.#pick(BOUNDS)}`,
        `${one} < 256`,
        `${one} >= 1`,
        `${one} % 2 == ${this.#pick(["0", "1"])}`,
        `${one} % 3 == ${this.#pick(["0", "1", "2"])}`,
        `${one} != ${this.#pick(BOUNDS)}`,
      ]),
      ...bounded.flatMap((one) => {
        const other = this.#pick(bounded);
        return [
          `${one} == ${other}`,
          `${one} <= ${other}`,
          `${one} == 2 * ${other}`,
          `((${one} ^ ${other}) & 1) == 0`,
          `${one} + ${other} == ${this.#pick(STARTS)}`,
        ];
      }),
      "s.u == r.u",
      "s.v == r.v",
      ...(this.#hasArray ? ["t[0] == t[1]", "t[a & 3] == 0", "t[3] <= t[0]", "t[j & 3] <= j"] : []),
      ...(this.#hasPointer
        ? ["p == &a", "p != &a", "p != &b", "p != t", "*p == a", "*p == 0"]
        : []),
    ];
  }

  write(): ClaimProgram {
    const starts = this.#numbers.map((one) => `${one} = ${this.#pick(STARTS)};`);
    const before = this.#isOneOf(3)
      ? [this.#statement(1).replace(/.*\b(break|continue)\b.*/, "")]
      : [];
    const body = Array.from({ length: 1 + this.#random.below(5) }, () => this.#statement(0));
    const claims = this.#claims();
    const text = `int __VERIFIER_nondet_int(void);
void claim(int number, int holds);
static int more(void) { return __VERIFIER_nondet_int() & 1; }
static void step(unsigned *at, unsigned by) { if (*at < 1000) *at += by; }
int main(void) {
  unsigned a = 0, b = 0, j = 0, t[4] = {0, 0, 0, 0}, *p = &b;
  unsigned char c = 0;
  short d = 0;
  unsigned long e = 0;
  struct { unsigned u; short v; } s = {0, 0}, r = {0, 0};
  ${[...starts, ...before].join("\n  ")}
  while (1) {
    ${claims.map((claim, number) => `claim(${number}, ${claim});`).join("\n    ")}
    if (!(${this.#isOneOf(2) ? "more()" : this.#condition()})) break;
    if (!more()) break;
    ${body.join("\n    ")}
  }
  return 0;
}
`;
    return { text, claims };
  }
}

export function randomClaimLoop(seed: number): ClaimProgram {
  return new ClaimLoopWriter(seed).write();
}
