/** Reports the results for the claims of a correctness witness, one by one and together. */

import { defined } from "../../ground/util/defined.ts";
import type { Location } from "../../ground/witness/index.ts";
import type { Assertion } from "../symbolic/index.ts";
import type { Claim } from "./correctness-product.ts";
import { type Counterexample, counterexampleText } from "./counterexample.ts";
import { placeText } from "./waypoint-follower.ts";

export interface CorrectnessResult {
  readonly verdict: "confirmed" | "refuted" | "unknown";
  /** The refuted or unproved claim. */
  readonly reason?: string;
  readonly claims: readonly ClaimReport[];
}

export interface ClaimReport {
  /** From 1: invariants in the order of the file, then the clauses of contracts. */
  readonly number: number;
  readonly type: Claim["type"];
  readonly location?: Location;
  readonly text: string;
  /**
   * `established`: it holds when the loop is reached; `preserved`: every iteration preserves it,
   * given the other claims that are proved; both: `proved`.
   */
  readonly status: "proved" | "established" | "unproved" | "refuted" | "unsupported";
  /** Why it is unsupported. */
  readonly reason?: string;
  /** An execution on which it does not hold. */
  readonly counterexample?: Counterexample;
}

/**
 * Reports a claim as refuted by the first refuted one of its assertions, or as proved, if all of
 * them are.
 */
export function reportOf(
  { number, type, location, text, assertions, fault }: Claim,
  refuted: ReadonlyMap<Assertion, Counterexample>,
  isProved: (assertion: Assertion) => boolean,
): ClaimReport {
  const base = { number, type, ...defined({ location }), text };
  for (const assertion of assertions) {
    const counterexample = refuted.get(assertion);
    if (counterexample !== undefined) return { ...base, status: "refuted", counterexample };
  }
  if (fault !== undefined) return { ...base, status: "unsupported", reason: fault };
  return { ...base, status: assertions.every(isProved) ? "proved" : "unproved" };
}

/**
 * @param answer - about the property and all claims together
 * @param before - why another attempt had no result
 */
export function resultOf(
  claims: readonly ClaimReport[],
  isViolated: boolean,
  answer: { readonly kind: string; readonly reason?: string },
  before?: string,
): CorrectnessResult {
  const refuted = claims.find(({ status }) => status === "refuted");
  if (refuted !== undefined) {
    return { verdict: "refuted", reason: describeClaim(refuted), claims };
  }
  if (isViolated) return { verdict: "refuted", reason: "the property is violated", claims };
  const open = claims.filter(({ status }) => status !== "proved");
  if (answer.kind === "true" && open.length === 0) return { verdict: "confirmed", claims };
  const why = [before, answer.reason].filter((reason) => reason !== undefined).join("; ");
  if (open.length === 0) {
    return { verdict: "unknown", reason: `the property is not proved: ${why}`, claims };
  }
  const [first] = open;
  const others = open.length > 1 ? `, and ${open.length - 1} more` : "";
  const reason = `${first === undefined ? "" : describeClaim(first)}${others}`;
  return { verdict: "unknown", reason: why === "" ? reason : `${reason}; ${why}`, claims };
}

const STATUS_TEXTS: Readonly<Record<ClaimReport["status"], string>> = {
  proved: "proved: established and preserved",
  established: "established, but not shown to be preserved",
  unproved: "unproved",
  refuted: "refuted",
  unsupported: "unsupported",
};

/** `loop_invariant 2 at line 5, column 3: 'x > 0' is refuted with inputs 3 (line 4): x = 0` */
export function describeClaim(report: ClaimReport): string {
  const { number, type, location, text, status, reason, counterexample } = report;
  const place = location === undefined ? "" : ` at ${placeText(location)}`;
  const isLoop = type === "loop_invariant" || type === "loop_transition_invariant";
  const said = status === "proved" && !isLoop ? "proved" : STATUS_TEXTS[status];
  const detail =
    counterexample === undefined
      ? reason === undefined
        ? ""
        : `: ${reason}`
      : ` ${counterexampleText(counterexample)}`;
  return `${type} ${number}${place}: '${text}' is ${said}${detail}`;
}
