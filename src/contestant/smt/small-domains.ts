/**
 * Fewer bits for variables that are only compared: whether comparisons of n
 * variables with each other and with constants can be satisfied depends on
 * their order alone, and n values between any two constants allow every order
 * (range allocation; Pnueli, Rodeh, Strichman, Siegel: The small model
 * property: how small can it be?, Information and Computation 178, 2002).
 */
import type { Term, TermManager } from "./term.ts";

/** How the bits of a term are read where it is compared. */
type Reading = "signed" | "unsigned";

/** Terms whose values are compared with each other, directly or indirectly. */
interface Class {
  /** Whether a value is an operand or a result of arithmetic: then not only its order matters. */
  isOpaque: boolean;
  readonly variables: Map<Term, Reading>;
  readonly constants: Set<bigint>;
}

/**
 * Returns terms to replace variables; the assertions stay equisatisfiable.
 * @param equations - the reading of both sides of an equation, where nothing else determines it
 */
export function smallDomains(
  manager: TermManager,
  assertions: readonly Term[],
  equations: Reading,
): ReadonlyMap<Term, Term> {
  const bindings = new Map<Term, Term>();
  for (const { isOpaque, variables, constants } of classesOf(manager, assertions, equations)) {
    if (isOpaque) continue;
    const bounds = boundsOf(variables, constants);
    for (const [variable, reading] of variables) {
      const { name = "", width } = variable;
      const bits = reading === "signed" ? signedBits(bounds) : unsignedBits(bounds.high);
      if (bits >= width) continue;
      const fresh = manager.freshVariable(name, bits);
      const extend = reading === "signed" ? manager.signExtend : manager.zeroExtend;
      bindings.set(variable, extend.call(manager, fresh, width));
    }
  }
  return bindings;
}

/**
 * Returns bounds of sufficient values. Above a constant the variables move down to the least values
 * there, and below the least constant up to the greatest, so that none leaves its type: unsigned
 * ones are bounded by -1, signed ones by the values below their least one.
 */
function boundsOf(
  variables: ReadonlyMap<Term, Reading>,
  constants: ReadonlySet<bigint>,
): { readonly low: bigint; readonly high: bigint } {
  const count = BigInt(variables.size);
  const points = [...constants, -1n].sort(ascending);
  const least = points[0] as bigint;
  for (const [{ width }, reading] of variables) {
    const below = -(1n << BigInt(width - 1)) - 1n;
    if (reading === "signed" && below > least) points.push(below);
  }
  const greatest = points.sort(ascending).at(-1) as bigint;
  return { low: least - count, high: greatest + count };
}

function ascending(a: bigint, b: bigint): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

function unsignedBits(high: bigint): number {
  return high.toString(2).length;
}

function signedBits({ low, high }: { low: bigint; high: bigint }): number {
  return 1 + Math.max(unsignedBits(high), unsignedBits(-low - 1n));
}

// -------------------------------------------------------------------- classes

const SIGNED = 1;
const UNSIGNED = 2;

function classesOf(
  manager: TermManager,
  assertions: readonly Term[],
  equations: Reading,
): readonly Class[] {
  const terms = termsOf(assertions);
  // An equation holds in both readings: it takes the one that its operands have elsewhere.
  const elsewhere = new Relations(manager, terms, () => 0);
  const rest = equations === "signed" ? SIGNED : UNSIGNED;
  const relations = new Relations(manager, terms, (a, b) => {
    const known = elsewhere.readingOf(a) | elsewhere.readingOf(b);
    return known === 0 || known === (SIGNED | UNSIGNED) ? rest : known;
  });
  return relations.classes(terms);
}

/** Determines which terms share values or are compared, and their readings. */
class Relations {
  readonly #manager: TermManager;
  readonly #groups = new Groups();
  /** The readings of a term by its users, by id. */
  readonly #readings = new Map<number, number>();
  readonly #opaque = new Set<Term>();
  readonly #constants: (readonly [Term, Term, number])[] = [];

  /** @param terms - users before their arguments; `equation` returns the reading of its operands */
  constructor(
    manager: TermManager,
    terms: readonly Term[],
    equation: (a: Term, b: Term) => number,
  ) {
    this.#manager = manager;
    for (const term of terms) this.#add(term, equation);
  }

