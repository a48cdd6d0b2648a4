/** Executes a program along a violation witness. */

import { defined } from "../../ground/util/defined.ts";
import { LineIndex } from "../../ground/util/text-position.ts";
import type { ViolationWitness, Waypoint } from "../../ground/witness/index.ts";
import {
  type CallEdge,
  type CfaEdge,
  type CfaProgram,
  SourcePlaces,
  type ValueType,
} from "../cfa/index.ts";
import type {
  Choice,
  CompiledProgram,
  InputSource,
  Outcome,
  Scheduler,
  Turn,
} from "../interpreter/index.ts";
import type { LoadedProgram } from "../program/index.ts";
import { isReachSafety, type Specification } from "../specification/index.ts";
import type { InputChoice } from "../symbolic/index.ts";
import {
  constantsOf,
  createsThreads,
  PROFILES,
  RandomGenerator,
  RandomInputs,
  RecordingInputs,
  ReplayInputs,
} from "../techniques/index.ts";
import { AutomatonFollower } from "./automaton-follower.ts";
import type { ExecutionFollower } from "./execution-follower.ts";
import { ObservedProgram } from "./observed-program.ts";
import { ProgramExpressions } from "./program-expressions.ts";
import { SetWatcher, type StateSet } from "./set-watcher.ts";
import { WaypointFollower } from "./waypoint-follower.ts";
import { placeWaypoints } from "./waypoint-places.ts";

/** One execution along a witness. */
export interface Replay {
  /** The violation at the end of the witness; undefined when the execution does not match. */
  readonly confirmed: string | undefined;
  /** Number of passed segments. */
  readonly passed: number;
  /** Whether the witness left an input open. */
  readonly hasFreeChoice: boolean;
  /** Whether the bound on the steps ended it. */
  readonly isCut: boolean;
  readonly inputs: readonly InputChoice[];
  /** The schedule of a program with threads. */
  readonly turns: readonly Turn[];
  /** The end of the execution, and the parts that were not passed. */
  readonly end: string;
}

const MAX_STEPS = 2_000_000_000;

/** The data that all witnesses of a program share. */
class Shared {
  readonly #loaded: LoadedProgram;
  readonly observed: ObservedProgram;
  readonly expressions: ProgramExpressions;
  readonly lines: LineIndex;
  #constants: readonly bigint[] | undefined;
  #places: SourcePlaces | undefined;

  constructor(loaded: LoadedProgram, specification: Specification, isExpired: () => boolean) {
    this.#loaded = loaded;
    this.observed = new ObservedProgram(loaded.program, specification, isExpired);
    this.expressions = new ProgramExpressions(loaded);
    this.lines = new LineIndex(loaded.program.text);
  }

  /** For random inputs, which most executions do not need. */
  get constants(): readonly bigint[] {
    this.#constants ??= constantsOf(this.#loaded.program);
    return this.#constants;
  }

  /** For waypoints without a column. */
  get places(): SourcePlaces {
    this.#places ??= new SourcePlaces(this.#loaded.unit);
    return this.#places;
  }
}

/** Executes a program along a violation witness, with different values for open inputs. */
export class Replayer {
  readonly #loaded: LoadedProgram;
  readonly #program: CfaProgram;
  readonly #specification: Specification;
  readonly #shared: Shared;
  /** With the columns that the file leaves out. */
  readonly witness: ViolationWitness;

