/**
 * Transition invariants that are well-founded for reasons that their form does not show: returns
 * claims about the program to prove instead. C types have finitely many values, so that in an
 * infinite run the values in a relation recur. A relation to every earlier visit (`AnyPrev`) that
 * never holds between equal values cannot hold then; one to the last visit alone (`LastPrev`) must
 * order the visits.
 */

import type { Invariant } from "../../ground/witness/index.ts";
import { type Expression, operandsOf } from "../cfa/index.ts";
import type { LoadedProgram } from "../program/index.ts";
import { replaceAt } from "./at-expressions.ts";
import type { Place } from "./invariant-places.ts";
import { ProgramExpressions } from "./program-expressions.ts";

/**
 * Returns claims of which each alone makes the invariant well-founded; none where values may be
 * addresses.
 */
export function wellFoundedness(
  loaded: LoadedProgram,
  invariant: Invariant,
  places: readonly Place[],
): readonly Invariant[] {
  const { expression, type } = invariant;
  const texts = new Map<string, Set<string>>();
  const now = replaceAt(expression, ({ label, text }) => {
    const known = texts.get(label) ?? new Set();
    texts.set(label, known.add(text));
    return label === "AnyPrev" ? `(${text})` : `\\at(${text}, ${label})`;
  });
  if (now === undefined) return [];
  const expressions = new ProgramExpressions(loaded);
  // The number of addresses grows with that of blocks.
  const hasFiniteValues = (text: string): boolean =>
    places.every(({ offset }) => {
      const plain = replaceAt(text, (part) => `(${part.text})`);
      const read = plain === undefined ? undefined : expressions.condition(plain, offset);
      return read !== undefined && !dependsOnAddress(read);
    });
  const last = texts.get("LastPrev");
  if (last === undefined) {
    const isLoop = type === "loop_transition_invariant";
    return texts.has("AnyPrev") && hasFiniteValues(expression)
      ? [
          {
            ...invariant,
            type: isLoop ? "loop_invariant" : "location_invariant",
            expression: `!(${now})`,
          },
        ]
      : [];
  }
  if (texts.has("AnyPrev")) return [];
  return [...last].filter(hasFiniteValues).flatMap((text) =>
    ["<", ">"].map((order) => ({
      ...invariant,
      expression: `(${text}) ${order} \\at(${text}, LastPrev)`,
    })),
  );
}

/**
 * Whether the value is, or is computed from, an address; the value of a load through one is not.
 */
function dependsOnAddress(expression: Expression): boolean {
  if (expression.type.kind === "pointer") return true;
  return expression.kind !== "load" && operandsOf(expression).some(dependsOnAddress);
}
