/**
 * From a property to what must be checked: one type for the interpreter, the
 * engines, the verifier, the validator, test generation and witnesses. A
 * program satisfies a specification if it satisfies every formula.
 */

import type { Formula, Property } from "../../ground/model/index.ts";
import { invariant } from "../../ground/util/errors.ts";
import { type CfaEdge, labelFunction } from "../cfa/index.ts";
import {
  type CompiledProgram,
  type InterpreterOptions,
  type Outcome,
  STATIC_COPIES,
} from "../interpreter/index.ts";
import type { Check, Meaning } from "./check.ts";
import { FORMULAS, type FormulaMeaning, type Need, type Sight } from "./formulas.ts";

/** Signed overflow wraps around, or ends an execution as the violation that is looked for. */
export type OverflowMode = InterpreterOptions["overflow"];

/** How executions go, and where they end. */
export type ExecutionRules = Pick<
  InterpreterOptions,
  | "errorFunctions"
  | "overflow"
  | "tracksBlocks"
  | "checksStrings"
  | "followsProvenance"
  | "detectsRaces"
  | "maxStaticBytes"
>;

export interface Violation extends Sight {
  /** The formula that is violated, as in the answer `FALSE(…)`. */
  readonly subproperty: Formula["kind"];
  /** The thread that violates; 0 is that of `main`. */
  readonly thread: number;
}

export interface Specification {
  readonly formulas: readonly Formula[];
  /** What must not fail. */
  readonly checks: ReadonlySet<Check>;
  /** Formulas that nothing here checks: neither TRUE nor FALSE may be said of them. */
  readonly unknownFormulas: readonly Formula["kind"][];
  readonly needs: ReadonlySet<Need>;
  readonly execution: ExecutionRules;
  /** What it means that an obligation of a proof fails. */
  readonly classify: (obligation: {
    readonly check: Check;
    readonly edge?: CfaEdge | undefined;
  }) => Meaning;
  /** The violation that the last run of a program shows, compiled by the rules of {@link execution}. */
  readonly observe: (run: CompiledProgram, outcome: Outcome) => Violation | undefined;
  /** Whether the last run may be a violation although it shows none: it proves nothing then. */
  readonly doubts: (run: CompiledProgram) => boolean;
}

/** What engines need of a specification. */
export type EngineSpecification = Pick<Specification, "execution" | "classify">;

/** Whether a check fails at a place; what is lost shows anywhere behind the place where it was lost. */
const hasPlace = (check: Check): boolean => check !== "leak" && check !== "unfreed";

/** What keeps no proof of anything else from being one. */
const HARMLESS: ReadonlySet<Check> = new Set(["unspecified", "leak", "unfreed", "cycle"]);

/** A place of the program where a violation is known already. */
export interface KnownViolation {
  readonly check: Check;
  /** Where the statement begins in the text of the program; undefined for what shows nowhere. */
  readonly start: number | undefined;
}

export function knownFrom({ subproperty, edge }: Violation): KnownViolation {
  const meaning = FORMULAS[subproperty];
  invariant(meaning !== undefined, `${subproperty} was seen without a meaning`);
  return { check: meaning.check, start: edge?.range.start };
}

/**
 * @param property - without formulas, nothing is asked and everything may still be undefined
 * @param known - executions are of no interest from there on, so that others are found
 */
