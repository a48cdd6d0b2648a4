import { describe, expect, test } from "vitest";
import { gccChecksums, gccWorks } from "../../../test/support/gcc-checksums.ts";
import { randomProgram } from "../../../test/support/random-c-program.ts";
import { describeOutcome, runC } from "../../../test/support/run-c.ts";

/**
 * Random programs give the checksums that gcc's code gives. More of them:
 * AGON_PROGRAMS=1000 AGON_SEED=1 npx vitest run src/contestant/interpreter/differential
 */
const count = Number(process.env.AGON_PROGRAMS ?? 20);
const firstSeed = Number(process.env.AGON_SEED ?? 20_000);

describe.each([32, 64] as const)("random programs with %i-bit pointers", (bits) => {
  test.skipIf(!gccWorks(bits))(
    "compute what gcc's code computes (skipped without gcc for the target)",
    { timeout: 60_000 + count * 2000 },
    () => {
      const programs = Array.from({ length: count }, (_, i) => {
        const seed = firstSeed + i;
        const name = `p${seed}_`;
        return {
          seed,
          name,
          text: randomProgram({ seed, prefix: name, bits, isExtended: i % 2 === 1 }),
        };
      });
      const expected = gccChecksums(programs, bits);
      const model = bits === 32 ? "ILP32" : "LP64";
      for (const [i, { seed, name, text }] of programs.entries()) {
        const main = `int main(void) { return ${name}run() != ${expected[i]}ULL; }`;
        // Every fourth with an observer: then all objects are in memory.
        const observer = i % 4 === 0 ? { observer: {} } : {};
        const outcome = runC(`${text}\n${main}\n`, { model, ...observer });
        expect(`seed ${seed}: ${describeOutcome(outcome)}`).toBe(`seed ${seed}: exit 0`);
      }
    },
  );
});
