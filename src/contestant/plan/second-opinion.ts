/**
 * A second opinion on TRUE by code that shares nothing with the answer's but the CFA: a proof that the domains of
 * values or the interpreter have found is found again symbolically, and the other way round. It gets a tenth of the
 * time that the answer took, so that it is given where it costs next to nothing; where it would take longer, the
 * answer stands without it and says so. Another answer is a fault of Agon: then there is none.
 */
import { type Ground, techniqueOf } from "../techniques/index.ts";
import type { SolverNeed } from "./solver-need.ts";

/** Of the CPU time that the call has used when the answer is there. */
const SHARE = 0.1;
/**
 * What is not enough to start with, in CPU seconds: code that runs for the first time has to be compiled, and a SAT
 * solver may have to be loaded.
 */
const MIN_SECONDS: Readonly<Record<string, number>> = {
  "abstract-interpretation": 0.04,
  "value-analysis": 0.1,
  "bounded-model-checking": 0.1,
};

/** Who is asked after whom, the quickest first. */
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

/** What became of it. */
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
  /** Techniques that apply to the task, but for those that have come to their end without an answer, or not in so many seconds. */
  readonly mayKnow: (technique: string, seconds: number) => boolean;
  /** CPU seconds of the call so far. */
  readonly usedSeconds: () => number;
  readonly remainingSeconds: () => number;
  readonly attempt: Attempt;
}

/** Undefined where none is asked for. Stops before an attempt that may ask a SAT solver. */
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
