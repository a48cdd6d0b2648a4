/**
 * Systematic exploration of a program with threads: all schedules and all inputs, one execution after the
 * other, each from the start along recorded decisions (Godefroid: "Model checking for programming languages
 * using VeriSoft", POPL 1997); a state that was met before is not followed again (visited-states.ts), and of the
 * orders of independent steps one is enough (sleep-sets.ts).
 * Threads are stopped only before operations that others have to see. Which these are is found on the way
 * (runtime/segments.ts): the exploration begins again when a place turns out to be visible.
 *
 * `complete` means that every execution of the program is one of those that were seen, or equivalent.
 */
import type { CallEdge, CfaEdge, CfaProgram, MemoryObject, ValueType } from "../cfa/index.ts";
import { invariant } from "../util/errors.ts";
import { compileProgram } from "./compile.ts";
import type {
  CompiledProgram,
  ExplorationControl,
  InputSource,
  InterpreterOptions,
  Outcome,
} from "./contract.ts";
import { MaximalStates } from "./maximal-states.ts";
import type { Conflict } from "./runtime/segments.ts";
import type { Choice, Scheduler, Turn } from "./schedule.ts";
import { haveBits, isIn, maskOf, type Sleeper, stillAsleep } from "./sleep-sets.ts";
import { VisitedStates } from "./visited-states.ts";

export interface ExplorationOptions {
  /** How executions go; with `detectsRaces`, races end the exploration. */
  readonly rules: Omit<InterpreterOptions, "explores" | "observer" | "implementation">;
  /** All values that must be tried for an input, or undefined when they are too many. */
  readonly valuesOf: (edge: CallEdge, type: ValueType) => readonly bigint[] | undefined;
  /** Whether the outcome of a run violates what is explored for. */
  readonly violates: (run: CompiledProgram, outcome: Outcome) => boolean;
  /** Whether a race shows in one of the schedules, for which the program is executed without exploration. */
  readonly isShown: (execution: ExploredExecution) => boolean;
  /** Whether a run may violate it although its outcome shows nothing; with `tracksBlocks`, states are asked about, too. */
  readonly doubts: (run: CompiledProgram) => boolean;
  readonly maxStates: number;
  /**
   * Static objects of type `int` of which larger values are only worse, as long as nothing overflows: a state is not followed when
   * one with values at least as large was.
   */
  readonly rising?: ReadonlySet<MemoryObject>;
}

/** An execution for {@link CompiledProgram.run} of the program compiled without exploration. */
export interface ExploredExecution {
  readonly inputs: readonly { readonly edge: CfaEdge; readonly value: bigint }[];
  /** One of them shows the violation. */
  readonly schedules: readonly (readonly Turn[])[];
}

export interface ExplorationFigures {
  readonly states: number;
  readonly executions: number;
  /** Places of accesses before which threads were stopped. */
  readonly visiblePlaces: number;
}

export type Exploration =
  | ({ readonly kind: "complete" } & ExplorationFigures)
  | ({ readonly kind: "violation" } & ExploredExecution & ExplorationFigures)
  /** Nothing is known. `isInterrupted`: for want of time, and the exploration may be continued. */
  | ({ readonly kind: "open"; readonly reason: string } & ExplorationFigures & Interruption);

interface Interruption {
  readonly isInterrupted?: true;
}

export interface StartedExploration {
  /**
   * Goes on from where the last call was interrupted.
   * @param isExhausted - asked now and then
   */
  continue(isExhausted: () => boolean): Exploration;
}

/** Virtual: only what is used of it takes memory. */
const MEMORY = 128 * 2 ** 20;

const STATES_BETWEEN_QUESTIONS = 64;
/** Executions without a known end, before no more are looked at. */
const MOST_DOUBTFUL = 100;

export function startExploration(
  program: CfaProgram,
  options: ExplorationOptions,
): StartedExploration {
  const compiled = compileProgram(program, {
    maxMemoryBytes: MEMORY,
    ...options.rules,
    explores: true,
  });
  return new Search(compiled, options);
}

const MAY_BE_LOST = "a block may be lost";

/** Instead of a thread: none goes on. */
const NOBODY = -1;

/** By thread; the same objects for all executions. */
const TURNS: Turn[] = [];

function turnOf(thread: number): Turn | undefined {
  if (thread === NOBODY) return undefined;
  let turn = TURNS[thread];
  if (turn === undefined) {
    turn = { thread, points: 0 };
    TURNS[thread] = turn;
  }
  return turn;
}

/** A place in an execution where it could go on in several ways. */
interface Decision {
  readonly options: readonly (number | bigint)[];
  taken: number;
  /** Of a choice between threads: those that need not go on here, the last of them because they have been explored. */
  readonly sleepers: Sleeper[] | undefined;
}

type Verdict = "violation" | "complete" | ({ readonly reason: string } & Interruption);

