/**
 * Arguments for which no sampled call of a recursive function returned: a recursion that subtracts past zero where
 * the step does not divide the start. Only guesses, like all contract hints.
 */
import {
  binary,
  type CfaProgram,
  compare,
  conditional,
  type Expression,
  type FunctionCfa,
  INT,
  type IntegerValueType,
  integer,
  pointerType,
} from "../../../cfa/index.ts";

import type { ContractHint } from "./contract-hints.ts";
import { both, type Guard, guardsOf, parametersOf } from "./function-guards.ts";
import type { Observation } from "./tabulation.ts";

/** With fewer calls without a result no conclusion about others is drawn. */
const SEEN = 3;

/** Conditions on parameters that no returning call satisfies. */
export function silentRegions(
  program: CfaProgram,
  fn: FunctionCfa,
  observations: readonly Observation[],
  silent: readonly (readonly bigint[])[],
): ContractHint[] {
  if (silent.length < SEEN) return [];
  const pointer = pointerType(program.machine.pointerBits / 8);
  const guards = [...guardsOf(fn, pointer), ...magnitudes(parametersOf(fn, pointer))];
  return guards
    .filter(
      ({ holds }) =>
        silent.filter(holds).length >= SEEN && !observations.some(({ values }) => holds(values)),
    )
    .map(({ condition }) => ({
      kind: "ensures",
      condition: conditional(condition, integer(INT, 0n), integer(INT, 1n)),
    }));
}

/** One parameter, which is not zero, is nearer to zero than another one. */
function magnitudes(parameters: readonly Expression[]): Guard[] {
  return parameters.flatMap((small, i) =>
    parameters.flatMap((great, j) => {
      const type = small.type as IntegerValueType;
      const isComparable =
        great.type.kind === "int" &&
        great.type.bits === type.bits &&
        great.type.signed === type.signed;
      return i === j || !isComparable ? [] : [nearer(small, i, great, j)];
    }),
  );
}

function nearer(small: Expression, i: number, great: Expression, j: number): Guard {
  const type = small.type as IntegerValueType;
  const zero = integer(type, 0n);
  const magnitude = (of: Expression): Expression =>
    conditional(compare("lt", of, zero), binary("sub", type, zero, of), of);
  const distance = (value: bigint): bigint => (value < 0n ? -value : value);
  return both([
    {
      holds: (values) => values[i] !== 0n,
      condition: compare("ne", small, zero),
    },
    {
      holds: (values) => distance(values[i] as bigint) < distance(values[j] as bigint),
      condition: compare("lt", magnitude(small), magnitude(great)),
    },
  ]);
}
