import { InputError } from "../../ground/util/errors.ts";
import {
  type Automaton,
  buildAutomaton,
  convertAutomaton,
  leadsToViolation,
  parseWitness,
  type Witness,
  type WitnessFile,
} from "../../ground/witness/index.ts";

const NO_UUID = "00000000-0000-4000-8000-000000000000";

/**
 * Reads a witness of any format. For an automaton (format 1.0) there is also a witness of format 2
 * that expresses as much of it as locations can.
 * @throws InputError when the file is no witness.
 */
export function readWitness(text: string, fileName: string): WitnessFile {
  if (!/^\uFEFF?\s*</.test(text)) return parseWitness(text, fileName);
  const automaton = buildAutomaton(text, fileName);
  const { witness, metadata, losses } = convertAutomaton(automaton, NO_UUID);
  if (witness === undefined && leadsToViolation(automaton)) {
    return { metadata, witness: withAutomaton(anyViolation(fileName), automaton), warnings: [] };
  }
  if (witness === undefined) {
    const message = `the automaton has no content that can be followed: ${losses.join("; ")}`;
    throw new InputError([{ severity: "error", code: "empty-witness", message, file: fileName }]);
  }
  return { metadata, witness: withAutomaton(witness, automaton), warnings: [] };
}

/**
 * For automata without locations, or whose entry is the violation: they restrict executions by
 * other guards or not at all, and are followed directly. The place is a placeholder, which format 2
 * requires.
 */
function anyViolation(file: string): Witness {
  const target = { type: "target", location: { file, line: 1 } } as const;
  return { kind: "violation", segments: [{ avoid: [], follow: target }] };
}

/** Format 1.0 does not contain the place of the violation: only the path to it. */
function withAutomaton(witness: Witness, automaton: Automaton): Witness {
  return witness.kind === "violation" ? { ...witness, hasFreeTarget: true, automaton } : witness;
}