class Search implements StartedExploration, Scheduler, InputSource {
  readonly #compiled: CompiledProgram;
  readonly #options: ExplorationOptions;
  readonly #visited: VisitedStates | MaximalStates;
  #decisions: Decision[] = [];
  /** Number of decisions that the present execution has made. */
  #made = 0;
  #inputs: { edge: CfaEdge; value: bigint }[] = [];
  #schedules: readonly (readonly Turn[])[] = [];
  #executions = 0;
  #giveUp: Exclude<Verdict, string> | undefined;
  #isExhausted: () => boolean = () => false;
  /** Why the exploration cannot be complete, and how many executions ended so. */
  #doubt: string | undefined;
  #doubtful = 0;

  constructor(compiled: CompiledProgram, options: ExplorationOptions) {
    this.#compiled = compiled;
    this.#options = options;
    const { rising } = options;
    this.#visited = rising === undefined ? new VisitedStates() : new MaximalStates();
    if (rising === undefined) return;
    invariant(options.rules.overflow === "stop", "values rise as long as nothing overflows");
    compiled.exploration?.leaveOut(rising);
  }

  continue(isExhausted: () => boolean): Exploration {
    this.#isExhausted = isExhausted;
    // The decisions of the execution that was interrupted lead to where it was.
    if (this.#giveUp?.isInterrupted === true) this.#giveUp = undefined;
    const control = this.#compiled.exploration;
    const verdict =
      control === undefined ? { reason: "the program is too large" } : this.#search(control);
    const figures = {
      states: this.#visited.size,
      executions: this.#executions,
      visiblePlaces: control?.visible.reduce((sum, one) => sum + one, 0) ?? 0,
    };
    if (verdict === "complete") return { kind: "complete", ...figures };
    if (verdict !== "violation") return { kind: "open", ...verdict, ...figures };
    return { kind: "violation", inputs: this.#inputs, schedules: this.#schedules, ...figures };
  }

  #search(control: ExplorationControl): Verdict {
    for (;;) {
      this.#made = 0;
      this.#inputs = [];
      this.#executions++;
      const outcome = this.#compiled.run(this, this);
      const { conflict } = control;
      if (conflict !== undefined) {
        const found = this.#resolve(control, conflict);
        if (found !== undefined) return found;
        continue;
      }
      if (this.#giveUp !== undefined) return this.#giveUp;
      if (this.#hidesOthers(control)) continue;
      this.#schedules = [this.#compiled.turns];
      if (this.#options.violates(this.#compiled, outcome)) return "violation";
      const reason = reasonOf(outcome) ?? this.#doubtOf(outcome);
      // No proof any more, but another execution may show a violation.
      if (reason !== undefined && this.#isHopeless(reason)) return { reason };
      if (!this.#backtrack())
        return this.#doubt === undefined ? "complete" : { reason: this.#doubt };
    }
  }

  #doubtOf({ kind }: Outcome): string | undefined {
    return kind !== "diverted" && this.#options.doubts(this.#compiled) ? MAY_BE_LOST : undefined;
  }

  #isHopeless(reason: string): boolean {
    this.#doubt ??= reason;
    return ++this.#doubtful > MOST_DOUBTFUL;
  }

  /** Goes to the last decision that leaves another way. */
  #backtrack(): boolean {
    this.#decisions.length = this.#made;
    for (let last = this.#decisions.at(-1); last !== undefined; last = this.#decisions.at(-1)) {
      if (++last.taken < last.options.length) return true;
      this.#decisions.pop();
    }
    return false;
  }

  /** Accesses that nothing orders: a race, or places that were wrongly held to be invisible. */
  #resolve(control: ExplorationControl, conflict: Conflict): Verdict | undefined {
    const { earlier, later } = conflict;
    if (this.#options.rules.detectsRaces && !(earlier.isAtomic && later.isAtomic)) {
      const schedules = adjacentTurns(this.#compiled, conflict);
      if (this.#options.isShown({ inputs: this.#inputs, schedules })) {
        this.#schedules = schedules;
        return "violation";
      }
      // What the later thread did first in its segment may order the two: stopping in between tells.
    }
    let isNew = false;
    for (const { isFirst, place } of [earlier, later]) {
      if (isFirst || control.visible[place] === 1) continue;
      isNew = true;
      control.visible[place] = 1;
    }
    if (!isNew) return { reason: "accesses conflict that are visible" };
    this.#beginAgain();
    return undefined;
  }

  /**
   * The end of the program is before all that others have not done yet. Outside of atomic blocks threads stop before
   * it; an atomic block that ends the program has to be visible as a whole, and so has the end of an object whose address is known.
   */
  #hidesOthers({ placeOfEnd, visible }: ExplorationControl): boolean {
    if (placeOfEnd === undefined || visible[placeOfEnd] === 1) return false;
    visible[placeOfEnd] = 1;
    this.#beginAgain();
    return true;
  }

  #beginAgain(): void {
    this.#visited.clear();
    this.#decisions = [];
    this.#doubt = undefined;
  }

  // ------------------------------------------------------------------ decisions

  next({ ready, sleeping, last }: Choice): Turn | undefined {
    const made = this.#decisions[this.#made];
    if (made !== undefined) {
      this.#made++;
      return turnOf(made.options[made.taken] as number);
    }
    const isAsked = this.#visited.size % STATES_BETWEEN_QUESTIONS === 0;
    // Before the state counts as one that was met.
    if (isAsked && this.#isExhausted()) {
      return this.#stop({ reason: "time limit", isInterrupted: true });
    }
    const { exploration } = this.#compiled;
    const key = exploration?.stateKey();
    if (exploration === undefined || key === undefined) {
      return this.#stop({ reason: "states cannot be told apart" });
    }
    const asleep = this.#sleepersAfter(exploration);
    const sleepers = haveBits(ready) ? asleep : [];
    const visit = this.#visited.visit(key, maskOf(sleepers), exploration.leftOut);
    if (visit === undefined) return undefined;
    if (this.#visited.size > this.#options.maxStates) {
      return this.#stop({ reason: "too many states" });
    }
    // What is lost stays so: an execution without an end shows it in a state.
    const { tracksBlocks } = this.#options.rules;
    if (tracksBlocks && exploration.mayHaveLost()) this.#doubt ??= MAY_BE_LOST;
    const others = ready.filter((thread) => thread !== last);
    const going = ready.includes(last) ? [last] : [];
    // It may be that nobody wakes without a signal ever: a deadlock.
    const ending = ready.length === 0 ? [NOBODY] : [];
    const all = [...going, ...others, ...ending, ...sleeping];
    const options = all.filter((thread) => isIn(visit.explores, thread));
    if (options.length === 0) return undefined;
    const left = sleepers.filter(({ thread }) => isIn(visit.sleep, thread));
    this.#decisions.push({ options, taken: 0, sleepers: left });
    this.#made++;
    return turnOf(options[0] as number);
  }

  /** Who sleeps after the step that the last decision has chosen; whoever took it sleeps when others are chosen there. */
  #sleepersAfter(exploration: ExplorationControl): readonly Sleeper[] {
    const before = this.#decisions[this.#made - 1];
    if (before?.sleepers === undefined) return [];
    const thread = before.options[before.taken] as number;
    const step = exploration.footprintOf(thread);
    if (step === undefined) return [];
    const after = stillAsleep(before.sleepers, step);
    before.sleepers.push({ thread, step });
    return after;
  }

