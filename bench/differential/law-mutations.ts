/** Mistakes of one line in posts, joins, merges and accesses of memory, which the laws alone must find. */
import type { Mutation } from "./mutations.ts";

const VALUE = "src/contestant/abstract-interpretation/domains/value";
const MEMORY = "src/contestant/symbolic/memory";

export const LAW_MUTATIONS: readonly Mutation[] = [
  // Joins and orders.
  {
    file: `${VALUE}/range.ts`,
    from: "high: greatest(a.high, b.high),",
    to: "high: least(a.high, b.high),",
  },
  {
    file: `${VALUE}/range.ts`,
    from: "excluded: [...holes].filter((hole) => !mayBe(a, hole) && !mayBe(b, hole)),",
    to: "excluded: [...holes].filter((hole) => !mayBe(a, hole)),",
  },
  {
    file: `${VALUE}/abstract-state.ts`,
    from: "        row.set(b, symbol);",
    to: "        for (const x of fresh.slots) row.set(x, symbol);",
  },
  {
    file: `${VALUE}/abstract-state.ts`,
    from: "if (matched !== theirs) return false;",
    to: "",
  },
  {
    file: `${VALUE}/abstract-state.ts`,
    from: "return a.object === b.object && a.base === b.base && a.low <= b.low && b.high <= a.high;",
    to: "return a.object === b.object && a.base === b.base && a.low === b.low && b.high === a.high;",
  },
  {
    file: `${VALUE}/abstract-state.ts`,
    from: "const low = b.low >= a.low ? a.low : widens ? -Infinity : b.low;",
    to: "const low = b.low >= a.low ? a.low : b.low;",
  },
  {
    file: `${VALUE}/float-interval-lattice.ts`,
    from: "widen: (before, grown) => (FLOAT_INTERVALS.leq(grown, before) ? before : ANY),",
    to: "widen: (before, grown) => FLOAT_INTERVALS.join(before, grown),",
  },
  // Posts.
  {
    file: `${VALUE}/range.ts`,
    from: "if (high >= bound) high = plus(bound, -1);",
    to: "if (high >= bound) high = plus(plus(bound, -1), -1);",
  },
  {
    file: `${VALUE}/range.ts`,
    from: "return between(al < 0n ? max(-bound, al) : 0n, ah > 0n ? min(bound, ah) : 0n);",
    to: "return between(0n, ah > 0n ? min(bound, ah) : 0n);",
  },
  {
    file: `${VALUE}/memory-effects.ts`,
    from: "if (cell.offset < place.high + size && cell.offset + cell.size > place.low) {",
    to: "if (cell.offset < place.low + size && cell.offset + cell.size > place.low) {",
  },
  {
    file: `${VALUE}/memory-effects.ts`,
    from: "const index = isInside ? source.at.get(cell.offset - to.low + from.low) : undefined;",
    to: "const index = isInside ? source.at.get(cell.offset) : undefined;",
  },
  {
    file: `${VALUE}/value-edges.ts`,
    from: "if (holds === undefined || holds === edge.truth) taken.push(edge);",
    to: "if (holds === undefined ? edge.truth : holds === edge.truth) taken.push(edge);",
  },
  {
    file: `${VALUE}/value-edges.ts`,
    from: "if (other.assume(symbol, OPPOSITE[operator], bound)) halves.push(other);",
    to: "if (other.assume(symbol, operator, bound)) halves.push(other);",
  },
  // Merges and accesses of symbolic memory.
  {
    file: `${MEMORY}/content.ts`,
    from: "        const low = (at - start) * 8;",
    to: "        const low = (at - start) * 4;",
  },
  {
    file: `${MEMORY}/content.ts`,
    from: "if (twin !== undefined && twin.size === chunk.size) continue;",
    to: "if (twin !== undefined) continue;",
  },
  {
    file: `${MEMORY}/path-condition.ts`,
    from: "const selector = opposed ? lead :",
    to: "const selector = opposed ? other :",
  },
  {
    file: `${MEMORY}/array-contents.ts`,
    from: "manager.ult(manager.neg(distance), bytes(size)),",
    to: "",
  },
  {
    file: `${MEMORY}/access.ts`,
    from: "const last = (region.size ?? MAX_KNOWN_OFFSET) - size;",
    to: "const last = (region.size ?? MAX_KNOWN_OFFSET) - 1;",
  },
];
