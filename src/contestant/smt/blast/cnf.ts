/**
 * Clauses of a circuit (Tseitin, On the complexity of derivation in
 * propositional calculus, 1968), for those gates only that an assertion
 * reaches. Conjunctions of gates that have no other use become one gate of
 * many inputs. Both directions are written: a gate may be used in both
 * polarities later, and the solver finds definitions when it eliminates.
 */
import type { SatSolver } from "../sat-solver.ts";
import {
  AND,
  type GateGraph,
  INPUT,
  type Literal,
  MAJORITY,
  MUX,
  XOR,
  XOR3,
} from "./gate-graph.ts";

/** Maximal number of inputs of a merged conjunction. */
const MERGE_LIMIT = 64;
/** Number of gates between checks of the deadline. */
const GATES_PER_LOOK = 4096;

export class CnfWriter {
  readonly #graph: GateGraph;
  readonly #sat: SatSolver;
  /** SAT variable of a gate, 0 when it has none yet. */
  #variables: Int32Array = new Int32Array(1024);
  readonly #pending: number[] = [];
  /** Inputs of the conjunction that is being written. */
  readonly #conjuncts: number[] = [];

  constructor(graph: GateGraph, sat: SatSolver) {
    this.#graph = graph;
    this.#sat = sat;
    // Gate 0, the constant false.
    this.#variables[0] = sat.newVariable();
    sat.addClause([-(this.#variables[0] as number)]);
  }

  /**
   * The literal of the solver; writes the clauses that define it. Undefined when the deadline came
   * first: the next call continues there.
   */
  solverLiteral(literal: Literal, deadline?: () => boolean): number | undefined {
    this.#reserve();
    const result = this.#use(literal);
    for (let written = 1; this.#pending.length > 0; written++) {
      if (written % GATES_PER_LOOK === 0 && deadline?.() === true) return undefined;
      this.#define(this.#pending.pop() as number);
    }
    return result;
  }

  /** The variable of a gate, or 0 when the gate has no variable yet. */
  variableOf(literal: Literal): number {
    return this.#variables[literal >> 1] ?? 0;
  }

  #reserve(): void {
    if (this.#variables.length >= this.#graph.size) return;
    const variables = new Int32Array(2 * this.#graph.size);
    variables.set(this.#variables);
    this.#variables = variables;
  }

  #use(literal: Literal): number {
    const gate = literal >> 1;
    let variable = this.#variables[gate] as number;
    if (variable === 0) {
      variable = this.#sat.newVariable();
      this.#variables[gate] = variable;
      if (this.#graph.kind(gate) !== INPUT) this.#pending.push(gate);
    }
    return (literal & 1) === 0 ? variable : -variable;
  }

  #define(gate: number): void {
    this.#defineOutput(gate);
    for (const lemma of this.#graph.lemmas(gate)) {
      this.#sat.addClause(lemma.map((literal) => this.#use(literal)));
    }
  }

  #defineOutput(gate: number): void {
    const graph = this.#graph;
    const sat = this.#sat;
    const kind = graph.kind(gate);
    const o = this.#variables[gate] as number;
    if (kind === AND) {
      this.#defineAnd(gate, o);
      return;
    }
    const a = this.#use(graph.input(gate, 0));
    const b = this.#use(graph.input(gate, 1));
    if (kind === XOR) {
      sat.addClause([-o, a, b]);
      sat.addClause([-o, -a, -b]);
      sat.addClause([o, -a, b]);
      sat.addClause([o, a, -b]);
      return;
    }
    const c = this.#use(graph.input(gate, 2));
    if (kind === MUX) {
      sat.addClause([-a, -b, o]);
      sat.addClause([-a, b, -o]);
      sat.addClause([a, -c, o]);
      sat.addClause([a, c, -o]);
      // Redundant: the output follows from equal branches.
      sat.addClause([-b, -c, o]);
      sat.addClause([b, c, -o]);
    } else if (kind === MAJORITY) {
      sat.addClause([-a, -b, o]);
      sat.addClause([-a, -c, o]);
      sat.addClause([-b, -c, o]);
      sat.addClause([a, b, -o]);
      sat.addClause([a, c, -o]);
      sat.addClause([b, c, -o]);
    } else if (kind === XOR3) {
      sat.addClause([-o, a, b, c]);
      sat.addClause([-o, a, -b, -c]);
      sat.addClause([-o, -a, b, -c]);
      sat.addClause([-o, -a, -b, c]);
      sat.addClause([o, -a, -b, -c]);
      sat.addClause([o, -a, b, c]);
      sat.addClause([o, a, -b, c]);
      sat.addClause([o, a, b, -c]);
    }
  }

  #defineAnd(gate: number, output: number): void {
    const graph = this.#graph;
    const conjuncts = this.#conjuncts;
    conjuncts.length = 0;
    conjuncts.push(graph.input(gate, 0), graph.input(gate, 1));
    // Expands in place: an expanded entry is replaced by its inputs.
    for (let i = 0; i < conjuncts.length; ) {
      const literal = conjuncts[i] as Literal;
      const inner = literal >> 1;
      const isMergeable =
        (literal & 1) === 0 &&
        graph.kind(inner) === AND &&
        graph.uses(inner) === 1 &&
        this.#variables[inner] === 0 &&
        conjuncts.length < MERGE_LIMIT;
      if (isMergeable) {
        conjuncts[i] = graph.input(inner, 0);
        conjuncts.push(graph.input(inner, 1));
      } else {
        i++;
      }
    }
    const clause = [output];
    for (const literal of conjuncts) {
      const input = this.#use(literal);
      this.#sat.addClause([-output, input]);
      clause.push(-input);
    }
    this.#sat.addClause(clause);
  }
}
