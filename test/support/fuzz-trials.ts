import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { InputError, InvariantError, PlatformError } from "../../src/ground/util/errors.ts";
import { randomFractions } from "../../src/ground/util/pseudo-random.ts";
import { NO_DAMAGE } from "./mutate.ts";

/** One damaged document of a format, read; throws what the reader throws. */
export type Trial = (random: () => number) => void;

const SECONDS = Number(process.env.AGON_FUZZ_SECONDS ?? 4);
const SEED = Number(process.env.AGON_FUZZ_SEED ?? 1);
/** Much more than any of these small inputs needs. */
const SLOWEST_SECONDS = 10;

function isRefusal(error: unknown): boolean {
  if (error instanceof InputError) return error.diagnostics.length > 0;
  // Categories that do not form a tree are reported by the code that builds it.
  return error instanceof PlatformError && !(error instanceof InvariantError);
}

/**
 * Tests that every document is read or refused with a reason, never a crash
 * or a hang. All formats together take `AGON_FUZZ_SECONDS` (4); `AGON_FUZZ_SEED`
 * chooses others. A failure names the seed of its document.
 */
export function testTrials(trials: Readonly<Record<string, Trial>>): void {
  test.each(Object.entries(trials))(
    `%s, seed ${SEED}`,
    (name, trial) => {
      const end = performance.now() + (SECONDS * 1000) / Object.keys(trials).length;
      const start = Number.parseInt(
        createHash("sha256").update(name).digest("hex").slice(0, 6),
        16,
      );
      // An undamaged document is read: otherwise damages would show nothing.
      trial(NO_DAMAGE);
      let rounds = 0;
      let refused = 0;
      for (; rounds < 5 || performance.now() < end; rounds++) {
        const seed = SEED * 1_000_000 + start + rounds;
        const began = performance.now();
        try {
          trial(randomFractions(seed));
        } catch (error) {
          if (!isRefusal(error)) throw new Error(`${name} with seed ${seed}`, { cause: error });
          refused++;
        }
        const seconds = (performance.now() - began) / 1000;
        expect(seconds, `${name} with seed ${seed}`).toBeLessThan(SLOWEST_SECONDS);
      }
      process.stdout.write(`${name}: ${rounds} damaged documents, ${refused} refused\n`);
    },
    SECONDS * 1000 + 60_000,
  );
}
