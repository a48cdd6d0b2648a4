/**
 * Replaces as many inputs of a violation as possible by zeros: of thousands of inputs in a loop
 * only a few matter, and witnesses merge equal consecutive inputs.
 */

import type { LoadedProgram } from "../program/index.ts";
import type { Specification } from "../specification/index.ts";
import { type ReplayBounds, SameViolation } from "../story/index.ts";
import type { InputChoice } from "../symbolic/index.ts";
import { dropNeedless } from "./drop-needless.ts";

/** An attempt has a cost even where it ends early. */
const BOUNDS: ReplayBounds = {
  length: (first) => 2 * first + 10_000,
  replays: 100,
  edges: 50_000_000,
};

/** Returns inputs that violate at the same place as `choices`. */
export function zeroedInputs(
  { program }: LoadedProgram,
  specification: Specification,
  choices: readonly InputChoice[],
): readonly InputChoice[] {
  const same = SameViolation.of(program, specification, choices, BOUNDS);
  if (same === undefined) return choices;
  const isNonzero = ({ value }: InputChoice): boolean => typeof value === "bigint" && value !== 0n;
  const without = (kept: ReadonlySet<InputChoice>): readonly InputChoice[] =>
    choices.map((choice) =>
      isNonzero(choice) && !kept.has(choice) ? { ...choice, value: 0n } : choice,
    );
  const needed = dropNeedless(
    choices.filter(isNonzero),
    (rest) => same.withInputs(without(new Set(rest))) !== undefined,
    () => same.isExhausted,
  );
  const zeroed = without(new Set(needed));
  return same.isViolatedElsewhere(zeroed) ? zeroed : choices;
}
