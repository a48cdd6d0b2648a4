/**
 * Small programs with known verdicts, one folder a topic. The first line says
 * what the verifier must answer:
 *
 * - `// TRUE`, `// FALSE`: bounded model checking answers exactly that, and
 *   the validator confirms its witness.
 * - `// TRUE [precision]`, `// FALSE [precision]`: UNKNOWN is tolerated.
 * - `[no witness]`: the validator need not confirm, because the format cannot
 *   say what matters (contents of memory that has no name).
 * - `// UNKNOWN [soundness]`: every verdict would be wrong, because the program
 *   may do what C leaves undefined or unspecified, or what is not modelled.
 * - `// UNKNOWN [precision]`: no verdict is wrong by itself, but it is out of reach.
 *
 * `ILP32` in that line selects the data model (default: LP64). The falsifier
 * may answer UNKNOWN instead, but never the opposite.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { loadProgram, Verdicts } from "./verdicts.ts";

const FOLDER = import.meta.dirname;
const SECONDS = 20;
const FALSIFIER_SECONDS = 0.3;

interface Expectation {
  readonly answers: readonly string[];
  readonly hasWitness: boolean;
  readonly dataModel: "ILP32" | "LP64";
}

function expectationOf(text: string): Expectation {
  const [, verdict, flags = ""] = /^\/\/ (TRUE|FALSE|UNKNOWN)\b(.*)/.exec(text) ?? [];
  if (verdict === undefined) throw new Error("the first line must state the expected verdict");
  const answer = verdict.toLowerCase();
  const tolerant = flags.includes("[precision]") && answer !== "unknown";
  return {
    hasWitness: !flags.includes("[no witness]"),
    answers: tolerant ? [answer, "unknown"] : [answer],
    dataModel: flags.includes("ILP32") ? "ILP32" : "LP64",
  };
}

let verdicts: Verdicts;
beforeAll(async () => {
  verdicts = await Verdicts.create();
});

const topics = readdirSync(FOLDER, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name)
  .sort();
const only = process.env.AGON_REGRESSION;

for (const topic of topics) {
  describe(topic, { timeout: 120_000 }, () => {
    const files = readdirSync(join(FOLDER, topic)).filter((name) => name.endsWith(".c"));
    for (const file of files.sort()) {
      if (only !== undefined && !`${topic}/${file}`.includes(only)) continue;
      it(file, async () => {
        const text = readFileSync(join(FOLDER, topic, file), "utf8");
        const { answers, hasWitness, dataModel } = expectationOf(text);
        const loaded = loadProgram(file, text, dataModel);
        for (const configuration of ["bmc", "falsifier"] as const) {
          const isFalsifier = configuration === "falsifier";
          const seconds = isFalsifier ? FALSIFIER_SECONDS : SECONDS;
          const result = await verdicts.verify(loaded, configuration, seconds);
          const shown = result.verdict === "unknown" ? `: ${result.reason}` : "";
          const allowed = isFalsifier ? [...answers, "unknown"] : answers;
          expect(allowed, `${configuration} says ${result.verdict}${shown}`).toContain(
            result.verdict,
          );
          if (result.verdict === "unknown" || !hasWitness) continue;
          const confirmed = await verdicts.revalidate(loaded, result.witness, SECONDS);
          expect(confirmed, `witness of ${configuration}`).toBe(result.verdict);
        }
      });
    }
  });
}
