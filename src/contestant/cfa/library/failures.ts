/** C text by which a model fails. */
import { contractOf, ERROR_NUMBERS, type ErrorName } from "../../library-contracts/index.ts";

/** Bits of a word of the sets that models use. */
const WORD_BITS = 64;

/**
 * A statement that gives `errno` the number of one of the errors that the contract of a function names, or of those of
 * them that are given: which one is open. Without effect in programs that do not look at `errno`.
 * @throws Error about a function, or an error, that the table of contracts does not have
 */
export function fails(name: string, ...only: readonly ErrorName[]): string {
  const known = contractOf(name)?.fails;
  if (known === undefined) throw new Error(`no contract says how '${name}' fails`);
  const others = only.filter((error) => !known.includes(error));
  if (others.length > 0) throw new Error(`the contract of '${name}' has no ${others.join(", ")}`);
  const names = only.length > 0 ? only : known;
  const numbers = names.map((error) => ERROR_NUMBERS[error]);
  if (numbers.length === 1) return `__agon_error(${numbers[0]});`;
  const set = numbers.reduce((bits, number) => bits | (1n << BigInt(number)), 0n);
  const word = (bits: bigint): string => `0x${bits.toString(16)}ULL`;
  const [low, high] = [BigInt.asUintN(WORD_BITS, set), set >> BigInt(WORD_BITS)];
  return high === 0n
    ? `__agon_some_error(${word(low)});`
    : `__agon_any_error(${word(low)}, ${word(high)});`;
}