export function specificationOf(
  { formulas }: Pick<Property, "formulas">,
  known: readonly KnownViolation[] = [],
): Specification {
  // A label is reached where its function is called (errorLabels), and answers name both alike.
  const kinds = new Set<Formula["kind"]>(
    formulas.map(({ kind }) => (kind === "unreach-label" ? "unreach-call" : kind)),
  );
  const asked = (Object.entries(FORMULAS) as [Formula["kind"], FormulaMeaning | undefined][])
    .filter(([kind]) => kinds.has(kind))
    .map(([kind, meaning]) => ({ kind, meaning }));
  const checks = new Set(asked.flatMap(({ meaning }) => meaning?.check ?? []));
  const needs = new Set(asked.flatMap(({ meaning }) => meaning?.need ?? []));
  const isKnown = (check: Check, edge: CfaEdge | undefined): boolean =>
    known.some(
      (place) => place.check === check && (!hasPlace(check) || place.start === edge?.range.start),
    );
  return {
    formulas,
    checks,
    unknownFormulas: asked.filter(({ meaning }) => !meaning).map(({ kind }) => kind),
    needs,
    execution: {
      errorFunctions: new Set(
        formulas.flatMap((formula) =>
          formula.kind === "unreach-call"
            ? formula.functionName
            : formula.kind === "unreach-label"
              ? labelFunction(formula.label)
              : formula.kind === "termination"
                ? ENDING_FUNCTIONS
                : [],
        ),
      ),
      // The convention of tasks that ask for none of these: overflows wrap around. An execution that
      // goes on for ever is a counterexample only without undefined behaviour.
      overflow: STOPS.some((check) => checks.has(check)) ? "stop" : "wrap",
      tracksBlocks: needs.has("blocks"),
      checksStrings: checks.has("dereference"),
      // Where a state returns, pointers may have strayed meanwhile.
      followsProvenance: checks.has("dereference") && !checks.has("cycle"),
      detectsRaces: needs.has("races"),
    },
    classify: ({ check, edge }) => {
      if (isKnown(check, edge)) return "ends-execution";
      if (checks.has(check)) return "violation";
      // Who asks for undefined behaviour wants to hear of results that are any value, too.
      const isOpen = check === "unspecified" && checks.has("undefined");
      if (HARMLESS.has(check) && !isOpen) return "ignored";
      // Where nobody asks for the call, an execution ends there.
      return check === "call" && checks.has("cycle") ? "ends-execution" : "incomplete";
    },
    observe: (run, outcome) => {
      for (const { kind, meaning } of asked) {
        const sight = meaning?.see(outcome, run);
        if (meaning === undefined || sight === undefined) continue;
        if (isKnown(meaning.check, sight.edge)) continue;
        return { ...sight, subproperty: kind, thread: run.thread };
      }
      return undefined;
    },
    doubts: (run) => asked.some(({ meaning }) => meaning?.doubts?.(run) === true),
  };
}

/** The labels that must not be reached: the program has to be built with them. */
export function errorLabels({ formulas }: Pick<Property, "formulas">): ReadonlySet<string> {
  return new Set(
    formulas.flatMap((formula) => (formula.kind === "unreach-label" ? formula.label : [])),
  );
}

/** Who asks for one of these wants executions to end at overflows. */
const STOPS: readonly Check[] = ["overflow", "undefined", "cycle"];

/** Calls that end an execution although they may have no body: an error is no endless execution. */
const ENDING_FUNCTIONS = ["reach_error", "__VERIFIER_error"];

/** Compiled programs of a verification that live at a time: two implementations, and one that somebody watches. */
const PROGRAMS_AT_A_TIME = 3;

/** The specification for a process that may use so much memory: executions that need more have no answer. */
export function withinMemory(specification: Specification, memoryBytes: number): Specification {
  const maxStaticBytes = memoryBytes / (STATIC_COPIES * PROGRAMS_AT_A_TIME);
  return { ...specification, execution: { ...specification.execution, maxStaticBytes } };
}

/** Whether the specification asks for nothing else than these checks, and for one of them. */
export function asksOnlyFor(
  { checks, unknownFormulas }: Specification,
  ...some: readonly Check[]
): boolean {
  const asked = [...checks];
  return (
    unknownFormulas.length === 0 && asked.length > 0 && asked.every((check) => some.includes(check))
  );
}

/** Calls that are not reached, and results that fit: what single executions of one thread violate at an edge. */
export function isReachSafety(specification: Specification): boolean {
  return asksOnlyFor(specification, "call", "overflow");
}

/** Errors of memory. */
const OF_MEMORY = ["dereference", "free", "leak", "unfreed"] as const;

/** What single executions of one thread violate: calls, operations, and what happens to memory. */
export function isSafetyOfExecutions(specification: Specification): boolean {
  return asksOnlyFor(specification, "call", "overflow", "undefined", ...OF_MEMORY);
}

/** For messages. */
export function specificationText({ formulas }: Specification): string {
  return [...new Set(formulas.map(({ kind }) => kind))].join(", ");
}

/**
 * Whether single executions that are followed along a witness show violations:
 * repeated states and races are looked for one property at a time.
 */
export function isReplayable(specification: Specification): boolean {
  return (
    isReachSafety(specification) ||
    asksOnlyFor(specification, ...OF_MEMORY) ||
    asksOnlyFor(specification, "race") ||
    asksOnlyFor(specification, "cycle")
  );
}
