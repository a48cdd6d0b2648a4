import { InputError } from "../util/errors.ts";
import {
  type Automaton,
  buildAutomaton,
  convertAutomaton,
  parseWitness,
  type Witness,
  type WitnessFile,
} from "../witness/index.ts";

const NO_UUID = "00000000-0000-4000-8000-000000000000";

/**
 * Reads a witness of any format. Of an automaton (format 1.0) there is also the
 * witness of format 2 that says as much of it as places can say.
 * @throws InputError when the file is no witness.
 */
export function readWitness(text: string, fileName: string): WitnessFile {
  if (!/^\uFEFF?\s*</.test(text)) return parseWitness(text, fileName);
  const automaton = buildAutomaton(text, fileName);
  if (allowsEverything(automaton)) {
    const { metadata } = convertAutomaton(automaton, NO_UUID);
    return { metadata, witness: withAutomaton(anyViolation(fileName), automaton), warnings: [] };
  }
  const { witness, metadata, losses } = convertAutomaton(automaton, NO_UUID);
  if (witness === undefined) {
    const message = `the automaton says nothing that can be followed: ${losses.join("; ")}`;
    throw new InputError([{ severity: "error", code: "empty-witness", message, file: fileName }]);
  }
  return { metadata, witness: withAutomaton(witness, automaton), warnings: [] };
}

/** Whoever is at the violation from the start restricts no execution (CBMC writes such automata of programs without inputs). */
function allowsEverything({ kind, nodes, entry }: Automaton): boolean {
  return kind === "violation" && nodes.get(entry)?.isViolation === true;
}

/** The place is a guess, as that of every automaton: format 2 cannot leave it out. */
function anyViolation(file: string): Witness {
  const target = { type: "target", location: { file, line: 1 } } as const;
  return { kind: "violation", segments: [{ avoid: [], follow: target }] };
}

/** Format 1.0 does not say at which place the violation is: only what leads to it. */
function withAutomaton(witness: Witness, automaton: Automaton): Witness {
  return witness.kind === "violation" ? { ...witness, hasFreeTarget: true, automaton } : witness;
}
