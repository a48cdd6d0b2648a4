/**
 * Random programs whose loops make, move, replace, share, lose and end blocks. Pointers to them lie
 * in variables, in a record, in a union with an integer, and as numbers in an integer. An owner
 * holds null or the address of a block of its own, and is tested before it is dereferenced, unless
 * a mistake is planted. Claims of all kinds are at the head of the outer loop, most of which are
 * wrong.
 */
import { RandomGenerator } from "../../src/contestant/techniques/search/random-generator.ts";
import type { ClaimProgram } from "../support/proved-claims.ts";

const OWNERS = ["p", "r", "s.d"] as const;
/** Sizes of blocks, in elements; there is always a first one. */
const SIZES = ["1", "2", "n", "n + 1", "2 * n", "s.n"] as const;

class BlockLoopWriter {
  readonly #random: RandomGenerator;
  readonly #mistakes: boolean;
  readonly #owners: readonly string[];
  readonly #asksAddresses: boolean;

  constructor(seed: number) {
    this.#random = new RandomGenerator(seed);
    this.#mistakes = this.#random.below(3) === 0;
    this.#owners = OWNERS.slice(0, 1 + this.#random.below(3));
    this.#asksAddresses = this.#random.below(2) === 0;
  }

  #pick<T>(from: readonly T[]): T {
    return from[this.#random.below(from.length)] as T;
  }

