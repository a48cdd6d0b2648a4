/**
 * Handles `%n` in the formats of output functions (C11 7.21.6.1p8), which stores the number of
 * characters so far, which is not computed here. Such a call is refused; where the format is no
 * literal, no verdict may rest on the target of a pointer after it.
 */
import type { CallExpression, FunctionSymbol } from "../../cfront/index.ts";
import { contractOf } from "../../library-contracts/index.ts";
import type { CallArgument } from "../model/cfa.ts";
import type { Operation } from "../model/graph.ts";
import { intrinsicOf } from "../model/intrinsics.ts";
import { literalText, storesByFormat } from "../queries/call-accesses.ts";

/** Returns the mark before the call; undefined when it stores no number. */
export function formatDoubt(
  call: CallExpression,
  { name, definition }: FunctionSymbol,
  passed: readonly CallArgument[],
): Operation | undefined {
  if (definition !== undefined || intrinsicOf(name)?.kind !== "no-effect") return undefined;
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
