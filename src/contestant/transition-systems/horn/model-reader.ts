/** Reads Z3's solutions for predicates: definitions over integers, without quantifiers. */
import {
  atomTerm,
  type Condition,
  constantTerm,
  difference,
  FALSE,
  type LinearTerm,
  negation,
  scaledTerm,
  sumOf,
  TRUE,
} from "./integer-condition.ts";

type SExpression = string | readonly SExpression[];

/** The conditions of the predicates, by name; unsupported conjuncts are left out. */
export function readModel(text: string): Map<string, Condition> {
  const result = new Map<string, Condition>();
  const definitions = parse(text).flat();
  for (const definition of definitions) {
    if (typeof definition === "string") continue;
    const [keyword, name, parameters, , body] = definition;
    if (keyword !== "define-fun" || typeof name !== "string" || body === undefined) continue;
    const scope: Scope = new Map();
    for (const [index, parameter] of (parameters as readonly SExpression[]).entries()) {
      scope.set(parameter[0] as string, atomTerm({ kind: "variable", index }));
    }
    const [condition = TRUE] = new Reader().conjuncts([body], scope, true);
    result.set(name, condition);
  }
  return result;
}

/** Splits the text into tokens; Z3 writes no strings and no quoted names here. */
function parse(text: string): SExpression[] {
  const stack: SExpression[][] = [[]];
  for (const [word] of text.matchAll(/[()]|[^\s()]+/g)) {
    if (word === "(") stack.push([]);
    else if (word === ")") {
      const list = stack.pop() as SExpression[];
      stack.at(-1)?.push(list);
    } else stack.at(-1)?.push(word);
  }
  return stack[0] as SExpression[];
}

/** Values of names; a name of `let` may denote a term, a condition, or neither. */
type Scope = Map<string, LinearTerm | Condition | undefined>;

class Unreadable extends Error {}

class Reader {
  /** @param isConjunct - whether leaving out a part of a conjunction here only weakens the whole */
  condition(expression: SExpression, scope: Scope, isConjunct: boolean): Condition {
    if (typeof expression === "string") {
      if (expression === "true") return TRUE;
      if (expression === "false") return FALSE;
      const value = scope.get(expression);
      if (value !== undefined && "kind" in value) return value;
      throw new Unreadable();
    }
    const [operator, ...operands] = expression;
    switch (operator) {
      case "let":
        return this.condition(operands[1] as SExpression, this.#bound(operands, scope), isConjunct);
      case "and":
        return { kind: "and", parts: this.conjuncts(operands, scope, isConjunct) };
      case "or":
        return { kind: "or", parts: operands.map((part) => this.condition(part, scope, false)) };
      case "not":
        return negation(this.condition(operands[0] as SExpression, scope, false));
      case "=>": {
        const parts = operands.map((part) => this.condition(part, scope, false));
        const last = parts.pop() as Condition;
        return { kind: "or", parts: [...parts.map(negation), last] };
      }
      case "<=":
      case "<":
      case ">=":
      case ">":
        return this.#comparison(operator, operands, scope);
      case "=":
        return this.#equality(operands, scope);
      case "ite": {
        const [test, yes, no] = operands.map((part) => this.condition(part, scope, false));
        if (test === undefined || yes === undefined || no === undefined) throw new Unreadable();
        return {
          kind: "and",
          parts: [
            { kind: "or", parts: [negation(test), yes] },
            { kind: "or", parts: [test, no] },
          ],
        };
      }
      default:
        throw new Unreadable();
    }
  }

  conjuncts(parts: readonly SExpression[], scope: Scope, isConjunct: boolean): Condition[] {
    const result: Condition[] = [];
    for (const part of parts) {
      try {
        result.push(this.condition(part, scope, isConjunct));
      } catch (error) {
        if (!isConjunct || !(error instanceof Unreadable)) throw error;
      }
    }
    return result;
  }

  #bound(operands: readonly SExpression[], scope: Scope): Scope {
    const inner: Scope = new Map(scope);
    for (const binding of operands[0] as readonly SExpression[]) {
      const [name, value] = binding as readonly [string, SExpression];
      inner.set(name, this.#either(value, scope));
    }
    return inner;
  }

  #either(value: SExpression, scope: Scope): LinearTerm | Condition | undefined {
    for (const read of [() => this.condition(value, scope, false), () => this.term(value, scope)]) {
      try {
        return read();
      } catch (error) {
        if (!(error instanceof Unreadable)) throw error;
      }
    }
    return undefined;
  }

  #comparison(operator: string, operands: readonly SExpression[], scope: Scope): Condition {
    if (operands.length !== 2) throw new Unreadable();
    const [a, b] = operands.map((part) => this.term(part, scope)) as [LinearTerm, LinearTerm];
    const [small, large] = operator.startsWith("<") ? [a, b] : [b, a];
    const strict = operator.length === 1 ? 1n : 0n;
    return { kind: "at-most", term: sumOf([difference(small, large), constantTerm(strict)]) };
  }

  #equality(operands: readonly SExpression[], scope: Scope): Condition {
    if (operands.length !== 2) throw new Unreadable();
    const [a, b] = operands.map((part) => this.#either(part, scope));
    if (a === undefined || b === undefined) throw new Unreadable();
    if ("kind" in a && "kind" in b) {
      return {
        kind: "and",
        parts: [
          { kind: "or", parts: [negation(a), b] },
          { kind: "or", parts: [a, negation(b)] },
        ],
      };
    }
    if ("kind" in a || "kind" in b) throw new Unreadable();
    return { kind: "equal", term: difference(a, b) };
  }

  term(expression: SExpression, scope: Scope): LinearTerm {
    if (typeof expression === "string") {
      if (/^\d+$/.test(expression)) return constantTerm(BigInt(expression));
      const value = scope.get(expression);
      if (value !== undefined && !("kind" in value)) return value;
      throw new Unreadable();
    }
    const [operator, ...operands] = expression;
    if (operator === "let") {
      return this.term(operands[1] as SExpression, this.#bound(operands, scope));
    }
    if (!OPERATORS.has(operator as string)) throw new Unreadable();
    const terms = operands.map((part) => this.term(part, scope));
    const [first, second] = terms;
    if (first === undefined) throw new Unreadable();
    switch (operator) {
      case "+":
        return sumOf(terms);
      case "-":
        return second === undefined
          ? scaledTerm(first, -1n)
          : sumOf([first, ...terms.slice(1).map((term) => scaledTerm(term, -1n))]);
      case "*":
        return terms.reduce((a, b) => {
          if (a.parts.length === 0) return scaledTerm(b, a.constant);
          if (b.parts.length === 0) return scaledTerm(a, b.constant);
          throw new Unreadable();
        });
      default: {
        if (second === undefined || second.parts.length > 0 || second.constant <= 0n) {
          throw new Unreadable();
        }
        const kind = operator as "div" | "mod";
        return atomTerm({ kind, dividend: first, divisor: second.constant });
      }
    }
  }
}

const OPERATORS: ReadonlySet<string> = new Set(["+", "-", "*", "div", "mod"]);
