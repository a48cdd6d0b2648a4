/**
 * A second opinion on TRUE by code that shares only the CFA with the answer's: a proof by the
 * domains of values or the interpreter is repeated symbolically, and vice versa. It gets a tenth of
 * the time that the answer took, so that it costs little. Where it would take longer, the answer
 * stands without it and says so. A different answer is an internal error of Agon: then there is no
 * answer.
 */
import { type Ground, techniqueOf } from "../techniques/index.ts";
import type { SolverNeed } from "./solver-need.ts";

/** Share of the CPU time that the call has used when the answer is found. */
const SHARE = 0.1;
/**
 * Minimal CPU seconds with which a second opinion starts: code that runs for the first time has to
 * be compiled, and a SAT solver may have to be loaded.
 */
const MIN_SECONDS: Readonly<Record<string, number>> = {
  "abstract-interpretation": 0.04,
  "value-analysis": 0.1,
  "bounded-model-checking": 0.1,
};

/** Techniques for a second opinion on each ground, the quickest first. */
const INDEPENDENT: Readonly<Record<Ground, readonly string[]>> = {
  execution: ["value-analysis", "bounded-model-checking"],
  values: ["bounded-model-checking"],
  symbolic: ["abstract-interpretation", "value-analysis"],
};

/** Proofs with invariants have an opinion of their own in the validator; these may have none. */
const ASKED_ABOUT: ReadonlySet<string> = new Set([
  "single-execution",
  "random-search",
  "value-analysis",
  "abstract-interpretation",
  "input-splitting",
  "bounded-model-checking",
]);

/** The result of asking for a second opinion. */
export type SecondOpinion =
  | { readonly kind: "confirmed"; readonly by: string; readonly cpuSeconds: number }
  | { readonly kind: "contradicted"; readonly by: string; readonly cpuSeconds: number }
  | { readonly kind: "not given"; readonly reason: string; readonly cpuSeconds: number };

/** An attempt of a technique, within CPU seconds. */
export type Attempt = (
  technique: string,
  seconds: number,
) => { readonly verdict: "true" | "false" | "unknown"; readonly reason?: string };

export interface Asked {
  readonly technique: string;
  readonly ground: Ground | undefined;
  /**
   * Whether a technique may answer within so many seconds: it applies to the task, and no earlier
   * attempt of that length has finished without an answer.
   */
  readonly mayKnow: (technique: string, seconds: number) => boolean;
  /** CPU seconds of the call so far. */
  readonly usedSeconds: () => number;
  readonly remainingSeconds: () => number;
  readonly attempt: Attempt;
}

/** Returns undefined where none is required. Stops before an attempt that may ask a SAT solver. */
export function* secondOpinion(asked: Asked): Generator<SolverNeed, SecondOpinion | undefined> {
  const { technique, ground, mayKnow, usedSeconds, remainingSeconds, attempt } = asked;
  if (ground === undefined || !ASKED_ABOUT.has(technique)) return undefined;
  const start = usedSeconds();
  const end = start + Math.min(SHARE * start, remainingSeconds());
  const spent = (): number => usedSeconds() - start;
  const reasons: string[] = [];
  for (const other of INDEPENDENT[ground]) {
    const seconds = end - usedSeconds();
    if (!mayKnow(other, seconds)) continue;
    if (seconds < (MIN_SECONDS[other] ?? 0)) {
      reasons.push(`more would take longer than ${SHARE * 100} % of the time`);
      break;
    }
    if (techniqueOf(other).needsNoSolver !== true) yield { needs: "solver" };
    const said = attempt(other, seconds);
    if (said.verdict === "true") return { kind: "confirmed", by: other, cpuSeconds: spent() };
    if (said.verdict === "false") return { kind: "contradicted", by: other, cpuSeconds: spent() };
    reasons.push(`${other}: ${said.reason ?? "unknown"}`);
  }
  const reason = reasons.join("; ") || "no technique on another ground knows";
  return { kind: "not given", reason, cpuSeconds: spent() };
}
