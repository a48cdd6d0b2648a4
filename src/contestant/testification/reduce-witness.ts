/**
 * Reduces violation witnesses to the fewest waypoints that still determine the violation, by delta
 * debugging (Zeller, Hildebrandt 2002) with ever smaller blocks of segments. A witness determines
 * the violation when the execution along it is confirmed for all values of the open inputs.
 */

import type { Segment, ViolationWitness } from "../../ground/witness/index.ts";
import type { Budget } from "../call/index.ts";
import { compileProgram } from "../interpreter/index.ts";
import type { LoadedProgram } from "../program/index.ts";
import type { Specification } from "../specification/index.ts";
import type { InputChoice } from "../symbolic/index.ts";
import { ReplayInputs } from "../techniques/index.ts";
import { Replayer, replayViolation } from "../validator/index.ts";
import { createViolationWitness } from "../witness-out/index.ts";

/** Executions with different open inputs that must all be confirmed. */
const TRIALS = 12;
/** An execution may take this factor of the edges of the known one, and some more. */
const STEPS_FACTOR = 4;
const MIN_STEPS = 1_000;

export type Reduction =
  | {
      readonly kind: "reduced";
      readonly witness: ViolationWitness;
      /** Number of waypoints before and after. */
      readonly before: number;
      readonly after: number;
      /** Whether the witness left relevant inputs open, and was completed first. */
      readonly isCompleted: boolean;
      /** Whether no more waypoints can be left out; false when time ran out. */
      readonly isMinimal: boolean;
    }
  | { readonly kind: "unknown"; readonly reason: string };

export interface ReductionOptions {
  /** Converts a witness to what a reader gets, where its format cannot express all of it. */
  readonly asRead?: (witness: ViolationWitness) => ViolationWitness;
  /** The execution of the witness; searched for along the witness when it is not known. */
  readonly execution?: { readonly inputs: readonly InputChoice[]; readonly steps: number };
}

export function reduceWitness(
  loaded: LoadedProgram,
  specification: Specification,
  witness: ViolationWitness,
  budget: Budget,
  seed: number,
  { asRead = (same) => same, execution }: ReductionOptions = {},
): Reduction {
  const replayer = new Replayer(loaded, specification, witness, () => budget.isExhausted);
  const determines = (segments: readonly Segment[]): boolean =>
    determinesViolation(replayer.for(asRead({ kind: "violation", segments })), seed, maxSteps);
  const before = countWaypoints(witness.segments);
  const found = execution ?? executionAlong(loaded, specification, witness, budget, seed);
  if ("reason" in found) return { kind: "unknown", reason: found.reason };
  // Without a relevant waypoint, an execution may not terminate.
  const maxSteps = STEPS_FACTOR * found.steps + MIN_STEPS;
  let { segments } = witness;
  let isCompleted = false;
  if (!determines(segments)) {
    const complete = createViolationWitness(loaded.program, specification, found.inputs);
    if (complete === undefined || !determines(complete.segments)) {
      const reason = "relevant inputs are open in the witness, and no waypoint can state them";
      return { kind: "unknown", reason };
    }
    segments = complete.segments;
    isCompleted = true;
  }
  const shorter = removeSegments(segments, determines, budget);
  const reduced = removeAvoided(shorter.segments, determines, budget);
  return {
    kind: "reduced",
    witness: { kind: "violation", segments: reduced.segments },
    before,
    after: countWaypoints(reduced.segments),
    isCompleted,
    isMinimal: shorter.isDone && reduced.isDone,
  };
}

interface Removal {
  readonly segments: readonly Segment[];
  readonly isDone: boolean;
}

/**
 * Leaves out blocks of segments except the final one, of half their number, then of a quarter, …
 */
function removeSegments(
  all: readonly Segment[],
  determines: (segments: readonly Segment[]) => boolean,
  budget: Budget,
): Removal {
  let segments = all;
  for (let size = Math.max(1, segments.length - 1); ; ) {
    let hasRemoved = false;
    for (let at = 0; at < segments.length - 1; ) {
      if (budget.isExhausted) return { segments, isDone: false };
      const end = Math.min(at + size, segments.length - 1);
      const candidate = [...segments.slice(0, at), ...segments.slice(end)];
      if (determines(candidate)) {
        segments = candidate;
        hasRemoved = true;
      } else {
        at = end;
      }
    }
    // One-minimal: until no single segment can be left out.
    if (size === 1 && !hasRemoved) return { segments, isDone: true };
    size = Math.max(1, size >> 1);
  }
}

function removeAvoided(
  all: readonly Segment[],
  determines: (segments: readonly Segment[]) => boolean,
  budget: Budget,
): Removal {
  let segments = all;
  for (const [index, { avoid }] of all.entries()) {
    for (const waypoint of avoid) {
      if (budget.isExhausted) return { segments, isDone: false };
      const candidate = segments.map((segment, other) =>
        other === index
          ? { ...segment, avoid: segment.avoid.filter((kept) => kept !== waypoint) }
          : segment,
      );
      if (determines(candidate)) segments = candidate;
    }
  }
  return { segments, isDone: true };
}

function executionAlong(
  loaded: LoadedProgram,
  specification: Specification,
  witness: ViolationWitness,
  budget: Budget,
  seed: number,
): Required<ReductionOptions>["execution"] | { readonly reason: string } {
  const start = budget.part(budget.remainingSeconds() / 2);
  const result = replayViolation(loaded, specification, witness, start, seed);
  if (result.verdict === "unknown") return result;
  const { inputs } = result;
  const compiled = compileProgram(loaded.program, specification.execution);
  compiled.run(new ReplayInputs(inputs));
  return { inputs, steps: compiled.steps };
}

/** Whether the execution along a witness is confirmed for all values of the open inputs. */
export function determinesViolation(replayer: Replayer, seed: number, maxSteps: number): boolean {
  for (let trial = 0; trial < TRIALS; trial++) {
    const { confirmed, hasFreeChoice } = replayer.run(seed, trial, maxSteps);
    if (confirmed === undefined) return false;
    if (!hasFreeChoice) return true;
  }
  return true;
}

export function countWaypoints(segments: readonly Segment[]): number {
  return segments.reduce((sum, { avoid }) => sum + avoid.length + 1, 0);
}
