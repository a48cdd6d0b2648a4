/**
 * The same tasks in two result sets: of other years, other versions, other machines. Tasks are the
 * same when their names are, or, where a name occurs once in each set, when the file, its folder
 * and the property are.
 */
import type { ScoringSchema } from "../../ground/model/index.ts";
import { categoryPart, type PartRun, type PartTask } from "./category-part.ts";
import { type Cell, type PartView, RunStore, taskOf } from "./run-store.ts";

/** A task in a category. */
export interface TaskPlace {
  readonly view: PartView;
  /** Index in the category. */
  readonly task: number;
}

/** Finds tasks of a result set by names of another one. */
export class TaskFinder {
  readonly #byName = new Map<string, TaskPlace[]>();
  /** Names by their last part. */
  readonly #names = new Map<string, string | undefined>();

  constructor(store: RunStore) {
    for (const view of store.views) {
      for (const [task, { id }] of view.part.tasks.entries()) {
        const places = this.#byName.get(id);
        if (places !== undefined) {
          places.push({ view, task });
          continue;
        }
        this.#byName.set(id, [{ view, task }]);
        const key = lastPart(id);
        this.#names.set(key, this.#names.has(key) ? undefined : id);
      }
    }
  }

  /** All places of the task; none when it is not there, or when several tasks match. */
  find(id: string): readonly TaskPlace[] {
    const name = this.#byName.has(id) ? id : this.#names.get(lastPart(id));
    return name === undefined ? [] : (this.#byName.get(name) ?? []);
  }
}

/** `c/loops/sum.yml#unreach-call` → `loops/sum.yml#unreach-call`. */
function lastPart(id: string): string {
  const hash = id.lastIndexOf("#");
  const file = hash < 0 ? id : id.slice(0, hash);
  return file.split("/").slice(-2).join("/") + id.slice(file.length);
}

/** All runs at a place, in table order. */
export function cellsAt({ view, task }: TaskPlace): readonly Cell[] {
  const { tasks, tools, columns } = view.part;
  return tools.flatMap((_, tool) => {
    const cell = tool * tasks.length + task;
    return columns.status[cell] === 0 ? [] : [{ view, cell }];
  });
}

/** A tool in a result set. */
export interface ToolRuns {
  readonly store: RunStore;
  readonly tool: string;
}

/** Names of the tools of {@link joinedRuns}. */
export const JOINED_TOOLS = ["first", "second"] as const;

/**
 * Combines two tools of two result sets in one, so that they can be compared as if from one set:
 * categories are those of the first set, with its tasks and with the additional tasks of the second
 * set's categories of the same name.
 */
export function joinedRuns(first: ToolRuns, second: ToolRuns, schema: ScoringSchema): RunStore {
  const finder = new TaskFinder(second.store);
  const matched = new Set<string>();
  const parts = first.store.views.map((view) => {
    const { category } = view.part;
    const tasks: PartTask[] = [];
    const runs: PartRun[] = [];
    for (const [index, task] of view.part.tasks.entries()) {
      tasks.push(task);
      const own = runAt(first, { view, task: index });
      if (own !== undefined) runs.push({ ...own, tool: JOINED_TOOLS[0] });
      const places = finder.find(task.id);
      const place = places.find((each) => each.view.part.category === category) ?? places[0];
      if (place === undefined) continue;
      matched.add(idAt(place));
      const other = runAt(second, place);
      if (other !== undefined) {
        runs.push({ ...other, tool: JOINED_TOOLS[1], category, task: task.id });
      }
    }
    return { category, tasks, runs };
  });
  for (const view of second.store.views) {
    const part = parts.find(({ category }) => category === view.part.category);
    if (part === undefined) continue;
    for (const [index, task] of view.part.tasks.entries()) {
      const run = matched.has(task.id) ? undefined : runAt(second, { view, task: index });
      if (run === undefined) continue;
      part.tasks.push(task);
      part.runs.push({ ...run, tool: JOINED_TOOLS[1] });
    }
  }
  return new RunStore(
    parts.map(({ category, tasks, runs }) => categoryPart(category, tasks, JOINED_TOOLS, runs)),
    schema,
  );
}

function idAt({ view, task }: TaskPlace): string {
  return taskOf({ view, cell: task }).id;
}

function runAt({ store, tool }: ToolRuns, { view, task }: TaskPlace): PartRun | undefined {
  const index = view.part.tools.indexOf(tool);
  if (index < 0) return undefined;
  return store.run(view.offset + index * view.part.tasks.length + task);
}
