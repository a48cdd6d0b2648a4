/**
 * A text that is equal for symbolic states from which the same executions follow, up to the names of inputs: the
 * contents of memory, and the relevant part of the path condition. Inputs that are no longer stored do not count,
 * so that a reactive program can return to an earlier state.
 */
import type { Term } from "../../smt/index.ts";
import type { PathCondition } from "./path-condition.ts";
import type { Region } from "./region.ts";
import type { State } from "./state.ts";
import { Pointer } from "./value.ts";

/** Larger states are not compared: it would cost more than it saves. */
const MAX_TERMS = 4000;
const MAX_LITERALS = 400;

class TooLarge extends Error {}

export class StateKeys {
  /** Variables for values that the environment returned: their names do not matter. */
  readonly #inputs = new Set<Term>();
  readonly #variables = new Map<Term, readonly Term[]>();
  readonly #identities = new WeakMap<object, number>();
  #identityCount = 0;

  addInput(value: Term): void {
    // A `_Bool` is one bit that was made wider.
    const variable = value.op === "zeroExtend" ? (value.args[0] as Term) : value;
    if (variable.op === "variable") this.#inputs.add(variable);
  }

  /**
   * Undefined for states that are too large, or of a kind that is not compared.
   * @param forgotten - memory that is written before it is read again
   */
  keyOf(state: State, forgotten: ReadonlySet<Region>): string | undefined {
    try {
      return this.#key(state, forgotten);
    } catch (error) {
      if (error instanceof TooLarge) return undefined;
      throw error;
    }
  }

  #key(state: State, forgotten: ReadonlySet<Region>): string | undefined {
    const { manager } = state;
    const text = new TermText(this.#inputs);
    const parts: string[] = [];
    const relevant = new Set<Term>();
    const term = (value: Term): string => {
      for (const variable of this.#variablesOf(value)) relevant.add(variable);
      return text.of(value);
    };
    const regions = [...state.contents].sort(([a], [b]) => a.id - b.id);
    for (const [region, content] of regions) {
      if (content.live === manager.false || forgotten.has(region)) continue;
      if (content.isArray) return undefined;
      const size = region.symbolicSize === undefined ? "" : term(region.symbolicSize);
      let covered = 0;
      for (const chunk of content.chunks.values()) covered += chunk.size;
      const base = covered === region.size ? "" : this.#identity(content.base);
      parts.push(`${region.id}:${size}:${base}:${term(content.live)}`);
      for (const [offset, chunk] of [...content.chunks].sort(([a], [b]) => a - b)) {
        parts.push(`${offset}+${chunk.size}`);
        if (!(chunk.value instanceof Pointer)) {
          parts.push(term(chunk.value));
          continue;
        }
        for (const target of chunk.value.targets) {
          parts.push(`${term(target.guard)}>${target.region.id}+${term(target.offset)}`);
        }
      }
      if (parts.length > MAX_TERMS) return undefined;
    }
    parts.push(term(state.roundingMode));
    for (const literal of this.#bearing(state.path, relevant)) parts.push(text.of(literal));
    return `${parts.join(" ")}|${text.definitions}`;
  }

  #identity(object: object): number {
    let identity = this.#identities.get(object);
    if (identity === undefined) {
      identity = this.#identityCount++;
      this.#identities.set(object, identity);
    }
    return identity;
  }

  /**
   * The literals that share variables with the contents, also transitively. Variables that are not inputs
   * (addresses, uninitialised memory) may turn up again: their literals always count.
   */
  #bearing(path: PathCondition, relevant: Set<Term>): Term[] {
    const rest: { readonly literal: Term; readonly variables: readonly Term[] }[] = [];
    for (let node: PathCondition | undefined = path; node !== undefined; node = node.parent) {
      if (rest.length > MAX_LITERALS) throw new TooLarge();
      rest.push({ literal: node.literal, variables: this.#variablesOf(node.literal) });
    }
    const found = new Set<Term>();
    for (let grown = true; grown; ) {
      grown = false;
      for (const { literal, variables } of rest) {
        if (found.has(literal)) continue;
        if (!variables.some((one) => relevant.has(one) || !this.#inputs.has(one))) continue;
        for (const variable of variables) relevant.add(variable);
        found.add(literal);
        grown = true;
      }
    }
    return rest.map(({ literal }) => literal).filter((literal) => found.has(literal));
  }

  #variablesOf(term: Term): readonly Term[] {
    let known = this.#variables.get(term);
    if (known === undefined) {
      const seen = new Set<Term>();
      const stack = [term];
      for (let top = stack.pop(); top !== undefined; top = stack.pop()) {
        if (seen.has(top)) continue;
        seen.add(top);
        if (seen.size > MAX_TERMS) throw new TooLarge();
        stack.push(...top.args);
      }
      known = [...seen].filter(({ op }) => op === "variable");
      this.#variables.set(term, known);
    }
    return known;
  }
}

/** Terms as text in which inputs are numbered in the order of their first occurrence. */
class TermText {
  readonly #inputs: ReadonlySet<Term>;
  readonly #names = new Map<Term, string>();
  readonly #definitions: string[] = [];

  constructor(inputs: ReadonlySet<Term>) {
    this.#inputs = inputs;
  }

  get definitions(): string {
    return this.#definitions.join(";");
  }

  of(root: Term): string {
    const stack = [root];
    for (let term = stack.pop(); term !== undefined; term = stack.pop()) {
      if (this.#names.has(term)) continue;
      const missing = term.args.filter((argument) => !this.#names.has(argument));
      if (missing.length > 0) stack.push(term, ...missing.reverse());
      else this.#define(term);
    }
    return this.#names.get(root) as string;
  }

  #define(term: Term): void {
    if (this.#definitions.length > MAX_TERMS) throw new TooLarge();
    // Constants, and variables that the program cannot choose, keep their names.
    if (term.args.length === 0 && !this.#inputs.has(term)) {
      this.#names.set(term, `#${term.id}`);
      return;
    }
    const parts = term.args.map((argument) => this.#names.get(argument));
    // The bounds of an extraction; other operators keep their formats there.
    const { op, width, high, low } = term;
    this.#names.set(term, `${this.#definitions.length}`);
    this.#definitions.push(`${op}${width}.${high}.${low}(${parts.join(",")})`);
  }
}
