/**
 * Ranking functions of cycles of steps with linear updates: for each state a linear form, such that no step of a
 * strongly connected component raises it, and some lower it by a constant, from a non-negative value. These are
 * taken only finitely often; without them the component splits into smaller ones (Alias, Darte, Feautrier, Gonnord:
 * "Multi-dimensional rankings", SAS 2010; by removal as in Brockschmidt, Cook, Fuhs, CAV 2013). The forms come from
 * linear programs, with the multipliers of Farkas' lemma for the conditions of a step; the result is a proof over
 * all integers.
 */
import { type LinearConstraint, maximize } from "../../../ground/util/linear-program.ts";
import { cyclicComponents } from "../../analysis-core/index.ts";

/** A sum of multiples of quantities, which are numbered in each state, and a constant. */
export interface Form {
  readonly constant: bigint;
  readonly terms: ReadonlyMap<number, bigint>;
}

export interface DescentNode {
  /** Quantities that are never negative come first. */
  readonly naturals: number;
  readonly quantities: number;
}

export interface DescentStep {
  readonly from: number;
  readonly to: number;
  /** By the numbers of the quantities of `to`; undefined: any value. */
  readonly update: readonly (Form | undefined)[];
  /** Non-negative forms over the quantities of `from`. */
  readonly conditions: readonly Form[];
}

/** The quantities with coefficients in a ranking function, by node. */
export type Counted = ReadonlyMap<number, readonly number[]>;

/** Larger linear programs take too long. */
const MAX_VARIABLES = 260;
/** Steps of one component that are tried one by one. */
const MAX_TRIED = 24;

/**
 * Decides whether no infinite sequence of steps visits one of the heads again and again; the ranking functions that
 * prove it, or undefined when none were found.
 */
export function finiteVisits(
  nodes: readonly DescentNode[],
  steps: readonly DescentStep[],
  isHead: (node: number) => boolean,
  isLate: () => boolean,
): readonly Counted[] | undefined {
  const rankings: Counted[] = [];
  const work = [...cyclicComponents(steps, (step) => step)];
  for (let component = work.pop(); component !== undefined; component = work.pop()) {
    if (!component.some(({ from }) => isHead(from))) continue;
    const found = descentOf(nodes, component, isLate);
    if (found === undefined) return undefined;
    rankings.push(found.counted);
    work.push(...cyclicComponents(found.rest, (step) => step));
  }
  return rankings;
}

interface Descent {
  readonly counted: Counted;
  /** The steps that this ranking function does not exclude from being taken for ever. */
  readonly rest: readonly DescentStep[];
}

function descentOf(
  nodes: readonly DescentNode[],
  steps: readonly DescentStep[],
  isLate: () => boolean,
): Descent | undefined {
  const all = new Program(nodes, steps, "naturals").solve(undefined, isLate);
  if (all !== undefined) return all;
  for (const step of steps.slice(0, MAX_TRIED)) {
    if (isLate()) return undefined;
    const one = new Program(nodes, steps, "all").solve(step, isLate);
    if (one !== undefined) return one;
  }
  return undefined;
}

/** A row of coefficients by variable; their sum is at most 0, or 1. */
type Row = Map<number, bigint>;

class Program {
  readonly #nodes: readonly DescentNode[];
  readonly #steps: readonly DescentStep[];
  /** The quantities with coefficients: with `naturals` only, ranking functions are never negative. */
  readonly #counts: "naturals" | "all";
  #variables = 0;
  readonly #rows: { readonly row: Row; readonly atMost: bigint }[] = [];
  /** By node: the variables of its coefficients, positive and negative ones; the last one is the constant. */
  readonly #forms = new Map<number, (readonly [number, number | undefined] | undefined)[]>();

  constructor(
    nodes: readonly DescentNode[],
    steps: readonly DescentStep[],
    counts: "naturals" | "all",
  ) {
    this.#nodes = nodes;
    this.#steps = steps;
    this.#counts = counts;
  }

