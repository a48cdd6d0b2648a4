/**
 * Systematic exploration of a program with threads: all schedules and all inputs, one execution
 * after the other, each from the start along recorded decisions (Godefroid: "Model checking for
 * programming languages using VeriSoft", POPL 1997); a visited state is not explored again
 * (visited-states.ts), and one order of independent steps is enough (sleep-sets.ts). Threads are
 * stopped only before visible operations. Which these are is found on the way
 * (runtime/segments.ts): the exploration restarts when a place turns out to be visible.
 *
 * `complete` means that every execution of the program is one of the explored ones, or equivalent.
 */

import { invariant } from "../../ground/util/errors.ts";
import type { CallEdge, CfaEdge, CfaProgram, MemoryObject, ValueType } from "../cfa/index.ts";
import { compileProgram } from "./compile.ts";
import type {
  CompiledProgram,
  ExplorationControl,
  InputSource,
  InterpreterOptions,
  Outcome,
} from "./contract.ts";
import { adjacentTurns, reasonOf } from "./explored-ends.ts";
import { MaximalStates } from "./maximal-states.ts";
import {
  chooseFirst,
  PersistentSets,
  persistentSet,
  relyOn,
  type Standings,
} from "./persistent-sets.ts";
import type { Conflict } from "./runtime/segments.ts";
import type { Choice, Scheduler, Turn } from "./schedule.ts";
import { haveBits, isIn, maskOf, type Sleeper, stillAsleep } from "./sleep-sets.ts";
import { VisitedStates } from "./visited-states.ts";

export interface ExplorationOptions {
  /** The rules of executions; with `detectsRaces`, races end the exploration. */
  readonly rules: Omit<InterpreterOptions, "explores" | "observer" | "implementation">;
  /** All values that must be tried for an input, or undefined when they are too many. */
  readonly valuesOf: (edge: CallEdge, type: ValueType) => readonly bigint[] | undefined;
  /** Whether the outcome of a run is the violation that is searched for. */
  readonly violates: (run: CompiledProgram, outcome: Outcome) => boolean;
  /** Whether a race shows in one of the schedules, for which the program is executed without exploration. */
  readonly isShown: (execution: ExploredExecution) => boolean;
  /**
   * Whether a run may violate it although its outcome does not show it; with `tracksBlocks`, states
   * are checked, too.
   */
  readonly doubts: (run: CompiledProgram) => boolean;
  readonly maxStates: number;
  /** Whether deadlocks matter. */
  readonly seeksDeadlocks?: boolean;
  /**
   * The violations that show only when the program ends: none, or blocks that are left. By default
   * it is one that persists if other threads run longer.
   */
  readonly showsAtEnd?: "nothing" | "blocks";
  /**
   * Static objects of type `int` whose larger values subsume smaller ones, as long as nothing
   * overflows: a state is not explored when one with values at least as large was.
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
  /** Number of accesses before which threads were stopped. */
  readonly visiblePlaces: number;
}

export type Exploration =
  | ({ readonly kind: "complete" } & ExplorationFigures)
  | ({ readonly kind: "violation" } & ExploredExecution & ExplorationFigures)
  /**
   * The result is unknown. `isInterrupted`: for lack of time, and the exploration may be continued.
   */
  | ({ readonly kind: "open"; readonly reason: string } & ExplorationFigures & Interruption);

interface Interruption {
  readonly isInterrupted?: true;
}

export interface StartedExploration {
  /**
   * Continues where the last call was interrupted.
   * @param isExhausted - polled regularly
   */
  continue(isExhausted: () => boolean): Exploration;
}

/** Virtual: only used pages take memory. */
const MEMORY = 128 * 2 ** 20;

const STATES_BETWEEN_QUESTIONS = 64;
/** Executions without a known end, before the exploration stops. */
const MAX_DOUBTFUL = 100;

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
/** Threads are not stopped between allocations, and before frees. */
const ENDS_EARLY = "the program may end while another thread holds a block";

/** Stands for "no thread runs". */
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
  readonly options: (number | bigint)[];
  taken: number;
  /** For a choice between threads: the positions of all of them. */
  readonly standings: Standings | undefined;
  /** Values of words that are left out of keys. */
  readonly values: ReadonlyMap<number, number> | undefined;
  /**
   * A mark of the state, while this is the first decision in it; different states mostly have
   * different marks.
   */
  readonly mark: number | undefined;
  /**
   * Whether the first option and the threads that may conflict suffice, if one of their steps leads
   * to a state that does not wait for this one.
   */
  isReducible: boolean;
  isProgress: boolean;
  /**
   * For a choice between threads: those that need not run here, the last of them because they have
   * been explored.
   */
  readonly sleepers: Sleeper[] | undefined;
}

type Verdict = "violation" | "complete" | ({ readonly reason: string } & Interruption);