  /** Whether to leave out a guard, or lose a block. */
  #slips(): boolean {
    return this.#mistakes && this.#random.below(6) === 0;
  }

  #owner(): string {
    return this.#pick(this.#owners);
  }

  #reference(): string {
    return this.#pick(this.#asksAddresses ? ["q", "t", "u.q"] : ["q", "t"]);
  }

  #made(owner: string): string {
    const size = this.#pick(SIZES);
    switch (this.#random.below(5)) {
      case 0:
        return `${owner} = calloc(${size}, sizeof(int));`;
      case 1:
      case 2:
        return `${owner} = realloc(${owner}, (${size}) * sizeof(int));`;
      default:
        return `${owner} = malloc((${size}) * sizeof(int));`;
    }
  }

  /** Owners keep exactly one block, or none. */
  #replace(owner: string): string {
    const made = this.#made(owner);
    const first = this.#pick([
      `${owner}[0] = ${this.#value()};`,
      `if (c == 0) ${owner}[0] = 1;`,
      "",
    ]);
    if (made.includes("realloc")) return `${made} ${first}`;
    return this.#slips() ? `${made} ${first}` : `free(${owner}); ${made} ${first}`;
  }

  #value(): string {
    return this.#pick(["0", "1", "i", "n", "c", "7"]);
  }

  #end(owner: string): string {
    return this.#slips() ? `free(${owner});` : `free(${owner}); ${owner} = 0;`;
  }

  #whereItIs(owner: string, text: string): string {
    return this.#slips() ? text : `if (${owner}) { ${text} }`;
  }

  #statement(depth: number): string {
    const owner = this.#owner();
    const reference = this.#reference();
    const other = this.#owner();
    switch (this.#random.below(19)) {
      case 0:
      case 1:
      case 2:
        return this.#replace(owner);
      case 3:
        return this.#end(owner);
      case 4:
        return `if (!${owner}) ${owner} = malloc(sizeof(int) * (${this.#pick(SIZES)}));`;
      case 5:
        return this.#whereItIs(owner, `${owner}[0] = ${this.#value()};`);
      case 6:
        return `${reference} = ${this.#pick([owner, owner, "q", "0"])};`;
      case 7:
        return `if (${owner} && ${reference} == ${owner}) ${reference}[0] = ${this.#value()};`;
      case 8:
        return other === owner
          ? `n = ${this.#pick(["1", "2", "n + 1", "2 * n"])}; if (n > 4) n = 1;`
          : `{ int *w = ${owner}; ${owner} = ${other}; ${other} = w; }`;
      case 9:
        return other === owner
          ? "i++;"
          : `if (!${owner}) { ${owner} = ${other}; ${this.#slips() ? "" : `${other} = 0;`} }`;
      case 10:
        return this.#asksAddresses
          ? this.#pick([
              `x = (unsigned long)${owner};`,
              `u.x = (unsigned long)${owner};`,
              `if (x == (unsigned long)${owner}) c = 1;`,
              `if (x && x == (unsigned long)${owner}) ((int *)x)[0] = ${this.#value()};`,
              `x = u.x;`,
            ])
          : `${reference} = ${owner};`;
      case 11:
        return this.#pick(["i++;", "if (i < 5) i++;", "c = 1;", "c = 0;", "c = i > 2;"]);
      case 12:
        return `if (${owner} == ${this.#pick([reference, other, "0"])}) c = ${this.#value()};`;
      case 13:
        return `s.n = ${this.#pick(["1", "2", "s.n + 1", "n"])}; if (s.n > 4) s.n = 1;`;
      case 14:
        return `grow(&${owner}, ${this.#pick(SIZES)});`;
      case 15:
        return this.#pick(["if (more()) break;", "if (more()) continue;", `if (!${owner}) break;`]);
      case 16:
        return depth < 2 ? `if (more()) { ${this.#block(depth + 1, 2)} }` : "";
      case 17:
        return depth < 2
          ? `if (more()) { ${this.#block(depth + 1, 2)} } else { ${this.#block(depth + 1, 1)} }`
          : "";
      case 18:
        return depth < 1 ? `while (more()) { ${this.#block(depth + 1, 2)} }` : "";
      default:
        return "";
    }
  }

  #block(depth: number, statements: number): string {
    return Array.from({ length: 1 + this.#random.below(statements) }, () =>
      this.#statement(depth),
    ).join("\n    ");
  }

  /** Single expressions that are defined for all values of the variables. */
  #claims(): readonly string[] {
    const references = this.#asksAddresses ? ["q", "t", "u.q"] : ["q", "t"];
    const numbers = this.#asksAddresses ? ["x", "u.x"] : [];
    return [
      ...this.#owners.flatMap((owner) => {
        const number = `(unsigned long)${owner}`;
        return [
          `${owner} != 0`,
          `${owner} == 0`,
          `(${owner} == 0) == (c == 0)`,
          ...references.flatMap((reference) => [
            `${reference} == ${owner}`,
            `${reference} != ${owner}`,
            `(${owner} == 0) | (${reference} != ${owner})`,
            `(c == 0) | (${reference} == ${owner})`,
          ]),
          ...numbers.flatMap((other) => [
            `${other} == ${number}`,
            `${other} != ${number}`,
            `(${owner} == 0) | (${other} != ${number})`,
            `${other} <= ${number}`,
          ]),
          ...this.#owners.flatMap((other) => (other < owner ? [`${other} != ${owner}`] : [])),
        ];
      }),
      ...[
        "q == 0",
        "q == t",
        "q != t",
        "c == 0",
        "c <= 1",
        "n > 0",
        "s.n > 0",
        "i == 0",
        "n >= s.n",
      ],
      ...(this.#asksAddresses ? ["x == u.x", "x == (unsigned long)q", "u.q == q"] : []),
    ];
  }

  write(): ClaimProgram {
    const start = this.#owners.map((owner) =>
      this.#pick([
        `${owner} = malloc(sizeof(int)); ${owner}[0] = 0;`,
        `${owner} = calloc(2, sizeof(int));`,
        `${owner} = 0;`,
        `if (more()) ${owner} = malloc(sizeof(int));`,
      ]),
    );
    const reference = this.#pick([
      "",
      "q = p;",
      "t = p;",
      ...(this.#asksAddresses ? ["u.q = p;", "x = (unsigned long)p;"] : []),
    ]);
    const body = this.#block(0, 5);
    const ends = this.#owners.map((owner) => (this.#slips() ? "" : `free(${owner});`));
    const claims = this.#claims();
    const text = `typedef __SIZE_TYPE__ size_t;
void *malloc(size_t); void *calloc(size_t, size_t); void *realloc(void *, size_t); void free(void *);
int __VERIFIER_nondet_int(void);
void claim(int number, int holds);
static int more(void) { return __VERIFIER_nondet_int() & 1; }
static void grow(int **at, unsigned n) { *at = realloc(*at, n * sizeof **at); (*at)[n - 1] = 1; }
int main(void) {
  int *p = 0, *r = 0, *q = 0, *t = 0;
  struct { int *d; unsigned n; } s = {0, 1};
  union { int *q; unsigned long x; } u = {0};
  unsigned long x = 0;
  unsigned n = 1, i = 0, c = 0;
  ${[...start, reference].join("\n  ")}
  while (1) {
    ${claims.map((claim, number) => `claim(${number}, ${claim});`).join("\n    ")}
    if (!more()) break;
    ${body}
  }
  ${ends.join(" ")}
  return 0;
}
`;
    return { text, claims };
  }
}

export function randomBlockLoop(seed: number): ClaimProgram {
  return new BlockLoopWriter(seed).write();
}
