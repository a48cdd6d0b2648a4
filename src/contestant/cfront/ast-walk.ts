/** Walks over the typed AST without recursion: else-if chains and operator chains may be deep. */
import type { Expression, Initializer, Statement, Variable } from "./ast.ts";
import type { CType } from "./types.ts";

/** Anything of the AST that has parts. */
export type AstPart = Statement | Expression;

/**
 * Calls `visit` for `root` and everything below it, in no particular order:
 * also initialisers of declared variables and of compound literals, and the
 * size expressions in declared types. Parts of a part are skipped when `visit` returns false.
 */
export function walkAst(root: AstPart, visit: (part: AstPart) => boolean | undefined): void {
  const stack: AstPart[] = [root];
  for (let part = stack.pop(); part !== undefined; part = stack.pop()) {
    if (visit(part) === false) continue;
    for (const child of partsOf(part)) stack.push(child);
  }
}

/** The direct parts of a statement or expression. */
export function partsOf(part: AstPart): AstPart[] {
  switch (part.kind) {
    case "compound":
      return [...part.items];
    case "declaration":
      return part.variables.flatMap(partsOfVariable);
    case "expression":
      return present(part.expression);
    case "if":
      return present(part.condition, part.then, part.else);
    case "while":
    case "do":
      return [part.condition, part.body];
    case "for":
      return present(part.initializer, part.condition, part.step, part.body);
    case "switch":
      return [part.condition, part.body];
    case "case":
    case "default":
    case "label":
      return [part.body];
    case "computed-goto":
      return [part.target];
    case "return":
      return present(part.value);
    case "asm":
      return [...part.outputs, ...part.inputs].map(({ value }) => value);
    case "goto":
    case "break":
    case "continue":
    case "integer":
    case "float":
    case "string":
    case "variable":
    case "function":
    case "label-address":
      return [];
    case "decay":
    case "cast":
    case "unary":
    case "increment":
      return [part.operand];
    case "binary":
    case "assignment":
    case "compound-assignment":
    case "comma":
      return [part.left, part.right];
    case "conditional":
      return present(part.condition, part.whenTrue, part.whenFalse);
    case "call":
      return [part.callee, ...part.arguments];
    case "builtin":
      return [...part.arguments];
    case "member":
      return [part.base];
    case "compound-literal":
      return partsOfVariable(part.variable);
    case "statement-expression":
      return [part.body];
    case "runtime-sizeof":
      return sizeExpressions(part.of);
  }
}

function present(...parts: readonly (AstPart | undefined)[]): AstPart[] {
  return parts.filter((part) => part !== undefined);
}

function partsOfVariable(variable: Variable): AstPart[] {
  const values = variable.initializer === undefined ? [] : valuesOf(variable.initializer);
  return [...sizeExpressions(variable.type), ...values];
}

function valuesOf(initializer: Initializer): Expression[] {
  return initializer.items.map((item) => item.value);
}

/** The size expressions of the variable-length arrays in a type, outermost first (C11 6.7.6.2p5). */
export function sizeExpressions(type: CType): Expression[] {
  const found: Expression[] = [];
  for (let part: CType | undefined = type; part !== undefined; ) {
    if (part.kind === "array") {
      // The parser stores an Expression; types.ts cannot name it without an import cycle.
      if (part.lengthExpression !== undefined) found.push(part.lengthExpression as Expression);
      part = part.element;
    } else {
      part = part.kind === "pointer" ? part.target : undefined;
    }
  }
  return found;
}