class Search implements StartedExploration, Scheduler, InputSource {
  readonly #compiled: CompiledProgram;
  readonly #options: ExplorationOptions;
  readonly #visited: VisitedStates | MaximalStates;
  #decisions: Decision[] = [];
  /** Number of decisions in the current execution. */
  #made = 0;
  #inputs: { edge: CfaEdge; value: bigint }[] = [];
  #schedules: readonly (readonly Turn[])[] = [];
  #executions = 0;
  #giveUp: Exclude<Verdict, string> | undefined;
  #isExhausted: () => boolean = () => false;
  /** Why the exploration cannot be complete, and the number of such executions. */
  #doubt: string | undefined;
  #doubtful = 0;
  /** States from which executions along the current decisions have come. */
  readonly #open: Set<number> = new Set();
  readonly #sets: PersistentSets;
  /**
   * Whether persistent sets are used: a thread that waits for a condition may wake in a set, though
   * it is a deadlock when that never happens.
   */
  readonly #isReduced: boolean;
  /** The last choice between threads, whose step is not recorded yet. */
  #chosen: Decision | undefined;

  constructor(compiled: CompiledProgram, options: ExplorationOptions) {
    this.#compiled = compiled;
    this.#options = options;
    const { rising, seeksDeadlocks, showsAtEnd, rules } = options;
    this.#isReduced = seeksDeadlocks !== true;
    const findsRaces = rules.detectsRaces === true;
    this.#sets = new PersistentSets({ findsRaces, looksAtEnd: showsAtEnd !== "nothing" });
    this.#visited = rising === undefined ? new VisitedStates() : new MaximalStates();
    if (rising === undefined) return;
    invariant(rules.overflow === "stop", "values rise as long as nothing overflows");
    compiled.exploration?.leaveOut(rising);
  }

