/**
 * The invariants of a proof, checked once more as they will be read: as C
 * expressions, with nothing guessed beside them. What the proof does not need
 * is left out, the longest first.
 */
import {
  type BmcAnswer,
  type BmcOptions,
  proveInductively,
} from "../analysis/bmc/bounded-model-checker.ts";
import type { Assertion } from "../analysis/bmc/edge-execution.ts";
import type { CfaNode } from "../cfa/cfa.ts";
import type { SatSolver } from "../smt/solver.ts";
import { LineIndex } from "../util/text-position.ts";
import { ProgramExpressions } from "../validator/program-expressions.ts";
import type { Budget } from "../verifier/budget.ts";
import { joinInvariants } from "../verifier/correctness-witness.ts";
import type { LoadedProgram } from "../verifier/load-program.ts";
import type { SafetyProperty } from "../verifier/safety-property.ts";
import type { CorrectnessWitness, Invariant } from "../witness/index.ts";
import { dropNeedless } from "./drop-needless.ts";

export interface SimplifiedProof {
  readonly witness: CorrectnessWitness;
  /** Whether the invariants of the witness alone prove the property. */
  readonly suffices: boolean;
}

export function simplifyProof(
  loaded: LoadedProgram,
  property: SafetyProperty,
  witness: CorrectnessWitness,
  options: { readonly budget: Budget; readonly createSatSolver: () => SatSolver },
): SimplifiedProof {
  const { budget } = options;
  const places = new Places(loaded);
  const prove = (invariants: readonly Invariant[], guesses: boolean): BmcAnswer => {
    const assertions = places.assertions(invariants);
    if (assertions === undefined) return { kind: "unknown", reason: "an invariant has no place" };
    const claim: BmcOptions = {
      errorFunctions: property.errorFunctions,
      overflow: property.overflow,
      createSatSolver: options.createSatSolver,
      remainingSeconds: () => budget.remainingSeconds(),
      confirm: () => false,
      assertions,
      guessesNothing: !guesses,
    };
    return proveInductively(loaded.program, claim);
  };
  const byLength = witness.invariants.toSorted((a, b) => b.expression.length - a.expression.length);
  const suffices = (rest: readonly Invariant[]): boolean => prove(rest, false).kind === "true";
  if (!suffices(byLength)) {
    // Some of what the proof needs cannot be said in C; what can be said must hold all the same.
    const answer = prove(byLength, true);
    const isRefuted = answer.kind !== "true" && budget.remainingSeconds() > 0;
    const kept = isRefuted ? { ...witness, invariants: [] } : witness;
    return { witness: joinInvariants(kept), suffices: false };
  }
  const needed = new Set(dropNeedless(byLength, suffices, () => budget.isExhausted));
  const invariants = witness.invariants.filter((invariant) => needed.has(invariant));
  return { witness: joinInvariants({ ...witness, invariants }), suffices: true };
}

/** Where invariants of loops hold, and what they mean there. */
class Places {
  readonly #expressions: ProgramExpressions;
  readonly #heads = new Map<string, CfaNode[]>();

  constructor(loaded: LoadedProgram) {
    this.#expressions = new ProgramExpressions(loaded);
    const lines = new LineIndex(loaded.program.text);
    for (const fn of loaded.program.functions.values()) {
      if (fn.isLibrary) continue;
      for (const node of fn.nodes) {
        if (node.loop === undefined) continue;
        const { line, column } = lines.positionOf(node.loop.keyword.start);
        const key = `${line}:${column}`;
        this.#heads.set(key, [...(this.#heads.get(key) ?? []), node]);
      }
    }
  }

  /** Undefined when an invariant cannot be placed or read. */
  assertions(invariants: readonly Invariant[]): Map<CfaNode, Assertion[]> | undefined {
    const result = new Map<CfaNode, Assertion[]>();
    for (const { location, expression } of invariants) {
      const nodes = this.#heads.get(`${location.line}:${location.column}`) ?? [];
      if (nodes.length === 0) return undefined;
      for (const node of nodes) {
        const offset = node.leaving[0]?.range.start ?? node.loop?.keyword.start ?? 0;
        const condition = this.#expressions.condition(expression, offset);
        if (condition === undefined) return undefined;
        result.set(node, [...(result.get(node) ?? []), { condition, text: expression }]);
      }
    }
    return result;
  }
}
