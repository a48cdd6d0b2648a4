/** The choices of the environment in a counterexample, from a model of its path. */
import type { CfaEdge } from "../../cfa/index.ts";
import type { Term } from "../../smt/index.ts";
import type { IndeterminateBase } from "../memory/content-base.ts";
import type { InputEvent } from "../memory/execution-record.ts";

/** A choice of the environment in a counterexample: bits of a value, or bytes of memory. */
export interface InputChoice {
  readonly edge: CfaEdge;
  readonly value: bigint | Uint8Array;
}

/** A counterexample does not choose memory beyond this many bytes. */
const MAX_CHOSEN_BYTES = 2 ** 24;

/** @param valueIn - the unsigned value of a term in the model; Bools are 0 and 1 */
export function choicesIn(
  inputs: Iterable<InputEvent>,
  valueIn: (term: Term) => bigint,
): InputChoice[] {
  const choices: InputChoice[] = [];
  for (const { guard, edge, value, from } of inputs) {
    if (valueIn(guard) === 0n) continue;
    if ("op" in value) choices.push({ edge, value: valueIn(value) });
    else {
      const start = typeof from === "object" ? Number(valueIn(from)) : (from ?? 0);
      choices.push({ edge, value: bytesOf(value, valueIn).subarray(start) });
    }
  }
  return choices;
}

function bytesOf(base: IndeterminateBase, valueIn: (term: Term) => bigint): Uint8Array {
  let size = 0;
  const elements = base.elements.map(
    ({ offset, variable }) => [Number(valueIn(offset)), variable] as const,
  );
  // Reads before the start of a block have a very large offset.
  const choices = [...base.variables, ...elements].filter(([at]) => at < MAX_CHOSEN_BYTES);
  for (const [offset, variable] of choices) {
    size = Math.max(size, offset + variable.width / 8);
  }
  const bytes = new Uint8Array(size);
  for (const [offset, variable] of choices) {
    let value = valueIn(variable);
    for (let i = offset; i < offset + variable.width / 8; i++) {
      bytes[i] = Number(value & 0xffn);
      value >>= 8n;
    }
  }
  return bytes;
}
