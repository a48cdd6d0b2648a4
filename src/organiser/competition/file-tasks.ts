import { type ExpectedVerdict, formatVerdict, parseStatus } from "../../ground/model/index.ts";
import { defined } from "../../ground/util/defined.ts";
import type { Diagnostic } from "../../ground/util/diagnostic.ts";
import { modernCategory } from "../results/index.ts";
import type { CategoryTask } from "../scoring/index.ts";
import type { ExclusionList } from "../tasks/index.ts";
import { expectedVerdictOf, type FileRun, fileFault } from "./file-runs.ts";

/** A task of a base category, as described by the files. */
export interface FileTask {
  readonly expectedVerdict: ExpectedVerdict | undefined;
  /** Derived from a result that the file calls correct or wrong. */
  readonly isGuess: boolean;
  readonly isVoid: boolean;
  /** From the list of exclusions. */
  readonly voidReason?: string;
}

/** The tasks that occur in any file, by base category. */
export class FileTasks {
  readonly #byCategory = new Map<string, Map<string, FileTask>>();
  readonly #voidTasks: ExclusionList | undefined;

  constructor(voidTasks: ExclusionList | undefined) {
    this.#voidTasks = voidTasks;
  }

  has(category: string): boolean {
    return this.#byCategory.has(category);
  }

  /** Undefined for a task that was not noted. */
  find(category: string, id: string): FileTask | undefined {
    return this.#byCategory.get(category)?.get(id);
  }

  voidReason(run: FileRun, property: string): string | undefined {
    return this.#voidTasks?.reasonFor(run.path, property);
  }

  /** @throws InputError when files contradict each other about the expected verdict. */
  note(file: string, run: FileRun, category: string, id: string, property: string): void {
    const written = expectedVerdictOf(run, property);
    const voidReason = this.voidReason(run, property);
    const task: FileTask = {
      expectedVerdict: written ?? impliedVerdict(run),
      isGuess: written === undefined,
      isVoid: run.status.startsWith("invalid task") || voidReason !== undefined,
      ...defined({ voidReason }),
    };
    let tasks = this.#byCategory.get(category);
    if (tasks === undefined) {
      tasks = new Map();
      this.#byCategory.set(category, tasks);
    }
    const known = tasks.get(id);
    if (known !== undefined) requireAgreement(known, task, file, run);
    tasks.set(id, known === undefined ? task : joined(known, task));
  }

  /**
   * Warnings about tasks whose path ends with that of another task of the category, as where files
   * were written in different folders: they count as two tasks.
   */
  spellings(file: string): readonly Diagnostic[] {
    return [...this.#byCategory].flatMap(([category, tasks]): readonly Diagnostic[] => {
      const twice = [...tasks.keys()].flatMap((id) => {
        const shorter = endsOf(id).find((end) => tasks.has(end));
        return shorter === undefined ? [] : [[shorter, id] as const];
      });
      const [first] = twice;
      if (first === undefined) return [];
      const others = twice.length === 1 ? "" : ` (so do others: ${twice.length - 1})`;
      const message = `in ${category}, ${first.join(" and ")} count as two tasks, but may be one under two paths${others}`;
      return [{ severity: "warning", code: "task-counted-twice", message, file }];
    });
  }

  /** In the order of the files. */
  ofCategory(category: string): readonly CategoryTask[] {
    const tasks = this.#byCategory.get(category) ?? new Map<string, FileTask>();
    return [...tasks].map(([task, { expectedVerdict, isVoid, voidReason }]) => ({
      task,
      ...defined({ expectedVerdict }),
      isVoid,
      ...defined({ voidReason }),
    }));
  }
}

/** `b/c.yml#p`, `c.yml#p` of `a/b/c.yml#p`. */
function endsOf(id: string): readonly string[] {
  const parts = id.split("/");
  return parts.slice(1).map((_, index) => parts.slice(index + 1).join("/"));
}

/** Written verdicts have precedence over derived ones. */
function joined(known: FileTask, task: FileTask): FileTask {
  const isBetter =
    task.expectedVerdict !== undefined &&
    (known.expectedVerdict === undefined || (known.isGuess && !task.isGuess));
  const { expectedVerdict, isGuess } = isBetter ? task : known;
  const voidReason = known.voidReason ?? task.voidReason;
  return {
    expectedVerdict,
    isGuess,
    isVoid: known.isVoid || task.isVoid,
    ...defined({ voidReason }),
  };
}

function requireAgreement(known: FileTask, task: FileTask, file: string, run: FileRun): void {
  if (known.isGuess || task.isGuess) return;
  const { expectedVerdict: before } = known;
  const { expectedVerdict: now } = task;
  if (before === undefined || now === undefined) return;
  if (formatVerdict(before) === formatVerdict(now)) return;
  const texts = [now, before].map(formatVerdict).join(", before ");
  throw fileFault(file, run.line, `the expected verdict of ${run.name} is ${texts}`);
}

/** Without expected verdicts, files imply them by the answers that they call correct or wrong. */
function impliedVerdict({ status, writtenCategory }: FileRun): ExpectedVerdict | undefined {
  const { kind } = parseStatus(status);
  if (kind !== "true" && kind !== "false") return undefined;
  const category = modernCategory(writtenCategory);
  if (category === "correct" || category === "correct-unconfirmed") return { kind };
  return category === "wrong" ? { kind: kind === "true" ? "false" : "true" } : undefined;
}