  readingOf(term: Term): number {
    return this.#readings.get(term.id) ?? 0;
  }

  #add(term: Term, equation: (a: Term, b: Term) => number): void {
    const { op, width, args } = term;
    const [a, b, c] = args as [Term, Term, Term];
    const reading = this.readingOf(term);
    if (op === "slt") this.#compare(a, b, SIGNED);
    else if (op === "ult") this.#compare(a, b, UNSIGNED);
    else if (op === "eq" && a.width > 0) this.#compare(a, b, equation(a, b));
    else if (op === "ite" && width > 0) {
      this.#relate(term, b, reading);
      this.#relate(term, c, reading);
    } else if (op === "signExtend" && (reading === SIGNED || isNonNegative(this.#manager, a))) {
      this.#relate(term, a, reading);
    } else if (op === "zeroExtend") {
      this.#relate(term, a, UNSIGNED);
    } else if (op === "concat" && isZero(a)) {
      this.#relate(term, b, UNSIGNED);
    } else if (!ORDERLESS.has(op)) {
      for (const part of [term, ...args]) if (part.op !== "constant") this.#opaque.add(part);
    }
  }

  #compare(a: Term, b: Term, reading: number): void {
    const [term, other] = a.op === "constant" ? [b, a] : [a, b];
    this.#relate(term, term, reading);
    this.#relate(term, other, reading);
  }

  /** `argument` has values of `term`, or is compared with it. Classes may share constants. */
  #relate(term: Term, argument: Term, reading: number): void {
    if (argument.op === "constant") {
      this.#constants.push([term, argument, reading]);
      return;
    }
    this.#readings.set(argument.id, this.readingOf(argument) | reading);
    this.#groups.unite(term, argument);
  }

  classes(terms: readonly Term[]): readonly Class[] {
    const classes = new Map<Term, Class>();
    const classOf = (term: Term): Class => {
      const root = this.#groups.find(term);
      const known = classes.get(root);
      if (known !== undefined) return known;
      const made: Class = { isOpaque: false, variables: new Map(), constants: new Set() };
      classes.set(root, made);
      return made;
    };
    for (const term of terms) {
      if (this.#opaque.has(term)) classOf(term).isOpaque = true;
      if (term.op !== "variable" || term.width === 0) continue;
      const reading = this.readingOf(term);
      if (reading === SIGNED) classOf(term).variables.set(term, "signed");
      else if (reading === UNSIGNED) classOf(term).variables.set(term, "unsigned");
      else classOf(term).isOpaque = true;
    }
    for (const [term, { width, value }, reading] of this.#constants) {
      const { constants } = classOf(term);
      if (reading & UNSIGNED) constants.add(value);
      if (reading & SIGNED) constants.add(BigInt.asIntN(width, value));
    }
    return [...classes.values()];
  }
}

/** Operators that only pass on truth values, and leaves. */
const ORDERLESS: ReadonlySet<Term["op"]> = new Set([
  "variable",
  "constant",
  "not",
  "and",
  "eq",
  "ite",
]);

/** All terms below some, those with larger ids first. */
function termsOf(roots: readonly Term[]): readonly Term[] {
  const found = new Set<Term>(roots);
  for (const term of found) for (const argument of term.args) found.add(argument);
  return [...found].sort((a, b) => b.id - a.id);
}

function isNonNegative(manager: TermManager, term: Term): boolean {
  return (manager.table.maximum[term.id] as number) < 2 ** (term.width - 1);
}

function isZero(term: Term): boolean {
  return term.op === "constant" && term.value === 0n;
}

/** Disjoint sets of terms (Tarjan 1975). */
class Groups {
  readonly #parents = new Map<Term, Term>();

  find(term: Term): Term {
    let root = term;
    for (let next = this.#parents.get(root); next !== undefined; next = this.#parents.get(root)) {
      root = next;
    }
    for (let next = term; next !== root; ) {
      const parent = this.#parents.get(next) as Term;
      this.#parents.set(next, root);
      next = parent;
    }
    return root;
  }

  unite(a: Term, b: Term): void {
    const x = this.find(a);
    const y = this.find(b);
    if (x !== y) this.#parents.set(x, y);
  }
}
