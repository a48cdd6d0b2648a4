/**
 * Lemmas that a search over a transition system has found for a location, made usable for executions that are
 * there. Their conditions also mention variables of callers, which no expression at the location can name, and
 * share subterms, which no text can.
 */

import type { InvariantText } from "../../analysis-core/index.ts";
import type { FunctionCfa, MemoryObject } from "../../cfa/index.ts";
import { Substitution, type Term, type TermManager, variablesIn } from "../../smt/index.ts";
import type { MemoryAccess } from "../memory/access.ts";
import type { State } from "../memory/state.ts";
import type { SymbolicStackFrame } from "./symbolic-stack-frame.ts";

/** The information about its location that a lemma needs. */
export interface LemmaPlace {
  readonly variables: readonly {
    readonly term: Term;
    readonly object: MemoryObject;
    readonly offset: number;
    /** Number of calls outward to the stack frame of the variable; undefined for static objects. */
    readonly depth: number | undefined;
  }[];
  /** The functions of the call stack, innermost first. */
  readonly stack: readonly FunctionCfa[];
}

export interface LocationCondition {
  /** A term over the variables of the location. */
  readonly term: Term;
  /** The lemma in C; undefined where C cannot express it at the location. */
  readonly inC: InvariantText | undefined;
}

/** Conditions on the variables of a location, each of which can be used separately. */
export interface LocationLemmas {
  readonly location: LemmaPlace;
  /** The term manager of the conditions. */
  readonly manager: TermManager;
  readonly conditions: readonly LocationCondition[];
}

/** Lemmas at one place of an execution. */
export interface PlacedLemmas {
  at(condition: LocationCondition, state: State): Term;
}

/** Undefined where the call stack differs from that of the location. */
export function placedLemmas(
  manager: TermManager,
  access: MemoryAccess,
  { location, manager: source }: LocationLemmas,
  stackFrame: SymbolicStackFrame,
): PlacedLemmas | undefined {
  const frames: SymbolicStackFrame[] = [];
  for (let at: SymbolicStackFrame | undefined = stackFrame; at !== undefined; at = at.caller) {
    frames.push(at);
  }
  const { stack, variables } = location;
  if (stack.length !== frames.length) return undefined;
  if (stack.some((fn, index) => frames[index]?.function !== fn)) return undefined;
  const valuesIn = (state: State): Map<Term, Term> => {
    const values = new Map<Term, Term>();
    for (const { term, object, offset, depth = 0 } of variables) {
      const region = (frames[depth] as SymbolicStackFrame).regionOf(object);
      const value = access.readAt(state, region, offset, term.width / 8);
      if ("op" in value && value.width === term.width) values.set(term, value);
    }
    return values;
  };
  // Conditions share subterms: those of one state are translated together.
  let last = new Map<Term, Term>();
  let translation = new Substitution(manager, last, source);
  return {
    at: ({ term }, state) => {
      const values = valuesIn(state);
      if (
        values.size !== last.size ||
        [...values].some(([key, value]) => last.get(key) !== value)
      ) {
        last = values;
        translation = new Substitution(manager, values, source);
      }
      // A variable that holds no number there, such as a pointer in raw bytes, satisfies no condition.
      const isDefined = [...variablesIn(term)].every((variable) => values.has(variable));
      return isDefined ? translation.apply(term) : manager.false;
    },
  };
}
