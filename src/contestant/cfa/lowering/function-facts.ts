/** Facts about a function body that are needed before it is lowered. */
import {
  type AstPart,
  type Expression,
  type FunctionDefinition,
  type Variable,
  walkAst,
} from "../../cfront/index.ts";

import { valueTypeOf } from "../model/value-types.ts";

export interface FunctionFacts {
  /** Variables of which the program may hold an address; records and arrays always count. */
  readonly addressTaken: ReadonlySet<Variable>;
  /** Labels whose address is taken by `&&label`. */
  readonly addressedLabels: ReadonlySet<string>;
  /** Every variable named in the body. */
  readonly named: ReadonlySet<Variable>;
}

export function functionFacts(definition: FunctionDefinition): FunctionFacts {
  const addressTaken = new Set<Variable>();
  const addressedLabels = new Set<string>();
  const named = new Set<Variable>();
  const visit = (part: AstPart): undefined => {
    if (part.kind === "declaration") {
      for (const variable of part.variables) {
        if (variable.cleanup !== undefined) addressTaken.add(variable);
      }
    } else if (part.kind === "unary" && part.operator === "address") {
      const variable = baseVariable(part.operand);
      if (variable !== undefined) addressTaken.add(variable);
    } else if (part.kind === "label-address") {
      addressedLabels.add(part.label);
    } else if (part.kind === "variable" || part.kind === "compound-literal") {
      const { variable } = part;
      named.add(variable);
      if (part.kind === "compound-literal" || valueTypeOf(variable.type) === undefined) {
        addressTaken.add(variable);
      }
      if (part.kind === "variable" && variable.storage === "static-local") {
        // Labels may be stored in tables: their initialisers are part of the function.
        for (const { value } of variable.initializer?.items ?? []) walkOnce(value);
      }
    }
    return undefined;
  };
  const walked = new Set<Expression>();
  const walkOnce = (expression: Expression): void => {
    if (walked.has(expression)) return;
    walked.add(expression);
    walkAst(expression, visit);
  };
  walkAst(definition.body, visit);
  for (const parameter of definition.parameters) {
    if (valueTypeOf(parameter.type) === undefined) addressTaken.add(parameter);
  }
  return { addressTaken, addressedLabels, named };
}

/** The variable that an lvalue designates a part of, when it is not reached through a pointer. */
export function baseVariable(lvalue: Expression): Variable | undefined {
  let part = lvalue;
  while (part.kind === "member") part = part.base;
  return part.kind === "variable" || part.kind === "compound-literal" ? part.variable : undefined;
}

/** Lvalues that this part itself assigns. */
export function assignedIn(part: AstPart): readonly Expression[] {
  switch (part.kind) {
    case "assignment":
    case "compound-assignment":
      return [part.left];
    case "increment":
      return [part.operand];
    case "asm":
      return part.outputs.map(({ value }) => value);
    default:
      return [];
  }
}

/** Variables that evaluation of the expression assigns directly (stores through pointers not counted). */
export function assignedVariables(expression: Expression): ReadonlySet<Variable> {
  const assigned = new Set<Variable>();
  walkAst(expression, (part) => {
    for (const target of assignedIn(part)) {
      const variable = baseVariable(target);
      if (variable !== undefined) assigned.add(variable);
    }
    return undefined;
  });
  return assigned;
}
