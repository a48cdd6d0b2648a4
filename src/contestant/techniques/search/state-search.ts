/**
 * Concrete executions that inputs lead to unseen states: the search continues first from input
 * requests in new states, and tries every value there that the program may distinguish ("first
 * return, then explore": Ecoffet, Huizinga, Lehman, Stanley, Clune, Nature 2021; states as
 * feedback: Aschermann, Schumilo, Abbasi, Holz, "IJON", S&P 2020). A reactive program reaches most
 * of its states after few inputs, but hardly any random sequence is the right one.
 */
import type { CallEdge, CfaProgram, ValueType } from "../../cfa/index.ts";
import { compileProgram, type InputSource } from "../../interpreter/index.ts";
import type { Specification } from "../../specification/index.ts";
import type { TimeBudget } from "../technique.ts";
import type { SearchResult } from "./falsifier.ts";
import { inputValuesOf } from "./input-values.ts";
import { RecordingInputs } from "./inputs.ts";
import { isViolatedElsewhere } from "./other-implementation.ts";
import { constantsOf, PROFILES, RandomInputs } from "./random-inputs.ts";
import { MAX_FAMILIAR, StateClasses } from "./state-classes.ts";

/** Maximal number of steps of one execution: a run does not check the clock. */
const MAX_STEPS = 2_000_000;
/** Maximal number of inputs of an execution after the state from which it continues. */
const MAX_NEW_INPUTS = 64;
/** Number of inputs to try, where not all can be tried. */
const SAMPLES = 8;
/** More values than that are treated as infinitely many. */
const MAX_VALUES = 64;
/** Violations that depend on what C leaves open, before the search gives up. */
const MAX_DOUBTFUL = 20;

export function searchStates(
  program: CfaProgram,
  specification: Specification,
  budget: TimeBudget,
  seed: number,
): SearchResult {
  const options = { ...specification.execution, maxSteps: MAX_STEPS, exposesState: true };
  const compiled = compileProgram(program, options);
  let runs = 0;
  const nothing = () => ({ kind: "nothing", runs, steps: MAX_STEPS }) as const;
  if (compiled.state === undefined) return nothing();
  const tree = new InputTree(program, new StateClasses(program, compiled.state), seed);
  for (let doubtful = 0; doubtful < MAX_DOUBTFUL && !budget.isExhausted; ) {
    const source = tree.next();
    if (source === undefined) return { ...nothing(), isLasting: true };
    const inputs = new RecordingInputs(source);
    runs++;
    try {
      const violation = specification.observe(compiled, compiled.run(inputs));
      if (violation === undefined) continue;
      const { choices } = inputs;
      if (isViolatedElsewhere(program, specification, choices, 4 * MAX_STEPS)) {
        return { kind: "violation", choices, subproperty: violation.subproperty };
      }
      doubtful++;
    } catch (error) {
      if (error !== KNOWN_STATE) throw error;
    }
  }
  return nothing();
}

/** Ends a run that reaches a state like one that was seen before. */
const KNOWN_STATE = new Error("the state is known");

/** An input request that was reached. */
interface Place {
  /** The place before it; absent at the first input. */
  readonly parent: Place | undefined;
  /** The input that led from there to here. */
  readonly input: bigint;
  readonly depth: number;
  /** The values to try here. */
  readonly values: readonly bigint[];
  /** How many of them were tried. */
  tried: number;
}

/** The executed input sequences, as a tree. */
class InputTree {
  readonly #classes: StateClasses;
  readonly #finite: ReturnType<typeof inputValuesOf>;
  readonly #constants: readonly bigint[];
  readonly #random: RandomInputs[];
  /** By familiarity of the states. */
  readonly #queues = Array.from({ length: MAX_FAMILIAR + 1 }, () => new Queue<Place>());
  #hasBegun = false;

  constructor(program: CfaProgram, classes: StateClasses, seed: number) {
    this.#classes = classes;
    this.#finite = inputValuesOf(program);
    this.#constants = constantsOf(program);
    this.#random = PROFILES.map(
      (profile, index) => new RandomInputs(seed + index, this.#constants, profile),
    );
  }

  /** Returns the inputs of the next run; undefined when nothing is left to try. */
  next(): InputSource | undefined {
    if (!this.#hasBegun) {
      this.#hasBegun = true;
      return this.#follow(undefined, []);
    }
    for (const queue of this.#queues) {
      const place = queue.first;
      if (place === undefined) continue;
      const value = place.values[place.tried++] ?? 0n;
      if (place.tried >= place.values.length) queue.removeFirst();
      return this.#follow(place, [...inputsTo(place), value]);
    }
    return undefined;
  }

  /** Continues from a place with an input, for as long as there are new states. */
  #follow(start: Place | undefined, inputs: readonly bigint[]): InputSource {
    let given = 0;
    let place = start;
    let last = inputs.at(-1) ?? 0n;
    return {
      nondet: (edge, type) => {
        const input = inputs[given++];
        if (input !== undefined) return input;
        const familiarity = this.#classes.visit(edge);
        if (familiarity === undefined || given - inputs.length > MAX_NEW_INPUTS) throw KNOWN_STATE;
        const values = this.#valuesAt(edge, type);
        const depth = (place?.depth ?? 0) + 1;
        place = { parent: place, input: last, depth, values, tried: 1 };
        if (values.length > 1) this.#queues[familiarity]?.add(place);
        last = values[0] ?? 0n;
        return last;
      },
    };
  }

  #valuesAt(edge: CallEdge, type: ValueType): readonly bigint[] {
    const finite = this.#finite(edge, type);
    if (finite !== undefined && finite.length <= MAX_VALUES) return finite;
    const samples = Array.from({ length: SAMPLES }, (_, index) => {
      const source = this.#random[index % this.#random.length] as RandomInputs;
      return source.nondet(edge, type);
    });
    return [...new Set(samples)];
  }
}

function inputsTo(place: Place): bigint[] {
  const inputs: bigint[] = new Array(place.depth - 1);
  for (let at = place; at.parent !== undefined; at = at.parent) inputs[at.depth - 2] = at.input;
  return inputs;
}

/** First in, first out. */
class Queue<T> {
  #items: T[] = [];
  #start = 0;

  add(item: T): void {
    this.#items.push(item);
  }

  get first(): T | undefined {
    return this.#items[this.#start];
  }

  removeFirst(): void {
    this.#start++;
    if (this.#start * 2 < this.#items.length) return;
    this.#items = this.#items.slice(this.#start);
    this.#start = 0;
  }
}
