import { InputError } from "../util/errors.ts";
import {
  buildAutomaton,
  convertAutomaton,
  parseWitness,
  type Witness,
  type WitnessFile,
} from "../witness/index.ts";

/**
 * Reads a witness of any format. An automaton (format 1.0) is understood as
 * the witness of format 2 that says as much of it as places can say.
 * @throws InputError when the file is no witness.
 */
export function readWitness(text: string, fileName: string): WitnessFile {
  if (!/^\uFEFF?\s*</.test(text)) return parseWitness(text, fileName);
  const { witness, metadata, losses } = convertAutomaton(
    buildAutomaton(text, fileName),
    "00000000-0000-4000-8000-000000000000",
  );
  if (witness === undefined) {
    const message = `the automaton says nothing that can be followed: ${losses.join("; ")}`;
    throw new InputError([{ severity: "error", code: "empty-witness", message, file: fileName }]);
  }
  return { metadata, witness: withFreeTarget(witness), warnings: [] };
}

/** Format 1.0 does not say at which place the violation is: only what leads to it. */
function withFreeTarget(witness: Witness): Witness {
  return witness.kind === "violation" ? { ...witness, hasFreeTarget: true } : witness;
}
