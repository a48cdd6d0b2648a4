/** Calls of blocks in a transition system: arguments, outcomes, and what a block leaves unchanged. */
import type { CfaNode, MemoryObject } from "../../cfa/index.ts";
import { Substitution, type Term, type TermManager } from "../../smt/index.ts";
import type { MemoryAccess, State } from "../../symbolic/index.ts";
import type { Cell, ContextLocation } from "./call-context.ts";
import type { SummedUp } from "./program-steps-options.ts";
import type { Block, BlockCall, Location, StateVariable, Step } from "./transition-system.ts";

/** A block whose steps are being computed. */
export interface ExtractedBlock extends Block {
  exit: ContextLocation | undefined;
  result: StateVariable | undefined;
  /** Undefined while its steps are being computed: everything. */
  changed: ReadonlySet<Term> | undefined;
}

export class BlockCalls {
  readonly calls: Map<Location, BlockCall> = new Map();
  readonly #manager: TermManager;
  readonly #access: MemoryAccess;
  readonly #summedUp: SummedUp | undefined;
  readonly #steps: Step[];

  /** @param steps - of the system, which grows */
  constructor(
    manager: TermManager,
    access: MemoryAccess,
    summedUp: SummedUp | undefined,
    steps: Step[],
  ) {
    this.#manager = manager;
    this.#access = access;
    this.#summedUp = summedUp;
    this.#steps = steps;
  }

  /**
   * The variables changed by steps that begin in a block, or in locations that were found on its way. Its recursive
   * calls change the same variables, and leave the rest unchanged.
   */
  changedBy(block: ExtractedBlock, own: ReadonlySet<Location>): ReadonlySet<Term> {
    const inner = [...this.calls].filter(([at, call]) => own.has(at) && call.block === block);
    const kept = new Map<Term, Term>();
    for (const [, { outcome }] of inner) {
      for (const [variable, after] of outcome) kept.set(after, variable);
    }
    const changed = new Set<Term>();
    for (const { from, next } of this.#steps) {
      if (!own.has(from)) continue;
      for (const [variable, term] of next) {
        if (term !== variable && kept.get(term) !== variable) changed.add(variable);
      }
    }
    if (inner.length > 0) this.#keepUnchanged(inner, own, changed);
    return changed;
  }

  /** Static storage that a block does not change keeps its value across recursive calls. */
  #keepUnchanged(
    inner: readonly (readonly [Location, BlockCall])[],
    own: ReadonlySet<Location>,
    changed: ReadonlySet<Term>,
  ): void {
    const bindings = new Map<Term, Term>();
    for (const [at, call] of inner) {
      const outcome = new Map(call.outcome);
      for (const [variable, after] of call.outcome) {
        const before = call.enter.next.get(variable);
        if (changed.has(variable) || before === undefined) continue;
        bindings.set(after, before);
        outcome.set(variable, before);
      }
      this.calls.set(at, { ...call, outcome });
    }
    const left = new Substitution(this.#manager, bindings);
    for (const [index, step] of this.#steps.entries()) {
      if (!own.has(step.from)) continue;
      const next = [...step.next].map(([variable, term]) => [variable, left.apply(term)] as const);
      this.#steps[index] = { ...step, guard: left.apply(step.guard), next: new Map(next) };
    }
  }

  /** The state at the exit of a block that was called: the variables that it changes may hold anything. */
  enter(location: ContextLocation, block: ExtractedBlock, state: State): void {
    const { stackFrame } = location.context;
    const passed = this.#passed(location, block);
    const enter = { from: location, to: block.entry, guard: this.#manager.true, next: passed };
    const kept = block.loop === undefined ? this.#summedUp?.keptOf(block.fn) : undefined;
    const first = new Map<MemoryObject | undefined, Term | undefined>(
      block.entry.variables.map(({ object, term }) => [object, passed.get(term)]),
    );
    const outcome = new Map<Term, Term>();
    const access = this.#access;
    for (const cell of block.exit?.cells ?? []) {
      const { variable, size, owner, isResult } = cell;
      const { term, object, offset } = variable;
      const original = owner === undefined ? undefined : kept?.get(object);
      const isKept = original === object || block.changed?.has(term) === false;
      const isUnchanged = isKept && passed.has(term);
      const isCopy = original !== undefined && original !== object;
      const known = isUnchanged ? passed.get(term) : isCopy ? first.get(original) : undefined;
      const after = known ?? this.#manager.freshVariable(`${object.name}'`, term.width);
      outcome.set(term, after);
      if (isResult) {
        access.writeAt(state, stackFrame.result, 0, size, after);
        access.revive(state, stackFrame.result);
      } else if ((owner === undefined || block.loop !== undefined) && !isUnchanged) {
        access.writeAt(state, stackFrame.regionOf(object), offset, size, after);
      }
    }
    this.calls.set(location, { block, enter, outcome });
  }

  /** The arguments of a block call, for the variables of its entry. */
  #passed({ cells, context }: ContextLocation, { entry }: Block): Map<Term, Term> {
    const keyOf = ({ variable: { object, offset }, owner }: Cell): string =>
      `${owner === undefined} ${object.id} ${offset}`;
    const own = cells.filter(({ owner }) => owner === undefined || owner === context);
    const terms = new Map(own.map((cell) => [keyOf(cell), cell.variable.term]));
    return new Map(
      (entry as ContextLocation).cells.map((cell) => {
        const { term } = cell.variable;
        return [
          term,
          terms.get(keyOf(cell)) ?? this.#manager.freshVariable(`${term.name}`, term.width),
        ];
      }),
    );
  }
}

/** The node at which a block ends. */
export function exitOf({ fn, loop }: Block): CfaNode {
  return loop?.exit ?? fn.exit;
}
