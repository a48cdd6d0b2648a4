/**
 * Determines whether evaluating an expression may change anything: most expressions change nothing,
 * and need no further analysis.
 */
import { type Expression as Ast, sizeExpressions } from "../../cfront/index.ts";

/**
 * - `none`: stores nothing, calls no function, executes no statement.
 * - `certain`: becomes edges, regardless of its parts.
 */
export type SideEffect = "none" | "possible" | "certain";

/** Whether evaluating the expression may change something, or differ the next time. */
export function mayHaveEffects(expression: Ast): boolean {
  return new SideEffects().of(expression) !== "none";
}

export class SideEffects {
  /** Results for operators, so that each is computed once at any depth. */
  readonly #known = new Map<Ast, SideEffect>();

  of(e: Ast): SideEffect {
    switch (e.kind) {
      case "integer":
      case "float":
      case "string":
      case "function":
      case "label-address":
      case "variable":
        return "none";
      case "member":
        return this.of(e.base);
      case "decay":
      case "cast":
      case "unary":
        return this.of(e.operand);
      case "binary":
      case "comma":
      case "conditional":
        return this.#ofOperator(e);
      case "runtime-sizeof":
        return sizeExpressions(e.of).some((size) => this.of(size) !== "none") ? "possible" : "none";
      // Some have arguments that are not evaluated, some initialise with constants.
      case "builtin":
      case "compound-literal":
        return "possible";
      case "assignment":
      case "compound-assignment":
      case "increment":
      case "call":
      case "statement-expression":
        return "certain";
    }
  }

  #ofOperator(e: Ast & { readonly kind: "binary" | "comma" | "conditional" }): SideEffect {
    let answer = this.#known.get(e);
    if (answer === undefined) {
      if (e.kind === "conditional") {
        answer = worst(this.of(e.condition), this.of(e.whenFalse));
        if (e.whenTrue !== undefined) answer = worst(answer, this.of(e.whenTrue));
      } else answer = worst(this.of(e.left), this.of(e.right));
      this.#known.set(e, answer);
    }
    return answer;
  }
}

function worst(a: SideEffect, b: SideEffect): SideEffect {
  if (a === "certain" || b === "certain") return "certain";
  return a === "none" ? b : a;
}
