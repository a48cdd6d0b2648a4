/**
 * A path as a chain of Horn clauses over mathematical integers: a predicate for every position between its steps,
 * with the facts that the past must have established. Its solutions are sequence interpolants (Rümmer, Hojjat,
 * Kuncak: "On recursion-free Horn clauses and Craig interpolation", FMSD 2015), as far as nothing wraps around.
 */
import { Substitution, type Term, type TermManager, variablesIn } from "../../smt/index.ts";
import { type PathPosition, positionsTo } from "../extraction/execution-path.ts";
import type { Location, StateVariable, Step } from "../extraction/transition-system.ts";
import type { Application, Clause, HornSystem, Predicate } from "./horn-system.ts";
import { type NamedNumber, TermEncoder } from "./term-encoder.ts";

export interface PathClauses {
  readonly system: HornSystem;
  /** By depth from 1, the arguments of the predicate; all but the last position have one. */
  readonly positions: readonly ChainPosition[];
}

export interface ChainPosition {
  readonly predicate: Predicate;
  /** The variables that the rest of the path depends on. */
  readonly variables: readonly StateVariable[];
  /** The variables that the path makes constant: they are replaced in the steps that follow. */
  readonly constants: ReadonlyMap<Term, Term>;
}

/** Number of subterms of all clauses together. */
const MAX_TERMS = 3000;
const MAX_ARGUMENTS = 40;

/** For a path to an error; undefined when it is too large. */
export function pathClauses(manager: TermManager, end: PathPosition): PathClauses | undefined {
  const path = positionsTo(end).map((at) => withConstants(manager, at));
  const positions = chainPositions(path);
  if (positions === undefined) return undefined;
  const clauses: Clause[] = [];
  let size = 0;
  for (const [index, { guard, next }] of path.entries()) {
    const { clause, terms } = clauseOf(guard, next, positions[index - 1], positions[index]);
    size += terms;
    if (size > MAX_TERMS) return undefined;
    clauses.push(clause);
  }
  return {
    system: { predicates: positions.map(({ predicate }) => predicate), clauses },
    positions,
  };
}

/** A step of a path, with the constants that are known before it, and its target. */
interface ConstantStep {
  readonly guard: Term;
  readonly next: (variable: Term) => Term;
  readonly to: PathPosition;
}

function withConstants(manager: TermManager, to: PathPosition): ConstantStep {
  const { guard, next } = to.step as Step;
  const constants = new Substitution(manager, constantsAt(to.before as PathPosition));
  return {
    guard: constants.apply(guard),
    next: (variable) => constants.apply(next.get(variable) ?? variable),
    to,
  };
}

function constantsAt({ values }: PathPosition): ReadonlyMap<Term, Term> {
  return new Map([...values].filter(([, value]) => value.op === "constant"));
}

/** Determines backwards the relevant variables. */
function chainPositions(path: readonly ConstantStep[]): readonly ChainPosition[] | undefined {
  const positions: ChainPosition[] = [];
  let needed = new Set<Term>();
  for (const { guard, next, to } of path.toReversed()) {
    const variables = integersAt(to.location).filter(({ term }) => needed.has(term));
    if (variables.length > MAX_ARGUMENTS) return undefined;
    const predicate = { name: `r${to.depth}`, arity: variables.length };
    if (to.depth < path.length) {
      positions.unshift({ predicate, variables, constants: constantsAt(to) });
    }
    needed = variablesIn(guard, ...variables.map(({ term }) => next(term)));
  }
  return positions;
}

function integersAt({ variables }: Location): readonly StateVariable[] {
  return variables.filter(({ isSigned }) => isSigned !== undefined);
}

function clauseOf(
  guard: Term,
  next: (variable: Term) => Term,
  before: ChainPosition | undefined,
  after: ChainPosition | undefined,
): { readonly clause: Clause; readonly terms: number } {
  const names = new Map<Term, NamedNumber>();
  for (const [index, { term, isSigned }] of (before?.variables ?? []).entries()) {
    names.set(term, { name: `v${index}`, reading: isSigned ? "signed" : "unsigned" });
  }
  const encoder = new TermEncoder(names);
  const taken = encoder.condition(guard);
  const results = (after?.variables ?? []).map((_, index) => `n${index}`);
  const equations = (after?.variables ?? []).map(({ term, isSigned }, index) => {
    const value = encoder.number(next(term), isSigned ? "signed" : "unsigned");
    return `(= n${index} ${value})`;
  });
  const condition = `(and ${taken} ${equations.join(" ")})`;
  const constraints = [encoder.bound(condition)];
  const own = [...names.values()].map(({ name }) => name);
  return {
    clause: {
      variables: [...own, ...encoder.chosen, ...results],
      body: before === undefined ? [] : [applied(before, own)],
      constraints,
      head: after && applied(after, results),
    },
    terms: encoder.size,
  };
}

function applied({ predicate }: ChainPosition, terms: readonly string[]): Application {
  return { predicate, arguments: terms };
}
