import type { Edition, WitnessRequirement, WitnessVersion } from "../../ground/model/index.ts";
import type { ToolInfo } from "../tools/index.ts";

/**
 * Options that make a tool write its most preferred format of witnesses among those that an edition
 * accepts anywhere; none when the tool has no choice, when its own options choose already, or when
 * the edition accepts none of its formats.
 */
export function witnessFormatOptions(
  { witnessFormats }: Pick<ToolInfo, "witnessFormats">,
  options: readonly string[],
  { witnessTable }: Pick<Edition, "witnessTable">,
): readonly string[] {
  if (witnessFormats === undefined) return [];
  const { versions, option } = witnessFormats;
  if (options.some((word) => word === option || word.startsWith(`${option}=`))) return [];
  const cells = witnessTable.rules.flatMap(({ correctness, violation }) => [
    correctness,
    violation,
  ]);
  const taken = versions.find((version) => cells.some((cell) => accepts(cell, version)));
  // The preferred format is the tool's own default.
  return taken === undefined || taken === versions[0] ? [] : [option, taken];
}

function accepts(cell: WitnessRequirement, version: WitnessVersion): boolean {
  return cell.kind === "required" && cell.versions.includes(version);
}
