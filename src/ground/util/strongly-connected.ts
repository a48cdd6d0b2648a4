/**
 * The strongly connected components of a graph, successors before predecessors (Tarjan,
 * "Depth-first search and linear graph algorithms", SIAM Journal on Computing 1972; without
 * recursion, since graphs may be deep).
 */
export function stronglyConnected<T>(
  roots: Iterable<T>,
  successorsOf: (member: T) => Iterable<T>,
): T[][] {
  const components: T[][] = [];
  const numbers = new Map<T, number>();
  const open: T[] = [];
  const isOpen = new Set<T>();
  const visits: Visit<T>[] = [];
  const begin = (member: T): void => {
    const number = numbers.size;
    numbers.set(member, number);
    open.push(member);
    isOpen.add(member);
    visits.push({ member, number, rest: successorsOf(member)[Symbol.iterator](), low: number });
  };
  const end = ({ member, number, low }: Visit<T>): void => {
    const outer = visits.at(-1);
    if (outer !== undefined) outer.low = Math.min(outer.low, low);
    if (low < number) return;
    const component = open.splice(open.lastIndexOf(member));
    for (const each of component) isOpen.delete(each);
    components.push(component);
  };
  for (const root of roots) {
    if (numbers.has(root)) continue;
    begin(root);
    for (let visit = visits.at(-1); visit !== undefined; visit = visits.at(-1)) {
      const { value: next, done } = visit.rest.next();
      if (done) {
        visits.pop();
        end(visit);
        continue;
      }
      const number = numbers.get(next);
      if (number === undefined) begin(next);
      else if (isOpen.has(next)) visit.low = Math.min(visit.low, number);
    }
  }
  return components;
}

interface Visit<T> {
  readonly member: T;
  readonly number: number;
  readonly rest: Iterator<T>;
  low: number;
}
