import fc from "fast-check";
import { expect, test } from "vitest";
import { neighbourhood } from "./automaton.ts";
import { layoutGraph } from "./layered-layout.ts";

const graphs = fc.nat(24).chain((last) =>
  fc.record({
    nodes: fc.array(
      fc.record({
        width: fc.integer({ min: 10, max: 300 }),
        height: fc.integer({ min: 10, max: 90 }),
      }),
      {
        minLength: last + 1,
        maxLength: last + 1,
      },
    ),
    arcs: fc.array(fc.record({ from: fc.nat(last), to: fc.nat(last) }), { maxLength: 60 }),
  }),
);

test("boxes do not overlap, everything is inside, arcs go from their start to their end", () => {
  fc.assert(
    fc.property(graphs, ({ nodes, arcs }) => {
      const { width, height, nodes: places, routes } = layoutGraph(nodes, arcs);
      const boxes = nodes.map((node, index) => ({
        ...node,
        ...(places[index] ?? { x: -1, y: -1 }),
      }));
      for (const [index, a] of boxes.entries()) {
        expect(a.x).toBeGreaterThanOrEqual(-1e-6);
        expect(a.x + a.width).toBeLessThanOrEqual(width + 1e-6);
        expect(a.y + a.height).toBeLessThanOrEqual(height + 1e-6);
        for (const b of boxes.slice(index + 1)) {
          const isApart =
            a.x + a.width <= b.x + 1e-6 ||
            b.x + b.width <= a.x + 1e-6 ||
            a.y + a.height <= b.y + 1e-6 ||
            b.y + b.height <= a.y + 1e-6;
          expect(isApart).toBe(true);
        }
      }
      for (const [index, { from, to }] of arcs.entries()) {
        const route = routes[index] ?? [];
        for (const [point, node] of [
          [route[0], from],
          [route.at(-1), to],
        ] as const) {
          const box = boxes[node] ?? { x: 0, y: 0, width: 0, height: 0 };
          expect(point?.x).toBeGreaterThanOrEqual(box.x - 1e-6);
          expect(point?.x).toBeLessThanOrEqual(box.x + box.width + 1e-6);
          expect(point?.y).toBeGreaterThanOrEqual(box.y - 1e-6);
        }
      }
      expect(layoutGraph(nodes, arcs)).toEqual({ width, height, nodes: places, routes });
    }),
    { numRuns: 60 },
  );
});

test("a chain goes down, the arc of a loop goes up", () => {
  const box = { width: 40, height: 20 };
  const arcs = [
    { from: 0, to: 1 },
    { from: 1, to: 2 },
    { from: 2, to: 1 },
  ];
  const { nodes, routes } = layoutGraph([box, box, box], arcs);
  expect(nodes.map(({ y }) => y)).toEqual([...nodes.map(({ y }) => y)].sort((a, b) => a - b));
  const back = routes[2] ?? [];
  expect((back[0]?.y ?? 0) > (back.at(-1)?.y ?? 0)).toBe(true);
  expect(layoutGraph([], [])).toEqual({ width: 0, height: 0, nodes: [], routes: [] });
});

test("the part around a block", () => {
  const blocks = Array.from({ length: 50 }, () => ({ statements: [] }));
  const arcs = blocks.slice(1).map((_, index) => ({ from: index, to: index + 1 }));
  expect([...neighbourhood({ blocks, arcs }, 20, 5)].sort()).toEqual([18, 19, 20, 21, 22]);
  expect(neighbourhood({ blocks, arcs }, 20, 50).size).toBe(50);
});
