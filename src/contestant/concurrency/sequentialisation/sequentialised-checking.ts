/**
 * Bounded model checking of programs with threads: all schedules with bounded rounds and bounded loop iterations,
 * then with larger bounds (interleaving.ts). TRUE when nothing was left out.
 */
import type {
  CfaEdge,
  CfaProgram,
  MemoryObject,
  PossibleRaces,
  RacingAccesses,
} from "../../cfa/index.ts";
import { Phase, runPhase } from "../../induction/index.ts";
import { objectPlace, PointsTo } from "../../pointers/index.ts";
import type { TermManager } from "../../smt/index.ts";
import type { InputChoice } from "../../symbolic/index.ts";
import { type Claim, type EngineAnswer, type Phased, within } from "../../symbolic/index.ts";
import { proveRaceFreedom } from "../race-freedom/race-freedom.ts";
import { Interleaving, type Move } from "./interleaving.ts";
import type { ProgramOfThreads } from "./switch-points.ts";

export interface SequentialisationOptions extends Omit<Claim, "confirm">, Phased {
  /** Replays a counterexample; true when the violation really happens. */
  readonly confirm: (choices: readonly InputChoice[], schedule: readonly Move[]) => boolean;
}

/** Accesses that may race; without an answer, all may. */
export function possibleRaces(program: CfaProgram, isExhausted: () => boolean): PossibleRaces {
  const answer = proveRaceFreedom(program, { isExhausted, maxRaces: Number.POSITIVE_INFINITY });
  if (answer.kind === "race-free") return new Map();
  if (answer.kind === "unknown") return "all";
  const edges = new Map<CfaEdge, Record<keyof RacingAccesses, Set<MemoryObject | undefined>>>();
  for (const { edge, isWrite, target } of answer.races.flatMap((race) => [
    race.first,
    race.second,
  ])) {
    const accesses = edges.get(edge) ?? { read: new Set(), written: new Set() };
    edges.set(edge, accesses);
    const { place } = target;
    accesses[isWrite ? "written" : "read"].add(place.kind === "object" ? place.object : undefined);
  }
  return edges;
}

/** Automatic objects to which other threads may have pointers; all may when the time does not suffice. */
export function escapedLocals(
  program: CfaProgram,
  isExhausted: () => boolean,
): ReadonlySet<MemoryObject> {
  const pointsTo = new PointsTo(program);
  const isSolved = pointsTo.solve(isExhausted);
  const locals = [...program.functions.values()].flatMap((fn) => fn.locals);
  return new Set(
    locals.filter(
      (object) => object.isAddressTaken && (!isSolved || pointsTo.isEscaped(objectPlace(object))),
    ),
  );
}

/**
 * Bounds of rounds and iterations of loops. Where rounds are counted, less is merged, and only a share of the time
 * is used; with all rounds at once, an exploration is complete as soon as loops are.
 */
const PHASES: readonly {
  readonly rounds?: number;
  readonly bound: number;
  readonly share?: number;
}[] = [
  { rounds: 3, bound: 2, share: 0.1 },
  { bound: 8 },
  { bound: 25 },
  { bound: 100 },
  { bound: 1000 },
];

export function checkSequentialised(
  threads: ProgramOfThreads,
  options: SequentialisationOptions,
): EngineAnswer {
  let reason = "no bound was tried";
  for (const { rounds, bound, share } of PHASES) {
    if (options.remainingSeconds() <= 0) {
      return { kind: "unknown", reason: `time limit; ${reason}` };
    }
    options.onPhase?.(bound);
    let interleaving: Interleaving | undefined;
    const seconds = options.remainingSeconds() * (share ?? 1);
    const claim = {
      ...within(options, seconds),
      confirm: (choices: readonly InputChoice[], valueIn?: (term: Move["guard"]) => bigint) => {
        const isTaken = ({ guard }: Move): boolean => valueIn?.(guard) === 1n;
        return options.confirm(choices, (interleaving?.moves ?? []).filter(isTaken));
      },
    };
    const make = (manager: TermManager, made: ConstructorParameters<typeof Interleaving>[2]) => {
      const counted = rounds === undefined ? made : { ...made, rounds };
      interleaving = new Interleaving(threads, manager, { ...counted, bound });
      return interleaving;
    };
    const phase = new Phase(threads.program, claim, bound, bound, undefined, undefined, make);
    const answer = runPhase(phase);
    if (answer.kind !== "unknown") return answer;
    reason = answer.reason;
    if (!answer.retry && share === undefined) return { kind: "unknown", reason };
  }
  return { kind: "unknown", reason };
}
