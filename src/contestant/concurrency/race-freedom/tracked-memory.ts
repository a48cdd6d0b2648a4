/** Memory whose contents a thread knows: its own, and places that only it writes to. */
import type { CfaNode, CfaProgram } from "../../cfa/index.ts";
import type { PointsTo } from "../../pointers/index.ts";
import { constant, objectPlace, type Place } from "../../pointers/index.ts";
import { MAIN_THREAD, type Thread } from "./thread.ts";
import { EMPTY_STATE, type ThreadState, withCell } from "./thread-state.ts";

/** The assumptions of an exploration. */
export interface Assumptions {
  /** Places that several threads write to, or that have several instances: their contents are unknown. */
  readonly contested: ReadonlySet<string>;
  /** The only thread that writes to a place, by the place. */
  readonly writers: ReadonlyMap<string, string>;
  /** Conditions of loops that the known values do not decide. */
  readonly undecided: ReadonlySet<CfaNode>;
}

export class TrackedMemory {
  readonly #program: CfaProgram;
  readonly #pointsTo: PointsTo;
  readonly #assumptions: Assumptions;

  constructor(program: CfaProgram, pointsTo: PointsTo, assumptions: Assumptions) {
    this.#program = program;
    this.#pointsTo = pointsTo;
    this.#assumptions = assumptions;
  }

  /** The initial state of `main`. */
  initialState(): ThreadState {
    let state = EMPTY_STATE;
    for (const object of this.#program.globals) {
      const { scalar } = object;
      const place = objectPlace(object);
      if (scalar?.kind !== "int" || !this.isTracked(place, MAIN_THREAD)) continue;
      const initial = object.initial.find(({ offset }) => offset === 0)?.value;
      if (initial !== undefined && initial.kind !== "integer") continue;
      const value = constant(initial?.value ?? 0n, scalar.bits);
      state = withCell(state, place.key, `0:${scalar.bits / 8}`, value);
    }
    return state;
  }

  isTracked(place: Place, thread: Thread): boolean {
    switch (place.kind) {
      case "object": {
        const { object } = place;
        if (object.kind === "string" || object.isReadOnly) return object.scalar !== undefined;
        const isPrivate = object.kind !== "global" && !this.#pointsTo.isEscaped(place);
        if (isPrivate) return true;
        if (object.kind === "thread-local") return false;
        break;
      }
      case "block":
        if (!this.#pointsTo.isEscaped(place)) return true;
        break;
      default:
        return false;
    }
    if (this.#assumptions.contested.has(place.key)) return false;
    return (this.#assumptions.writers.get(place.key) ?? thread.key) === thread.key;
  }
}

/** Whether there is one instance of the place in every execution. */
export function isSingle(place: Place, program: CfaProgram): boolean {
  if (place.kind !== "object") return false;
  const { object } = place;
  if (object.kind === "global" || object.kind === "string") return true;
  return object.kind !== "thread-local" && program.main.locals.includes(object);
}
