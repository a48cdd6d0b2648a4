/** Compares two sets of runs: two verifiers, two versions, two years. */

import type { ResultCategory } from "../../ground/model/index.ts";
import { defined } from "../../ground/util/defined.ts";
import { answerOf } from "../scoring/index.ts";
import type { RunStore } from "./run-store.ts";
import { pointsOfCell, resultOf, statusOf } from "./run-store.ts";

export const CHANGES = ["gained", "lost", "changed", "same"] as const;

/**
 * `gained`: b is correct (confirmed or not) and a is not; `lost`: the other way
 * round; `changed`: both are not, or both are, and the answers or the results
 * differ; `same`: neither.
 */
export type Change = (typeof CHANGES)[number];

export interface Pair {
  readonly category: string;
  readonly task: string;
  /** Rows in the store; absent where the tool has no run. */
  readonly a?: number;
  readonly b?: number;
  readonly change: Change;
  /** Points of b minus points of a. */
  readonly points: number;
}

export interface Comparison {
  readonly pairs: readonly Pair[];
  readonly counts: Readonly<Record<Change, number>>;
  /** For the tasks that both solve: the number of times that b needs less CPU time. */
  readonly faster: { readonly a: number; readonly b: number; readonly both: number };
}

/** Every task for which at least one of the two has a run, in the order of the categories. */
export function compareRuns(store: RunStore, toolA: string, toolB: string): Comparison {
  const pairs: Pair[] = [];
  const counts: Record<Change, number> = { gained: 0, lost: 0, changed: 0, same: 0 };
  const faster = { a: 0, b: 0, both: 0 };
  for (const { part, offset } of store.views) {
    const [indexA, indexB] = [part.tools.indexOf(toolA), part.tools.indexOf(toolB)];
    if (indexA < 0 && indexB < 0) continue;
    const count = part.tasks.length;
    const rowOf = (tool: number, task: number): number | undefined => {
      if (tool < 0) return undefined;
      const cell = tool * count + task;
      return part.columns.status[cell] === 0 ? undefined : offset + cell;
    };
    for (const [task, { id }] of part.tasks.entries()) {
      const [a, b] = [rowOf(indexA, task), rowOf(indexB, task)];
      if (a === undefined && b === undefined) continue;
      const change = changeOf(store, a, b);
      counts[change]++;
      const pointsOfRow = (row: number | undefined): number =>
        row === undefined ? 0 : pointsOfCell(store.at(row));
      pairs.push({
        category: part.category,
        task: id,
        ...defined({ a, b }),
        change,
        points: pointsOfRow(b) - pointsOfRow(a),
      });
      if (a === undefined || b === undefined) continue;
      if (!isSolved(store, a) || !isSolved(store, b)) continue;
      faster.both++;
      const timeA = part.columns.cpu[a - offset] as number;
      const timeB = part.columns.cpu[b - offset] as number;
      if (timeA < timeB) faster.a++;
      else if (timeB < timeA) faster.b++;
    }
  }
  return { pairs, counts, faster };
}

const SOLVED: ReadonlySet<ResultCategory> = new Set(["correct", "correct-unconfirmed"]);

function isSolved(store: RunStore, row: number | undefined): boolean {
  return row !== undefined && SOLVED.has(resultOf(store.at(row)));
}

function changeOf(store: RunStore, a: number | undefined, b: number | undefined): Change {
  const [solvedA, solvedB] = [isSolved(store, a), isSolved(store, b)];
  if (solvedB && !solvedA) return "gained";
  if (solvedA && !solvedB) return "lost";
  if (a === undefined || b === undefined) return "changed";
  const [cellA, cellB] = [store.at(a), store.at(b)];
  const isSame =
    resultOf(cellA) === resultOf(cellB) && answerOf(statusOf(cellA)) === answerOf(statusOf(cellB));
  return isSame ? "same" : "changed";
}

/** For every tool: the tasks that only it solves with points, and its share of all solved ones. */
export interface Contribution {
  readonly tool: string;
  readonly solved: number;
  /** Tasks that no other tool solves. */
  readonly unique: readonly { readonly category: string; readonly task: string }[];
}

export interface TaskQuality {
  readonly contributions: readonly Contribution[];
  /** Tasks that no tool solves. */
  readonly neverSolved: readonly { readonly category: string; readonly task: string }[];
  /** Tasks with a wrong answer: tools by their answers. */
  readonly contested: readonly {
    readonly category: string;
    readonly task: string;
    readonly expected?: string;
    readonly agree: readonly string[];
    readonly disagree: readonly string[];
  }[];
  /** Number of tasks, and of those that at least one tool solves (the virtual best solver). */
  readonly tasks: number;
  readonly virtualBest: number;
}

/** One pass over all runs, by task. */
export function taskQuality(store: RunStore): TaskQuality {
  const contributions = new Map<
    string,
    { solved: number; unique: { category: string; task: string }[] }
  >();
  const neverSolved: { category: string; task: string }[] = [];
  const contested: TaskQuality["contested"][number][] = [];
  let tasks = 0;
  let virtualBest = 0;
  for (const view of store.views) {
    const { part } = view;
    const count = part.tasks.length;
    tasks += count;
    for (const tool of part.tools) {
      if (!contributions.has(tool)) contributions.set(tool, { solved: 0, unique: [] });
    }
    for (const [task, { id, expected }] of part.tasks.entries()) {
      const solvers: string[] = [];
      const disagree: string[] = [];
      for (const [tool, name] of part.tools.entries()) {
        const cell = { view, cell: tool * count + task };
        if (part.columns.status[cell.cell] === 0) continue;
        const result = resultOf(cell);
        if (SOLVED.has(result)) solvers.push(name);
        else if (result === "wrong") disagree.push(name);
      }
      const place = { category: part.category, task: id };
      for (const name of solvers) {
        const contribution = contributions.get(name);
        if (contribution === undefined) continue;
        contribution.solved++;
        if (solvers.length === 1) contribution.unique.push(place);
      }
      if (solvers.length === 0) neverSolved.push(place);
      else virtualBest++;
      if (disagree.length > 0) {
        contested.push({
          ...place,
          ...defined({ expected }),
          agree: solvers,
          disagree,
        });
      }
    }
  }
  contested.sort((a, b) => b.disagree.length - a.disagree.length);
  return {
    contributions: [...contributions].map(([tool, rest]) => ({ tool, ...rest })),
    neverSolved,
    contested,
    tasks,
    virtualBest,
  };
}
