/**
 * Small programs with known verdicts, one folder a topic. The first line contains the required
 * answer of the verifier:
 *
 * - `// TRUE`, `// FALSE`: bounded model checking answers exactly that, and
 *   the validator confirms its witness.
 * - `// TRUE [precision]`, `// FALSE [precision]`: UNKNOWN is tolerated.
 * - `[no witness]`: the validator need not confirm, because the format cannot
 *   express the relevant facts (contents of memory that has no name).
 * - `// UNKNOWN [soundness]`: every verdict would be wrong, because the program
 *   may have undefined, unspecified or unmodelled behaviour.
 * - `// UNKNOWN [precision]`: no verdict is wrong by itself, but it is out of reach.
 *
 * `ILP32` in that line selects the data model (default: LP64). The falsifier and the inductive
 * proofs may answer UNKNOWN instead, but never the opposite.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { unlessRefused } from "../support/unless-refused.ts";
import { loadProgram, Verdicts } from "./verdicts.ts";

const FOLDER = import.meta.dirname;
const SECONDS = 20;
/** Where UNKNOWN is expected, for any reason but a lack of time. */
const SECONDS_FOR_UNKNOWN = 3;
/** The validator searches for a violation in a fixed share of its time: a short time first. */
const SECONDS_OF_VALIDATION = [2, 20];
/** Only contradictions matter. */
const SECONDS_OF_OTHERS = {
  "value-analysis": 0.15,
  "abstract-interpretation": 0.15,
  induction: 0.5,
  "k-induction": 0.2,
  pdr: 0.15,
  "symbolic-execution": 0.15,
  falsifier: 0.05,
};
const OTHERS = [
  "value-analysis",
  "abstract-interpretation",
  "induction",
  "k-induction",
  "pdr",
  "symbolic-execution",
  "falsifier",
] as const;

interface Expectation {
  /** Seconds for bounded model checking. */
  readonly limit: number;
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
    limit: flags.includes("[precision]") ? 2 : answer === "unknown" ? SECONDS_FOR_UNKNOWN : SECONDS,
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
        const { limit, answers, hasWitness, dataModel } = expectationOf(text);
        const loaded = unlessRefused(() => loadProgram(file, text, dataModel));
        if (loaded === undefined) {
          expect(answers, "the program is refused").toContain("unknown");
          return;
        }
        /** Witnesses without identifiers and times: many configurations give the same. */
        const seen = new Set<string>();
        for (const configuration of ["bmc", ...OTHERS] as const) {
          const seconds = configuration === "bmc" ? limit : SECONDS_OF_OTHERS[configuration];
          const result = await verdicts.verify(loaded, configuration, seconds);
          const shown = result.verdict === "unknown" ? `: ${result.reason}` : "";
          const allowed = configuration === "bmc" ? answers : [...answers, "unknown"];
          expect(allowed, `${configuration} says ${result.verdict}${shown}`).toContain(
            result.verdict,
          );
          if (result.verdict === "unknown" || !hasWitness) continue;
          const text = JSON.stringify(result.witness);
          if (seen.has(text)) continue;
          seen.add(text);
          let confirmed = "";
          for (const time of SECONDS_OF_VALIDATION) {
            confirmed = await verdicts.revalidate(loaded, result.witness, time);
            if (confirmed === result.verdict) break;
          }
          expect(confirmed, `witness of ${configuration}`).toBe(result.verdict);
        }
      });
    }
  });
}
