/**
 * Simplifies the schedules of counterexamples: a search may switch between threads a hundred times
 * where two switches would do. Turns of each thread are moved together, or left out, as long as the
 * same violation shows. Each change is replayed (Jalbert, Sen: "A trace simplification technique
 * for effective debugging of concurrent programs", FSE 2010), changes of many turns first, as in
 * delta debugging (Zeller, Hildebrandt, IEEE TSE 2002), with a bound on the replays.
 */
import type { CfaProgram } from "../cfa/index.ts";
import {
  type CompiledProgram,
  compileProgram,
  ENDLESS,
  ReplayScheduler,
  type Turn,
} from "../interpreter/index.ts";
import type { Specification, Violation } from "../specification/index.ts";
import {
  type ConcurrentViolation,
  isViolatedElsewhere,
  ReplayInputs,
} from "../techniques/index.ts";

type Execution = Pick<ConcurrentViolation, "choices" | "turns">;

/** Bounds on the length of the first execution, and of all replays together, in edges. */
const MAX_FIRST_EDGES = 500_000;
const MAX_EDGES = 3_000_000;
const MAX_REPLAYS = 400;

/**
 * Returns turns that lead to the same violation with as few switches as were found; the given ones
 * where none do.
 */
export function plainSchedule(
  program: CfaProgram,
  specification: Specification,
  execution: Execution,
): readonly Turn[] {
  const search = PlainSchedule.of(program, specification, execution);
  const turns = search?.shortened();
  if (turns === undefined) return execution.turns;
  const { choices } = execution;
  const isReal = isViolatedElsewhere(program, specification, choices, MAX_FIRST_EDGES, turns);
  return isReal ? turns : execution.turns;
}

class PlainSchedule {
  readonly #compiled: CompiledProgram;
  readonly #specification: Specification;
  readonly #choices: Execution["choices"];
  readonly #violation: Violation;
  #turns: readonly Turn[];
  #replays = 0;
  #edges = 0;

  private constructor(
    compiled: CompiledProgram,
    specification: Specification,
    choices: Execution["choices"],
    violation: Violation,
  ) {
    this.#compiled = compiled;
    this.#specification = specification;
    this.#choices = choices;
    this.#violation = violation;
    this.#turns = compiled.turns;
  }

  /** Returns undefined when the execution shows no violation, or is too long. */
  static of(
    program: CfaProgram,
    specification: Specification,
    { choices, turns }: Execution,
  ): PlainSchedule | undefined {
    const rules = { ...specification.execution, maxSteps: MAX_FIRST_EDGES };
    const compiled = compileProgram(program, rules);
    const outcome = compiled.run(new ReplayInputs(choices), new ReplayScheduler(turns));
    const violation = specification.observe(compiled, outcome);
    if (violation === undefined) return undefined;
    return new PlainSchedule(compiled, specification, choices, violation);
  }

  /** Returns undefined when no shorter schedule was found. */
  shortened(): readonly Turn[] | undefined {
    const first = this.#turns;
    this.#accepts(first);
    for (let size = this.#turns.length; size >= 1; ) {
      // After an improvement, shorter groups of turns are tried from the beginning.
      if (this.#improves(size)) size = Math.min(size, this.#turns.length);
      else size = size > 1 ? Math.ceil(size / 2) : 0;
      if (this.#isExhausted) break;
    }
    return this.#turns === first ? undefined : this.#turns;
  }

  get #isExhausted(): boolean {
    return this.#replays >= MAX_REPLAYS || this.#edges >= MAX_EDGES;
  }

  /** Whether some group of so many consecutive turns can be simplified. */
  #improves(size: number): boolean {
    const before = this.#turns;
    for (let start = before.length - size; start > -size; start -= size) {
      const from = Math.max(start, 0);
      const turns = this.#turns;
      const part = turns.slice(from, from + size);
      const [head, tail] = [turns.slice(0, from), turns.slice(from + size)];
      const changed = variantsOf(part).map((variant) => [...head, ...variant, ...tail]);
      // The rest of the schedule may be irrelevant.
      const cut = variantsOf(part).map((variant) => [...head, ...variant]);
      [...cut, ...changed].some((candidate) => this.#accepts(candidate));
      if (this.#isExhausted) break;
    }
    return this.#turns !== before;
  }

  #accepts(candidate: readonly Turn[]): boolean {
    if (joined(candidate).length >= this.#turns.length || this.#isExhausted) return false;
    this.#replays++;
    const compiled = this.#compiled;
    const scheduler = new ReplayScheduler(joined(candidate));
    const outcome = compiled.run(new ReplayInputs(this.#choices), scheduler);
    this.#edges += compiled.steps;
    const found = this.#specification.observe(compiled, outcome);
    if (found === undefined || !isSame(found, this.#violation)) return false;
    const turns = joined(compiled.turns);
    if (turns.length >= this.#turns.length) return false;
    this.#turns = turns;
    return true;
  }
}

function isSame(one: Violation, other: Violation): boolean {
  if (one.subproperty !== other.subproperty) return false;
  if (one.race === undefined || other.race === undefined) return one.edge === other.edge;
  const [a, b] = one.race;
  const [c, d] = other.race;
  // In any order.
  return (a.edge === c.edge && b.edge === d.edge) || (a.edge === d.edge && b.edge === c.edge);
}

/** Merges consecutive turns of one thread: it passes the point between them. */
function joined(turns: readonly Turn[]): Turn[] {
  const list: Turn[] = [];
  for (const turn of turns) {
    const last = list.at(-1);
    if (last?.thread === turn.thread) list.push(both(list.pop() as Turn, turn));
    else list.push(turn);
  }
  return list;
}

function both({ thread, points }: Turn, next: Turn): Turn {
  return { thread, points: Math.min(points + next.points + 1, ENDLESS) };
}

/** Returns shorter sequences that may replace some consecutive turns. */
function variantsOf(part: readonly Turn[]): readonly (readonly Turn[])[] {
  const [first] = part;
  if (first === undefined) return [];
  const { thread } = first;
  const others = part.filter((turn) => turn.thread !== thread);
  return [
    [],
    gathered(part),
    gathered(part.toReversed()).toReversed(),
    // The first thread continues for as long as it can.
    [{ thread, points: ENDLESS }, ...others],
    [{ thread, points: ENDLESS }, ...gathered(others)],
    [...gathered(others), { thread, points: ENDLESS }],
  ];
}

/** Returns one turn per thread, in the order of their first turns. */
function gathered(turns: readonly Turn[]): Turn[] {
  const byThread = new Map<number, Turn>();
  for (const turn of turns) {
    const known = byThread.get(turn.thread);
    byThread.set(turn.thread, known === undefined ? turn : both(known, turn));
  }
  return [...byThread.values()];
}
