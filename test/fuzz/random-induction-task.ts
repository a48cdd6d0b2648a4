/**
 * Random tasks for inductive proofs: loops over arrays that are too large to be followed element by
 * element, and recursive functions. Inputs come from small domains, so that every execution can be
 * tried; about half of the claims are properties that the program was built for, the others are
 * slightly changed.
 */
import { randomIntegers } from "../../src/ground/util/pseudo-random.ts";
import type { RandomTask } from "./random-task.ts";

export type InductionKind = "arrays" | "calls" | "searches" | "recursion" | "products";

/** @param variant - another claim about the same program */
export function randomInductionTask(
  kind: InductionKind,
  seed: number,
  variant: number,
): RandomTask {
  const generator = new Generator(seed, variant);
  switch (kind) {
    case "arrays":
      return generator.arrays(false);
    case "calls":
      return generator.arrays(true);
    case "searches":
      return generator.searches();
    case "recursion":
      return generator.recursion();
    case "products":
      return generator.products();
  }
}

const PRELUDE = `extern void reach_error(void); extern void abort(void);
extern int __VERIFIER_nondet_int(void);
static void check(int c) { if (!c) reach_error(); }
`;

/** Includes factors for which sums and products of bytes and of 16 bits wrap around. */
const FACTORS = [-3, 0, 1, 2, 3, 4, 7, 16, 37, 64, 100, 127, 200, 255, 260, 1000];
const INPUTS = [-2, -1, 0, 1, 2, 3, 5, 9, 17, 40];

class Generator {
  #below: (limit: number) => number;
  readonly #claims: (limit: number) => number;

  constructor(seed: number, variant: number) {
    this.#below = randomIntegers(seed);
    this.#claims = randomIntegers(seed * 64 + variant);
  }

