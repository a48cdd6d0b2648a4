/**
 * All schedules of a program with threads at once: a free choice determines the next thread, which runs up to the
 * next switch point, and executions that reach the same places are merged (lazy sequentialisation: La Torre,
 * Madhusudan, Parlato, CAV 2009; Inverso, Tomasco, Fischer, La Torre, Parlato, "Bounded model checking of
 * multi-threaded C programs via lazy sequentialization", CAV 2014). The symbolic execution does it itself, not a
 * translation: the known places of all threads decide most of the conditions of locks and joins.
 * Rounds: in a round one thread continues, as far as it likes. With a number of rounds, executions that need more
 * of them are left out, and recorded as left out.
 */

import { defined } from "../../../ground/util/defined.ts";
import { PriorityWaitlist } from "../../abstract-interpretation/index.ts";
import type { CfaProgram } from "../../cfa/index.ts";
import type { Term, TermManager } from "../../smt/index.ts";
import type { ExecutionRecord, SymbolicMemory } from "../../symbolic/index.ts";
import { EdgeExecution, type EdgeExecutionOptions, State } from "../../symbolic/index.ts";
import { changedBy } from "./idle-steps.ts";
import { type ProgramOfThreads, SwitchPoints } from "./switch-points.ts";
import { type Stop, ThreadExecution, type ThreadExecutionOptions } from "./thread-execution.ts";
import { compareStandings, isInLoop, type Standing, type ThreadPlace } from "./thread-place.ts";

export interface InterleavingOptions extends EdgeExecutionOptions, ThreadExecutionOptions {
  /** Absent: unbounded. */
  readonly rounds?: number;
}

/** Part of a schedule, in the executions of its guard. */
export type Move =
  /** The thread continues from its place. */
  | { readonly kind: "goes-on"; readonly guard: Term; readonly thread: number }
  | {
      readonly kind: "stops";
      readonly guard: Term;
      readonly thread: number;
      readonly at: ThreadPlace | "ended";
      /** The thread that it has created. */
      readonly created?: number;
    };

/** The places of all threads, by their numbers. */
interface Configuration {
  readonly standings: readonly Standing[];
  /** Number of rounds used, and the thread of the last one; only where rounds are counted. */
  readonly round: number;
  readonly last: number;
  state: State;
}

export class Interleaving {
  readonly record: ExecutionRecord;
  readonly memory: SymbolicMemory;
  /** Those of one execution are in the order in which they happen. */
  readonly moves: Move[] = [];
  readonly #manager: TermManager;
  readonly #edges: EdgeExecution;
  readonly #threads: ThreadExecution;
  readonly #options: InterleavingOptions;
  readonly #configurations = new Map<string, Configuration>();
  readonly #waiting = new PriorityWaitlist<Configuration>(compareConfigurations);
  readonly #program: CfaProgram;

  constructor(threads: ProgramOfThreads, manager: TermManager, options: InterleavingOptions) {
    const { program } = threads;
    this.#program = program;
    this.#manager = manager;
    this.#options = options;
    this.#edges = new EdgeExecution(program, manager, options);
    this.record = this.#edges.record;
    this.memory = this.#edges.memory;
    this.#edges.access.endsAtOverflow =
      options.classify({ check: "overflow" }) === "ends-execution";
    const points = new SwitchPoints(threads);
    this.#threads = new ThreadExecution(program, manager, this.#edges, points, options);
  }

  /** Number of configurations that were left by some thread. */
  get size(): number {
    return this.#configurations.size;
  }