  /**
   * With as many decreasing steps as possible; or with the given one, whose ranking function must be non-negative
   * then.
   */
  solve(only: DescentStep | undefined, isLate: () => boolean): Descent | undefined {
    const falls = new Map<DescentStep, number>();
    for (const step of this.#steps) {
      const fall = only === undefined || only === step ? this.#fresh() : undefined;
      this.#doesNotRise(step, fall);
      if (fall === undefined) continue;
      falls.set(step, fall);
      this.#rows.push({ row: new Map([[fall, 1n]]), atMost: 1n });
      if (only !== undefined) this.#isNatural(step);
    }
    if (this.#variables > MAX_VARIABLES) return undefined;
    const columns = Array.from({ length: this.#variables }, (_, index) => index);
    const wanted = new Set(falls.values());
    const objective = columns.map((column) => (wanted.has(column) ? 1n : 0n));
    const constraints = this.#rows.map(
      ({ row, atMost }): LinearConstraint => ({
        coefficients: columns.map((column) => row.get(column) ?? 0n),
        atMost,
      }),
    );
    const solution = maximize(objective, constraints, isLate);
    if (solution === undefined) return undefined;
    const isPositive = (column: number | undefined): boolean =>
      column !== undefined && (solution[column]?.numerator ?? 0n) > 0n;
    const rest = this.#steps.filter((step) => !isPositive(falls.get(step)));
    if (rest.length === this.#steps.length) return undefined;
    const counted = new Map(
      [...this.#forms].map(([node, form]) => [
        node,
        form.slice(0, -1).flatMap((pair, index) => (pair?.some(isPositive) ? [index] : [])),
      ]),
    );
    return { counted, rest };
  }

  #fresh(): number {
    return this.#variables++;
  }

  #form(node: number): (readonly [number, number | undefined] | undefined)[] {
    const known = this.#forms.get(node);
    if (known !== undefined) return known;
    const { naturals, quantities } = this.#nodes[node] as DescentNode;
    const isSigned = this.#counts === "all";
    const form = Array.from({ length: quantities }, (_, index) => {
      if (index < naturals) return [this.#fresh(), undefined] as const;
      return isSigned ? ([this.#fresh(), this.#fresh()] as const) : undefined;
    });
    const whole = [...form, [this.#fresh(), isSigned ? this.#fresh() : undefined] as const];
    this.#forms.set(node, whole);
    return whole;
  }

  /** f(before) - f(after) - fall is a sum of non-negative forms with non-negative factors. */
  #doesNotRise(step: DescentStep, fall: number | undefined): void {
    const { from, to, update, conditions } = step;
    const [before, after] = [this.#form(from), this.#form(to)];
    const rows = this.#rowsOf(from, conditions);
    for (const [index, pair] of before.entries()) addPair(rows[index] as Row, pair, -1n);
    const constant = rows.at(-1) as Row;
    for (const [index, pair] of after.slice(0, -1).entries()) {
      const form = update[index];
      if (pair === undefined) continue;
      if (form === undefined) {
        for (const variable of pair) {
          if (variable !== undefined)
            this.#rows.push({ row: new Map([[variable, 1n]]), atMost: 0n });
        }
        continue;
      }
      for (const [quantity, factor] of form.terms) addPair(rows[quantity] as Row, pair, factor);
      addPair(constant, pair, form.constant);
    }
    addPair(constant, after.at(-1), 1n);
    if (fall !== undefined) add(constant, fall, 1n);
    this.#require(from, rows);
  }

  /** f(before) is such a sum. */
  #isNatural({ from, conditions }: DescentStep): void {
    const rows = this.#rowsOf(from, conditions);
    for (const [index, pair] of this.#form(from).entries()) addPair(rows[index] as Row, pair, -1n);
    this.#require(from, rows);
  }

  /** For each quantity, and the constant, its coefficients in the conditions with their factors. */
  #rowsOf(node: number, conditions: readonly Form[]): Row[] {
    const { quantities } = this.#nodes[node] as DescentNode;
    const rows = Array.from({ length: quantities + 1 }, (): Row => new Map());
    for (const { constant, terms } of conditions) {
      const factor = this.#fresh();
      for (const [quantity, value] of terms) add(rows[quantity] as Row, factor, value);
      add(rows[quantities] as Row, factor, constant);
    }
    return rows;
  }

  /** A remainder is allowed only for quantities that are never negative, and for the constant. */
  #require(node: number, rows: readonly Row[]): void {
    const { naturals, quantities } = this.#nodes[node] as DescentNode;
    for (const [index, row] of rows.entries()) {
      this.#rows.push({ row, atMost: 0n });
      if (index < naturals || index === quantities) continue;
      this.#rows.push({
        row: new Map([...row].map(([column, value]) => [column, -value])),
        atMost: 0n,
      });
    }
  }
}

function add(row: Row, column: number, value: bigint): void {
  row.set(column, (row.get(column) ?? 0n) + value);
}

function addPair(
  row: Row,
  pair: readonly [number, number | undefined] | undefined,
  value: bigint,
): void {
  if (pair === undefined) return;
  add(row, pair[0], value);
  if (pair[1] !== undefined) add(row, pair[1], -value);
}
