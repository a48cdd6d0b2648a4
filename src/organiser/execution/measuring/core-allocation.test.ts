import fc from "fast-check";
import { expect, test } from "vitest";
import type { Machine, PhysicalCore } from "../system/machine.ts";
import { allocateCores } from "./core-allocation.ts";

const core = (threads: readonly number[], node = 0, capacity = 1024): PhysicalCore => ({
  threads,
  node,
  capacity,
});

const PLAIN: Machine = { cores: [core([0]), core([1]), core([2]), core([3])] };
/** Siblings are n and n+4, as Linux numbers them. */
const HYPER_THREADS: Machine = { cores: [core([0, 4]), core([1, 5]), core([2, 6]), core([3, 7])] };
const TWO_NODES: Machine = {
  cores: [core([0, 4]), core([1, 5]), core([2, 6], 1), core([3, 7], 1)],
};
const UNEQUAL_NODES: Machine = {
  cores: [core([0]), core([1], 1), core([2], 1), core([3], 1), core([4], 1)],
};
/** Two performance cores with hyper-threads, one of them marked out as faster; four efficiency cores. */
const HYBRID: Machine = {
  cores: [
    core([0, 1], 0, 1024),
    core([2, 3], 0, 1000),
    ...[4, 5, 6, 7].map((thread) => core([thread], 0, 600)),
  ],
};
/** A core of which Agon may not use one sibling. */
const PARTIAL: Machine = { cores: [core([0, 4]), core([1]), core([2, 6])] };

test.each([
  // machine, cores of a run, runs, slots
  ["plain", PLAIN, 1, 9, [[0], [1], [2], [3]]],
  ["plain, fewer runs", PLAIN, 1, 2, [[0], [1]]],
  ["plain, 3 cores: one is left over", PLAIN, 3, 9, [[0, 1, 2]]],
  ["plain, too large", PLAIN, 5, 9, []],
  ["hyper-threads idle", HYPER_THREADS, 1, 9, [[0], [1], [2], [3]]],
  [
    "whole cores",
    HYPER_THREADS,
    2,
    9,
    [
      [0, 4],
      [1, 5],
      [2, 6],
      [3, 7],
    ],
  ],
  [
    "rounded up to whole cores",
    HYPER_THREADS,
    3,
    9,
    [
      [0, 4, 1],
      [2, 6, 3],
    ],
  ],
  ["all", HYPER_THREADS, 8, 9, [[0, 4, 1, 5, 2, 6, 3, 7]]],
  [
    "spread over nodes",
    TWO_NODES,
    2,
    2,
    [
      [0, 4],
      [2, 6],
    ],
  ],
  [
    "within a node",
    TWO_NODES,
    3,
    9,
    [
      [0, 4, 1],
      [2, 6, 3],
    ],
  ],
  ["larger than a node", TWO_NODES, 6, 9, [[0, 4, 1, 5, 2, 6]]],
  ["unequal nodes", UNEQUAL_NODES, 1, 9, [[1], [2], [3], [4], [0]]],
  [
    "unequal nodes: a node too small stays idle",
    UNEQUAL_NODES,
    2,
    9,
    [
      [1, 2],
      [3, 4],
    ],
  ],
  ["hybrid: performance cores only", HYBRID, 1, 9, [[0], [2]]],
  ["hybrid: 4", HYBRID, 4, 9, [[0, 1, 2, 3]]],
  ["hybrid: mixed only if it must be", HYBRID, 6, 9, [[0, 1, 2, 3, 4, 5]]],
  [
    "partial siblings",
    PARTIAL,
    2,
    9,
    [
      [0, 4],
      [1, 2],
    ],
  ],
  ["no cores", { cores: [] }, 1, 9, []],
] satisfies [string, Machine, number, number, number[][]][])(
  "%s",
  (_name, machine, coresPerRun, runs, expected) => {
    expect(allocateCores(machine, { coresPerRun, runs, maySharePhysicalCores: false })).toEqual(
      expected,
    );
  },
);

const GB = 1e9;
const WITH_MEMORY: Machine = {
  ...TWO_NODES,
  nodeMemory: new Map([
    [0, 10 * GB],
    [1, 30 * GB],
  ]),
};

test.each([
  ["memory for all", 2, [[0], [2], [3], [1]]],
  ["a node with memory for one run only", 8, [[0], [2], [3]]],
  ["a node with memory for none", 15, [[2], [3]]],
  ["no node holds the memory of a run", 35, [[0], [2], [3], [1]]],
])("%s", (_name, gigabytes, expected) => {
  const request = { coresPerRun: 1, runs: 9, maySharePhysicalCores: false };
  expect(allocateCores(WITH_MEMORY, { ...request, memoryBytes: gigabytes * GB })).toEqual(expected);
});

test.each([
  ["only if fewer fit otherwise", HYPER_THREADS, 1, 4, [[0], [1], [2], [3]]],
  ["as many as asked for", HYPER_THREADS, 1, 5, [[0], [4], [1], [5], [2]]],
  [
    "no gain",
    PLAIN,
    2,
    3,
    [
      [0, 1],
      [2, 3],
    ],
  ],
  [
    "2 × 3 of 8 is the most",
    HYPER_THREADS,
    3,
    3,
    [
      [0, 4, 1],
      [2, 6, 3],
    ],
  ],
] satisfies [string, Machine, number, number, number[][]][])(
  "sharing allowed: %s",
  (_name, machine, coresPerRun, runs, expected) => {
    expect(allocateCores(machine, { coresPerRun, runs, maySharePhysicalCores: true })).toEqual(
      expected,
    );
  },
);

const machines = fc
  .array(
    fc.record({
      threads: fc.integer({ min: 1, max: 4 }),
      node: fc.integer({ min: 0, max: 3 }),
      capacity: fc.constantFrom(512, 1024),
    }),
    { minLength: 1, maxLength: 12 },
  )
  .map((shapes): Machine => {
    let next = 0;
    return {
      cores: shapes.map(({ threads, node, capacity }) =>
        core(
          Array.from({ length: threads }, () => next++),
          node,
          capacity,
        ),
      ),
    };
  });

test("on any machine: every run has its cores, and physical cores are not shared", () => {
  fc.assert(
    fc.property(
      machines,
      fc.integer({ min: 1, max: 8 }),
      fc.integer({ min: 1, max: 8 }),
      fc.boolean(),
      (machine, coresPerRun, runs, maySharePhysicalCores) => {
        const slots = allocateCores(machine, { coresPerRun, runs, maySharePhysicalCores });
        expect(slots.length).toBeLessThanOrEqual(runs);
        for (const slot of slots) expect(slot.length).toBe(coresPerRun);
        expect(new Set(slots.flat()).size).toBe(slots.length * coresPerRun);
        if (maySharePhysicalCores) return;
        for (const { threads } of machine.cores) {
          const users = slots.filter((slot) => slot.some((cpu) => threads.includes(cpu)));
          expect(users.length).toBeLessThanOrEqual(1);
        }
      },
    ),
    { seed: 20261121, numRuns: 300 },
  );
});
