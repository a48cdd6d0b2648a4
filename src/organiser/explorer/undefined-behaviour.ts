/**
 * Programs with undefined behaviour, although the verdicts for other properties presuppose that
 * there is none, so that answers to those are meaningless. Derived from the verdicts for other
 * properties of the same program, and from statuses that report it.
 */
import { parseVerdict } from "../../ground/model/index.ts";
import { type RunStore, resultOf, statusOf, taskOf, toolOf } from "./run-store.ts";

export interface UndefinedBehaviour {
  /** The task for the property that is violated. */
  readonly task: string;
  readonly category: string;
  /** E.g. `no-overflow`, `valid-deref`, or the status that reports it. */
  readonly what: string;
  /** The expected verdict reports it. */
  readonly isExpected: boolean;
  /** Tools that report it, and those of them that contradict the expected verdict. */
  readonly tools: readonly string[];
  readonly contradicting: readonly string[];
  /** Tasks of the same program that presuppose defined behaviour. */
  readonly presupposing: readonly string[];
}

/**
 * Properties that only undefined behaviour violates; leaks, a part of memory safety, do not count.
 */
const UNDEFINED: ReadonlySet<string> = new Set([
  "no-overflow",
  "no-data-race",
  "def-behavior",
  "valid-deref",
  "valid-free",
]);

const SAYS_SO = /undefined[ -]behaviou?r/i;

/** @returns Expected ones first. */
export function undefinedBehaviour(store: RunStore): readonly UndefinedBehaviour[] {
  const presupposing = tasksByProgram(store);
  const found: UndefinedBehaviour[] = [];
  for (const view of store.views) {
    const { part } = view;
    const count = part.tasks.length;
    // Only few of a million runs need to be examined.
    const isOfInterest = part.statuses.map((text) => /^false/i.test(text) || SAYS_SO.test(text));
    for (const [index, { id, expected }] of part.tasks.entries()) {
      const property = id.slice(id.lastIndexOf("#") + 1);
      const others = (presupposing.get(programOf(id)) ?? []).filter((other) => other !== id);
      const reports = new Map<string, { tools: string[]; contradicting: string[] }>();
      const entry = (what: string): { tools: string[]; contradicting: string[] } => {
        const known = reports.get(what) ?? { tools: [], contradicting: [] };
        reports.set(what, known);
        return known;
      };
      const due = expected === undefined ? undefined : violated(expected, property);
      if (due !== undefined) entry(due);
      for (let tool = 0; tool < part.tools.length; tool++) {
        const cell = { view, cell: tool * count + index };
        if (isOfInterest[part.columns.status[cell.cell] as number] !== true) continue;
        const status = statusOf(cell);
        const what = SAYS_SO.test(status) ? status : violated(status, property);
        if (what === undefined) continue;
        const known = entry(what);
        known.tools.push(toolOf(cell));
        if (resultOf(cell) === "wrong") known.contradicting.push(toolOf(cell));
      }
      const { category } = part;
      for (const [what, report] of reports) {
        // Without presupposing tasks there is no harm; a status is about the task itself.
        const spoiled = SAYS_SO.test(what) ? [id, ...others] : others;
        if (spoiled.length === 0) continue;
        const isExpected = what === due;
        found.push({
          task: taskOf({ view, cell: index }).id,
          category,
          what,
          isExpected,
          ...report,
          presupposing: spoiled,
        });
      }
    }
  }
  return found.sort((a, b) => Number(b.isExpected) - Number(a.isExpected));
}

/** The property that is violated by undefined behaviour when the answer is right. */
function violated(answer: string, property: string): string | undefined {
  const verdict = parseVerdict(answer);
  if (verdict?.kind !== "false") return undefined;
  const { subproperty = property } = verdict;
  return UNDEFINED.has(subproperty) ? subproperty : undefined;
}

function programOf(task: string): string {
  const hash = task.lastIndexOf("#");
  return hash < 0 ? task : task.slice(0, hash);
}

/** By program: the tasks whose property is not about undefined behaviour itself. */
function tasksByProgram(store: RunStore): ReadonlyMap<string, readonly string[]> {
  const tasks = new Map<string, string[]>();
  for (const { part } of store.views) {
    for (const { id } of part.tasks) {
      const property = id.slice(id.lastIndexOf("#") + 1);
      if (UNDEFINED.has(property) || property === "valid-memsafety") continue;
      const program = programOf(id);
      const known = tasks.get(program);
      if (known === undefined) tasks.set(program, [id]);
      else if (!known.includes(id)) known.push(id);
    }
  }
  return tasks;
}
