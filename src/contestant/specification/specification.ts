/**
 * Converts a property to checks: one type for the interpreter, the engines, the verifier, the
 * validator, test generation and witnesses. A program satisfies a specification if it satisfies
 * every formula.
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

/** Signed overflow wraps around, or ends an execution as the violation that is searched for. */
export type OverflowMode = InterpreterOptions["overflow"];

/** The rules of executions, and their ends. */
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
  /** The violated formula, as in the answer `FALSE(…)`. */
  readonly subproperty: Formula["kind"];
  /** The thread that violates; 0 is that of `main`. */
  readonly thread: number;
}

export interface Specification {
  readonly formulas: readonly Formula[];
  /** The checks that must not fail. */
  readonly checks: ReadonlySet<Check>;
  /** Formulas without a check here: neither TRUE nor FALSE may be answered. */
  readonly unknownFormulas: readonly Formula["kind"][];
  readonly needs: ReadonlySet<Need>;
  readonly execution: ExecutionRules;
  /** Returns the meaning of a failed proof obligation. */
  readonly classify: (obligation: {
    readonly check: Check;
    readonly edge?: CfaEdge | undefined;
  }) => Meaning;
  /**
   * Returns the violation of the last run of a program, compiled by the rules of {@link execution}.
   */
  readonly observe: (run: CompiledProgram, outcome: Outcome) => Violation | undefined;
  /** Whether the last run may be a violation although it shows none: then it proves nothing. */
  readonly doubts: (run: CompiledProgram) => boolean;
}

/** The part of a specification that engines need. */
export type EngineSpecification = Pick<Specification, "execution" | "classify">;

/**
 * Whether a check fails at a place; a lost block shows anywhere after the place where it was lost.
 */
const hasPlace = (check: Check): boolean => check !== "leak" && check !== "unfreed";

/** Checks whose failure does not invalidate a proof of other checks. */
const HARMLESS: ReadonlySet<Check> = new Set(["unspecified", "leak", "unfreed", "cycle"]);

/** A place of the program with a known violation. */
export interface KnownViolation {
  readonly check: Check;
  /**
   * Offset of the statement in the text of the program; undefined for a violation without a place.
   */
  readonly start: number | undefined;
}

export function knownFrom({ subproperty, edge }: Violation): KnownViolation {
  const meaning = FORMULAS[subproperty];
  invariant(meaning !== undefined, `${subproperty} was seen without a meaning`);
  return { check: meaning.check, start: edge?.range.start };
}

/**
 * @param property - without formulas, nothing is checked and everything may still be undefined
 * @param known - executions are irrelevant from there on, so that other violations are found
 */
export function specificationOf(
  { formulas }: Pick<Property, "formulas">,
  known: readonly KnownViolation[] = [],
): Specification {
  // A label is reached where its function is called (errorLabels), and answers name both in the
  // same way.
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
      // The convention of tasks without any of these checks: overflows wrap around. A
      // non-terminating execution is a counterexample only without undefined behaviour.
      overflow: STOPS.some((check) => checks.has(check)) ? "stop" : "wrap",
      tracksBlocks: needs.has("blocks"),
      checksStrings: checks.has("dereference"),
      // Where a state returns, pointers may have left their objects meanwhile.
      followsProvenance: checks.has("dereference") && !checks.has("cycle"),
      detectsRaces: needs.has("races"),
    },
    classify: ({ check, edge }) => {
      if (isKnown(check, edge)) return "ends-execution";
      if (checks.has(check)) return "violation";
      // A specification about undefined behaviour includes results with unspecified values.
      const isOpen = check === "unspecified" && checks.has("undefined");
      if (HARMLESS.has(check) && !isOpen) return "ignored";
      // Where the call is not a violation, an execution ends there.
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

/** Returns the labels that must not be reached: the program has to be built with them. */
export function errorLabels({ formulas }: Pick<Property, "formulas">): ReadonlySet<string> {
  return new Set(
    formulas.flatMap((formula) => (formula.kind === "unreach-label" ? formula.label : [])),
  );
}

/** With one of these checks, executions end at overflows. */
const STOPS: readonly Check[] = ["overflow", "undefined", "cycle"];

/** Calls that end an execution although they may have no body: an error is no endless execution. */
const ENDING_FUNCTIONS = ["reach_error", "__VERIFIER_error"];

/**
 * Number of compiled programs of a verification that exist at a time: two implementations, and an
 * observed one.
 */
const PROGRAMS_AT_A_TIME = 3;

/**
 * Returns the specification for a process with a memory limit: executions that need more have no
 * answer.
 */
export function withinMemory(specification: Specification, memoryBytes: number): Specification {
  const maxStaticBytes = memoryBytes / (STATIC_COPIES * PROGRAMS_AT_A_TIME);
  return { ...specification, execution: { ...specification.execution, maxStaticBytes } };
}

/** Whether the specification demands only these checks, and at least one of them. */
export function asksOnlyFor(
  { checks, unknownFormulas }: Specification,
  ...some: readonly Check[]
): boolean {
  const asked = [...checks];
  return (
    unknownFormulas.length === 0 && asked.length > 0 && asked.every((check) => some.includes(check))
  );
}

/**
 * Whether it concerns only calls that are not reached, and results that fit: violations by single
 * executions of one thread at an edge.
 */
export function isReachSafety(specification: Specification): boolean {
  return asksOnlyFor(specification, "call", "overflow");
}

/** Memory errors. */
const OF_MEMORY = ["dereference", "free", "leak", "unfreed"] as const;

/**
 * Whether it concerns only violations by single executions of one thread: calls, operations, and
 * memory.
 */
export function isSafetyOfExecutions(specification: Specification): boolean {
  return asksOnlyFor(specification, "call", "overflow", "undefined", ...OF_MEMORY);
}

/** Formats it for messages. */
export function specificationText({ formulas }: Specification): string {
  return [...new Set(formulas.map(({ kind }) => kind))].join(", ");
}

/**
 * Whether single executions along a witness can show violations: repeated states and races are
 * searched for one property at a time.
 */
export function isReplayable(specification: Specification): boolean {
  return (
    isReachSafety(specification) ||
    asksOnlyFor(specification, ...OF_MEMORY) ||
    asksOnlyFor(specification, "race") ||
    asksOnlyFor(specification, "cycle")
  );
}
