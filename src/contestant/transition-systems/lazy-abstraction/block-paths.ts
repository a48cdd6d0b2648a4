/**
 * Paths through blocks: a call on a path is either one that has returned, with a path from the entry of the block
 * to its exit, or one that is still active. The former are steps of their callers, as formulas (composed, so that
 * interpolants of a path are those of a sequence of steps), or expanded in full, to find the choices of the
 * environment.
 */

import { Interruption } from "../../analysis-core/index.ts";
import { Substitution, solveOnce, type Term, type TermManager } from "../../smt/index.ts";
import { choicesIn, type InputChoice } from "../../symbolic/index.ts";
import type { ExecutionPaths, PathPosition } from "../extraction/execution-path.ts";
import type { SolverSource } from "../extraction/location-solvers.ts";
import type { BlockCall, BlockSystem, Location, Step } from "../extraction/transition-system.ts";

/** A step; from a call that has returned, with the end of a path through the block. */
export interface Element<E> {
  readonly step: Step;
  readonly exit?: E;
}

/** For a state at the exit of a block: the path to it from the entry. */
export type PathTo<E> = (exit: E) => readonly Element<E>[];

/** Number of steps of one path, with expanded calls. */
const MAX_STEPS = 20_000;

export class BlockPaths<E extends object> {
  readonly #manager: TermManager;
  readonly #system: BlockSystem;
  readonly #paths: ExecutionPaths;
  readonly #pathTo: PathTo<E>;
  readonly #composed = new Map<Step, Map<E, Step>>();
  readonly #entries = new Map<Location, PathPosition>();

  constructor(manager: TermManager, system: BlockSystem, paths: ExecutionPaths, pathTo: PathTo<E>) {
    this.#manager = manager;
    this.#system = system;
    this.#paths = paths;
    this.#pathTo = pathTo;
  }

  /** One step for an element: exactly the effect of the path through the block, if there is one. */
  composed({ step, exit }: Element<E>): Step {
    if (exit === undefined) return step;
    const known = this.#composed.get(step) ?? new Map<E, Step>();
    this.#composed.set(step, known);
    const result = known.get(exit) ?? this.#compose(step, exit);
    known.set(exit, result);
    return result;
  }

  #compose(step: Step, exit: E): Step {
    const call = this.#callAt(step);
    let at = this.#entryOf(call.block.entry);
    const conditions: Term[] = [];
    for (const element of this.#pathTo(exit)) {
      at = this.#paths.after(at, this.composed(element));
      conditions.push(...at.conditions);
    }
    const passed = new Substitution(this.#manager, call.enter.next);
    const bindings = this.#left(call, (variable) => {
      const value = at.values.get(variable);
      return value && passed.apply(value);
    });
    const left = new Substitution(this.#manager, bindings);
    return {
      ...step,
      guard: this.#manager.and(
        ...conditions.map((condition) => passed.apply(condition)),
        left.apply(step.guard),
      ),
      next: new Map([...step.next].map(([variable, term]) => [variable, left.apply(term)])),
    };
  }

  /** The values at the exit of a block, by the variables that represent them in the steps after the call. */
  #left(
    { outcome, enter }: BlockCall,
    leftIn: (variable: Term) => Term | undefined,
  ): Map<Term, Term> {
    const own = new Set(enter.from.variables.map(({ term }) => term));
    const bindings = new Map<Term, Term>();
    for (const [variable, after] of outcome) {
      const value = leftIn(variable);
      if (after.op === "variable" && !own.has(after) && value !== undefined)
        bindings.set(after, value);
    }
    return bindings;
  }

  /** The start of a path at the entry of a block, with arbitrary values. */
  #entryOf(location: Location): PathPosition {
    const known = this.#entries.get(location);
    if (known !== undefined) return known;
    const values = new Map(location.variables.map(({ term }) => [term, term]));
    const entry: PathPosition = {
      location,
      before: undefined,
      step: undefined,
      depth: 0,
      values,
      conditions: [],
      renaming: undefined,
    };
    this.#entries.set(location, entry);
    return entry;
  }

  #callAt({ from }: Step): BlockCall {
    const call = this.#system.calls.get(from);
    if (call === undefined) throw new Error("no block is called here");
    return call;
  }

  /**
   * The choices of the environment in an execution that takes a path; undefined when there is none.
   * @throws Interruption when the solver does not know, or the path is too long
   */
  choicesOn(
    elements: readonly Element<E>[],
    { createSatSolver, remainingSeconds }: SolverSource,
  ): readonly InputChoice[] | undefined {
    const expanded: PathPosition[] = [];
    this.#expand(elements, this.#paths.root, expanded);
    const conditions = expanded.flatMap((position) => position.conditions);
    const deadline = (): boolean => remainingSeconds() <= 0;
    const solution = solveOnce(this.#manager, createSatSolver(), conditions, { deadline });
    if (solution.answer === "unknown") throw new Interruption("time limit");
    if (solution.answer === "unsat") return undefined;
    return expanded.flatMap(({ step, renaming }) => {
      if (step === undefined || renaming === undefined) return [];
      const inputs = this.#system.inputs.get(step.from) ?? [];
      return choicesIn(inputs, (term) => solution.value(renaming.apply(term)));
    });
  }

  /** Adds the positions of a path, without those that only enter blocks, where nothing is chosen. */
  #expand(
    elements: readonly Element<E>[],
    start: PathPosition,
    expanded: PathPosition[],
  ): PathPosition {
    let at = start;
    for (const { step, exit } of elements) {
      if (expanded.length > MAX_STEPS) throw new Interruption("a path is too long to be expanded");
      const call = this.#system.calls.get(step.from);
      if (call !== undefined && exit !== undefined) {
        const end = this.#expand(this.#pathTo(exit), this.#paths.after(at, call.enter), expanded);
        const left = this.#left(call, (variable) => end.values.get(variable));
        at = { ...at, values: new Map([...at.values, ...left]) };
      }
      at = this.#paths.after(at, step);
      if (step !== call?.enter) expanded.push(at);
    }
    return at;
  }
}
