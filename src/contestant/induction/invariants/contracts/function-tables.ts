/**
 * Sampled results of functions of one integer: for results that follow no simple law, but matter for few arguments.
 */
import {
  addressOf,
  type CfaProgram,
  compare,
  conditional,
  type Expression,
  type FunctionCfa,
  INT,
  integer,
  type MemoryObject,
  pointerType,
} from "../../../cfa/index.ts";

import type { ContractHint } from "./contract-hints.ts";
import type { Observation } from "./tabulation.ts";

/** @param returned - denotes the result in conditions */
export function tableHints(
  { machine }: CfaProgram,
  { parameters: [parameter] }: FunctionCfa,
  returned: MemoryObject,
  observations: readonly Observation[],
): ContractHint[] {
  const type = parameter?.scalar;
  const result = returned.scalar;
  if (parameter === undefined || type?.kind !== "int" || result?.kind !== "int") return [];
  const values = observations.map(({ values: [argument], result: value }) => ({
    argument: argument as bigint,
    result: value,
  }));
  const pointer = pointerType(machine.pointerBits / 8);
  const x: Expression = { kind: "load", type, address: addressOf(parameter, pointer) };
  const r: Expression = { kind: "load", type: result, address: addressOf(returned, pointer) };
  const hint = (operator: "eq" | "le" | "ge", argument: bigint, value: bigint): ContractHint => ({
    kind: "ensures",
    condition: conditional(
      compare(operator, x, integer(type, argument)),
      compare("eq", r, integer(result, value)),
      integer(INT, 1n),
    ),
    result: returned,
  });
  const hints = values.map(({ argument, result: value }) => hint("eq", argument, value));
  // The function may be constant beyond the ends of the table.
  const first = values[0]?.result;
  const rise = values.findIndex((entry) => entry.result !== first);
  const lowest = values[rise - 1];
  if (lowest !== undefined) hints.push(hint("le", lowest.argument, lowest.result));
  const last = values.at(-1);
  const highest = values.find((_, index) =>
    values.slice(index).every((entry) => entry.result === last?.result),
  );
  if (highest !== undefined) hints.push(hint("ge", highest.argument, highest.result));
  return hints;
}
