/** Translates the loop invariants of a witness to the control-flow automaton. */

import { LineIndex } from "../../ground/util/text-position.ts";
import type { Invariant } from "../../ground/witness/index.ts";
import type { CfaNode } from "../cfa/index.ts";
import type { LoadedProgram } from "../program/index.ts";
import type { Assertion } from "../symbolic/index.ts";
import { ProgramExpressions } from "../validator/index.ts";

/** Finds where loop invariants hold, and their meaning there. */
export class LoopPlaces {
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

  /** `isComplete` is false when some invariant cannot be placed or parsed; it is left out. */
  assertions(invariants: readonly Invariant[]): {
    readonly assertions: Map<CfaNode, Assertion[]>;
    /** The same assertions by invariant. */
    readonly meanings: ReadonlyMap<Invariant, readonly Assertion[]>;
    readonly isComplete: boolean;
  } {
    const assertions = new Map<CfaNode, Assertion[]>();
    const meanings = new Map<Invariant, Assertion[]>();
    let isComplete = true;
    for (const invariant of invariants) {
      const { location, expression } = invariant;
      const nodes = this.#heads.get(`${location.line}:${location.column}`) ?? [];
      if (nodes.length === 0) isComplete = false;
      for (const node of nodes) {
        const offset = node.leaving[0]?.range.start ?? node.loop?.keyword.start ?? 0;
        const condition = this.#expressions.condition(expression, offset);
        if (condition === undefined) {
          isComplete = false;
          continue;
        }
        const assertion = { condition, text: expression };
        assertions.set(node, [...(assertions.get(node) ?? []), assertion]);
        meanings.set(invariant, [...(meanings.get(invariant) ?? []), assertion]);
      }
    }
    return { assertions, meanings, isComplete };
  }
}
