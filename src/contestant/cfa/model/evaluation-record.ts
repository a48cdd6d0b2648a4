/**
 * Records the lowering of every expression of the program: kept only on request, to prove that
 * nothing was dropped (audit/expression-audit.ts).
 */
import type { Expression as Ast } from "../../cfront/index.ts";
import type { CfaEdge, CfaNode, Expression } from "./cfa.ts";

/** One evaluation of an expression. */
export interface Evaluation {
  /**
   * Its value or values, or the address of the place that it designates; none when it is only
   * evaluated for its effects.
   */
  readonly results: readonly Expression[];
  /** Where it ends. */
  readonly node: CfaNode;
  /** False for a mere attempt without edges. */
  readonly isFinal: boolean;
}

export class EvaluationRecord {
  readonly #evaluations = new Map<Ast, Evaluation[]>();
  readonly #edges = new Map<Ast, CfaEdge[]>();
  readonly #reached = new Set<CfaNode>();
  readonly #current: Ast[] = [];

  /**
   * Lowers an expression by `action`; edges that it adds, except those of its operands, are its
   * own.
   */
  during<T>(ast: Ast, action: () => T, told: (result: T) => Evaluation | undefined): T {
    this.#current.push(ast);
    try {
      const result = action();
      const evaluation = told(result);
      if (evaluation !== undefined) entry(this.#evaluations, ast).push(evaluation);
      return result;
    } finally {
      this.#current.pop();
    }
  }

  /** An edge was added. */
  emitted(edge: CfaEdge): void {
    const ast = this.#current.at(-1);
    if (ast !== undefined) entry(this.#edges, ast).push(edge);
  }

  /** The nodes of a function that can be reached, before skips are contracted. */
  reached(nodes: readonly CfaNode[]): void {
    for (const node of nodes) this.#reached.add(node);
  }

  evaluationsOf(ast: Ast): readonly Evaluation[] {
    return this.#evaluations.get(ast) ?? [];
  }

  edgesOf(ast: Ast): readonly CfaEdge[] {
    return this.#edges.get(ast) ?? [];
  }

  isReached(node: CfaNode): boolean {
    return this.#reached.has(node);
  }
}

function entry<K, V>(table: Map<K, V[]>, key: K): V[] {
  let list = table.get(key);
  if (list === undefined) {
    list = [];
    table.set(key, list);
  }
  return list;
}
