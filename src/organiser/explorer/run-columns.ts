/** The columns of the table of runs: their names, order and text forms. */
import { RESULT_CATEGORIES } from "../../ground/model/index.ts";
import { formatMemory, formatSignificant } from "../tables/index.ts";
import { shortest } from "./category-part.ts";
import {
  type Cell,
  type PartView,
  pointsOfCell,
  type RunStore,
  resultOf,
  statusOf,
  taskOf,
  toolOf,
} from "./run-store.ts";

export interface RunColumn {
  /** Key in addresses and queries. */
  readonly id: string;
  readonly title: string;
  readonly unit?: string;
  readonly align: "left" | "right";
  /** Hidden by default. */
  readonly optional?: boolean;
  /** Rounded, for display. */
  text(cell: Cell): string;
  /** Exact, for programs; default: `text`. */
  raw(cell: Cell): string;
  /** Numbers of all cells of a part to sort by; NaN comes last. */
  keys(view: PartView, store: RunStore): (cell: number) => number;
}

type MeasureName = "cpu" | "wall" | "memory" | "energy";

function seconds(value: number): string {
  return formatSignificant(value, 3);
}

function measure(
  id: MeasureName,
  title: string,
  unit: string,
  format: (value: number) => string,
  optional = false,
): RunColumn {
  const value = ({ view, cell }: Cell): number | undefined =>
    shortest(view.part.columns[id][cell] ?? Number.NaN);
  const isKnown = (number: number | undefined): number is number =>
    number !== undefined && !Number.isNaN(number);
  return {
    id,
    title,
    unit,
    align: "right",
    optional,
    text: (cell) => {
      const number = value(cell);
      return isKnown(number) ? format(number) : "";
    },
    raw: (cell) => {
      const number = value(cell);
      return isKnown(number) ? String(number) : "";
    },
    keys: ({ part }) => {
      const column = part.columns[id];
      return (cell) => column[cell] ?? Number.NaN;
    },
  };
}

function textual(
  id: string,
  title: string,
  text: (cell: Cell) => string,
  keys: RunColumn["keys"],
  optional = false,
): RunColumn {
  return { id, title, align: "left", optional, text, raw: text, keys };
}

/** Ranks of texts in natural order: the codes of all parts on one scale. */
function ranks(texts: Iterable<string>): ReadonlyMap<string, number> {
  const sorted = [...new Set(texts)].sort(compareTexts);
  return new Map(sorted.map((text, rank) => [text, rank]));
}

/** Orders of a store's texts by column: needed once per part, computed once per store. */
const ORDERS = new WeakMap<RunStore, Map<string, ReadonlyMap<string, number>>>();

function orderIn(
  store: RunStore,
  column: string,
  textsOf: (view: PartView) => readonly string[],
): ReadonlyMap<string, number> {
  let orders = ORDERS.get(store);
  if (orders === undefined) {
    orders = new Map();
    ORDERS.set(store, orders);
  }
  let order = orders.get(column);
  if (order === undefined) {
    order = ranks(store.views.flatMap(textsOf));
    orders.set(column, order);
  }
  return order;
}

/** By code unit; the same on every machine. */
function compareTexts(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

export const RUN_COLUMNS: readonly RunColumn[] = [
  textual(
    "task",
    "Task",
    (cell) => taskOf(cell).id,
    ({ part }, store) => {
      const order = orderIn(store, "task", (view) => view.part.tasks.map(({ id }) => id));
      const byTask = Float64Array.from(part.tasks, ({ id }) => order.get(id) as number);
      return (cell) => byTask[cell % byTask.length] as number;
    },
  ),
  textual(
    "category",
    "Category",
    ({ view }) => view.part.category,
    (view, store) => {
      const rank = store.views.indexOf(view);
      return () => rank;
    },
    true,
  ),
  textual("tool", "Verifier", toolOf, ({ part }, store) => {
    const order = orderIn(store, "tool", (view) => view.part.tools);
    const byTool = part.tools.map((tool) => order.get(tool) as number);
    return (cell) => byTool[Math.floor(cell / part.tasks.length)] as number;
  }),
  textual(
    "expected",
    "Expected",
    (cell) => taskOf(cell).expected ?? "",
    ({ part }, store) => {
      const order = orderIn(store, "expected", (view) =>
        view.part.tasks.map(({ expected = "" }) => expected),
      );
      const byTask = part.tasks.map(({ expected = "" }) => order.get(expected) as number);
      return (cell) => byTask[cell % byTask.length] as number;
    },
  ),
  textual("status", "Status", statusOf, ({ part }, store) => {
    const order = orderIn(store, "status", (view) => view.part.statuses);
    const byCode = part.statuses.map((status) => order.get(status) as number);
    return (cell) => byCode[part.columns.status[cell] as number] as number;
  }),
  textual(
    "result",
    "Result",
    resultOf,
    ({ part }) => {
      const column = part.columns.result;
      return (cell) => column[cell] as number;
    },
    // The shape before the status tells it.
    true,
  ),
  {
    ...textual(
      "points",
      "Points",
      (cell) => String(pointsOfCell(cell)),
      (view) => {
        const { status, result } = view.part.columns;
        const { points } = view;
        return (cell) =>
          points[
            (status[cell] as number) * RESULT_CATEGORIES.length + (result[cell] as number)
          ] as number;
      },
    ),
    align: "right",
  },
  measure("cpu", "CPU time", "s", seconds),
  measure("wall", "Wall time", "s", seconds, true),
  measure("memory", "Memory", "MB", (bytes) => formatMemory(bytes).replace(/ MB$/, "")),
  measure("energy", "Energy", "J", seconds, true),
];

export function findColumn(id: string): RunColumn | undefined {
  return RUN_COLUMNS.find((column) => column.id === id);
}
