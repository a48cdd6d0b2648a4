/**
 * Shape analysis on programs with lists of any length. Those in `unsafe` have one mistake each,
 * which some execution shows. Mutants of all of them are judged by the interpreter: proved programs
 * must not violate. Longer with AGON_MUTANTS; AGON_SEED chooses others.
 */

import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { analyseShapes } from "../../src/contestant/abstract-interpretation/index.ts";
import type { CfaProgram } from "../../src/contestant/cfa/index.ts";
import { compileProgram } from "../../src/contestant/interpreter/index.ts";
import {
  formulasOfChecks,
  PROGRAM_CHECKS,
  type Specification,
  specificationOf,
} from "../../src/contestant/specification/index.ts";
import { parseProperty } from "../../src/ground/properties/index.ts";
import { randomIntegers } from "../../src/ground/util/pseudo-random.ts";
import { buildProgram } from "../support/run-c.ts";
import { mutantOf } from "./mutants.ts";

const SEED = Number(process.env.AGON_SEED ?? 1);
const MUTANTS = Number(process.env.AGON_MUTANTS ?? 4);
/** Number of executions after which a program counts as not violating. */
const RUNS = 100;
/** Readings of the clock count as time: no test depends on the machine. */
const MAX_LOOKS = 150;

const SAFETY = specifiedBy("G valid-free", "G valid-deref", "G valid-memtrack");
const SAFETY_AND_CALLS = specifiedBy(
  "G valid-free",
  "G valid-deref",
  "G valid-memtrack",
  "G ! call(reach_error())",
);
const CLEANUP = specifiedBy("G valid-memcleanup");
/** All checks for programmers. */
const EVERYTHING = specificationOf({
  formulas: formulasOfChecks(PROGRAM_CHECKS.map(({ id }) => id)),
});

function specifiedBy(...formulas: readonly string[]): Specification {
  const read = (formula: string) =>
    parseProperty(`CHECK( init(main()), LTL(${formula}) )`, "p.prp").formulas;
  return specificationOf({ formulas: formulas.flatMap(read) });
}

interface Source {
  readonly name: string;
  readonly text: string;
}

function sourcesIn(folder: "safe" | "unsafe"): readonly Source[] {
  const url = new URL(`./${folder}/`, import.meta.url);
  return readdirSync(url).map((file) => ({
    name: `${folder}/${file}`,
    text: readFileSync(new URL(file, url), "utf8"),
  }));
}

const SAFE = sourcesIn("safe");
const UNSAFE = sourcesIn("unsafe");

/** The same program with fields at sums of numbers, as translators write it. */
function withAddressNumbers(text: string): string {
  return text.replace(
    /(?<![.>\w])([a-z]\w*)->(\w+)/g,
    "(*(__typeof__(&$1->$2))((unsigned long)$1 + (unsigned long)&((__typeof__($1))0)->$2))",
  );
}

function shapesProve(
  program: CfaProgram,
  specification: Specification,
  leastNodes: number,
): boolean {
  let looks = 0;
  const remainingSeconds = (): number => MAX_LOOKS - ++looks;
  return analyseShapes(program, { specification, remainingSeconds, leastNodes }).kind === "true";
}

/** The formula that some execution violates. */
function violated(program: CfaProgram, specification: Specification): string | undefined {
  const { execution } = specification;
  const compiled = compileProgram(program, { ...execution, maxSteps: 2_500_000 });
  const below = randomIntegers(SEED);
  for (let run = 0; run < RUNS; run++) {
    const most = 2 + (run % 4);
    const outcome = compiled.run({ nondet: () => BigInt(below(most)) });
    const violation = specification.observe(compiled, outcome);
    if (violation !== undefined) return violation.subproperty;
    if (outcome.kind === "limit") break;
  }
  return undefined;
}

describe.each(["ILP32", "LP64"] as const)("%s", (model) => {
  /** Recursion as deep as lists are long: calls are followed one by one. */
  const unproved = new Set(["safe/rec-free.c"]);

  test.each(SAFE)("$name is proved", ({ name, text }) => {
    const program = buildProgram(text, model);
    expect(violated(program, SAFETY_AND_CALLS)).toBeUndefined();
    const proves = (specification: Specification): boolean =>
      [2, 3].some((leastNodes) => shapesProve(program, specification, leastNodes));
    expect(proves(SAFETY_AND_CALLS)).toBe(!unproved.has(name));
    expect(proves(CLEANUP)).toBe(!unproved.has(name));
  });

  test.each(UNSAFE)("$name is not", ({ text }) => {
    const program = buildProgram(text, model);
    expect(violated(program, SAFETY_AND_CALLS)).toBeDefined();
    for (const leastNodes of [2, 3]) {
      expect(shapesProve(program, SAFETY_AND_CALLS, leastNodes)).toBe(false);
    }
  });
});

