import type { CallArgument, CfaEdge, Expression } from "./cfa.ts";

/** The expressions that an edge evaluates, in the order of evaluation. */
export function expressionsOf(edge: CfaEdge): readonly Expression[] {
  switch (edge.kind) {
    case "assume":
      return [edge.condition];
    case "assign":
      return [edge.address, edge.value];
    case "copy":
      return [edge.to, edge.from];
    case "clear":
      return [edge.address];
    case "call": {
      const operands = [edge.callee, ...edge.arguments.map(argumentExpression)];
      return edge.result === undefined ? operands : [...operands, edge.result.address];
    }
    case "return":
      return edge.value === undefined ? [] : [argumentExpression(edge.value)];
    case "skip":
    case "declare":
    case "end-scope":
    case "unsupported":
      return [];
  }
}

function argumentExpression(argument: CallArgument): Expression {
  return argument.kind === "scalar" ? argument.value : argument.address;
}
