import fc from "fast-check";
import { expect, test } from "vitest";
import { FirstInFirstOut, PriorityWaitlist, type Waitlist } from "./waitlist.ts";

interface Item {
  readonly rank: number;
  readonly name: number;
}

/** Adds (a number) and removals (undefined) in any order, compared with a plain list that `choose` takes from. */
function agrees(create: () => Waitlist<Item>, choose: (items: readonly Item[]) => number): void {
  fc.assert(
    fc.property(fc.array(fc.option(fc.nat(4)), { maxLength: 60 }), (actions) => {
      const waitlist = create();
      const model: Item[] = [];
      for (const [name, rank] of actions.entries()) {
        if (rank !== null) {
          const item = { rank, name };
          waitlist.add(item);
          model.push(item);
        } else {
          const [expected] = model.length > 0 ? model.splice(choose(model), 1) : [];
          expect(waitlist.next()).toBe(expected);
        }
        expect(waitlist.size).toBe(model.length);
      }
    }),
    { seed: 20261122, numRuns: 300 },
  );
}

test("the oldest first", () => {
  agrees(
    () => new FirstInFirstOut(),
    () => 0,
  );
});

test("the least first, among equals the oldest", () => {
  agrees(
    () => new PriorityWaitlist((a, b) => a.rank - b.rank),
    (items) => {
      const least = Math.min(...items.map(({ rank }) => rank));
      return items.findIndex(({ rank }) => rank === least);
    },
  );
});

test("a long queue keeps its order when it forgets what is gone", () => {
  const queue = new FirstInFirstOut<number>();
  for (let i = 0; i < 30_000; i++) queue.add(i);
  for (let i = 0; i < 30_000; i++) expect(queue.next()).toBe(i);
  expect(queue.next()).toBeUndefined();
});
