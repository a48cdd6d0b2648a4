/**
 * Properties in terms of single executions: what of an execution shows that
 * they are violated. More of them than the verifier can prove.
 */
import type { CfaEdge } from "../cfa/model/cfa.ts";
import type {
  CompiledProgram,
  InterpreterOptions,
  Outcome,
  SharedAccess,
} from "../interpreter/index.ts";
import type { Formula, Property } from "../model/index.ts";
import {
  type SafetyProperty,
  safetyPropertyOf,
  violatedBy,
  violatingEdge,
} from "../verifier/safety-property.ts";

export interface ObservedViolation {
  /** As in the answer `FALSE(…)`. */
  readonly subproperty: string;
  /** Undefined for what shows at the end of the program only. */
  readonly edge: CfaEdge | undefined;
  /** The thread that violates; 0 is that of `main`. */
  readonly thread: number;
  /** The two accesses of a data race. */
  readonly race?: readonly [SharedAccess, SharedAccess];
}

export interface ObservedProperty {
  /** `termination`: executions that repeat a state violate it. */
  readonly kind: "reach-safety" | "memory-safety" | "termination" | "data-race";
  /** The property for the engines that look at all executions; undefined when they cannot see violations. */
  readonly symbolic: SymbolicProperty | undefined;
  readonly interpreterOptions: Pick<
    InterpreterOptions,
    "errorFunctions" | "overflow" | "tracksBlocks" | "detectsRaces"
  >;
  /** What the last run of the program violates. */
  violationOf(compiled: CompiledProgram, outcome: Outcome): ObservedViolation | undefined;
}

/** What symbolic execution counts as a violation. */
export interface SymbolicProperty
  extends Pick<SafetyProperty, "errorFunctions" | "overflow" | "classify"> {
  /** Whether a block that is not freed, or lost, violates the property as well: that is not seen. */
  readonly forbidsLeaks: boolean;
}

/** Undefined when single executions cannot show a violation. */
export function observedPropertyOf(property: Property): ObservedProperty | undefined {
  const safety = safetyPropertyOf(property);
  if (safety !== undefined) return reachSafety(safety);
  const kinds = property.formulas.map(({ kind }) => kind);
  if (kinds.length === 1 && kinds[0] === "termination") return TERMINATION;
  if (kinds.length === 1 && kinds[0] === "no-data-race") return DATA_RACE;
  return kinds.every((kind) => MEMORY_SAFETY.includes(kind))
    ? memorySafety(new Set(kinds))
    : undefined;
}

export function reachSafety(safety: SafetyProperty): ObservedProperty {
  const { errorFunctions, overflow, classify, name } = safety;
  return {
    kind: "reach-safety",
    symbolic: { errorFunctions, overflow, classify, forbidsLeaks: false },
    interpreterOptions: { errorFunctions, overflow },
    violationOf: ({ thread }, outcome) => {
      const edge = violatingEdge(safety, outcome);
      return edge === undefined ? undefined : { subproperty: name, edge, thread };
    },
  };
}

const MEMORY_SAFETY: readonly Formula["kind"][] = [
  "valid-deref",
  "valid-free",
  "valid-memtrack",
  "valid-memcleanup",
];

const NO_ERROR_FUNCTIONS = { errorFunctions: new Set<string>(), overflow: "wrap" } as const;

const TERMINATION: ObservedProperty = {
  kind: "termination",
  // A cycle that is not passed once is not passed for ever.
  symbolic: { ...NO_ERROR_FUNCTIONS, classify: violatedBy(), forbidsLeaks: false },
  interpreterOptions: NO_ERROR_FUNCTIONS,
  violationOf: () => undefined,
};

const DATA_RACE: ObservedProperty = {
  kind: "data-race",
  symbolic: undefined,
  interpreterOptions: { ...NO_ERROR_FUNCTIONS, detectsRaces: true },
  violationOf: (_compiled, outcome) => {
    if (outcome.kind !== "data-race") return undefined;
    const { first, second } = outcome;
    const { edge, thread } = second;
    return { subproperty: "no-data-race", edge, thread, race: [first, second] };
  },
};

function memorySafety(kinds: ReadonlySet<Formula["kind"]>): ObservedProperty {
  const violationOf = (
    compiled: CompiledProgram,
    outcome: Outcome,
  ): ObservedViolation | undefined => {
    const { thread } = compiled;
    if (outcome.kind === "undefined-behaviour") {
      const { behaviour, edge } = outcome;
      if (behaviour === "invalid-dereference" && kinds.has("valid-deref"))
        return { subproperty: "valid-deref", edge, thread };
      if (behaviour === "invalid-free" && kinds.has("valid-free"))
        return { subproperty: "valid-free", edge, thread };
      return undefined;
    }
    if (outcome.kind !== "terminated") return undefined;
    if (kinds.has("valid-memtrack") && compiled.untracked().length > 0)
      return { subproperty: "valid-memtrack", edge: undefined, thread };
    if (kinds.has("valid-memcleanup") && compiled.unfreed().length > 0)
      return { subproperty: "valid-memcleanup", edge: undefined, thread };
    return undefined;
  };
  return {
    kind: "memory-safety",
    symbolic: {
      ...NO_ERROR_FUNCTIONS,
      classify: violatedBy(
        ...(kinds.has("valid-deref") ? (["dereference"] as const) : []),
        ...(kinds.has("valid-free") ? (["free"] as const) : []),
      ),
      forbidsLeaks: kinds.has("valid-memtrack") || kinds.has("valid-memcleanup"),
    },
    interpreterOptions: { ...NO_ERROR_FUNCTIONS, tracksBlocks: kinds.has("valid-memtrack") },
    violationOf,
  };
}
