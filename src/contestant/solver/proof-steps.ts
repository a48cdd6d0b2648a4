/**
 * DRAT proofs as files (Heule: "The DRAT format and DRAT-trim checker", 2016): clauses that
 * are added and deleted one after the other, as text or as bytes.
 */

/** Literals as in DIMACS; the first one of an added clause is its pivot. */
export interface ProofStep {
  readonly kind: "add" | "delete";
  readonly literals: readonly number[];
}

/** The file is no proof, or incomplete. */
export class MalformedProof extends Error {}

const ADD = "a".charCodeAt(0);
const DELETE = "d".charCodeAt(0);
const MAX_VARIABLE = 2 ** 30;

/**
 * Steps of the binary format: `a` or `d`, literals 2v or 2v + 1 (negative) in groups of
 * seven bits, the lowest first, and 0.
 */
export function* binarySteps(bytes: Uint8Array): Generator<ProofStep> {
  let at = 0;
  const number = (): number => {
    let value = 0;
    for (let factor = 1; ; factor *= 128) {
      const byte = bytes[at++];
      if (byte === undefined) throw new MalformedProof("the proof ends within a step");
      value += (byte & 0x7f) * factor;
      if (byte < 0x80) return value;
      if (value > 2 * MAX_VARIABLE)
        throw new MalformedProof(`a literal at byte ${at} is too large`);
    }
  };
  while (at < bytes.length) {
    const start = at;
    const letter = bytes[at++];
    if (letter !== ADD && letter !== DELETE) {
      throw new MalformedProof(`no step begins at byte ${start}`);
    }
    const literals: number[] = [];
    for (let code = number(); code !== 0; code = number()) {
      const variable = Math.floor(code / 2);
      literals.push(checkedLiteral(code % 2 === 0 ? variable : -variable));
    }
    yield { kind: letter === ADD ? "add" : "delete", literals };
  }
}

/** A literal as it stands in a proof. @throws MalformedProof. */
export function checkedLiteral(literal: number): number {
  if (literal === 0 || Math.abs(literal) > MAX_VARIABLE) {
    throw new MalformedProof(`${literal} is no literal`);
  }
  return literal;
}
