/**
 * Calls of functions without a body that do more than their intrinsic says:
 *
 * - `%n` in a format of output stores the number of characters so far (C11 7.21.6.1p8). Such a call is refused; where
 *   the format is no literal, nothing may rest on what a pointer behind it leads to.
 * - `nan` reads a string.
 */
import type { CallExpression, FunctionSymbol } from "../../cfront/index.ts";
import { contractOf } from "../../library-contracts/index.ts";
import type { CallArgument } from "../model/cfa.ts";
import type { Operation } from "../model/graph.ts";
import { intrinsicOf } from "../model/intrinsics.ts";
import { literalText, storesByFormat } from "../queries/call-accesses.ts";

/** The operation that has to stand before the call; undefined when there is no doubt. */
export function callDoubt(
  call: CallExpression,
  { name, definition }: FunctionSymbol,
  passed: readonly CallArgument[],
): Operation | undefined {
  const intrinsic = definition === undefined ? intrinsicOf(name) : undefined;
  if (intrinsic?.kind === "no-effect") return formatDoubt(call, name, passed);
  if (intrinsic?.kind !== "float" || intrinsic.operation !== "nan") return undefined;
  if (literalText(passed[0]) !== undefined) return undefined;
  return { kind: "unsupported", reason: `${name} of a string that is no literal` };
}

function formatDoubt(
  call: CallExpression,
  name: string,
  passed: readonly CallArgument[],
): Operation | undefined {
  const contract = contractOf(name);
  const format = contract?.accesses.find((access) => access.kind === "format");
  if (contract === undefined || format?.kind !== "format") return undefined;
  // A string of wide characters that is printed is no format.
  if (!contract.prototype.includes("format")) return undefined;
  const index = contract.parameters.indexOf(format.of);
  const text = literalText(passed[index]);
  const stores = text === undefined ? undefined : storesByFormat(text);
  if (stores === true) return { kind: "unsupported", reason: `${name} with %n` };
  const mayStore =
    format.arguments === "hidden" || call.arguments.slice(index + 1).some(leadsToIntegers);
  if (stores === false || !mayStore) return undefined;
  return { kind: "skip", open: `the format of ${name} may have %n` };
}

function leadsToIntegers({ type }: CallExpression["arguments"][number]): boolean {
  if (type.kind !== "pointer") return false;
  const { target } = type;
  return target.const !== true && (target.kind === "integer" || target.kind === "void");
}
