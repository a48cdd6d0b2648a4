/**
 * Minimises a set: tries to leave out everything, halves, quarters, … in turn, each time together
 * with the elements that were left out before (after Zeller, Hildebrandt: "Simplifying and
 * isolating failure-inducing input", 2002). The result is minimal when `suffices` is monotone and
 * the time is enough.
 */
export function dropNeedless<T>(
  items: readonly T[],
  /** Whether these elements are enough; only called for proper subsets. */
  suffices: (rest: readonly T[]) => boolean,
  isOver: () => boolean,
): readonly T[] {
  const dropped = new Set<T>();
  const work: (readonly T[])[] = items.length === 0 ? [] : [items];
  for (let part = work.pop(); part !== undefined; part = work.pop()) {
    if (isOver()) break;
    const without = new Set([...dropped, ...part]);
    if (suffices(items.filter((item) => !without.has(item)))) {
      for (const item of part) dropped.add(item);
    } else if (part.length > 1) {
      const middle = part.length >> 1;
      work.push(part.slice(middle), part.slice(0, middle));
    }
  }
  return items.filter((item) => !dropped.has(item));
}
