import { gcd } from "../../../../ground/util/gcd.ts";
import type { Term, TermManager } from "../../../smt/index.ts";

/** A term `q` with `q * divisor == term` modulo 2^width, derived from the shape of the term. */
export function dividedBy(manager: TermManager, term: Term, divisor: bigint): Term | undefined {
  if (divisor === 1n) return term;
  const { width } = term;
  if (divisor === -1n) return manager.neg(term);
  switch (term.op) {
    case "constant": {
      const value = BigInt.asIntN(width, term.value);
      return value % divisor === 0n
        ? manager.constant(width, BigInt.asUintN(width, value / divisor))
        : undefined;
    }
    case "add": {
      const parts = term.args.map((part) => dividedBy(manager, part, divisor));
      return parts.reduce((sum, part) =>
        sum === undefined || part === undefined ? undefined : manager.add(sum, part),
      );
    }
    case "neg": {
      const inner = dividedBy(manager, term.args[0] as Term, divisor);
      return inner === undefined ? undefined : manager.neg(inner);
    }
    case "mul": {
      const [a, b] = term.args as [Term, Term];
      const first = dividedBy(manager, a, divisor);
      if (first !== undefined) return manager.mul(first, b);
      const second = dividedBy(manager, b, divisor);
      return second === undefined ? undefined : manager.mul(a, second);
    }
    case "concat": {
      // high * 2^n + low
      const [high, low] = term.args as [Term, Term];
      if (low.op !== "constant") return undefined;
      const scale = 1n << BigInt(low.width);
      const shared = gcd(scale, divisor < 0n ? -divisor : divisor);
      const part = dividedBy(manager, widened(manager, high, width), divisor / shared);
      if (part === undefined || low.value % divisor !== 0n) return undefined;
      const factor = manager.constant(width, scale / shared);
      const rest = manager.constant(width, BigInt.asUintN(width, low.value / divisor));
      return manager.add(manager.mul(factor, part), rest);
    }
    default:
      return undefined;
  }
}

/** A term of a larger width with the same low bits, if possible the one that it was extracted from. */
function widened(manager: TermManager, term: Term, width: number): Term {
  if (term.op === "extract" && term.low === 0) {
    const whole = term.args[0] as Term;
    if (whole.width === width) return whole;
  }
  return manager.signExtend(term, width);
}
