/**
 * A sequence of steps from the start as one formula: the values of variables are terms over the choices of the
 * environment on the way, so constants stay constants.
 */
import { Substitution, type Term, type TermManager, variablesIn } from "../../smt/index.ts";
import type { Location, Step, TransitionSystem } from "./transition-system.ts";

/** The end of a path; paths share their beginnings. */
export interface PathPosition {
  readonly location: Location;
  /** Undefined at the start. */
  readonly before: PathPosition | undefined;
  /** The step that leads here; undefined at the start. */
  readonly step: Step | undefined;
  readonly depth: number;
  /** The values of the variables of the location, as terms over choices. */
  readonly values: ReadonlyMap<Term, Term>;
  /** The conditions of the last step on the choices. */
  readonly conditions: readonly Term[];
  /** From the terms of the last step to those of this path; undefined at the start. */
  readonly renaming: Substitution | undefined;
}

export class ExecutionPaths {
  readonly #manager: TermManager;
  readonly #system: TransitionSystem;
  readonly #onward = new Map<PathPosition, Map<Step, PathPosition>>();
  readonly root: PathPosition;

  constructor(manager: TermManager, system: TransitionSystem) {
    this.#manager = manager;
    this.#system = system;
    this.root = {
      location: system.start,
      before: undefined,
      step: undefined,
      depth: 0,
      values: new Map(),
      conditions: [],
      renaming: undefined,
    };
  }

  /** @param steps - one after the other, from the start */
  along(steps: readonly Step[]): PathPosition {
    return steps.reduce((position: PathPosition, step) => this.after(position, step), this.root);
  }

  after(before: PathPosition, step: Step): PathPosition {
    const known = this.#onward.get(before) ?? new Map<Step, PathPosition>();
    this.#onward.set(before, known);
    const position = known.get(step) ?? this.#follow(before, step);
    known.set(step, position);
    return position;
  }

  #follow(before: PathPosition, step: Step): PathPosition {
    const { axioms, inputs } = this.#system;
    const { from, to, guard, next } = step;
    const bindings = new Map(before.values);
    const chosen = (inputs.get(from) ?? []).flatMap(({ guard: when, value }) => [
      when,
      ...("op" in value ? [value] : value.variables.values()),
    ]);
    // The choices of a step are fresh variables in each occurrence of the step.
    for (const variable of variablesIn(guard, ...next.values(), ...chosen, ...axioms)) {
      if (bindings.has(variable)) continue;
      bindings.set(variable, this.#manager.freshVariable(`${variable.name}`, variable.width));
    }
    const renaming = new Substitution(this.#manager, bindings);
    return {
      location: to,
      before,
      step,
      depth: before.depth + 1,
      values: new Map([...next].map(([variable, term]) => [variable, renaming.apply(term)])),
      conditions: [guard, ...axioms].map((condition) => renaming.apply(condition)),
      renaming,
    };
  }
}

/** The positions after the start, up to the last one. */
export function positionsTo(end: PathPosition): PathPosition[] {
  const positions: PathPosition[] = [];
  for (let at = end; at.before !== undefined; at = at.before) positions.push(at);
  return positions.reverse();
}