  /** Makes a part with the random numbers of claims. */
  #claim<T>(make: () => T): T {
    const program = this.#below;
    this.#below = this.#claims;
    const made = make();
    this.#below = program;
    return made;
  }

  #pick<T>(list: readonly T[]): T {
    return list[this.#below(list.length)] as T;
  }

  #chance(outOf: number): boolean {
    return this.#below(outOf) === 0;
  }

  #task(text: string, domains: readonly (readonly number[])[]): RandomTask {
    return { text: PRELUDE + text, domains, dataModel: this.#chance(2) ? "LP64" : "ILP32" };
  }

  // ------------------------------------------------------------------- arrays

  /** @param isCalled - the loops are in a function of their own */
  arrays(isCalled: boolean): RandomTask {
    const size = this.#pick([70, 90, 110]);
    const element = this.#pick(["int", "int", "short", "unsigned char", "signed char", "unsigned"]);
    const counter = this.#pick(["int", "int", "unsigned", "unsigned char", "short"]);
    const isGlobal = this.#chance(2) || isCalled;
    const arrays = `${element} a[${size + 4}], b[${size + 4}];`;
    const loops = Array.from({ length: 1 + this.#below(3) }, () => this.#arrayLoop(size));
    const last = loops.at(-1);
    const [claim, lowest, beyond] = this.#claim(() => [
      this.#chance(2) && last !== undefined ? last.claim : this.#arrayClaim(),
      this.#pick([0, 0, 0, 1, 2]),
      this.#pick([0, 0, 0, 1, -1]),
    ]);
    const code = loops.map((loop) => loop.code).join("\n  ");
    const text = `${isGlobal ? arrays : ""}
${isCalled ? `static void work(int x, int y) {\n  ${counter} i;\n  ${code}\n}` : ""}
int main(void) {
  ${isGlobal ? "" : `${arrays} for (int z = 0; z < ${size + 4}; z++) { a[z] = 0; b[z] = 0; }`}
  int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int();
  ${counter} i;
  ${isCalled ? "work(x, y);" : code}
  for (i = ${lowest}; i < ${size + beyond}; i++) check(${claim});
  return 0;
}
`;
    return this.#task(text, [INPUTS, INPUTS]);
  }

  #arrayLoop(size: number): { code: string; claim: string } {
    const from = this.#pick([0, 0, 0, 0, 0, 1]);
    const to = size - this.#pick([0, 0, 0, 0, 0, 1]);
    const step = this.#pick([1, 1, 1, 1, 1, 1, 2, 2, 3]);
    const head = this.#chance(6)
      ? `for (i = ${to - 1}; i > ${from}; i -= ${step})`
      : `for (i = ${from}; i < ${to}; i += ${step})`;
    const target = this.#pick(["a", "b"]);
    const index = this.#pick(["i", "i", "i", "i", "i + 1", `${size - 1} - i`, "i / 2"]);
    const value = this.#value(target);
    const guard = this.#chance(5) ? `if (${this.#condition()}) ` : "";
    const extra = this.#chance(5) ? ` ${target}[x & 63] = ${this.#below(4)};` : "";
    // Elements that are written in turn.
    const next = step > 1 && this.#chance(2) ? this.#value(target) : undefined;
    const second = next === undefined ? "" : ` ${target}[i + 1] = ${next};`;
    const leave = this.#chance(8) ? ` if (i == ${this.#below(size)}) break;` : "";
    const code = `${head} { ${guard}${target}[${index}] = ${value};${second}${extra}${leave} }`;
    if (next === undefined || index !== "i") return { code, claim: `${target}[i] == ${value}` };
    const isFirst = `(i - ${from}) % ${step} == 0`;
    const isOther = step === 2 ? "" : ` || (i - ${from}) % ${step} != 1`;
    const claim = `${isFirst} ? ${target}[i] == ${value} : ${target}[i] == ${next.replaceAll("i", "(i - 1)")}${isOther}`;
    return { code, claim };
  }

  #value(target: string): string {
    const other = target === "a" ? "b" : "a";
    const constant = this.#below(20) - 5;
    return this.#pick([
      `${constant}`,
      "x",
      "i",
      `i + ${constant}`,
      `${other}[i]`,
      `${other}[i]`,
      `${other}[i] + ${constant}`,
      `-${other}[i]`,
      `${other}[i + 1]`,
      `x + y`,
      `i * 3`,
      `${target}[i] + ${constant}`,
    ]);
  }

  #condition(): string {
    return this.#pick(["x > 1", "i > 20", "a[i] == 0", "b[i] > x", "(i & 1) == 0", "i != 33"]);
  }

  #arrayClaim(): string {
    const constant = this.#below(20) - 5;
    return this.#pick([
      `a[i] == ${constant}`,
      `a[i] >= ${constant}`,
      `b[i] <= ${constant + 60}`,
      "a[i] == b[i]",
      "a[i] <= b[i]",
      `a[i] == i + ${constant}`,
      "a[i] >= i",
      `a[i] == b[i] + ${constant}`,
      `b[i] != ${constant}`,
    ]);
  }

  // ----------------------------------------------------------------- searches

  /** Loops that search an array, and claims about the elements that they have passed. */
  searches(): RandomTask {
    const size = this.#pick([60, 75, 90]);
    const fill = Array.from({ length: 1 + this.#below(2) }, () => this.#arrayLoop(size).code);
    const search = this.#search(size);
    const change = this.#chance(5)
      ? this.#pick(["a[x & 63] = y;", "m = y;", "k++;", "b[5] = 9;", "x++;"])
      : "";
    const [claim, low, high] = this.#claim(() => [
      this.#chance(2) ? search.claim : this.#searchClaim(),
      this.#pick(["0", "0", "0", "1", "k + 1", "k"]),
      this.#pick([`${size}`, "k", "k", "k + 1", `${size - 1}`]),
    ]);
    const text = `int main(void) {
  ${this.#pick(["int", "int", "short", "signed char"])} a[100], b[100];
  for (int z = 0; z < 100; z++) { a[z] = ${this.#pick(["0", "z", "z % 7", "5 - z"])}; b[z] = 0; }
  int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int();
  int i, k = 0, m = a[0];
  ${fill.join("\n  ")}
  ${search.code}
  ${change}
  for (i = ${low}; i >= 0 && i < 100 && i < ${high}; i++) check(${claim});
  return 0;
}
`;
    return this.#task(text, [INPUTS, INPUTS]);
  }

  #search(size: number): { code: string; claim: string } {
    const last = size - this.#pick([0, 0, 1]);
    const order = this.#pick(["<", ">", "<=", ">="]);
    const opposite = { "<": ">=", ">": "<=", "<=": ">", ">=": "<" }[order] as string;
    const up = `for (k = ${this.#pick([0, 0, 1])}; k < ${last}; k++)`;
    const down = `for (k = ${last - 1}; k >= 0; k--)`;
    const way = this.#chance(4) ? down : up;
    const condition = this.#pick([
      "a[k] == x",
      "a[k] != x",
      `a[k] ${order} x`,
      "a[k] == b[k]",
      `a[k] ${order} b[k]`,
      `a[k] ${order} a[k + 1]`,
    ]);
    return this.#pick([
      { code: `${way} if (a[k] ${order} m) m = a[k];`, claim: `a[i] ${opposite} m` },
      { code: `m = x; ${way} { if (a[k] ${order} m) m = a[k]; }`, claim: `a[i] ${opposite} m` },
      {
        code: `m = 0; ${way} if (a[k] ${order} a[m]) m = k;`,
        claim: `a[i] ${opposite} a[m]`,
      },
      { code: `${way} if (${condition}) break;`, claim: `!(${condition.replaceAll("k", "i")})` },
      {
        code: `for (i = 0; i < 3; i++) { ${way} if (${condition}) break; if (${this.#condition()}) break; }`,
        claim: `!(${condition.replaceAll("k", "i")})`,
      },
    ]);
  }

  #searchClaim(): string {
    const operator = this.#pick(["<", "<=", "==", "!=", ">=", ">"]);
    return this.#pick([
      `a[i] ${operator} m`,
      `a[i] ${operator} x`,
      `a[i] ${operator} b[i]`,
      `a[i] ${operator} a[i + 1]`,
    ]);
  }

  // ----------------------------------------------------------------- products

  /** Loops that move by a number that is an input, and claims about products and quotients. */
  products(): RandomTask {
    const type = this.#pick(["int", "int", "unsigned", "unsigned char", "unsigned short", "short"]);
    const guards = [
      this.#pick(["k < 1", "k < 1", "k < 1 || k > 12", "k == 0"]),
      this.#pick(["n < 0", "n < 0", "n < 0 || n > 99", "n % k != 0", "n > 127", "n == 5"]),
    ].join(" || ");
    const loop = this.#pick([this.#countUp(), this.#countUp(), this.#countDown(), this.#divide()]);
    const claim = this.#claim(() => this.#productClaim(loop.claims));
    const text = `int main(void) {
  ${type} k = __VERIFIER_nondet_int(), n = __VERIFIER_nondet_int();
  ${type} i = 0, c = 0, s = 0;
  if (${guards}) return 0;
  ${loop.code}
  check(${claim});
  return 0;
}
`;
    return this.#task(text, [FACTORS, FACTORS]);
  }

  #counted(): string {
    return this.#pick(["", "", "", " c++;", " c++; s += n;", " c += 2;", " if (c < 9) c++;"]);
  }

  #countUp(): { code: string; claims: readonly string[] } {
    const bound = this.#pick(["n", "n", "n * k", "100 * k", "50 * k", "n + k", "n * 3"]);
    const order = this.#pick(["<", "<", "<=", "!="]);
    const from = this.#pick(["0", "0", "0", "k", "1", "2 * k"]);
    const step = this.#pick(["k", "k", "k", "k + 1", "2 * k", "n"]);
    const code = `for (i = ${from}; i ${order} ${bound}; i += ${step}) {${this.#counted()} if (c > 90) break; }`;
    return { code, claims: [`i == ${bound}`, `i >= ${bound}`, `i < ${bound} + ${step}`] };
  }

  #countDown(): { code: string; claims: readonly string[] } {
    const from = this.#pick(["n", "n * k", "n * k", "20 * k"]);
    const code = `i = ${from}; while (i ${this.#pick([">", ">=", "!="])} ${this.#pick(["0", "0", "k"])}) { i -= k;${this.#counted()} }`;
    return { code, claims: ["i == 0", "i >= 0", `i + c * k == ${from}`, "i <= n * k"] };
  }

  #divide(): { code: string; claims: readonly string[] } {
    const order = this.#pick([">=", ">=", ">"]);
    const code = `i = n; while (i ${order} k) { i -= k; c++;${this.#pick(["", "", " s += k;"])} }`;
    return {
      code,
      claims: ["c == n / k", "i == n % k", "c * k + i == n", "c <= n / k", "s == n - i"],
    };
  }

  #productClaim(own: readonly string[]): string {
    const constant = this.#below(5);
    return this.#pick([
      ...own,
      ...own,
      "i % k == 0",
      `i % k == ${constant}`,
      "c * k == i",
      `c * k <= n + ${constant}`,
      "c <= n",
      "s == c * n",
      `c < ${20 * constant + 1}`,
      "(i - n) % k == 0",
    ]);
  }

  // ---------------------------------------------------------------- recursion

  recursion(): RandomTask {
    if (this.#chance(4)) return this.#recursionOnPointers();
    const type = this.#pick(["int", "int", "unsigned", "short"]);
    const isMutual = this.#chance(3);
    const callee = isMutual ? "g" : "f";
    const body = (name: string): string => `${type} ${name}(${type} n, ${type} m) {
  count++;
  ${this.#chance(6) ? `check(${this.#recursionClaim("n", "m", "count")});` : ""}
  if (${this.#pick(["n == 0", "n <= 0", "n < 1", "n < 2", "m > 60 || n == 0"])}) return ${this.#result()};
  ${this.#chance(4) ? `if (${this.#pick(["n == 3", "m > 7", "n > 30", "m == n"])}) return ${this.#result()};` : ""}
  ${this.#chance(5) ? "memory = m;" : ""}
  ${this.#chance(5) ? `if (n < 0) return ${callee}(-n, m);` : ""}
  ${type} r = ${callee}(${this.#pick(["n - 1", "n - 1", "n - 1", "n - 2", "n / 2", "n - m"])}, ${this.#argument()});
  ${this.#chance(4) ? `if (r > ${this.#below(9)}) return ${this.#result()};` : ""}
  return ${this.#pick(["r", "r", "r + 1", "r - 1", "r + m", "n", "r + 2", "m"])};
}
`;
    const bodies = isMutual ? `${body("f")}${body("g").replaceAll("= g(", "= f(")}` : body("f");
    const text = `static int count, memory;
${isMutual ? `${type} g(${type} n, ${type} m);` : ""}
${bodies}int main(void) {
  int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int();
  if (x < 0) return 0;
  int r = f(x, ${this.#pick(["y", "y", "y", "x - 1", "x + 1"])});
  ${this.#chance(4) ? "int s = r; r = f(y, x); memory = r - s;" : ""}
  check(${this.#claim(() => this.#recursionClaim("x", "y", "r"))});
  return 0;
}
`;
    return this.#task(text, [INPUTS, INPUTS]);
  }

  /** Frames that pass on pointers of their callers, or their own. */
  #recursionOnPointers(): RandomTask {
    const passed = this.#pick(["p", "p", "p", "&own", "n > 2 ? p : &own"]);
    const text = `static int count, memory;
int f(int n, int *p) {
  int own = ${this.#pick(["n", "0", "*p"])};
  count++;
  if (${this.#pick(["n <= 0", "n < 2", "n == 0"])}) return ${this.#pick(["*p", "own", "0"])};
  ${this.#pick(["(*p)++;", "*p = n;", "memory = *p;", "own++;"])}
  int r = f(n - ${1 + this.#below(2)}, ${passed});
  ${this.#pick(["", "(*p)--;", "own += *p;", "r += own;"])}
  return ${this.#pick(["r", "r + 1", "own", "*p"])};
}
int main(void) {
  int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int(), a = x, b = y;
  if (x < 0) return 0;
  int r = f(x, ${this.#pick(["&a", "&b", "y > 1 ? &a : &b"])});
  check(${this.#claim(() => this.#recursionClaim("x", this.#pick(["a", "b", "y"]), "r"))});
  return 0;
}
`;
    return this.#task(text, [INPUTS, INPUTS]);
  }

  #result(): string {
    return this.#pick(["m", "m", "n", "0", "1", "n + m", "m - n", `${this.#below(9)}`]);
  }

  #argument(): string {
    return this.#pick(["m", "m", "m + 1", "m + 1", "m - 1", "n", "m + n", "0"]);
  }

  #recursionClaim(n: string, m: string, r: string): string {
    const constant = this.#below(12) - 2;
    return this.#pick([
      `${r} == ${n} + ${m}`,
      `${r} == ${m}`,
      `${r} >= ${m}`,
      `${r} >= ${constant}`,
      `${r} <= ${constant + 30}`,
      `${r} >= ${n}`,
      `${r} != ${constant}`,
      `${r} == ${m} - ${n}`,
      `memory == 0`,
      `memory <= ${m}`,
      `count > ${constant}`,
      `${r} <= ${n} + ${m}`,
    ]);
  }
}