  continue(isExhausted: () => boolean): Exploration {
    this.#isExhausted = isExhausted;
    // The decisions of the interrupted execution lead to its position.
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
      this.#chosen = undefined;
      const outcome = this.#compiled.run(this, this);
      const { conflict } = control;
      if (conflict !== undefined) {
        const found = this.#resolve(control, conflict);
        if (found !== undefined) return found;
        continue;
      }
      if (this.#giveUp !== undefined) return this.#giveUp;
      if (this.#hidesOthers(control)) continue;
      if (outcome.kind !== "diverted") this.#noteEnd(control, reasonOf(outcome) === undefined);
      this.#schedules = [this.#compiled.turns];
      if (this.#options.violates(this.#compiled, outcome)) return "violation";
      const reason = reasonOf(outcome) ?? this.#doubtOf(outcome, control);
      // A proof is no longer possible, but another execution may show a violation.
      if (reason !== undefined && this.#isHopeless(reason)) return { reason };
      if (this.#sets.isRefuted) {
        this.#beginAgain();
        continue;
      }
      if (!this.#backtrack())
        return this.#doubt === undefined ? "complete" : { reason: this.#doubt };
    }
  }

  #doubtOf({ kind }: Outcome, control: ExplorationControl): string | undefined {
    const isEnd = kind === "terminated" || kind === "aborted";
    if (isEnd && this.#options.showsAtEnd === "blocks" && !isOver(control)) return ENDS_EARLY;
    return kind !== "diverted" && this.#options.doubts(this.#compiled) ? MAY_BE_LOST : undefined;
  }

  #isHopeless(reason: string): boolean {
    this.#doubt ??= reason;
    return ++this.#doubtful > MAX_DOUBTFUL;
  }

  /** Returns to the last decision with an untried option. */
  #backtrack(): boolean {
    while (this.#decisions.length > this.#made) this.#leave();
    for (let last = this.#decisions.at(-1); last !== undefined; last = this.#decisions.at(-1)) {
      if (++last.taken < last.options.length && this.#isNeeded(last)) return true;
      this.#leave();
    }
    return false;
  }

  #leave(): void {
    const mark = this.#decisions.pop()?.mark;
    if (mark !== undefined) this.#open.delete(mark);
  }

  /** Whether one of the remaining options has to be taken, which then is the next one. */
  #isNeeded(decision: Decision): boolean {
    const { options, taken, standings, isReducible } = decision;
    if (standings === undefined || !isReducible) return true;
    const members = persistentSet(options[0] as number, standings);
    const next = options.findIndex((option, at) => at >= taken && members.has(option as number));
    if (next >= 0) {
      [options[taken], options[next]] = [options[next] as number, options[taken] as number];
      return true;
    }
    if (!decision.isProgress) {
      decision.isReducible = false;
      return true;
    }
    relyOn(members, standings);
    return false;
  }

  /** Handles unordered accesses: a race, or places that were wrongly assumed to be invisible. */
  #resolve(control: ExplorationControl, conflict: Conflict): Verdict | undefined {
    const { earlier, later } = conflict;
    if (this.#options.rules.detectsRaces && !(earlier.isAtomic && later.isAtomic)) {
      const schedules = adjacentTurns(this.#compiled, conflict);
      if (this.#options.isShown({ inputs: this.#inputs, schedules })) {
        this.#schedules = schedules;
        return "violation";
      }
      // The first operation of the later thread in its segment may order the two: a stop in between
      // decides.
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
   * The end of the program precedes all later steps of other threads. Outside of atomic blocks
   * threads stop before it; an atomic block that ends the program has to be visible as a whole, and
   * so has the end of an object whose address is known.
   */
  #hidesOthers({ placeOfEnd, visible }: ExplorationControl): boolean {
    if (placeOfEnd === undefined || visible[placeOfEnd] === 1) return false;
    visible[placeOfEnd] = 1;
    this.#beginAgain();
    return true;
  }

  #beginAgain(): void {
    this.#visited.clear();
    this.#sets.beginAgain();
    this.#open.clear();
    this.#decisions = [];
    this.#doubt = undefined;
  }

  // ------------------------------------------------------------------ decisions

  next({ ready, sleeping, last }: Choice): Turn | undefined {
    const made = this.#decisions[this.#made];
    if (made !== undefined) {
      this.#made++;
      this.#chosen = made;
      return turnOf(made.options[made.taken] as number);
    }
    const isAsked = this.#visited.size % STATES_BETWEEN_QUESTIONS === 0;
    // Before the state counts as visited.
    if (isAsked && this.#isExhausted()) {
      return this.#stop({ reason: "time limit", isInterrupted: true });
    }
    const { exploration } = this.#compiled;
    if (exploration !== undefined) this.#noteStep(exploration);
    if (exploration?.wasInVain && !this.#options.seeksDeadlocks && ready.length > 0) {
      return undefined;
    }
    const key = exploration?.stateKey();
    if (exploration === undefined || key === undefined) {
      return this.#stop({ reason: "states cannot be distinguished" });
    }
    const asleep = this.#sleepersAfter(exploration);
    const sleepers = haveBits(ready) ? asleep : [];
    const mark = (key[0] as number) * 2 ** 20 + ((key[1] as number) & 0xfffff);
    const isOpen = this.#open.has(mark);
    if (!isOpen && this.#chosen !== undefined) this.#chosen.isProgress = true;
    const visit = this.#visited.visit(key, maskOf(sleepers), exploration.leftOut);
    if (visit === undefined) return undefined;
    if (this.#visited.size > this.#options.maxStates) {
      return this.#stop({ reason: "too many states" });
    }
    // A lost block stays lost: an execution without an end shows it in a state.
    const { tracksBlocks } = this.#options.rules;
    if (tracksBlocks && exploration.mayHaveLost()) this.#doubt ??= MAY_BE_LOST;
    const others = ready.filter((thread) => thread !== last);
    const going = ready.includes(last) ? [last] : [];
    // If no thread ever wakes spuriously, this is a deadlock.
    const ending = ready.length === 0 ? [NOBODY] : [];
    const all = [...going, ...others, ...ending, ...sleeping];
    const options = all.filter((thread) => isIn(visit.explores, thread));
    if (options.length === 0) return undefined;
    const left = sleepers.filter(({ thread }) => isIn(visit.sleep, thread));
    const standings = this.#isReduced ? this.#sets.standings(exploration, left) : undefined;
    const isReducible = visit.isNew && ready.length > 0 && standings !== undefined;
    if (isReducible) chooseFirst(options, standings);
    const decision: Decision = {
      options,
      taken: 0,
      standings,
      values: this.#options.rising === undefined ? undefined : exploration.leftOutWords(),
      isReducible,
      mark: isOpen ? undefined : mark,
      isProgress: false,
      sleepers: left,
    };
    if (!isOpen) this.#open.add(mark);
    this.#decisions.push(decision);
    this.#chosen = decision;
    this.#made++;
    return turnOf(options[0] as number);
  }

  /** Records the step that the last decision has chosen. */
  #noteStep(control: ExplorationControl, end?: "unforeseen" | "ordinary"): void {
    const { standings, options, taken, values } = this.#chosen ?? {};
    if (standings === undefined || options === undefined || taken === undefined) return;
    const now = values === undefined ? undefined : control.leftOutWords();
    const grown = [...(now ?? [])].filter(([word, value]) => value >= (values?.get(word) ?? value));
    const words = grown.map(([word]) => word);
    this.#sets.noteStep(control, standings, options[taken] as number, words, end);
  }

  /**
   * Records the end of the program: before the remaining steps of other threads, unless all of them
   * have ended, too.
   */
  #noteEnd(control: ExplorationControl, isOrdinary: boolean): void {
    const end = isOver(control) ? undefined : "ordinary";
    this.#noteStep(control, isOrdinary ? end : "unforeseen");
  }

  /**
   * Returns the threads that sleep after the step of the last decision; the thread that took it
   * sleeps when others are chosen there.
   */
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
      made = {
        options: [...options],
        taken: 0,
        standings: undefined,
        values: undefined,
        mark: undefined,
        isReducible: false,
        isProgress: false,
        sleepers: undefined,
      };
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

/** Whether all threads have ended. */
function isOver(control: ExplorationControl): boolean {
  for (let thread = 0; thread < control.threads; thread++) {
    if (control.placeOf(thread) !== undefined) return false;
  }
  return true;
}
