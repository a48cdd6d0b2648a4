/**
 * The same steps for several threads at once: every thread in a statement has a role, with separate variables for
 * unshared memory.
 */
import { Substitution, type Term, type TermManager } from "../../smt/index.ts";
import type { Location, Step, ThreadSystem } from "../../transition-systems/index.ts";

/** Threads in a statement, and one more that takes a step. */
export type Role = 0 | 1 | 2;

/** Kinds of objects with a separate instance for every thread. */
const PRIVATE: ReadonlySet<string> = new Set(["local", "parameter", "temporary", "thread-local"]);

const ROLES: readonly Role[] = [0, 1, 2];

/** A step of the thread in one role. */
export interface RoleStep {
  readonly from: Location;
  readonly to: Location;
  readonly guard: Term;
  /** New values of the variables of that thread at the end, and of shared variables that may change. */
  readonly next: ReadonlyMap<Term, Term>;
  /** The same as a substitution in statements. */
  readonly after: Substitution;
  /** Whether other threads can see that it was taken. */
  readonly writes: boolean;
  readonly incompleteness?: string;
}

export class ThreadRoles {
  readonly #manager: TermManager;
  /** From a variable of role 0 to that of every role; shared ones have no entry. */
  readonly #own = new Map<Term, readonly Term[]>();
  readonly #renamings = new Map<string, Substitution>();
  readonly #steps = new Map<Step, Map<Role, RoleStep>>();
  readonly shared: ReadonlySet<Term>;

  constructor(manager: TermManager, system: ThreadSystem) {
    this.#manager = manager;
    const shared = new Set<Term>();
    for (const { variables } of system.locations) {
      for (const { term, object } of variables) {
        if (!PRIVATE.has(object.kind)) shared.add(term);
      }
    }
    this.shared = shared;
    for (const { guard, next } of system.steps) {
      for (const variable of variablesIn([guard, ...next.values()])) this.#add(variable);
    }
    for (const { variables } of system.locations) {
      for (const { term } of variables) this.#add(term);
    }
  }

  #add(variable: Term): void {
    if (this.shared.has(variable) || this.#own.has(variable)) return;
    const others = ROLES.slice(1).map(() =>
      this.#manager.freshVariable(variable.name ?? "", variable.width),
    );
    this.#own.set(variable, [variable, ...others]);
  }

  /** The variable of another role. */
  in(variable: Term, role: Role): Term {
    return this.#own.get(variable)?.[role] ?? variable;
  }

  /** Renames roles 0 and 1 to others. */
  renaming(first: Role, second: Role): Substitution {
    const key = `${first} ${second}`;
    let renaming = this.#renamings.get(key);
    if (renaming === undefined) {
      const bindings = new Map<Term, Term>();
      for (const names of this.#own.values()) {
        bindings.set(names[0] as Term, names[first] as Term);
        bindings.set(names[1] as Term, names[second] as Term);
      }
      renaming = new Substitution(this.#manager, bindings);
      this.#renamings.set(key, renaming);
    }
    return renaming;
  }

  /** Steps with the variables of a role. */
  step(step: Step, role: Role): RoleStep {
    const known = this.#steps.get(step)?.get(role);
    if (known !== undefined) return known;
    // The other role does not occur in a step.
    const renaming = this.renaming(role, role === 0 ? 1 : 0);
    const next = new Map<Term, Term>();
    for (const [variable, value] of step.next) {
      const [before, after] = [this.in(variable, role), renaming.apply(value)];
      if (before !== after) next.set(before, after);
    }
    const made: RoleStep = {
      from: step.from,
      to: step.to,
      next,
      guard: renaming.apply(step.guard),
      after: new Substitution(this.#manager, next),
      writes: [...next.keys()].some((variable) => this.shared.has(variable)),
      ...(step.incompleteness === undefined ? {} : { incompleteness: step.incompleteness }),
    };
    const byRole = this.#steps.get(step) ?? new Map<Role, RoleStep>();
    this.#steps.set(step, byRole.set(role, made));
    return made;
  }
}

export function variablesIn(roots: readonly Term[]): Set<Term> {
  const seen = new Set(roots);
  for (const term of seen) for (const argument of term.args) seen.add(argument);
  return new Set([...seen].filter(({ op }) => op === "variable"));
}
