/**
 * The rows that match a query. Texts are tested once per dictionary entry, never per run, so that
 * 200,000 runs take some hundredths of a second.
 */
import { RESULT_CATEGORIES } from "../../ground/model/index.ts";
import { isPattern, type NumberKey, type QueryKey, type Term } from "./query.ts";
import type { PartView, RunStore } from "./run-store.ts";

/** Rows in their order. */
export function filterRows(store: RunStore, terms: readonly Term[]): Uint32Array {
  const rows = new Uint32Array(store.size);
  let count = 0;
  for (const view of store.views) count = filterPart(view, terms, rows, count);
  return rows.slice(0, count);
}

function filterPart(
  view: PartView,
  terms: readonly Term[],
  rows: Uint32Array,
  start: number,
): number {
  const { part, offset, points } = view;
  const { columns, tasks } = part;
  const texts = terms.filter((term) => term.kind === "texts");
  const ranges = terms.filter((term) => term.kind === "range");
  const allows = (key: QueryKey, value: string): boolean =>
    texts.every((term) => term.key !== key || holds(term.values, key, value) !== term.negated);
  if (!allows("category", part.category)) return start;
  const results = Uint8Array.from(RESULT_CATEGORIES, (name) => Number(allows("result", name)));
  const statuses = Uint8Array.from(part.statuses, (status, code) =>
    Number(code !== 0 && allows("status", status)),
  );
  const allowedTasks = Uint8Array.from(tasks, ({ id, expected = "" }) =>
    Number(allows("task", id) && allows("expected", expected)),
  );
  const numbers = ranges.map((term) => ({
    term,
    values: numberColumn(view, term.key),
  }));
  let count = start;
  for (const [toolIndex, tool] of part.tools.entries()) {
    if (!allows("tool", tool)) continue;
    const first = toolIndex * tasks.length;
    for (let task = 0; task < tasks.length; task++) {
      if (allowedTasks[task] === 0) continue;
      const cell = first + task;
      const status = columns.status[cell] as number;
      const result = columns.result[cell] as number;
      if (statuses[status] === 0 || results[result] === 0) continue;
      let isInside = true;
      for (const { term, values } of numbers) {
        const value = values ?? (points[status * RESULT_CATEGORIES.length + result] as number);
        const number = typeof value === "number" ? value : (value[cell] ?? Number.NaN);
        if (isInRange(term, number) === term.negated) {
          isInside = false;
          break;
        }
      }
      if (isInside) rows[count++] = offset + cell;
    }
  }
  return count;
}

const BYTES_PER_MB = 1e6;

/** Undefined: the points. */
function numberColumn({ part }: PartView, key: NumberKey): Float32Array | Float64Array | undefined {
  if (key === "points") return undefined;
  if (key === "memory") return part.columns.memory.map((bytes) => bytes / BYTES_PER_MB);
  return part.columns[key];
}

function isInRange(term: Term & { readonly kind: "range" }, value: number): boolean {
  return term.isStrict
    ? value > term.minimum && value < term.maximum
    : value >= term.minimum && value <= term.maximum;
}

/**
 * Names of tools and tasks match in part; statuses by their beginning; results and categories as a
 * whole.
 */
function holds(values: readonly string[], key: QueryKey, text: string): boolean {
  return values.some((value) => {
    if (isPattern(value)) return new RegExp(value.slice(1, -1)).test(text);
    const wanted = value.toLowerCase();
    const found = text.toLowerCase();
    switch (key) {
      case "task":
        return found.includes(wanted);
      case "status":
        return (
          found === wanted || found.startsWith(`${wanted} (`) || found.startsWith(`${wanted}(`)
        );
      case "category":
        return found === wanted || found.endsWith(`.${wanted}`);
      default:
        return found === wanted;
    }
  });
}
