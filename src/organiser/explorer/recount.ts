import { RESULT_CATEGORIES, type ResultCategory } from "../../ground/model/index.ts";
import type { RunStore } from "./run-store.ts";

/** Numbers of the displayed rows. */
export interface Recount {
  readonly runs: number;
  readonly tasks: number;
  readonly tools: number;
  readonly points: number;
  /** Sums of the measurements. */
  readonly cpuTimeSeconds: number;
  readonly byResult: Readonly<Record<ResultCategory, number>>;
  /** Most frequent first; each status text once. */
  readonly byStatus: readonly (readonly [status: string, count: number, result: ResultCategory])[];
}

/** Counts rows; the sums are for display, and ranks never depend on them. */
export function recount(store: RunStore, rows: Uint32Array): Recount {
  const results = new Float64Array(RESULT_CATEGORIES.length);
  const statuses = new Map<string, { count: number; result: ResultCategory }>();
  const tools = new Set<string>();
  let tasks = 0;
  let points = 0;
  let cpu = 0;
  let from = 0;
  const ordered = isAscending(rows) ? rows : rows.slice().sort();
  for (const { part, offset, size, points: worth } of store.views) {
    const codes = new Uint32Array(part.statuses.length * RESULT_CATEGORIES.length);
    const seenTasks = new Uint8Array(part.tasks.length);
    const seenTools = new Uint8Array(part.tools.length);
    const taskCount = part.tasks.length;
    const { status, result, cpu: times } = part.columns;
    for (; from < ordered.length && (ordered[from] as number) < offset + size; from++) {
      const cell = (ordered[from] as number) - offset;
      const code = (status[cell] as number) * RESULT_CATEGORIES.length + (result[cell] as number);
      codes[code] = (codes[code] as number) + 1;
      seenTasks[cell % taskCount] = 1;
      seenTools[(cell / taskCount) | 0] = 1;
      const time = times[cell] as number;
      if (time > 0) cpu += time;
    }
    for (const seen of seenTasks) tasks += seen;
    for (const [index, seen] of seenTools.entries())
      if (seen) tools.add(part.tools[index] as string);
    for (const [code, count] of codes.entries()) {
      if (count === 0) continue;
      const resultCode = code % RESULT_CATEGORIES.length;
      results[resultCode] = (results[resultCode] as number) + count;
      points += count * (worth[code] as number);
      const text = part.statuses[Math.floor(code / RESULT_CATEGORIES.length)] as string;
      const known = statuses.get(text);
      if (known === undefined) {
        statuses.set(text, { count, result: RESULT_CATEGORIES[resultCode] as ResultCategory });
      } else known.count += count;
    }
  }
  return {
    runs: rows.length,
    tasks,
    tools: tools.size,
    points,
    cpuTimeSeconds: cpu,
    byResult: Object.fromEntries(
      RESULT_CATEGORIES.map((name, index) => [name, results[index] as number]),
    ) as Record<ResultCategory, number>,
    byStatus: [...statuses]
      .map(([text, { count, result }]) => [text, count, result] as const)
      .sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1)),
  };
}

function isAscending(rows: Uint32Array): boolean {
  for (let index = 1; index < rows.length; index++) {
    if ((rows[index] as number) < (rows[index - 1] as number)) return false;
  }
  return true;
}
