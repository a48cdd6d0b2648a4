/**
 * Powers of two as candidates for invariants: `x & (x - 1)` is 0 for numbers that a loop doubles or halves, as
 * binary division, multiplication and roots do. Then a number other than 1 is even, and half of it exact (Warren,
 * "Hacker's Delight", 2-1).
 */

import type { InvariantText } from "../../../analysis-core/index.ts";
import { UNSIGNED_TYPES } from "../../../analysis-core/index.ts";
import type { Term, TermManager } from "../../../smt/index.ts";
import type { MemoryAccess, MemoryCell, State } from "../../../symbolic/index.ts";
import { integerVariable } from "../../../symbolic/index.ts";
import { integerIn } from "./loop-examples.ts";
import type { CandidateInvariant } from "./loop-invariants.ts";

/** Number of terms of an assigned value that are searched. */
const MAX_TERMS = 200;

export function powerCandidates(
  manager: TermManager,
  access: MemoryAccess,
  cells: readonly MemoryCell[],
  head: State,
  back: State,
): CandidateInvariant[] {
  return cells.flatMap((cell) => {
    const before = integerIn(access, cell, head);
    const after = integerIn(access, cell, back);
    return before === undefined || after === undefined || !isShifted(before, after)
      ? []
      : [powerOfTwo(manager, access, cell)];
  });
}

/** Whether another value is computed from a shift of the value. */
function isShifted(before: Term, after: Term): boolean {
  const seen = new Set([after]);
  for (const { op, args, low } of seen) {
    const isUp = op === "concat" && args[1]?.op === "constant" && args[1].value === 0n;
    const moved = isUp || (op === "extract" && low > 0) ? (args[0] as Term) : undefined;
    if (moved !== undefined && mentions(moved, before)) return true;
    for (const argument of args) seen.add(argument);
    if (seen.size > MAX_TERMS) return false;
  }
  return false;
}

function mentions(root: Term, wanted: Term): boolean {
  const seen = new Set([root]);
  for (const term of seen) {
    if (term === wanted) return true;
    for (const argument of term.args) seen.add(argument);
    if (seen.size > MAX_TERMS) return false;
  }
  return false;
}

function powerOfTwo(
  manager: TermManager,
  access: MemoryAccess,
  cell: MemoryCell,
): CandidateInvariant {
  return {
    text: textOf(cell),
    at: (state) => {
      const value = integerIn(access, cell, state);
      if (value === undefined) return manager.false;
      const less = manager.sub(value, manager.constant(value.width, 1n));
      return manager.eq(manager.bvand(value, less), manager.constant(value.width, 0n));
    },
  };
}

/** In an unsigned type, so that nothing overflows. */
function textOf(cell: MemoryCell): InvariantText | undefined {
  const variable = integerVariable(cell);
  const type = variable && UNSIGNED_TYPES.get(variable.bits);
  if (variable === undefined || type === undefined || variable.bits < 32) return undefined;
  const { name, object } = variable;
  return { text: `((${type})${name} & ((${type})${name} - 1U)) == 0U`, objects: [object] };
}
