/**
 * Loop invariants about all elements of a part of an array: "for every k with lo <= k < i: p(a[k])" (Flanagan,
 * Qadeer: "Predicate abstraction for software verification", POPL 2002). They are proved for an arbitrary k, and
 * used for those k whose element is read.
 */

import type { Term, TermManager } from "../../../smt/index.ts";
import { type State, UnsupportedFeature } from "../../../symbolic/index.ts";
import type { LoopStates } from "../loop-states.ts";
import type { ArrayCandidate, ArrayContext, ArrayScope, Pattern } from "./array-candidate.ts";
import { orderCandidates, orderedElements, type ReadPredicate } from "./array-orders.ts";
import { greatestIndex, guards } from "./array-parts.ts";
import { elementSizes, unchangedElements, valueOfPredicate } from "./element-properties.ts";

const MAX_CANDIDATES = 400;

/**
 * Candidates on the arrays that a loop changes, and on those that it only reads: there a counter bounds the
 * elements that the loop has read ("none before `i` is larger than `max`").
 */
export function arrayCandidates(
  context: ArrayContext,
  scope: ArrayScope & LoopStates,
  anyIndex: (width: number) => Term,
): ArrayCandidate[] {
  const { arrays, entry, head } = scope;
  // Candidates assumed at enclosing loops may hold within them.
  const result = context.assumed.filter(({ patterns }) =>
    patterns.some(({ region }) => arrays.has(region)),
  );
  const isOfInterest = (pattern: Pattern): boolean =>
    arrays.has(pattern.region) || canBeKnown(context, pattern, head);
  const compared: ReadPredicate[] = [];
  const said = new Set<Term>();
  const values = context.predicates.flatMap((predicate) => {
    const value = valueOfPredicate(context, predicate, entry);
    const says = value.at(head, anyIndex(value.width))?.holds;
    // The candidate is trivial; or a duplicate, such as one about the old contents of an array that the loop only
    // reads.
    if (says === undefined || says === context.manager.true || said.has(says)) return [];
    said.add(says);
    const patterns = value.patternsIn(head);
    compared.push({ ...predicate, patterns: patterns.filter(isOfInterest) });
    return { value, patterns };
  });
  const ordered = orderedElements(context, compared, scope);
  const orders = orderCandidates(context, ordered, scope);
  // Where an order is established, an iteration preserves few other properties.
  const isOrdered = ({ patterns }: { readonly patterns: readonly Pattern[] }): boolean =>
    patterns.some(({ region }) => ordered.some((elements) => elements.region === region));
  const sizes = elementSizes(values);
  const unchanged = unchangedElements(context, scope, sizes).map((value) => ({
    value,
    patterns: value.patternsIn(head),
  }));
  const limit = result.length + MAX_CANDIDATES;
  for (const { value, patterns } of [...values, ...unchanged].filter((one) => !isOrdered(one))) {
    const isChanged = patterns.some(({ region }) => arrays.has(region));
    if (!isChanged && !patterns.every(isOfInterest)) continue;
    const { whole, passed, ahead } = guards(context, scope, {
      ...value,
      most: greatestIndex(context, value, patterns),
    });
    const seen = new Set<Term>();
    for (const within of isChanged ? [...whole, ...passed, ...ahead] : passed) {
      if (result.length >= limit) break;
      const part = within(head, anyIndex(value.width));
      if (part === undefined || part === context.manager.false || seen.has(part)) continue;
      seen.add(part);
      result.push({
        width: value.width,
        patterns,
        within,
        at: (state, index) => {
          const instance = value.at(state, index);
          const guard = within(state, index);
          if (instance === undefined || guard === undefined) return undefined;
          return { ...instance, holds: context.manager.implies(guard, instance.holds) };
        },
      });
    }
  }
  return [...result, ...orders];
}

/**
 * Whether facts about all elements of a region are supported: in smaller regions each element has its own chunk.
 */
function canBeKnown({ access }: ArrayContext, { region, size }: Pattern, state: State): boolean {
  const content = access.contentOf(state, region);
  const isSmall = region.size !== undefined && region.size <= access.maxCandidates * size;
  if (isSmall && !content.isArray) return false;
  try {
    content.asArray();
    return true;
  } catch (error) {
    if (!(error instanceof UnsupportedFeature)) throw error;
    return false;
  }
}

/** The condition that proves a candidate in a state, for an arbitrary index. */
export function goalOf(
  manager: TermManager,
  candidate: ArrayCandidate,
  state: State,
  index: Term,
): Term {
  const instance = candidate.at(state, index);
  return instance === undefined ? manager.false : manager.implies(instance.known, instance.holds);
}