  run(): ExecutionRecord {
    const state = this.#edges.initialState();
    const [edge] = this.#program.main.entry.leaving;
    if (edge !== undefined) {
      this.#edges.guarded(edge, state, () => {
        const { start } = this.#threads.begin(state);
        this.#reach([start], state, 0, 0);
        this.#runAll();
      });
    }
    return this.record;
  }

  #runAll(): void {
    for (let next = this.#waiting.next(); next !== undefined; next = this.#waiting.next()) {
      this.#options.checkBudget();
      this.#configurations.delete(this.#keyOf(next));
      if (!next.state.isEmpty) this.#leave(next);
    }
  }

  /** Continues one of the threads that can continue. */
  #leave(configuration: Configuration): void {
    const { standings, round, last } = configuration;
    const able = standings.flatMap((standing, thread) =>
      standing === undefined || standing === "ended" ? [] : [{ thread, from: standing }],
    );
    const { rounds } = this.#options;
    const isLast = rounds !== undefined && round >= rounds && able.length > 1;
    const chosen = isLast ? able.filter(({ thread }) => thread === last) : able;
    if (isLast) {
      const reason = "a thread can go on after the last round";
      const guard = configuration.state.path.term;
      this.record.obligations.add({ check: "unwinding", guard, reason, edge: undefined });
    }
    let rest = configuration.state;
    for (const [index, { thread, from }] of chosen.entries()) {
      const state = rest;
      if (index < chosen.length - 1) {
        const choice = this.#manager.freshVariable("goes on", 0);
        rest = state.fork();
        state.restrict(choice);
        rest.restrict(this.#manager.not(choice));
      }
      this.moves.push({ kind: "goes-on", guard: state.path.term, thread });
      const beside = { standings, isAlone: able.length === 1 };
      const owner = this.#threads.threads[thread];
      if (owner === undefined) continue;
      const next = thread === last || rounds === undefined ? round : round + 1;
      const before = isInLoop(from) ? state.fork() : undefined;
      this.#threads.run(owner, from, state, beside, (stop) => {
        const isIdle = before !== undefined && this.#isIdle(from, before, stop);
        if (!isIdle) this.#arrive(standings, thread, stop, next);
      });
    }
  }

  /** Whether a step has changed nothing; its other executions are kept. */
  #isIdle(from: ThreadPlace, before: State, { standing, state, created }: Stop): boolean {
    if (standing === "ended" || standing.node !== from.node || created !== undefined) return false;
    const changed = changedBy(this.#manager, from, before, standing, state);
    if (changed === this.#manager.true) return false;
    if (!this.#options.isFeasible(this.#manager.and(state.path.term, changed))) return true;
    state.restrict(changed);
    return false;
  }

  #arrive(before: readonly Standing[], thread: number, stop: Stop, round: number): void {
    const standings = [...before];
    standings[thread] = stop.standing;
    const guard = stop.state.path.term;
    const created = stop.created?.thread.id;
    this.moves.push({ kind: "stops", guard, thread, at: stop.standing, ...defined({ created }) });
    if (stop.created !== undefined) {
      const { id } = stop.created.thread;
      while (standings.length < id) standings.push(undefined);
      standings[id] = stop.created.start;
    }
    this.#reach(standings, stop.state, round, thread);
  }

  #reach(standings: readonly Standing[], state: State, round: number, thread: number): void {
    const last = this.#options.rounds === undefined ? 0 : thread;
    const configuration = { standings, round, last, state };
    const key = this.#keyOf(configuration);
    const known = this.#configurations.get(key);
    if (known !== undefined) {
      known.state = State.merge(known.state, state);
      return;
    }
    this.#configurations.set(key, configuration);
    this.#waiting.add(configuration);
  }

  #keyOf({ standings, round, last }: Configuration): string {
    const places = standings.map((one) => (typeof one === "object" ? one.key : (one ?? "")));
    return `${round};${last};${places.join(";")}`;
  }
}

/** Every move leads to a greater configuration, so the least one gets no more executions. */
function compareConfigurations(a: Configuration, b: Configuration): number {
  const threads = Math.max(a.standings.length, b.standings.length);
  for (let thread = 0; thread < threads; thread++) {
    const order = compareStandings(a.standings[thread], b.standings[thread]);
    if (order !== 0) return order;
  }
  return a.round - b.round || a.last - b.last;
}
