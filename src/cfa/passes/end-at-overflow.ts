/**
 * The same program, in which an execution ends before a signed operation whose result does not fit: for analyses of
 * executions without undefined behaviour (C11 6.5p5) whose domains would let it wrap around.
 */
import { basicTypes, MACHINE_MODELS } from "../../cfront/index.ts";
import type { TextRange } from "../../util/text-position.ts";
import type { AssumeEdge, CfaNode, CfaProgram, Expression, FunctionCfa } from "../model/cfa.ts";
import { expressionsOf } from "../model/edge-expressions.ts";
import { canFail, forEachSubexpression } from "../model/expression-properties.ts";
import { addressOf, binary, cast, compare, integer } from "../model/expressions.ts";
import { numberProgram } from "../model/finish.ts";
import type { Operation } from "../model/graph.ts";
import { integerType, pointerType, typeRange } from "../model/value-types.ts";
import { GrowingFunction } from "./growing-function.ts";

export function endingAtOverflow(program: CfaProgram): CfaProgram {
  const end = abortCall(program);
  const functions = new Map<string, FunctionCfa>();
  for (const [name, fn] of program.functions) functions.set(name, limited(fn, end));
  numberProgram(functions.values());
  const main = functions.get(program.main.name) as FunctionCfa;
  return { ...program, functions, main };
}

function limited(original: FunctionCfa, end: Operation): FunctionCfa {
  const fn = new GrowingFunction(original);
  for (const node of original.nodes) {
    const [first] = node.leaving;
    if (first === undefined) continue;
    let at = fn.copyOf(node);
    for (const expression of expressionsOf(first))
      at = checked(fn, at, expression, end, first.range);
    // Edges of one node test one condition.
    for (const edge of node.leaving as readonly AssumeEdge[]) {
      fn.connect(at, fn.copyOf(edge.target), edge.range, edge);
    }
  }
  return fn.finish();
}

/** Where executions go on in which the expression has no overflow. */
function checked(
  fn: GrowingFunction,
  start: CfaNode,
  expression: Expression,
  end: Operation,
  range: TextRange,
): CfaNode {
  const conditions: Expression[] = [];
  forEachSubexpression(expression, (part) => conditions.unshift(...limitsOf(part)));
  let at = start;
  for (const condition of conditions) {
    const [fits, overflows] = fn.branch(at, range, condition);
    fn.connect(overflows, fits, range, end);
    at = fits;
  }
  return at;
}

/** What must hold for the operation itself to have a result of its type. */
function limitsOf(part: Expression): readonly Expression[] {
  const { type } = part;
  if (type.kind !== "int" || !type.signed || type.bits > 64) return [];
  const [low, high] = typeRange(type);
  if (part.kind === "unary" && part.operator === "negate") {
    return [compare("ne", part.operand, integer(type, low))];
  }
  if (part.kind !== "binary" || part.left.type.kind === "pointer" || !canFail(part)) return [];
  const { operator, left, right } = part;
  if (operator !== "add" && operator !== "sub" && operator !== "mul") return [];
  if (operator !== "mul" && right.kind === "integer") {
    // Of a variable and a constant, so that domains of values see what is said of the variable.
    const step = operator === "add" ? right.value : -right.value;
    const bound = step > 0n ? high - step : low - step;
    return [compare(step > 0n ? "le" : "ge", left, integer(type, bound))];
  }
  const wide = integerType(2 * type.bits, true);
  const exact = binary(operator, wide, cast(wide, left), cast(wide, right));
  return [compare("le", exact, integer(wide, high)), compare("ge", exact, integer(wide, low))];
}

function abortCall({ machine }: CfaProgram): Operation {
  const types = basicTypes(MACHINE_MODELS[machine.name]);
  const range = { start: 0, end: 0 };
  const symbol = {
    ...({ kind: "function", name: "abort", definition: undefined, range } as const),
    type: {
      ...({ kind: "function", result: types.void, parameters: [] } as const),
      ...{ variadic: false, oldStyle: false },
    },
    isNoReturn: true,
  };
  const callee = addressOf(symbol, pointerType(machine.pointerBits / 8));
  return { kind: "call", callee, arguments: [], result: undefined, closeParen: range };
}
