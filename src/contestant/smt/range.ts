/**
 * Unsigned intervals of terms, computed once when a term is made from the
 * intervals of its arguments. They decide most bound checks of C programs
 * before any bit-blasting. Invariant: minimum ≤ value ≤ maximum under every
 * assignment. Bounds are doubles and exact integers up to 2^53 - 1; beyond
 * that a maximum is Infinity and a minimum stays at 2^53 - 1.
 */
import type { Term } from "./term-node.ts";

const LARGEST = Number.MAX_SAFE_INTEGER;

/** Largest unsigned value of a width, Infinity when doubles cannot hold it. */
function largestOf(width: number): number {
  return width === 0 ? 1 : width <= 53 ? 2 ** width - 1 : Number.POSITIVE_INFINITY;
}

/** Sets the bounds of `term` at its id from those of its arguments. */
export function rangeOf(term: Term, minimum: Float64Array, maximum: Float64Array): void {
  const { id, width, args } = term;
  const top = largestOf(width);
  let low = 0;
  let high = top;
  if (term.op === "constant") {
    const value = width <= 32 ? term.small : Number(term.value);
    low = value;
    high = value <= LARGEST ? value : Number.POSITIVE_INFINITY;
  } else if (width > 0 && args.length > 0) {
    const last = args.length - 1;
    const x = (args[args.length > 1 ? last - 1 : 0] as Term).id;
    const y = (args[last] as Term).id;
    const xLow = minimum[x] as number;
    const xHigh = maximum[x] as number;
    const yLow = minimum[y] as number;
    const yHigh = maximum[y] as number;
    switch (term.op) {
      case "ite":
        low = Math.min(xLow, yLow);
        high = Math.max(xHigh, yHigh);
        break;
      case "zeroExtend":
        low = xLow;
        high = xHigh;
        break;
      case "signExtend": {
        const narrow = (args[0] as Term).width;
        const half = 2 ** (narrow - 1);
        if (xHigh < half) {
          low = xLow;
          high = xHigh;
        } else if (xLow >= half && width <= 52) {
          const offset = 2 ** width - 2 ** narrow;
          low = xLow + offset;
          high = xHigh + offset;
        }
        break;
      }
      case "concat": {
        const factor = 2 ** (args[1] as Term).width;
        low = xLow === 0 ? yLow : xLow * factor + yLow;
        high = xHigh === 0 ? yHigh : xHigh * factor + yHigh;
        break;
      }
      case "extract": {
        const factor = 2 ** term.low;
        if (xHigh < 2 ** (term.high + 1)) {
          low = Math.floor(xLow / factor);
          high = Math.floor(xHigh / factor);
        }
        break;
      }
      case "bvnot":
        if (width <= 52) {
          low = top - xHigh;
          high = top - xLow;
        }
        break;
      case "neg":
        if (width <= 52 && xLow > 0) {
          low = top + 1 - xHigh;
          high = top + 1 - xLow;
        }
        break;
      case "bvand":
        high = Math.min(xHigh, yHigh);
        break;
      case "bvor":
        low = Math.max(xLow, yLow);
        high = onesAbove(Math.max(xHigh, yHigh));
        break;
      case "bvxor":
        high = onesAbove(Math.max(xHigh, yHigh));
        break;
      case "add":
        if (xHigh + yHigh <= Math.min(top, LARGEST)) {
          low = xLow + yLow;
          high = xHigh + yHigh;
        } else if (width <= 52 && xLow + yLow > top) {
          low = xLow + yLow - (top + 1);
          high = xHigh + yHigh - (top + 1);
        }
        break;
      case "mul":
        if (xHigh * yHigh <= Math.min(top, LARGEST)) {
          low = xLow * yLow;
          high = xHigh * yHigh;
        }
        break;
      case "udiv":
        // Quotients of doubles may be rounded up: that is correct for a maximum, not for a minimum.
        if (yLow > 0) {
          if (xLow < 2 ** 50) low = Math.floor(xLow / yHigh);
          high = Math.floor(xHigh / yLow);
        }
        break;
      case "urem":
        high = yLow > 0 ? Math.min(xHigh, yHigh - 1) : xHigh;
        break;
      case "lshr":
        high = xHigh;
        break;
      case "ashr":
      case "srem":
        if (xHigh < 2 ** (width - 1)) high = xHigh;
        break;
      default:
        break;
    }
  }
  minimum[id] = Math.min(low, LARGEST);
  maximum[id] = high <= LARGEST ? Math.min(high, top) : top;
}

/** Smallest 2^n - 1 that is at least `bound`. */
function onesAbove(bound: number): number {
  if (bound > LARGEST) return Number.POSITIVE_INFINITY;
  let ones = bound > 0xffffffff ? 0xffffffff : 0;
  while (ones < bound) ones = ones * 2 + 1;
  return ones;
}
