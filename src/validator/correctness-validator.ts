/**
 * Validation of correctness witnesses: every invariant and the property are
 * checked on all executions, by induction with the invariants as lemmas, or by
 * bounded model checking with unwinding assertions. An invariant that cannot be read or placed is never confirmed.
 */

import {
  type BmcOptions,
  checkBounded,
  proveInductively,
} from "../analysis/bmc/bounded-model-checker.ts";
import type { Assertion } from "../analysis/bmc/symbolic-execution.ts";
import { exploreValues } from "../analysis/values/exploration.ts";
import type { CfaNode } from "../cfa/cfa.ts";
import { LineIndex } from "../util/text-position.ts";
import type { Budget } from "../verifier/budget.ts";
import { searchViolation } from "../verifier/falsifier.ts";
import type { LoadedProgram } from "../verifier/load-program.ts";
import type { SafetyProperty } from "../verifier/safety-property.ts";
import type { CorrectnessWitness, Invariant, Location } from "../witness/index.ts";
import type { ValidationOptions } from "./options.ts";
import { ProgramExpressions } from "./program-expressions.ts";

export type CorrectnessResult =
  | { readonly verdict: "confirmed" }
  | { readonly verdict: "unknown"; readonly reason: string };

export function validateCorrectness(
  loaded: LoadedProgram,
  property: SafetyProperty,
  witness: CorrectnessWitness,
  options: ValidationOptions,
): CorrectnessResult {
  if (witness.contracts !== undefined) return unknown("function_contract is not supported");
  if (witness.ghosts !== undefined) return unknown("ghost_instrumentation is not supported");
  const expressions = new ProgramExpressions(loaded);
  const lines = new LineIndex(loaded.program.text);
  const assertions = new Map<CfaNode, Assertion[]>();
  for (const invariant of witness.invariants) {
    const fault = placeInvariant(loaded, expressions, lines, invariant, assertions);
    if (fault !== undefined) return unknown(fault);
  }
  const { budget } = options;
  const claim = (part: Budget): BmcOptions => ({
    errorFunctions: property.errorFunctions,
    overflow: property.overflow,
    createSatSolver: options.createSatSolver,
    remainingSeconds: () => part.remainingSeconds(),
    assertions,
    // A satisfiable violation refutes the witness; nothing is left to replay.
    confirm: () => true,
    onPhase: (bound) => options.onProgress?.(`bounded model checking, bound ${bound}`),
  });
  if (witness.invariants.length === 0) {
    // A program without inputs is proved by its one execution, however long.
    const search = budget.part(budget.remainingSeconds() * EXECUTION_SHARE);
    const found = searchViolation(loaded.program, property, search, options.seed);
    if (found.kind === "exhausted") return { verdict: "confirmed" };
    if (found.kind === "violation") return unknown("the property is violated");
    // Nothing but the property is claimed: any complete exploration confirms it.
    for (const maxValues of [8, 100]) {
      const part = budget.part(budget.remainingSeconds() * EXPLORATION_SHARE);
      const explored = exploreValues(loaded.program, {
        errorFunctions: property.errorFunctions,
        overflowIsViolation: property.overflow === "stop",
        merge: "separate",
        maxValues,
        remainingSeconds: () => part.remainingSeconds(),
        confirm: () => false,
      });
      if (explored.kind === "true") return { verdict: "confirmed" };
    }
  }
  options.onProgress?.("induction with the invariants of the witness");
  const induction = proveInductively(
    loaded.program,
    claim(budget.part(budget.remainingSeconds() * INDUCTION_SHARE)),
  );
  if (induction.kind === "true") return { verdict: "confirmed" };
  const answer = checkBounded(loaded.program, claim(budget));
  if (answer.kind === "true") return { verdict: "confirmed" };
  if (answer.kind === "false") return unknown("the property is violated");
  return unknown(
    induction.kind === "unknown" ? `${induction.reason}; ${answer.reason}` : answer.reason,
  );
}

/** Of the time, for concrete execution. */
const EXECUTION_SHARE = 0.1;
/** Of the time, for an analysis of values. */
const EXPLORATION_SHARE = 0.15;
/** Of the time, for the inductive proof; the rest is for complete unrolling. */
const INDUCTION_SHARE = 0.5;

function unknown(reason: string): CorrectnessResult {
  return { verdict: "unknown", reason };
}

/** Adds the assertions of an invariant; returns what is wrong with it, if anything. */
function placeInvariant(
  loaded: LoadedProgram,
  expressions: ProgramExpressions,
  lines: LineIndex,
  invariant: Invariant,
  assertions: Map<CfaNode, Assertion[]>,
): string | undefined {
  const { type, location, expression, format } = invariant;
  const place = `line ${location.line}`;
  if (format !== "c_expression" || (type !== "loop_invariant" && type !== "location_invariant")) {
    return `invariant at ${place}: ${type} in ${format} is not supported`;
  }
  const nodes =
    type === "loop_invariant"
      ? loopHeadsAt(loaded, lines, location)
      : statementStartsAt(loaded, lines, location);
  if (nodes.length === 0) return `invariant at ${place}: there is no such ${type} location`;
  for (const { node, offset } of nodes) {
    const condition = expressions.condition(expression, offset);
    if (condition === undefined) return `invariant at ${place}: '${expression}' is not understood`;
    const others = assertions.get(node) ?? [];
    assertions.set(node, [...others, { condition, text: expression }]);
  }
  return undefined;
}

interface Place {
  readonly node: CfaNode;
  /** Where the expression's names are looked up. */
  readonly offset: number;
}

function startsAt(lines: LineIndex, location: Location, offset: number): boolean {
  const position = lines.positionOf(offset);
  return (
    position.line === location.line &&
    (location.column === undefined || location.column === position.column)
  );
}

function userNodes(loaded: LoadedProgram): readonly CfaNode[] {
  return [...loaded.program.functions.values()]
    .filter((fn) => !fn.isLibrary)
    .flatMap((fn) => fn.nodes);
}

function loopHeadsAt(loaded: LoadedProgram, lines: LineIndex, location: Location): Place[] {
  return userNodes(loaded).flatMap((node) => {
    const { loop } = node;
    if (loop === undefined || !startsAt(lines, location, loop.keyword.start)) return [];
    return [{ node, offset: node.leaving[0]?.range.start ?? loop.keyword.start }];
  });
}

/** Nodes that are entered from other statements and left into the statement at the location. */
function statementStartsAt(loaded: LoadedProgram, lines: LineIndex, location: Location): Place[] {
  return userNodes(loaded).flatMap((node) => {
    const edge = node.leaving[0];
    if (edge === undefined || !startsAt(lines, location, edge.range.start)) return [];
    const continues = node.entering.some(({ range }) => range.start === edge.range.start);
    return continues ? [] : [{ node, offset: edge.range.start }];
  });
}
