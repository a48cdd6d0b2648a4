/**
 * Models of the library beside glibc: what a compiled program sees of results, `errno` and the indicators of streams, some
 * execution of the interpreter sees, too. More programs: AGON_PROGRAMS=1000 AGON_SEED=1 npx vitest run library-state
 */
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { gccWorks } from "../../../test/support/gcc-checksums.ts";
import {
  type LibraryCalls,
  randomLibraryCalls,
} from "../../../test/support/random-library-calls.ts";
import { buildProgram } from "../../../test/support/run-c.ts";
import { compileProgram, type InputSource } from "./index.ts";

const count = Number(process.env.AGON_PROGRAMS ?? 60);
const firstSeed = Number(process.env.AGON_SEED ?? 1);
/** Executions that are tried for one program. */
const MAX_RUNS = 200_000;

/** The numbers that a compiled program prints. */
function seenByGcc({ data, text }: LibraryCalls, bits: number): string[] {
  const folder = mkdtempSync(join(tmpdir(), "agon-library-"));
  try {
    const definitions = `static void seen(long value) {
  int kept = errno; dprintf(2, "%ld\\n", value); errno = kept; }
#define SEEN(e) seen((long)(e))
#define END exit(0);`;
    writeFileSync(join(folder, "program.c"), text.replace("DEFINITIONS", definitions));
    const words = [`-m${bits}`, "-w", "-O0", "program.c", "-o", "program", "-lm"];
    execFileSync("gcc", words, { cwd: folder, stdio: "pipe" });
    mkdirSync(join(folder, "run"));
    writeFileSync(join(folder, "run", "data"), data);
    const out = execFileSync("sh", ["-c", "../program < data 2>&1"], {
      cwd: join(folder, "run"),
      encoding: "utf8",
      timeout: 20_000,
    });
    return out.trim().split("\n");
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Goes through all answers to the questions of executions: the last one changes first. */
class AllAnswers implements InputSource {
  readonly #candidates: readonly bigint[];
  #chosen: number[] = [];
  #asked = 0;

  constructor(candidates: readonly bigint[]) {
    this.#candidates = candidates;
  }

  nondet(): bigint {
    const at = this.#asked++;
    if (at === this.#chosen.length) this.#chosen.push(0);
    return this.#candidates[this.#chosen[at] as number] as bigint;
  }

  /** @returns whether there are other answers */
  next(): boolean {
    this.#chosen.length = this.#asked;
    this.#asked = 0;
    while (this.#chosen.at(-1) === this.#candidates.length - 1) this.#chosen.pop();
    if (this.#chosen.length === 0) return false;
    (this.#chosen[this.#chosen.length - 1] as number)++;
    return true;
  }
}

/** "seen" when some execution sees the same; else how the last one ended. */
function inInterpreter({ text }: LibraryCalls, seen: readonly string[], bits: number): string {
  const definitions = `extern void reach_error(void); extern void __VERIFIER_assume(int);
static const long expected[] = { ${seen.map((value) => `${value}L`).join(", ")} };
static int at;
#define SEEN(e) { long value = (long)(e); __VERIFIER_assume(value == expected[at]); at++; }
#define END { reach_error(); return 0; }`;
  const program = buildProgram(
    text.replace("DEFINITIONS", definitions),
    bits === 32 ? "ILP32" : "LP64",
  );
  const compiled = compileProgram(program, {
    errorFunctions: new Set(["reach_error"]),
    overflow: "wrap",
    maxSteps: 100_000,
  });
  const values = new Set([0n, 1n, 2n, 3n, -1n, ...seen.map((value) => BigInt(value))]);
  const answers = new AllAnswers([...values].map((value) => BigInt.asUintN(64, value)));
  let end = "";
  for (let run = 0; run < MAX_RUNS; run++) {
    const outcome = compiled.run(answers);
    if (outcome.kind === "error-reached") return "seen";
    if (outcome.kind !== "blocked")
      end = outcome.kind === "unsupported" ? `unsupported: ${outcome.reason}` : outcome.kind;
    if (!answers.next()) return `not seen ${end}`;
  }
  return "too many executions";
}

describe.each([32, 64] as const)("calls of the library with %i-bit pointers", (bits) => {
  test.skipIf(!gccWorks(bits))(
    "do what glibc does (skipped without gcc for the target)",
    { timeout: 60_000 + count * 3000 },
    () => {
      let refused = 0;
      for (let seed = firstSeed; seed < firstSeed + count; seed++) {
        const calls = randomLibraryCalls(seed);
        const seen = seenByGcc(calls, bits);
        const told = inInterpreter(calls, seen, bits);
        if (/unsupported: ('ftell' (?:after|where the position)|.*pseudo-random)/.test(told))
          refused++;
        else
          expect(`seed ${seed}: ${told}\n${calls.text}\n${seen.join(" ")}`).toContain(
            `seed ${seed}: seen`,
          );
      }
      expect(refused).toBeLessThan(Math.max(2, count / 5));
    },
  );
});
