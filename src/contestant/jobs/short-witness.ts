/** Shortens witnesses: leaves out irrelevant waypoints, and merges equal inputs. */

import { defined } from "../../ground/util/defined.ts";
import type { ViolationWitness } from "../../ground/witness/index.ts";
import type { Budget } from "../call/index.ts";
import { compileProgram } from "../interpreter/index.ts";
import type { LoadedProgram } from "../program/index.ts";
import type { Specification } from "../specification/index.ts";
import type { InputChoice } from "../symbolic/index.ts";
import { ReplayInputs } from "../techniques/index.ts";
import { countWaypoints, foldWitness, reduceWitness } from "../testification/index.ts";
import { createViolationWitness } from "../witness-out/index.ts";

/** Maximal number of edges of an execution that is repeated many times to shorten a witness. */
const MAX_REDUCED_EDGES = 500_000;
/** Maximal number of edges of all executions, where few waypoints can be left out. */
const MAX_EDGES_OF_ALL = 5_000_000;
/** Maximal number of edges of one execution along a folded witness. */
const MAX_FOLDED_EDGES = 20_000_000;
/** More waypoints are not read one by one. */
const MANY_WAYPOINTS = 500;

/** Whether it is worthwhile to search for simpler inputs, and to merge them. */
export function isLong({ segments }: ViolationWitness): boolean {
  return segments.length > MANY_WAYPOINTS;
}

/**
 * Returns a witness of the same violation, confirmed by replay, with fewer waypoints if possible.
 * @param choices The inputs of the violation; inputs without an entry are zero.
 * @param budget For leaving out one waypoint after the other; folding is bounded in steps.
 * @param isRead Whether the witness is for a reader: a validator follows some more waypoints in
 * less time than it takes to leave them out.
 * @param asRead Converts a witness to what validators read in the format in which it will be
 * written.
 */
export function shortWitness(
  loaded: LoadedProgram,
  specification: Specification,
  witness: ViolationWitness,
  choices: readonly InputChoice[],
  budget: Budget,
  seed: number,
  tell: (message: string) => void,
  isRead: boolean,
  asRead?: (witness: ViolationWitness) => ViolationWitness,
): ViolationWitness {
  const folded = isLong(witness) ? fold(loaded, specification, witness, choices, seed) : witness;
  const waypoints = countWaypoints(folded.segments);
  // Where its format cannot express all of it, a witness may have to be completed.
  const isSaid = asRead === undefined || asRead(folded) === folded;
  if (waypoints <= 1 || (!isRead && isSaid)) return folded;
  const compiled = compileProgram(loaded.program, specification.execution);
  compiled.run(new ReplayInputs(choices));
  const { steps } = compiled;
  if (steps > MAX_REDUCED_EDGES && steps * waypoints > MAX_EDGES_OF_ALL) return folded;
  tell("leaving out waypoints that do not matter");
  const reduction = reduceWitness(loaded, specification, folded, budget, seed, {
    execution: { inputs: choices, steps },
    ...defined({ asRead }),
  });
  return reduction.kind === "reduced" ? reduction.witness : folded;
}

/** Returns a witness of these simplified inputs, in which equal consecutive inputs are merged. */
function fold(
  loaded: LoadedProgram,
  specification: Specification,
  witness: ViolationWitness,
  choices: readonly InputChoice[],
  seed: number,
): ViolationWitness {
  const plain = createViolationWitness(loaded.program, specification, choices) ?? witness;
  return foldWitness(loaded, specification, plain, MAX_FOLDED_EDGES, seed) ?? plain;
}