test.each<[string, string, string, boolean]>([
  ["counts and adds up no more than fits", "i < n", "length += length < 1000;", true],
  ["may count too far", "i <= n", "length += length < 1000;", false],
  ["adds up what may not fit", "i < n", "length += x->value;", false],
  ["divides by what may be zero", "i < n", "length = 1000 / x->value;", false],
  ["shifts by too much", "i < n", "length = 1 << (x->value & 63);", false],
  ["shifts by little", "i < n", "length = 1 << 3;", true],
])("beside memory: a list %s", (_, condition, step, isProved) => {
  const program = buildProgram(
    `extern int __VERIFIER_nondet_int(void);
void *malloc(unsigned long); void free(void *);
struct node { int value; struct node *next; };
int main(void) {
  struct node *list = 0, *x;
  int length = 0, n = __VERIFIER_nondet_int();
  for (int i = 0; ${condition}; i++) {
    x = malloc(sizeof *x);
    x->value = i; x->next = list; list = x;
  }
  for (x = list; x; x = x->next) { ${step} }
  while (list) { x = list->next; free(list); list = x; }
  return length > 0;
}`,
    "LP64",
  );
  const proves = [2, 3].some((leastNodes) => shapesProve(program, EVERYTHING, leastNodes));
  expect(proves).toBe(isProved);
});

/** A list of lists of lists: as many levels, with at least one node in each list. */
function nestedLists(levels: number): string {
  const parts = [
    "void *malloc(unsigned long); void free(void *); int __VERIFIER_nondet_int(void);",
  ];
  for (let level = levels; level > 0; level--) {
    const [type, isInnermost] = [`struct l${level}`, level === levels];
    parts.push(`${type} { ${type} *next; ${isInnermost ? "" : `struct l${level + 1} *down;`} };
static ${type} *build${level}(void) {
  ${type} *list = 0;
  do {
    ${type} *node = malloc(sizeof *node);
    ${isInnermost ? "" : `node->down = build${level + 1}();`}
    node->next = list;
    list = node;
  } while (__VERIFIER_nondet_int());
  return list;
}
static void destroy${level}(${type} *list) {
  while (list) {
    ${type} *next = list->next;
    ${isInnermost ? "" : `destroy${level + 1}(list->down);`}
    free(list);
    list = next;
  }
}`);
  }
  return [...parts, "int main(void) { destroy1(build1()); return 0; }"].join("\n");
}

test("lists that nodes own do not count among those that do not fold", () => {
  const program = buildProgram(nestedLists(5), "LP64");
  let looks = 0;
  const remainingSeconds = (): number => 2000 - ++looks;
  const options = { specification: SAFETY, remainingSeconds, leastNodes: 2 };
  expect(analyseShapes(program, options).kind).toBe("true");
});

test("fields that are reached through numbers are as good as others", () => {
  let translated = 0;
  for (const { name, text } of SAFE) {
    const numbers = withAddressNumbers(text);
    if (numbers === text || name === "safe/rec-free.c") continue;
    translated++;
    const program = buildProgram(numbers, translated % 2 === 0 ? "ILP32" : "LP64");
    const proves = [2, 3].some((least) => shapesProve(program, SAFETY_AND_CALLS, least));
    expect(proves, name).toBe(true);
  }
  expect(translated).toBeGreaterThan(30);
});

test(`no mutant is proved that an execution violates (seed ${SEED})`, () => {
  let proved = 0;
  for (const { name, text } of [...SAFE, ...UNSAFE]) {
    for (let seed = SEED; seed < SEED + MUTANTS; seed++) {
      const mutated = mutantOf(text, randomIntegers(seed));
      const mutant = seed % 4 === 0 ? withAddressNumbers(mutated) : mutated;
      let program: CfaProgram;
      try {
        program = buildProgram(mutant, seed % 2 === 0 ? "ILP32" : "LP64");
      } catch {
        // Not a C program any more.
        continue;
      }
      for (const specification of [SAFETY, SAFETY_AND_CALLS, CLEANUP, EVERYTHING]) {
        if (!shapesProve(program, specification, 2 + (seed % 2))) continue;
        proved++;
        const found = violated(program, specification);
        expect(found, `seed ${seed}, ${name}:\n${mutant}`).toBeUndefined();
      }
    }
  }
  expect(proved).toBeGreaterThan(MUTANTS * 5);
});
