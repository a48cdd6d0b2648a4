/**
 * Properties of all elements as facts about the arrays at a loop head: they are instantiated for the elements that
 * are read.
 */

import type { Term, TermManager } from "../../../smt/index.ts";
import {
  type ArrayFact,
  type KnownElements,
  lastWritten,
  type MemoryAccess,
  type Region,
  type State,
} from "../../../symbolic/index.ts";
import { type ArrayCandidate, type Pattern, resized } from "./array-candidate.ts";
import { dividedBy } from "./divided-term.ts";

/** Number of elements written before a loop for which facts are instantiated at its head. */
const MAX_WRITTEN = 4;
/** Maximal depth of facts that are instances of facts. */
const MAX_DEPTH = 2;

/**
 * Adds the properties of all elements at a loop head as facts about the arrays there: those that are arbitrary, and
 * others.
 */
export function attachFacts(
  manager: TermManager,
  candidates: readonly ArrayCandidate[],
  head: State,
  access: MemoryAccess,
  bases: ReadonlyMap<Region, KnownElements>,
): void {
  const arrays = new Map(bases);
  const written: { region: Region; offset: Term; size: number }[] = [];
  for (const { region } of candidates.flatMap(({ patterns }) => patterns)) {
    if (arrays.has(region)) continue;
    const elements: KnownElements = { facts: [] };
    arrays.set(region, elements);
    const content = head.writable(region, access.contentOf(head, region));
    const last = lastWritten(content.asArray(), MAX_WRITTEN);
    written.push(...last.map((element) => ({ region, ...element })));
    content.know(elements);
  }
  let depth = 0;
  const atHead = head.fork();
  const variables = [...head.contents.keys()].filter(({ hasEnded }) => !hasEnded);
  for (const [region, elements] of arrays) {
    elements.facts = candidates.flatMap((candidate): ArrayFact[] => {
      const patterns = candidate.patterns.filter((pattern) => pattern.region === region);
      if (patterns.length === 0) return [];
      const instances = new Map<Term, Term | undefined>();
      const instanceFor = (index: Term): Term | undefined => {
        if (instances.has(index)) return instances.get(index);
        if (depth >= MAX_DEPTH) return undefined;
        // Prevents recursion while the instance is being made.
        instances.set(index, undefined);
        depth++;
        const instance = alive(variables, () => candidate.at(atHead, index));
        depth--;
        const says =
          instance === undefined ? undefined : manager.and(instance.known, instance.holds);
        instances.set(index, says);
        return says;
      };
      return [
        {
          instantiate: (offset, size) => {
            const says = patterns
              .filter((pattern) => pattern.size === size)
              .flatMap((pattern) => indexOf(manager, pattern, offset, candidate.width) ?? [])
              .flatMap((index) => instanceFor(index) ?? []);
            return says.length === 0 ? undefined : manager.and(...says);
          },
        },
      ];
    });
  }
  // The loop looks for values that were stored before it: facts about them are needed although no other code reads
  // them.
  for (const { region, offset, size } of written) access.readElement(head, region, offset, size);
}

/** Evaluates an expression in an earlier state, whose variables may have ended since. */
function alive<T>(regions: readonly Region[], evaluate: () => T): T {
  const ended = regions.filter(({ hasEnded }) => hasEnded);
  for (const region of ended) region.hasEnded = false;
  try {
    return evaluate();
  } finally {
    for (const region of ended) region.hasEnded = true;
  }
}

/** An index for which a pattern may denote the element at an offset; any guess is sound. */
function indexOf(
  manager: TermManager,
  { start, stride }: Pattern,
  offset: Term,
  width: number,
): Term | undefined {
  const quotient = dividedBy(manager, manager.sub(offset, start), stride);
  return quotient === undefined ? undefined : resized(manager, whole(quotient, width), width);
}

/** The term whose low bits the given one is, if it has this width. */
function whole(term: Term, width: number): Term {
  const low = term.op === "signExtend" ? (term.args[0] as Term) : term;
  if (low.op !== "extract" || low.low > 0) return term;
  const [from] = low.args as [Term];
  return from.width === width ? from : term;
}
