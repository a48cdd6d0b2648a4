import type {
  WitnessRequirement,
  WitnessRule,
  WitnessVersion,
} from "../../../ground/model/index.ts";

/** Short forms for writing witness tables. */
export const NONE: WitnessRequirement = { kind: "none" };

export function required(...versions: readonly WitnessVersion[]): WitnessRequirement {
  return { kind: "required", versions };
}

export function demonstration(...versions: readonly WitnessVersion[]): WitnessRequirement {
  return { kind: "demonstration", versions };
}

/** One row: property, patterns of base categories, correctness, violation. */
export function row(
  property: string,
  categories: readonly string[],
  correctness: WitnessRequirement,
  violation: WitnessRequirement,
): WitnessRule {
  return { property, categories, correctness, violation };
}

/** A row for answers that name one subproperty. */
export function subpropertyRow(
  property: string,
  subproperty: string,
  categories: readonly string[],
  violation: WitnessRequirement,
): WitnessRule {
  return { property, categories, subproperty, correctness: NONE, violation };
}
