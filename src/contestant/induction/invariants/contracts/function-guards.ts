/** Conditions on the parameters of a function that select calls of one kind: its own conditions, and signs. */
import {
  addressOf,
  binary,
  type ComparisonOperator,
  compare,
  conditional,
  type Expression,
  expressionsOf,
  type FunctionCfa,
  forEachSubexpression,
  INT,
  type IntegerValueType,
  integer,
  type PointerValueType,
} from "../../../cfa/index.ts";

export interface Guard {
  readonly holds: (values: readonly bigint[]) => boolean;
  readonly condition: Expression;
  /** The parameter of which one value is selected: then only an equation is worth a guess. */
  readonly fixed?: number;
}

const MAX_OWN = 8;
/** With two parameters, each may select the law by itself: Ackermann's function. */
const SMALL_VALUES = [0n, 1n, 2n, 3n];

const HOLDS: Readonly<Record<ComparisonOperator, (a: bigint, b: bigint) => boolean>> = {
  eq: (a, b) => a === b,
  ne: (a, b) => a !== b,
  lt: (a, b) => a < b,
  le: (a, b) => a <= b,
  gt: (a, b) => a > b,
  ge: (a, b) => a >= b,
};

const NEGATIONS: Readonly<Record<ComparisonOperator, ComparisonOperator>> = {
  eq: "ne",
  ne: "eq",
  lt: "ge",
  le: "gt",
  gt: "le",
  ge: "lt",
};

/** Weaker ones first. */
export function guardsOf(fn: FunctionCfa, pointer: PointerValueType): Guard[] {
  const always: Guard = { holds: () => true, condition: integer(INT, 1n) };
  const parameters = parametersOf(fn, pointer);
  const against = (index: number, operator: ComparisonOperator, constant: bigint): Guard => {
    const parameter = parameters[index] as Expression;
    const right = integer(parameter.type as IntegerValueType, constant);
    return {
      holds: (values) => HOLDS[operator](values[index] as bigint, constant),
      condition: compare(operator, parameter, right),
    };
  };
  const signs = (["ge", "gt"] as const).flatMap((operator) => {
    const each = parameters.map((_, index) => against(index, operator, 0n));
    return each.length > 1 ? [both(each), ...each] : each;
  });
  const small =
    parameters.length < 2
      ? []
      : parameters.flatMap((_, index) =>
          SMALL_VALUES.map((value): Guard => ({ ...against(index, "eq", value), fixed: index })),
        );
  return [always, ...signs, ...ownGuards(fn), ...small];
}

/** All parameters are positive. */
export function positiveGuard(fn: FunctionCfa, pointer: PointerValueType): Guard {
  return both(
    parametersOf(fn, pointer).map((parameter, index) => ({
      holds: (values) => (values[index] as bigint) > 0n,
      condition: compare("gt", parameter, integer(parameter.type as IntegerValueType, 0n)),
    })),
  );
}

/** Whether one of two natural numbers divides the other. */
export function divisionGuards(fn: FunctionCfa, pointer: PointerValueType): Guard[] {
  const parameters = parametersOf(fn, pointer);
  return parameters.flatMap((dividend, i) =>
    parameters.flatMap((divisor, j): Guard[] => {
      const { type } = dividend;
      if (i === j || type.kind !== "int" || !isOfType(divisor, type)) return [];
      const zero = integer(type, 0n);
      const areNatural: Guard[] = [
        {
          holds: (values) => (values[i] as bigint) >= 0n,
          condition: compare("ge", dividend, zero),
        },
        { holds: (values) => (values[j] as bigint) > 0n, condition: compare("gt", divisor, zero) },
      ];
      const remainder = binary("rem", type, dividend, divisor);
      const of = (operator: "eq" | "ne"): Guard => ({
        holds: (values) =>
          values[j] !== 0n && HOLDS[operator]((values[i] as bigint) % (values[j] as bigint), 0n),
        condition: compare(operator, remainder, zero),
      });
      return [both([...areNatural, of("eq")]), both([...areNatural, of("ne")])];
    }),
  );
}

function isOfType({ type }: Expression, other: IntegerValueType): boolean {
  return type.kind === "int" && type.bits === other.bits && type.signed === other.signed;
}

/** The values of the parameters, all of them integers, when a function is called. */
export function parametersOf(fn: FunctionCfa, pointer: PointerValueType): Expression[] {
  return fn.parameters.map((object) => ({
    kind: "load",
    type: object.scalar as IntegerValueType,
    address: addressOf(object, pointer),
  }));
}

export function both(guards: readonly Guard[]): Guard {
  const no = integer(INT, 0n);
  return {
    holds: (values) => guards.every((guard) => guard.holds(values)),
    condition: guards
      .map(({ condition }) => condition)
      .reduce((all, condition) => conditional(condition, all, no)),
  };
}

/** Comparisons of parameters in the function, and their negations. */
function ownGuards(fn: FunctionCfa): Guard[] {
  const found = new Map<string, Guard>();
  const visit = (part: Expression): void => {
    if (part.kind !== "compare" || found.size >= MAX_OWN) return;
    const left = parameterOf(fn, part.left);
    const right = parameterOf(fn, part.right);
    const constant = part.right.kind === "integer" ? part.right.value : undefined;
    if (left === undefined || (right === undefined && constant === undefined)) return;
    for (const operator of [part.operator, NEGATIONS[part.operator]]) {
      found.set(`${left} ${operator} ${right ?? constant}${right === undefined ? "" : "p"}`, {
        holds: (values) =>
          HOLDS[operator](
            values[left] as bigint,
            right === undefined ? (constant as bigint) : (values[right] as bigint),
          ),
        condition: compare(operator, part.left, part.right),
      });
    }
  };
  for (const edge of fn.nodes.flatMap(({ leaving }) => leaving)) {
    for (const expression of expressionsOf(edge)) forEachSubexpression(expression, visit);
  }
  return [...found.values()];
}

/** The parameter that an expression reads, without a conversion. */
function parameterOf(fn: FunctionCfa, expression: Expression): number | undefined {
  if (expression.kind !== "load" || expression.bitField !== undefined) return undefined;
  const { address, type } = expression;
  if (address.kind !== "address" || type.kind !== "int") return undefined;
  const { target } = address;
  if (target.kind === "function") return undefined;
  const index = fn.parameters.indexOf(target);
  const own = fn.parameters[index]?.scalar;
  const isWhole = own?.kind === "int" && own.bits === type.bits && own.signed === type.signed;
  return isWhole ? index : undefined;
}
