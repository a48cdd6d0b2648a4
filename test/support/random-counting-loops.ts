/** Random C programs whose loops count and sum up, some of them to where values wrap around or overflow. */

import { randomIntegers } from "../../src/ground/util/pseudo-random.ts";

const TYPES = [
  ...["int", "int", "unsigned", "unsigned", "long long", "unsigned long long"],
  ...["short", "unsigned short", "signed char", "unsigned char"],
];
const NAMES = ["a", "b", "c", "d"];

/** The definition of `main`, which returns the final values of its variables. */
export function randomCountingLoops(seed: number): string {
  const random = randomIntegers(seed);
  const pick = <T>(items: readonly T[]): T => items[random(items.length)] as T;
  const small = (): string => String(random(9) - 4);
  const start = (): string =>
    pick(["0", "0", "0", small(), "n", "2147470000", "-2147470000", "4294960000u", "60000"]);
  const bound = (): string =>
    pick(["5000", "20000", "60000", "n + 9000", "m", "2147483647", "-9000", "50"]);
  const amount = (): string => pick(["1", "1", "2", "3", "7", "k", "-1", ...NAMES, "i"]);
  const assignment = (variable: string): string =>
    pick([
      () => `${variable} += ${amount()};`,
      () => `${variable} -= ${amount()};`,
      () => `${variable} += ${amount()} * ${amount()};`,
      () => `${variable} = ${amount()} + ${amount()};`,
      () => `${variable}++;`,
      () => `${variable}--;`,
      () => `${variable} = ${amount()} & 3;`,
      () => `{ int t = ${amount()}; ${variable} += t; }`,
    ])();
  const test = (variable: string): string =>
    `${variable} ${pick(["<", "<=", ">", ">=", "!=", "=="])} ${pick([bound(), amount()])}`;
  const statement = (depth: number): string =>
    pick([
      () => assignment(pick(NAMES)),
      () => assignment(pick(NAMES)),
      () => assignment(pick(NAMES)),
      () => `if (${test(pick(NAMES))}) ${assignment(pick(NAMES))} else ${assignment(pick(NAMES))}`,
      () => `if (${test(pick(NAMES))} && ${test("i")}) break;`,
      () => (depth > 0 ? loop(depth - 1) : assignment(pick(NAMES))),
    ])();
  const statements = (depth: number): string =>
    Array.from({ length: 1 + random(3) }, () => statement(depth)).join(" ");
  const loop = (depth: number): string => {
    const counter = depth > 0 ? "i" : pick(["i", "j"]);
    const type = pick(["int", "int", "unsigned", "long long", "short"]);
    return pick([
      () =>
        `for (${type} ${counter} = ${start()}; ${test(counter)}; ${counter} ${pick(["++", "--", "+= 2", "+= k"])}) { ${statements(depth)} }`,
      () => `while (${test(pick(NAMES))}) { ${statements(depth)} ${assignment(pick(NAMES))} }`,
      () => `do { ${statements(depth)} } while (${test(pick(NAMES))} && ${test(pick(NAMES))});`,
    ])();
  };
  const declarations = NAMES.map((name) => `${pick(TYPES)} ${name} = ${start()};`).join(" ");
  return `extern int __VERIFIER_nondet_int(void);
int main(void) {
  int n = __VERIFIER_nondet_int(), m = 30000, k = ${small()}, i = 0, j = 0; ${declarations}
  ${loop(1)} ${loop(1)}
  return (int)((unsigned char)(${NAMES.join(" ^ ")} ^ i) ^ (unsigned char)((${NAMES.join(" ^ ")}) >> 7)); }`;
}