  nondet(edge: CallEdge, type: ValueType): bigint {
    let made = this.#decisions[this.#made];
    if (made === undefined) {
      const options = this.#options.valuesOf(edge, type);
      if (options === undefined) {
        this.#giveUp ??= { reason: "an input has too many values" };
        return 0n;
      }
      made = { options, taken: 0, sleepers: undefined };
      this.#decisions.push(made);
    }
    this.#made++;
    const value = made.options[made.taken] as bigint;
    this.#inputs.push({ edge, value });
    return value;
  }

  #stop(why: Exclude<Verdict, string>): undefined {
    this.#giveUp = why;
    return undefined;
  }
}

/** Why nothing is known when an execution ends so; undefined when the end is an ordinary one. */
function reasonOf(outcome: Outcome): string | undefined {
  switch (outcome.kind) {
    case "terminated":
    case "aborted":
    case "blocked":
    case "deadlock":
    // Cut where a state was met before.
    case "diverted":
      return undefined;
    case "error-reached":
    case "data-race":
    case "stopped":
    case "block-lost":
      return `an execution ends as ${outcome.kind}`;
    case "undefined-behaviour":
      return `undefined behaviour: ${outcome.behaviour} (C11 ${outcome.paragraph})`;
    case "unsupported":
      return outcome.reason;
    case "limit":
      return `an execution reaches the limit of ${outcome.what}`;
  }
}

/**
 * Schedules in which the two accesses of a race stand next to each other, in both orders: after a `free` the other
 * access would be an invalid one.
 */
function adjacentTurns({ turns, thread }: CompiledProgram, conflict: Conflict): Turn[][] {
  const { earlier, later, turn, thread: delayed } = conflict;
  const before = (one: number, points: number): Turn[] =>
    points > 0 ? [{ thread: one, points: points - 1 }] : [];
  // The last turn is that of the later access, which was cut short.
  const both = [
    ...turns.slice(0, turn),
    ...before(delayed, earlier.points),
    ...turns.slice(turn + 1, -1),
    ...before(thread, later.points),
  ];
  const [first, second] = [
    { thread: delayed, points: 0 },
    { thread, points: 0 },
  ];
  return [
    [...both, second, first],
    [...both, first, second],
  ];
}
