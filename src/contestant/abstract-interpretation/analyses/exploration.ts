/**
 * The common parts of explorations of values: property, budget, candidates for counterexamples, and the reasons why
 * an exploration is not a proof.
 */

import { Interruption } from "../../analysis-core/index.ts";
import type { CfaEdge, CfaProgram } from "../../cfa/index.ts";
import type { Check, EngineSpecification } from "../../specification/index.ts";
import type { AbstractState, InputHistory } from "../domains/value/abstract-state.ts";
import { type ThreadOptions, Transfer } from "../domains/value/transfer.ts";
import { type Integer, IntegerSymbol, isInteger, type Value } from "../domains/value/value.ts";
import { markViolation } from "../domains/value/value-edges.ts";
import type { CpaEnd } from "./cpa.ts";

export interface ExplorationOptions {
  readonly specification: EngineSpecification;
  readonly remainingSeconds: () => number;
  /** Replays a candidate; true when the violation really happens. */
  readonly confirm: (choices: readonly ChosenInput[]) => boolean;
}

/** A value that the environment returns on an edge: the bits of the result. */
export interface ChosenInput {
  readonly edge: CfaEdge;
  readonly value: bigint;
}

export type ExplorationAnswer =
  | { readonly kind: "true"; readonly states: number }
  | { readonly kind: "false" }
  | {
      readonly kind: "unknown";
      readonly reason: string;
      /** Whether more time would change nothing. */
      readonly isLasting?: true;
    };

/** Number of candidates that do not replay after which no more are tried. */
const MAX_CANDIDATES = 20;
const MAX_REASONS = 5;

export class Exploration {
  readonly #options: ExplorationOptions;
  readonly #onIncomplete: () => void;
  readonly #reasons: string[] = [];
  #candidates = 0;
  /** Seconds reserved for other techniques. */
  reservedSeconds = 0;

  /** @param onIncomplete - called whenever the exploration can no longer be a proof */
  constructor(options: ExplorationOptions, onIncomplete: () => void) {
    this.#options = options;
    this.#onIncomplete = onIncomplete;
  }

  /** The transfer relation for the program and the property. */
  transfer(
    program: CfaProgram,
    inputs: ReadonlyMap<CfaEdge, Value> = new Map(),
    threads?: ThreadOptions,
  ): Transfer {
    const { classify, execution } = this.#options.specification;
    const { errorFunctions, overflow } = execution;
    const asks = (check: Check): boolean => classify({ check }) === "violation";
    return new Transfer(
      program,
      { add: (reason) => this.incomplete(reason) },
      {
        errorFunctions,
        overflow,
        asks,
        onViolation: markViolation,
        inputs,
        ...(threads === undefined ? {} : { threads }),
      },
    );
  }

  /** Records that the exploration leaves out executions, or cannot decide whether they violate the property. */
  incomplete(reason: string): void {
    const reasons = this.#reasons;
    if (reasons.length < MAX_REASONS && !reasons.includes(reason)) reasons.push(reason);
    this.#onIncomplete();
  }

  /** @throws Interruption when the time is used up. */
  readonly checkBudget = (): void => {
    if (this.#options.remainingSeconds() > this.reservedSeconds) return;
    throw new Interruption("time or memory limit");
  };

  /** Whether a target state is a violation that really happens. */
  confirms(state: AbstractState): boolean {
    const choices = this.#candidates++ < MAX_CANDIDATES ? choicesOf(state) : undefined;
    if (choices !== undefined && this.#options.confirm(choices)) return true;
    this.incomplete("a violation that could not be replayed");
    return false;
  }

  /** TRUE only when everything was explored without a cause of incompleteness. */
  answer(end: CpaEnd, states: number): ExplorationAnswer {
    if (end.kind === "target") return { kind: "false" };
    const reason = this.#reasons[0] ?? (end.kind === "interrupted" ? end.reason : undefined);
    return reason === undefined ? { kind: "true", states } : { kind: "unknown", reason };
  }
}

/** Maximal history of a candidate, including those of its blocks: a longer one is not reported. */
const MAX_HISTORY = 200_000;

/**
 * The inputs on the path to a state, in order; an undetermined input takes the smallest value of its range.
 * Undefined when there are too many.
 */
export function choicesOf(state: AbstractState): ChosenInput[] | undefined {
  const settled = new Map<IntegerSymbol, Integer>();
  const choices: ChosenInput[] = [];
  let steps = 0;
  for (const { entry, nameOf } of unfolded(state.history)) {
    if (++steps > MAX_HISTORY) return undefined;
    if (entry.kind === "settled") {
      const symbol = nameOf(entry.symbol);
      if (!settled.has(symbol)) settled.set(symbol, entry.value);
      continue;
    }
    const { edge, bits, value } = entry;
    let chosen: Integer = 0;
    if (isInteger(value)) chosen = value;
    else if (value instanceof IntegerSymbol) {
      const symbol = nameOf(value);
      chosen = settled.get(symbol) ?? state.rangeOf(symbol)?.low ?? 0;
    }
    choices.push({ edge, value: BigInt.asUintN(bits, BigInt(chosen)) });
  }
  return choices.reverse();
}

type Naming = (symbol: IntegerSymbol) => IntegerSymbol;

/** Latest first, including events within blocks, with the names that their symbols have at the end. */
function* unfolded(history: InputHistory | undefined): Generator<{
  readonly entry: Exclude<InputHistory, { kind: "block" }>;
  readonly nameOf: Naming;
}> {
  interface Part {
    readonly from: InputHistory | undefined;
    readonly to: InputHistory | undefined;
    readonly nameOf: Naming;
  }
  const parts: Part[] = [{ from: history, to: undefined, nameOf: (symbol) => symbol }];
  for (let part = parts.pop(); part !== undefined; part = parts.pop()) {
    const { from: entry, to, nameOf } = part;
    if (entry === undefined || entry === to) continue;
    parts.push({ ...part, from: entry.before });
    if (entry.kind !== "block") {
      yield { entry, nameOf };
      continue;
    }
    const { inside, entered, renamed } = entry;
    const inner: Naming = (symbol) => nameOf(renamed.get(symbol) ?? symbol);
    parts.push({ from: inside, to: entered, nameOf: inner });
  }
}
