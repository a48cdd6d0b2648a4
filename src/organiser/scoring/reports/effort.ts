import { Rational } from "../../../ground/util/rational.ts";
import { exactRational } from "../exact-sum.ts";
import { type JudgedRun, tallyRuns } from "../tally.ts";

/** Average cost of a correct answer of a kind (report of 2017, Table 7). */
export interface Effort {
  /** Number of correct results. */
  readonly results: number;
  /** Undefined without results, or when one of them was not measured. */
  readonly cpuTimeSeconds: Rational | undefined;
  readonly cpuEnergyJoules: Rational | undefined;
}

/** Effort of one tool's runs for TRUE and for FALSE. */
export function effortOf(runs: readonly JudgedRun[]): Readonly<Record<"true" | "false", Effort>> {
  return { true: effortFor(runs, "true"), false: effortFor(runs, "false") };
}

function effortFor(runs: readonly JudgedRun[], answer: "true" | "false"): Effort {
  const tally = tallyRuns(runs, answer);
  const results = tally.correctTrue + tally.correctFalse;
  const mean = (sum: number | undefined): Rational | undefined =>
    sum === undefined || results === 0
      ? undefined
      : exactRational(sum).dividedBy(Rational.of(results));
  return {
    results,
    cpuTimeSeconds: mean(tally.cpuTimeOfCorrectSeconds),
    cpuEnergyJoules: mean(tally.cpuEnergyOfCorrectJoules),
  };
}
