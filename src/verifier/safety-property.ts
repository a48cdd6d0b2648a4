/** The properties that the verifier decides, in the terms of its engines. */
import type { CfaEdge } from "../cfa/model/cfa.ts";
import type { InterpreterOptions, Outcome } from "../interpreter/index.ts";
import type { Property } from "../model/index.ts";
import type { Check, Meaning } from "../specification/check.ts";

export interface SafetyProperty {
  /** As in the answer `FALSE(…)`. */
  readonly name: "unreach-call" | "no-overflow";
  /** Functions whose call is the violation. */
  readonly errorFunctions: ReadonlySet<string>;
  /** Whether signed overflow is the violation, or wraps around (the convention of reachability tasks). */
  readonly overflow: "wrap" | "stop";
  /** What it means for the property that an obligation of a proof fails. */
  readonly classify: (obligation: { readonly check: Check }) => Meaning;
}

/** Undefined when the property is about something else. */
export function safetyPropertyOf(property: Property): SafetyProperty | undefined {
  const [first] = property.formulas;
  if (first?.kind === "no-overflow" && property.formulas.length === 1) {
    return {
      name: "no-overflow",
      errorFunctions: new Set(),
      overflow: "stop",
      classify: violatedBy("overflow"),
    };
  }
  const errorFunctions = new Set<string>();
  for (const formula of property.formulas) {
    if (formula.kind !== "unreach-call") return undefined;
    errorFunctions.add(formula.functionName);
  }
  if (errorFunctions.size === 0) return undefined;
  return { name: "unreach-call", errorFunctions, overflow: "wrap", classify: violatedBy("call") };
}

/** The checks given are violations, and the others make proofs incomplete. */
export function violatedBy(...checks: readonly Check[]): SafetyProperty["classify"] {
  return ({ check }) =>
    checks.includes(check) ? "violation" : check === "unspecified" ? "ignored" : "incomplete";
}

/** What the interpreter needs to know of the property. */
export function interpreterOptions(
  property: SafetyProperty,
): Pick<InterpreterOptions, "errorFunctions" | "overflow"> {
  return { errorFunctions: property.errorFunctions, overflow: property.overflow };
}

/**
 * The edge on which a run violates the property; undefined when it does not.
 * Left shifts that do not fit (C11 6.5.7p4) and `INT_MIN % -1` (6.5.5p6) are
 * undefined, but whether they are overflows is read in two ways: they are
 * never reported as such.
 */
export function violatingEdge(property: SafetyProperty, outcome: Outcome): CfaEdge | undefined {
  if (property.name === "unreach-call") {
    return outcome.kind === "error-reached" ? outcome.edge : undefined;
  }
  if (outcome.kind !== "undefined-behaviour" || outcome.behaviour !== "signed-overflow") {
    return undefined;
  }
  const { expression } = outcome;
  const isDisputed =
    expression?.kind === "binary" &&
    (expression.operator === "shl" || expression.operator === "rem");
  return isDisputed ? undefined : outcome.edge;
}
