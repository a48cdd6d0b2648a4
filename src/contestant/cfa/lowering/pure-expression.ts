/** C expressions of witnesses as CFA expressions. */
import {
  type Expression as Ast,
  basicTypes,
  type MachineModel,
  type Variable,
} from "../../cfront/index.ts";

import type { Expression, MemoryObject } from "../model/cfa.ts";
import { GraphBuilder, NEEDS_EDGES } from "../model/graph.ts";
import { ExpressionLowering } from "./lower-expression.ts";
import type { Names } from "./lowering.ts";

/**
 * The value of a scalar expression without side effects, or undefined when it has some, calls a
 * function, is not supported, or names a variable that `resolve` does not know.
 *
 * Unlike in programs, operands of `&&`, `||` and `?:` may be able to fail (`p != 0 && p->x > 0`):
 * the result must be evaluated with lazy conditional expressions, or failures in the branch not
 * taken must be ignored.
 */
export function lowerPureExpression(
  expression: Ast,
  machine: MachineModel,
  resolve: (variable: Variable) => MemoryObject | undefined,
): Expression | undefined {
  const graph = new GraphBuilder("");
  const lower = new ExpressionLowering(basicTypes(machine), graph, new PureNames(resolve), {
    block: refuse,
    allowsGuardedFailure: true,
  });
  return graph.attempt(() => lower.value(expression));
}

function refuse(): never {
  throw NEEDS_EDGES;
}

class PureNames implements Names {
  readonly #resolve: (variable: Variable) => MemoryObject | undefined;
  readonly order: undefined;
  readonly keepsBranches = false;
  readonly hasThreads = false;
  readonly definitionOf: Names["definitionOf"] = refuse;
  readonly isDeclared: Names["isDeclared"] = refuse;
  readonly mentions: Names["mentions"] = refuse;
  readonly variableArguments: Names["variableArguments"] = refuse;
  readonly capturedBy: Names["capturedBy"] = refuse;
  readonly stringObject: Names["stringObject"] = refuse;
  readonly internalFunction: Names["internalFunction"] = refuse;
  readonly labelObject: Names["labelObject"] = refuse;
  readonly newTemporary: Names["newTemporary"] = refuse;
  readonly declareInBlock: Names["declareInBlock"] = refuse;

  constructor(resolve: (variable: Variable) => MemoryObject | undefined) {
    this.#resolve = resolve;
  }

  objectOf(variable: Variable): MemoryObject {
    return this.#resolve(variable) ?? refuse();
  }

  captureOf(): undefined {
    return undefined;
  }

  functionSymbol: Names["functionSymbol"] = (symbol) => symbol;

  isPrivate(): boolean {
    return false;
  }
}
