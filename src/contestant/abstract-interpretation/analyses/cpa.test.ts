import { describe, expect, test } from "vitest";
import { Interruption } from "../../analysis-core/interruption.ts";
import { AbstractReachabilityGraph } from "../framework/abstract-reachability-graph.ts";
import type { Analysis } from "../framework/analysis.ts";
import {
  PartitionedReachedSet,
  type Reached,
  ReachedKeys,
  type ReachedSet,
} from "../framework/reached-set.ts";
import { FirstInFirstOut } from "../framework/waitlist.ts";
import { type CpaOptions, runCpa } from "./cpa.ts";

/** A counter at one of two places: goes up to 5 at place 0, then to place 1. Values from 9 on are targets. */
interface Counter {
  readonly place: number;
  readonly high: number;
}

function counter(merges: boolean, steps: (from: Counter) => readonly Counter[]): Analysis<Counter> {
  return {
    initial: () => ({ place: 0, high: 0 }),
    initialPrecision: () => undefined,
    post: (state, _precision, out) => {
      for (const next of steps(state)) out.add(next);
    },
    adjust: (state) => [state, undefined],
    partition: ({ place, high }) => (merges ? place : `${place}:${high}`),
    merge: (fresh, reached) => (merges && fresh.high > reached.high ? fresh : reached),
    stop: (fresh, _precision, alike) =>
      merges
        ? (alike?.some(({ state }) => state.high >= fresh.high) ?? false)
        : alike !== undefined,
    isTarget: ({ high }) => high >= 9,
  };
}

function up({ place, high }: Counter): readonly Counter[] {
  return place === 0
    ? [
        { place: 0, high: Math.min(high + 1, 5) },
        { place: 1, high },
      ]
    : [];
}

function run(
  analysis: Analysis<Counter>,
  reached: ReachedSet<Counter, undefined>,
  more: Partial<CpaOptions<Counter, undefined>> = {},
): ReturnType<typeof runCpa> {
  const waitlist = new FirstInFirstOut<Reached<Counter, undefined>>();
  return runCpa(analysis, { waitlist, reached, onTarget: () => true, ...more });
}

describe("the algorithm", () => {
  test("keeps states separate that are never merged", () => {
    const reached = new ReachedKeys<Counter, undefined>(1000);
    expect(run(counter(false, up), reached)).toEqual({ kind: "complete" });
    expect(reached.size).toBe(12);
  });

  test("follows a merged state again", () => {
    const reached = new PartitionedReachedSet<Counter, undefined>();
    expect(run(counter(true, up), reached)).toEqual({ kind: "complete" });
    expect([...reached].map(({ state }) => state)).toEqual([
      { place: 0, high: 5 },
      { place: 1, high: 5 },
    ]);
  });

  test("ends at a target, or goes on without it", () => {
    const toTarget = ({ high }: Counter): readonly Counter[] => [{ place: 0, high: high + 3 }];
    const analysis = counter(false, toTarget);
    expect(run(analysis, new ReachedKeys(1000))).toEqual({ kind: "target" });
    const seen: number[] = [];
    const onTarget = ({ high }: Counter): boolean => {
      seen.push(high);
      return false;
    };
    expect(run(analysis, new ReachedKeys(1000), { onTarget })).toEqual({ kind: "complete" });
    expect(seen).toEqual([9]);
  });

  test("ends where it is requested, and passes on faults", () => {
    const failing = (error: Error): Analysis<Counter> =>
      counter(false, () => {
        throw error;
      });
    const reached = (): ReachedSet<Counter, undefined> => new ReachedKeys(1000);
    expect(run(failing(new Interruption("time limit")), reached())).toEqual({
      kind: "interrupted",
      reason: "time limit",
    });
    expect(() => run(failing(new Error("a fault")), reached())).toThrow("a fault");
  });

  test("keys have a limit of memory", () => {
    const endless = ({ place }: Counter): readonly Counter[] => [{ place: place + 1, high: 0 }];
    const end = run(counter(false, endless), new ReachedKeys(1000));
    expect(end).toEqual({ kind: "interrupted", reason: "memory limit" });
  });

  test("a graph knows the way to a target", () => {
    const graph = new AbstractReachabilityGraph<Counter>();
    const steps = (from: Counter): readonly Counter[] => [
      { place: from.place, high: from.high + 4 },
      { place: 1, high: 1 },
    ];
    const paths: number[][] = [];
    run(counter(false, steps), new PartitionedReachedSet(), {
      graph,
      onTarget: (_, node) => {
        if (node !== undefined) paths.push(graph.pathTo(node).map(({ state }) => state.high));
        return true;
      },
    });
    expect(paths).toEqual([[0, 4, 8, 12]]);
  });
});