  constructor(
    loaded: LoadedProgram,
    specification: Specification,
    witness: ViolationWitness,
    isExpired: () => boolean = () => false,
    other?: Replayer,
  ) {
    this.#loaded = loaded;
    this.#program = loaded.program;
    this.#specification = specification;
    this.#shared =
      other === undefined ? new Shared(loaded, specification, isExpired) : other.#shared;
    this.witness = placeWaypoints(() => this.#shared.places, witness);
  }

  /** Returns a replayer of the same program along another witness. */
  for(witness: ViolationWitness): Replayer {
    return new Replayer(this.#loaded, this.#specification, witness, undefined, this);
  }

  get expressions(): ProgramExpressions {
    return this.#shared.expressions;
  }

  /** Run 0 uses zero for every open input; the others use random values. */
  run(
    seed: number,
    run: number,
    maxSteps: number = MAX_STEPS,
    watched?: (follower: ExecutionFollower) => ExecutionFollower,
  ): Replay {
    const profile = PROFILES[run % PROFILES.length] as (typeof PROFILES)[number];
    const source =
      run === 0 ? ZEROS : new RandomInputs(seed + run, this.#shared.constants, profile);
    return this.#follow(source, { isGuided: true, maxSteps, run, ...defined({ watched }) });
  }

  /** The same until the execution, in the cycle of the witness, enters a set of states. */
  into(
    set: StateSet,
    seed: number,
    run: number,
    maxSteps: number,
  ): { readonly replay: Replay; readonly hasArrived: boolean } {
    const watchers: SetWatcher[] = [];
    const watched = (follower: ExecutionFollower): ExecutionFollower => {
      const watcher = new SetWatcher(follower, set);
      watchers.push(watcher);
      return watcher;
    };
    const replay = this.run(seed, run, maxSteps, watched);
    return { replay, hasArrived: watchers.some(({ hasArrived }) => hasArrived) };
  }

  /** Executes with all inputs given; the witness is only checked. */
  replay(inputs: readonly InputChoice[]): Replay {
    const source = new ReplayInputs(inputs);
    return this.#follow(source, { isGuided: false, maxSteps: MAX_STEPS, run: 0 });
  }

  #follow(
    source: InputSource,
    {
      isGuided,
      maxSteps,
      run,
      watched = (plain) => plain,
    }: {
      readonly isGuided: boolean;
      readonly maxSteps: number;
      readonly run: number;
      readonly watched?: (follower: ExecutionFollower) => ExecutionFollower;
    },
  ): Replay {
    // Infinite repetitions are found more often with few inputs that change.
    const free = run % 2 === 0 ? source : new QuietCycle(source, () => follower.isInCycle);
    const { automaton } = this.witness;
    const { lines } = this.#shared;
    const follower: ExecutionFollower = watched(
      automaton === undefined
        ? new WaypointFollower(this.#program, lines, this.expressions, this.witness, free, isGuided)
        : new AutomatonFollower(this.#program, this.expressions, automaton, free, isGuided),
    );
    this.#shared.observed.follower = follower;
    const recorder = new RecordingInputs(follower);
    const compiled = this.#compile(maxSteps);
    const scheduler = new WitnessScheduler(follower, run);
    const outcome = compiled.run(recorder, scheduler);
    const violation = this.#specification.observe(compiled, outcome);
    const isConfirmed = this.#specification.needs.has("cycles")
      ? follower.isCycling
      : violation !== undefined && follower.isAtTarget(violation);
    return {
      confirmed: isConfirmed ? (violation?.subproperty ?? "termination") : undefined,
      passed: follower.passed,
      hasFreeChoice: follower.hasFreeChoice || scheduler.hasChosen,
      isCut: outcome.kind === "limit" && outcome.what === "steps",
      inputs: recorder.choices,
      turns: compiled.turns,
      end: describe(follower, outcome),
    };
  }

  #compile(maxSteps: number): CompiledProgram {
    // With only a target there is nothing to observe on the way, and observation is slow.
    const isObserved =
      !isTargetOnly(this.witness) ||
      !isReachSafety(this.#specification) ||
      createsThreads(this.#program) ||
      this.#mayViolateInLibrary();
    const observed = isOfCalls(this.witness, this.#specification) ? "most edges" : "every edge";
    return this.#shared.observed.compiled(maxSteps, isObserved ? observed : "nothing");
  }

  /**
   * Whether the violation may be in the library: then its place is that of the call, which only an
   * observer knows.
   */
  #mayViolateInLibrary(): boolean {
    if (this.#specification.execution.overflow !== "stop") return false;
    return [...this.#program.functions.values()].some(({ isLibrary }) => isLibrary);
  }
}

const ZEROS: InputSource = { nondet: () => 0n };

/** Returns zeros in the repeated part of a witness. */
class QuietCycle implements InputSource {
  readonly #source: InputSource;
  readonly #isInCycle: () => boolean;

  constructor(source: InputSource, isInCycle: () => boolean) {
    this.#source = source;
    this.#isInCycle = isInCycle;
  }

  nondet(edge: CallEdge, type: ValueType): bigint {
    return this.#isInCycle() ? 0n : this.#source.nondet(edge, type);
  }

  fill(edge: CfaEdge, size: number): Uint8Array | undefined {
    return this.#isInCycle() ? undefined : this.#source.fill?.(edge, size);
  }
}

/**
 * Runs the threads for which the witness waits, and from the second run on sometimes others: a
 * witness names few of the places where threads alternate.
 */
class WitnessScheduler implements Scheduler {
  readonly #follower: ExecutionFollower;
  readonly #random: RandomGenerator;
  /** How often another thread runs, out of 64. */
  readonly #deviations: number;
  /** Whether condition variables wake up spuriously. */
  readonly #wakes: boolean;
  hasChosen = false;

  constructor(follower: ExecutionFollower, run: number) {
    this.#wakes = run % 2 === 1;
    this.#follower = follower;
    this.#random = new RandomGenerator(run);
    this.#deviations = DEVIATIONS[run % DEVIATIONS.length] as number;
  }

  next({ ready, sleeping, last }: Choice): Turn | undefined {
    if (ready.length + sleeping.length > 1) this.hasChosen = true;
    const deviates = this.#random.below(64) < this.#deviations;
    if (ready.length === 0 && !this.#wakes) return undefined;
    // Spurious wake-ups are rare, so that other threads reach the state for which the sleeper
    // waits.
    const isWoken = this.#wakes && sleeping.length > 0 && this.#random.below(16) === 0;
    if (ready.length === 0 || isWoken) {
      return { thread: sleeping[this.#random.below(sleeping.length)] as number, points: 0 };
    }
    const wanted = this.#follower.wantedThreads.filter((thread) => ready.includes(thread));
    if (wanted.length > 0 && !deviates) {
      return { thread: wanted[this.#random.below(wanted.length)] as number, points: 0 };
    }
    const others = deviates ? ready : ready.filter((thread) => thread !== last);
    const from = others.length > 0 ? others : ready;
    const thread = from[this.#random.below(from.length)] as number;
    return { thread, points: deviates ? this.#random.below(8) : 0 };
  }
}

const DEVIATIONS = [0, 2, 8, 0, 24, 4] as const;

function isTargetOnly({ segments, automaton }: ViolationWitness): boolean {
  return automaton === undefined && segments.length === 1 && segments[0]?.avoid.length === 0;
}

/** Whether the witness concerns calls only: iterations that only count have none. */
function isOfCalls({ segments, automaton }: ViolationWitness, { needs }: Specification): boolean {
  const isOfCall = ({ type }: Waypoint): boolean => type.startsWith("function_");
  return (
    automaton === undefined &&
    !needs.has("cycles") &&
    segments.every(({ avoid, follow }) =>
      [...avoid, follow].every((one) => isOfCall(one) || one.type === "target"),
    )
  );
}

function describe(follower: ExecutionFollower, outcome: Outcome): string {
  const end =
    outcome.kind === "limit"
      ? `limit of ${outcome.what}`
      : outcome.kind === "undefined-behaviour"
        ? outcome.behaviour
        : outcome.kind;
  return `${follower.describe()}; the run ends with: ${end}`;
}
