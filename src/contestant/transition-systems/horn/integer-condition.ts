/** Conditions over mathematical integers, in negation normal form. */

/** `Σ coefficient · atom + constant`; no atom occurs twice, no coefficient is 0. */
export interface LinearTerm {
  readonly parts: readonly { readonly coefficient: bigint; readonly atom: Atom }[];
  readonly constant: bigint;
}

export type Atom =
  /** An argument of the predicate. */
  | { readonly kind: "variable"; readonly index: number }
  /** Division that rounds down, and its remainder, which is never negative. */
  | { readonly kind: "div" | "mod"; readonly dividend: LinearTerm; readonly divisor: bigint };

export type Condition =
  /** The term is at most 0, is 0, is not 0. */
  { readonly kind: "at-most" | "equal" | "unequal"; readonly term: LinearTerm } | Connective;

export interface Connective {
  readonly kind: "and" | "or";
  readonly parts: readonly Condition[];
}

export const TRUE: Condition = { kind: "and", parts: [] };
export const FALSE: Condition = { kind: "or", parts: [] };

export function constantTerm(constant: bigint): LinearTerm {
  return { parts: [], constant };
}

export function atomTerm(atom: Atom): LinearTerm {
  return { parts: [{ coefficient: 1n, atom }], constant: 0n };
}

export function scaledTerm(term: LinearTerm, factor: bigint): LinearTerm {
  if (factor === 0n) return constantTerm(0n);
  return {
    parts: term.parts.map(({ coefficient, atom }) => ({ coefficient: coefficient * factor, atom })),
    constant: term.constant * factor,
  };
}

export function sumOf(terms: readonly LinearTerm[]): LinearTerm {
  const parts = new Map<string, { coefficient: bigint; atom: Atom }>();
  let constant = 0n;
  for (const term of terms) {
    constant += term.constant;
    for (const { coefficient, atom } of term.parts) {
      const key = atomKey(atom);
      const sum = (parts.get(key)?.coefficient ?? 0n) + coefficient;
      parts.set(key, { coefficient: sum, atom });
    }
  }
  return { parts: [...parts.values()].filter(({ coefficient }) => coefficient !== 0n), constant };
}

export function difference(a: LinearTerm, b: LinearTerm): LinearTerm {
  return sumOf([a, scaledTerm(b, -1n)]);
}

/** Equal for equal atoms. */
function atomKey(atom: Atom): string {
  if (atom.kind === "variable") return `${atom.index}`;
  return `(${atom.kind} ${termKey(atom.dividend)} ${atom.divisor})`;
}

/** Equal for terms that are equal up to the order of their parts. */
export function termKey({ parts, constant }: LinearTerm): string {
  const texts = parts.map(({ coefficient, atom }) => `${coefficient}*${atomKey(atom)}`);
  return [...texts.sort(), constant].join("+");
}

export function negation(condition: Condition): Condition {
  switch (condition.kind) {
    case "at-most":
      // Integers: not t <= 0 is -t + 1 <= 0.
      return {
        kind: "at-most",
        term: sumOf([scaledTerm(condition.term, -1n), constantTerm(1n)]),
      };
    case "equal":
      return { kind: "unequal", term: condition.term };
    case "unequal":
      return { kind: "equal", term: condition.term };
    case "and":
      return { kind: "or", parts: condition.parts.map(negation) };
    case "or":
      return { kind: "and", parts: condition.parts.map(negation) };
  }
}

/** Clauses of a conjunctive normal form; where it would be large, larger conditions. */
export function clausesOf(condition: Condition): readonly Condition[] {
  switch (condition.kind) {
    case "and":
      return condition.parts.flatMap(clausesOf);
    case "or": {
      let result: Condition[][] = [[]];
      for (const part of condition.parts) {
        const clauses = clausesOf(part);
        if (result.length * clauses.length > MAX_CLAUSES) return [condition];
        result = result.flatMap((before) => clauses.map((clause) => [...before, clause]));
      }
      return result.map((parts) => (parts.length === 1 ? (parts[0] as Condition) : flatOr(parts)));
    }
    default:
      return [condition];
  }
}

const MAX_CLAUSES = 64;

function flatOr(parts: readonly Condition[]): Condition {
  return { kind: "or", parts: parts.flatMap((part) => (part.kind === "or" ? part.parts : [part])) };
}

/** Indices of the arguments that occur in a condition. */
export function variablesIn(condition: Condition, into: Set<number> = new Set()): Set<number> {
  if ("parts" in condition) for (const part of condition.parts) variablesIn(part, into);
  else variablesInTerm(condition.term, into);
  return into;
}

function variablesInTerm({ parts }: LinearTerm, into: Set<number>): void {
  for (const { atom } of parts) {
    if (atom.kind === "variable") into.add(atom.index);
    else variablesInTerm(atom.dividend, into);
  }
}
