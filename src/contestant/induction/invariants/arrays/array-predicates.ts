/**
 * Predicates on array elements that a function mentions: its comparisons, and its assignments to elements read as
 * equations. With another value for the variable that computes the index, they are candidates for all elements.
 */
import {
  type AssignEdge,
  type ComparisonExpression,
  type Expression,
  expressionsOf,
  type FunctionCfa,
  forEachSubexpression,
  type LoadExpression,
  type MemoryObject,
} from "../../../cfa/index.ts";

export interface ArrayPredicate {
  readonly condition: ComparisonExpression;
  /** An integer variable that an index in the condition is computed from. */
  readonly index: MemoryObject;
  /** Whether the right side is evaluated with the values before the loop: `a[i] == old(a[i]) + 1`. */
  readonly isOfBefore: boolean;
}

const MAX_PREDICATES = 48;

const NEGATED = { eq: "ne", ne: "eq", lt: "ge", ge: "lt", le: "gt", gt: "le" } as const;

export function arrayPredicates(fn: FunctionCfa): ArrayPredicate[] {
  const comparisons: ComparisonExpression[] = [];
  const assignments: AssignEdge[] = [];
  for (const edge of fn.nodes.flatMap(({ leaving }) => leaving)) {
    if (edge.kind === "assign" && isElement(edge.address)) assignments.push(edge);
    for (const expression of expressionsOf(edge)) {
      forEachSubexpression(expression, (part) => {
        if (part.kind !== "compare" || part.left.type.kind !== "int") return;
        comparisons.push(part, { ...part, operator: NEGATED[part.operator] });
      });
    }
  }
  const equations = assignments.flatMap(equationOf);
  // The new value of an element seldom equals an expression over its old value: such equations come last.
  comparisons.unshift(...equations.filter((equation) => !isUpdate(equation)));
  const elements = elementsOfVariables(assignments);
  const result: ArrayPredicate[] = [];
  const seen = new Set<string>();
  const add = (condition: ComparisonExpression, isOfBefore: boolean): void => {
    for (const index of indexVariables(condition)) {
      const key = `${index.id} ${isOfBefore} ${keyOf(condition)}`;
      if (seen.has(key) || result.length >= MAX_PREDICATES) continue;
      seen.add(key);
      result.push({ condition, index, isOfBefore });
    }
  };
  for (const equation of equations) if (readsElement(equation.right)) add(equation, true);
  for (const comparison of comparisons) {
    for (const condition of [comparison, withElements(comparison, elements)]) add(condition, false);
  }
  return result;
}

/** @param address - text of the address of the element; absent: any element */
export function readsElement(expression: Expression, address?: string): boolean {
  let isRead = false;
  forEachSubexpression(expression, (part) => {
    if (part.kind !== "load" || !isElement(part.address)) return;
    isRead ||= address === undefined || keyOf(part.address) === address;
  });
  return isRead;
}

/** Whether the new value of an element depends on the old one. */
function isUpdate({ left, right }: ComparisonExpression): boolean {
  return left.kind === "load" && readsElement(right, keyOf(left.address));
}

/** The address of a variable itself is not an element. */
export function isElement(address: Expression): boolean {
  return address.kind !== "address" && address.type.kind === "pointer";
}

/** Text of the part of an element's address without the index: it names the array. */
export function arrayOf(address: Expression): string {
  let base = address;
  while (base.kind === "binary" && base.operator === "add") base = base.left;
  return keyOf(base);
}

/** `a[i] = e` as `a[i] == e`. */
function equationOf({ address, value, bitField }: AssignEdge): ComparisonExpression[] {
  if (bitField !== undefined || value.type.kind !== "int") return [];
  const left: LoadExpression = { kind: "load", type: value.type, address };
  const type = { kind: "int", bits: 32, signed: true } as const;
  return [{ kind: "compare", operator: "eq", type, left, right: value }];
}

/** The elements that equal a variable: after `a[i] = x`. */
function elementsOfVariables(
  assignments: readonly AssignEdge[],
): ReadonlyMap<MemoryObject, LoadExpression> {
  const elements = new Map<MemoryObject, LoadExpression>();
  for (const { address, value, bitField } of assignments) {
    const variable = variableOf(value);
    if (variable === undefined || bitField !== undefined) continue;
    elements.set(variable, { kind: "load", type: value.type, address });
  }
  return elements;
}

export function variableOf(expression: Expression): MemoryObject | undefined {
  if (expression.kind !== "load" || expression.address.kind !== "address") return undefined;
  const { target } = expression.address;
  return target.kind !== "function" && expression.type.kind === "int" ? target : undefined;
}

/** The expression with elements in place of variables, except in addresses. */
function withElements<E extends Expression>(
  expression: E,
  elements: ReadonlyMap<MemoryObject, LoadExpression>,
): E {
  const replace = (part: Expression): Expression => {
    switch (part.kind) {
      case "load": {
        const variable = variableOf(part);
        return (variable === undefined ? undefined : elements.get(variable)) ?? part;
      }
      case "compare":
      case "binary":
        return { ...part, left: replace(part.left), right: replace(part.right) };
      case "unary":
      case "cast":
        return { ...part, operand: replace(part.operand) };
      default:
        return part;
    }
  };
  return replace(expression) as E;
}

/** Local integer variables within the addresses of elements. */
export function indexVariables(expression: Expression): MemoryObject[] {
  const found = new Set<MemoryObject>();
  forEachSubexpression(expression, (part) => {
    if (part.kind !== "load" || !isElement(part.address)) return;
    forEachSubexpression(part.address, (inner) => {
      const variable = variableOf(inner);
      // A number may be the first member of a record.
      if (variable?.scalar?.kind === "int" && isLocal(variable)) found.add(variable);
    });
  });
  return [...found];
}

function isLocal({ kind }: MemoryObject): boolean {
  return kind === "local" || kind === "parameter";
}

/** Equal for expressions with equal text. */
export function keyOf(expression: Expression): string {
  switch (expression.kind) {
    case "integer":
      return `${expression.value}`;
    case "float":
      return `f${expression.bits}`;
    case "address":
      return `&${expression.target.name}`;
    case "load":
      return `*(${keyOf(expression.address)})`;
    case "unary":
      return `${expression.operator}(${keyOf(expression.operand)})`;
    case "cast":
      return `${JSON.stringify(expression.type)}(${keyOf(expression.operand)})`;
    case "binary":
    case "compare":
      return `(${keyOf(expression.left)} ${expression.operator} ${keyOf(expression.right)})`;
    case "conditional":
      return `(${keyOf(expression.condition)}?${keyOf(expression.whenTrue)}:${keyOf(expression.whenFalse)})`;
  }
}
