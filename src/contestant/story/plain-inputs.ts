/**
 * Simplifies the inputs of counterexamples: a search may find `n = -1836271` where `n = 0` would
 * do. One input after the other is made as small as the same violation allows, and a character
 * becomes `a`; each change is replayed. This resembles delta debugging (Zeller, Hildebrandt, IEEE
 * TSE 2002), but on values, and with a bound on the replays.
 */

import { type CfaProgram, calledName, INTERNAL_NAMES } from "../cfa/index.ts";
import type { Specification } from "../specification/index.ts";
import type { InputChoice } from "../symbolic/index.ts";
import { type ReplayBounds, SameViolation, type TypedChoice } from "./same-violation.ts";

const BOUNDS: ReplayBounds = {
  first: 2_000_000,
  length: (first) => Math.max(4 * first, 1000),
  replays: 200,
  edges: 2_000_000,
};
/** Replaces a character where any one will do. */
const PLAIN_CHARACTER = BigInt("a".charCodeAt(0));

const NO_BYTES = new Uint8Array(0);

/**
 * Returns the choices of an execution with the same violation; the given ones when no simpler ones
 * lead to it.
 */
export function plainInputs(
  program: CfaProgram,
  specification: Specification,
  choices: readonly InputChoice[],
): readonly InputChoice[] {
  const same = SameViolation.of(program, specification, choices, BOUNDS);
  if (same === undefined) return choices;
  let best = same.choices;
  const accepts = (index: number, value: InputChoice["value"]): boolean => {
    const changed = best.map((choice, at) => (at === index ? { ...choice, value } : choice));
    const asked = same.withInputs(changed);
    if (asked === undefined) return false;
    best = asked;
    return true;
  };
  for (let index = 0; index < best.length && !same.isExhausted; index++) {
    simplify(best[index] as TypedChoice, (value) => accepts(index, value));
  }
  if (best === same.choices) return choices;
  return same.isViolatedElsewhere(best) ? best : choices;
}

/**
 * Tries simpler values for one choice; halves the distance to zero where zero itself does not work.
 */
function simplify(
  { edge, value, type }: TypedChoice,
  accepts: (value: InputChoice["value"]) => boolean,
): void {
  if (typeof value !== "bigint") {
    // Uninitialised memory is zero where that works.
    if (value.every((byte) => byte === 0) || accepts(NO_BYTES)) return;
    if (edge.kind === "declare" && edge.object.scalar?.kind === "int") {
      const number = { edge, value: numberIn(value), type: edge.object.scalar };
      simplify(number, (plainer) => {
        return typeof plainer === "bigint" && accepts(bytesOf(plainer, value.length));
      });
    }
    return;
  }
  if (type === undefined || type.kind === "pointer") return;
  if (calledName(edge) === INTERNAL_NAMES.character) {
    if (BigInt.asUintN(8, value) !== PLAIN_CHARACTER) accepts(PLAIN_CHARACTER);
    return;
  }
  const pattern = (number: bigint): bigint =>
    type.kind === "int" ? BigInt.asUintN(type.bits, number) : number;
  if (value === 0n || accepts(0n) || type.kind === "float") return;
  const number = type.signed ? BigInt.asIntN(type.bits, value) : value;
  const size = number < 0n ? -number : number;
  const isHalf = size << 1n === 1n << BigInt(type.bits);
  const sign = number < 0n && (isHalf || !accepts(pattern(size))) ? -1n : 1n;
  let [failing, violating] = [0n, size];
  while (violating - failing > 1n) {
    const middle = (failing + violating) / 2n;
    if (accepts(pattern(sign * middle))) violating = middle;
    else failing = middle;
  }
}

/** Decodes a number in little-endian order, as on x86. */
function numberIn(bytes: Uint8Array): bigint {
  return bytes.reduceRight((number, byte) => (number << 8n) | BigInt(byte), 0n);
}

function bytesOf(number: bigint, count: number): Uint8Array {
  return Uint8Array.from({ length: count }, (_, index) =>
    Number((number >> BigInt(8 * index)) & 0xffn),
  );
}
