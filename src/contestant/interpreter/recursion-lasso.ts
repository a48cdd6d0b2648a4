/**
 * Infinite recursion as a lasso of activations: a function that is entered again, before an earlier
 * activation of it has returned, with the same arguments and the same shared memory, is entered
 * again and again when the environment repeats its inputs. The contents of the frames in between do
 * not matter when no pointer leads to them.
 */
import {
  addressOf,
  type CallEdge,
  type CfaEdge,
  type CfaProgram,
  type Expression,
  type FunctionCfa,
  intrinsicOf,
  isDetermined,
  isTracked,
  pointerType,
} from "../cfa/index.ts";
import type { View } from "./contract.ts";

/** Detects a repeated activation with one of every function kept at a time (Brent 1980). */
export class RecursionDetector {
  readonly #program: CfaProgram;
  /** Parameters of functions whose frames no pointer reaches; undefined for others. */
  readonly #parameters = new Map<string, readonly Expression[] | undefined>();
  /**
   * For each live activation, by depth: whether no pointer leads to its frame or to the frames
   * below. Cached, since recursion may be deep; an activation without an observed edge counts like
   * the one below it.
   */
  readonly #live: boolean[] = [];
  readonly #chains = new Map<string, Chain>();
  #entered = 0;

  constructor(program: CfaProgram) {
    this.#program = program;
  }

  /**
   * Must be called with every edge.
   * @returns whether an activation begins with it
   */
  onEdge(edge: CfaEdge, { depth }: View): boolean {
    if (isDetermined(edge)) for (const chain of this.#chains.values()) chain.kept = undefined;
    const { functionName } = edge.source;
    const isDeeper = depth > this.#live.length;
    const isAtEntry = this.#program.functions.get(functionName)?.entry === edge.source;
    if (!isDeeper && !isAtEntry && depth === this.#live.length) return false;
    const below = this.#live[Math.min(this.#live.length, depth - 1) - 1] ?? true;
    while (this.#live.length < depth - 1) this.#live.push(below);
    this.#live.length = depth;
    this.#live[depth - 1] = below && this.#parametersOf(functionName) !== undefined;
    for (const chain of this.#chains.values()) {
      const end = isAtEntry ? depth : depth + 1;
      if (chain.kept !== undefined && chain.kept.depth >= end) chain.kept = undefined;
    }
    // Where a loop returns to the entry, no activation need begin.
    if (!isAtEntry || edge.source.entering.length > 0) return false;
    this.#entered++;
    return true;
  }

  /**
   * Must be called where an activation begins.
   * @returns the activations, counted from 1, when it repeats one that has not returned
   */
  visit(view: View): { readonly first: number; readonly again: number } | undefined {
    const { depth, functionName } = view;
    const state = this.#stateAt(functionName, view);
    if (state === undefined) return undefined;
    const chain = this.#chains.get(functionName) ?? { kept: undefined, seen: 0, nextKept: 1 };
    this.#chains.set(functionName, chain);
    const { kept } = chain;
    if (kept !== undefined && areEqual(kept.state, state)) {
      return { first: kept.number, again: this.#entered };
    }
    chain.seen++;
    if (kept === undefined || chain.seen >= chain.nextKept) {
      chain.kept = { state, depth, number: this.#entered };
      chain.nextKept = 2 * chain.seen;
    }
    return undefined;
  }

  /** How many activations have begun. */
  get entered(): number {
    return this.#entered;
  }

  /** Undefined when a pointer may lead to the frames of live activations. */
  #stateAt(functionName: string, view: View): EntryState | undefined {
    if (this.#live.at(-1) !== true) return undefined;
    const memory = view.sharedSnapshot();
    const parameters = this.#parametersOf(functionName)?.map((load) => view.evaluate(load));
    return memory === undefined || parameters === undefined ? undefined : { memory, parameters };
  }

  #parametersOf(name: string): readonly Expression[] | undefined {
    if (!this.#parameters.has(name)) {
      const fn = this.#program.functions.get(name);
      const loads = fn !== undefined && hasPlainFrames(fn) ? this.#loadsOf(fn) : undefined;
      this.#parameters.set(name, loads);
    }
    return this.#parameters.get(name);
  }

  #loadsOf({ parameters }: FunctionCfa): readonly Expression[] {
    const pointer = pointerType(this.#program.machine.pointerBits / 8);
    return parameters.flatMap((object): Expression[] => {
      const { scalar } = object;
      if (scalar === undefined) return [];
      return [{ kind: "load", type: scalar, address: addressOf(object, pointer) }];
    });
  }
}

/** The activations of a function that are live. */
interface Chain {
  kept: { readonly state: EntryState; readonly depth: number; readonly number: number } | undefined;
  seen: number;
  nextKept: number;
}

interface EntryState {
  /** Static objects and blocks. */
  readonly memory: Uint8Array;
  readonly parameters: readonly bigint[];
}

function areEqual(a: EntryState, b: EntryState): boolean {
  return (
    a.parameters.every((value, index) => value === b.parameters[index]) &&
    a.memory.length === b.memory.length &&
    a.memory.every((byte, index) => byte === b.memory[index])
  );
}

/**
 * Whether no pointer leads into the function's frames: only scalars whose address is not taken, and
 * no further memory on the stack.
 */
function hasPlainFrames({ locals, parameters, nodes, result }: FunctionCfa): boolean {
  if (result?.kind === "record") return false;
  if (parameters.some(({ variable }) => variable === undefined)) return false;
  return locals.every(isTracked) && !nodes.some(({ leaving }) => leaving.some(allocatesInFrame));
}

function allocatesInFrame(edge: CfaEdge): boolean {
  return edge.kind === "call" && calledOperation(edge) === "alloca";
}

function calledOperation({ callee }: CallEdge): string | undefined {
  if (callee.kind !== "address" || callee.target.kind !== "function") return undefined;
  return intrinsicOf(callee.target.name)?.kind;
}
