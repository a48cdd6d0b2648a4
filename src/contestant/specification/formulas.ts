/**
 * The meaning of properties' formulas for executions and for proofs: the only place that defines
 * it.
 */

import type { Formula } from "../../ground/model/index.ts";
import { unreachableKind } from "../../ground/util/unreachable-kind.ts";
import type { CfaEdge } from "../cfa/index.ts";
import type { CompiledProgram, Outcome, SharedAccess } from "../interpreter/index.ts";
import type { Check } from "./check.ts";

/** The aspects of executions that must be tracked beside their outcome, which costs time. */
export type Need = "blocks" | "races" | "cycles";

/** The place where an execution violates a formula. */
export interface Sight {
  /** Undefined where no operation shows it: at the end of the program, or for non-termination. */
  readonly edge: CfaEdge | undefined;
  /** The two accesses of a data race. */
  readonly race?: readonly [SharedAccess, SharedAccess];
}

export interface FormulaMeaning {
  /** The check that fails exactly where the formula is violated. */
  readonly check: Check;
  readonly need?: Need;
  /** Returns the violation that an execution shows at its end; undefined when it is none. */
  readonly see: (outcome: Outcome, run: CompiledProgram) => Sight | undefined;
  /** Whether an execution without a visible violation may still be one. */
  readonly doubts?: (run: CompiledProgram) => boolean;
}

/**
 * In the order in which violations are named; undefined for formulas without a meaning for C
 * programs here.
 */
export const FORMULAS: Readonly<Record<Formula["kind"], FormulaMeaning | undefined>> = {
  "unreach-call": {
    check: "call",
    see: (outcome) => (outcome.kind === "error-reached" ? { edge: outcome.edge } : undefined),
  },
  "no-overflow": { check: "overflow", see: overflow },
  // Before those of accesses: a block that is lost when an access is found to be invalid was lost
  // before.
  "valid-memtrack": {
    check: "leak",
    need: "blocks",
    see: lost,
    doubts: (run) => run.possiblyUntracked().length > 0,
  },
  "valid-deref": { check: "dereference", see: undefinedAs("invalid-dereference") },
  "valid-free": { check: "free", see: undefinedAs("invalid-free") },
  "valid-memcleanup": {
    check: "unfreed",
    see: (outcome, run) => {
      const isEnd = outcome.kind === "terminated" || outcome.kind === "aborted";
      return isEnd && run.unfreed().length > 0 ? { edge: edgeOf(outcome) } : undefined;
    },
  },
  "no-data-race": {
    check: "race",
    need: "races",
    see: (outcome) => {
      if (outcome.kind !== "data-race") return undefined;
      const { first, second } = outcome;
      return { edge: second.edge, race: [first, second] };
    },
  },
  "no-deadlock": {
    check: "deadlock",
    see: (outcome) =>
      outcome.kind === "deadlock" ? { edge: outcome.threads[0]?.edge } : undefined,
  },
  // No execution that ends shows it.
  termination: { check: "cycle", need: "cycles", see: () => undefined },
  "no-division-by-zero": { check: "undefined", see: undefinedAs("division-by-zero") },
  "no-undefined-behavior": { check: "undefined", see: otherUndefinedBehaviour },
  "unreach-label": undefined,
  "valid-assert": undefined,
  "no-runtime-exception": undefined,
};

/**
 * `INT_MIN % -1` (C11 6.5.5p6) is undefined, but whether it is an overflow is disputed: it is never
 * reported, nor are left shifts of negative values. A left shift whose result does not fit is an
 * overflow (6.5.7p4).
 */
function overflow(outcome: Outcome): Sight | undefined {
  if (outcome.kind !== "undefined-behaviour" || outcome.behaviour !== "signed-overflow") {
    return undefined;
  }
  return isDisputedOverflow(outcome) ? undefined : { edge: outcome.edge };
}

/**
 * A block is lost as soon as no pointer leads to it, regardless of the rest of the execution: also
 * where it does not terminate, waits in an assumption (which SV-COMP's rules call an endless loop),
 * or is undefined later.
 */
function lost(outcome: Outcome, run: CompiledProgram): Sight | undefined {
  switch (outcome.kind) {
    case "terminated":
    case "aborted":
    case "blocked":
    case "error-reached":
    case "block-lost":
      return run.untracked().length > 0 ? { edge: edgeOf(outcome) } : undefined;
    case "undefined-behaviour": {
      // The result of the failing call may not be stored yet.
      const blocks = run.untrackedByFreed().filter(({ edge }) => edge !== outcome.edge);
      return blocks.length > 0 ? { edge: outcome.edge } : undefined;
    }
    case "limit":
      return outcome.what === "steps" && run.untracked().length > 0
        ? { edge: undefined }
        : undefined;
    case "unsupported":
    case "deadlock":
    case "data-race":
    case "diverted":
    case "stopped":
      return undefined;
    default:
      return unreachableKind(outcome);
  }
}

function edgeOf(outcome: Outcome): CfaEdge | undefined {
  return "edge" in outcome ? outcome.edge : undefined;
}

type UndefinedOutcome = Extract<Outcome, { kind: "undefined-behaviour" }>;

function isDisputedOverflow({ expression }: UndefinedOutcome): boolean {
  return expression?.kind === "binary" && expression.operator === "rem";
}

/** Undefined behaviour that no other formula concerns. */
function otherUndefinedBehaviour(outcome: Outcome): Sight | undefined {
  if (outcome.kind !== "undefined-behaviour") return undefined;
  const { behaviour, edge } = outcome;
  switch (behaviour) {
    case "invalid-dereference":
    case "invalid-free":
    case "division-by-zero":
    // Only in evaluations by observers.
    case "unspecified-value":
      return undefined;
    case "signed-overflow":
      return isDisputedOverflow(outcome) ? { edge } : undefined;
    case "read-only-write":
    case "invalid-call":
    case "missing-result":
    case "shift":
    case "float-to-integer":
    case "library-argument":
    case "unreachable":
      return { edge };
    default:
      return unreachableKind(behaviour);
  }
}

function undefinedAs(
  behaviour: "invalid-dereference" | "invalid-free" | "division-by-zero",
): FormulaMeaning["see"] {
  return (outcome) =>
    outcome.kind === "undefined-behaviour" && outcome.behaviour === behaviour
      ? { edge: outcome.edge }
      : undefined;
}
