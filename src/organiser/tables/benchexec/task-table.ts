/** The tasks of a table: decides when two runs of different files belong to the same task. */
import type { ExpectedVerdict } from "../../../ground/model/index.ts";
import { ByteInterner } from "../../../ground/util/byte-interner.ts";
import { decodeUtf8 } from "../../../ground/util/utf8.ts";

/** The property of a task, as far as tables need it. */
export interface TaskProperty {
  /** Base name of the file without its ending. */
  readonly name: string;
  readonly file?: string;
  /** Every line of the file begins with CHECK, so there are scores. */
  readonly isScored: boolean;
}

/** The expected verdict of a task; `kind` is absent where it is unknown. */
export interface TaskVerdict {
  readonly kind?: ExpectedVerdict["kind"];
  readonly subproperty?: string;
}

export interface TableTask {
  /** Path of the task relative to the current directory, or an identifier. */
  readonly name: string;
  readonly property?: TaskProperty;
  readonly expectedVerdict?: TaskVerdict;
  readonly witnessCategory?: string;
  /** `id` of the result in the table definition. */
  readonly runSet?: string;
}

/** The parts that identify a task, as tables show them. The first is always shown. */
export function idParts(task: TableTask): readonly (string | undefined)[] {
  return [
    task.name,
    task.property?.name,
    task.expectedVerdict === undefined ? undefined : verdictText(task.expectedVerdict),
    task.witnessCategory,
    task.runSet,
  ];
}

function verdictText({ kind, subproperty }: TaskVerdict): string {
  if (kind === undefined) return "";
  return subproperty ? `${kind}(${subproperty})` : kind;
}

/** The parts that differ between any two tasks. Properties of one name may be different files. */
export function relevantParts(tasks: readonly TableTask[]): readonly boolean[] {
  const [first] = tasks;
  if (first === undefined) return [true];
  const keys = partKeys(first);
  const relevant = [true, false, false, false, false];
  for (const task of tasks) {
    partKeys(task).forEach((key, index) => {
      if (key !== keys[index]) relevant[index] = true;
    });
  }
  return relevant;
}

function partKeys(task: TableTask): readonly (string | undefined)[] {
  const { property, expectedVerdict } = task;
  return [
    undefined,
    property && `${property.isScored} ${property.name} ${property.file ?? ""}`,
    expectedVerdict && `${expectedVerdict.kind ?? ""} ${expectedVerdict.subproperty ?? ""}`,
    task.witnessCategory,
    task.runSet,
  ];
}

/** Gives equal tasks the same number. */
export class TaskTable {
  readonly tasks: TableTask[] = [];
  readonly #names = new Map<string, number>();
  readonly #writtenNames = new Map<string | undefined, WrittenNames>();
  readonly #combinations = new Map<string, number>();
  /** By {@link pairKey} of name and combination. */
  readonly #ids = new Map<number, number>();

  /** Number of a name, for {@link intern}. */
  nameId(name: string): number {
    return numberOf(this.#names, name);
  }

  /** Names as written in result files of the folder, or, without one, names that are not paths. */
  writtenNames(folder: string | undefined): WrittenNames {
    let names = this.#writtenNames.get(folder);
    if (names === undefined) {
      names = new WrittenNames((name) => this.nameId(name));
      this.#writtenNames.set(folder, names);
    }
    return names;
  }

  /** Number of everything except the name, for {@link intern}. */
  combinationId(rest: Omit<TableTask, "name">): number {
    const { property, expectedVerdict, witnessCategory, runSet } = rest;
    const key = JSON.stringify([
      property === undefined ? null : [property.file ?? null, property.isScored, property.name],
      expectedVerdict === undefined
        ? null
        : [expectedVerdict.kind ?? null, expectedVerdict.subproperty ?? null],
      witnessCategory ?? null,
      runSet ?? null,
    ]);
    return numberOf(this.#combinations, key);
  }

  intern(nameId: number, combinationId: number, task: () => TableTask): number {
    const key = pairKey(nameId, combinationId);
    let id = this.#ids.get(key);
    if (id === undefined) {
      id = this.tasks.push(task()) - 1;
      this.#ids.set(key, id);
    }
    return id;
  }
}

/**
 * Combines two numbers below 2^31: almost always to a small integer, which maps find several times
 * faster.
 */
function pairKey(name: number, combination: number): number {
  return name < 2 ** 20 && combination < 2 ** 10
    ? name * 2 ** 10 + combination
    : 2 ** 31 + name + combination * 2 ** 32;
}

/** A task's name and its number. */
export interface TaskName {
  readonly name: string;
  readonly id: number;
}

/** Names as files of one folder write them: no string is created for a known name. */
class WrittenNames {
  readonly #interner = new ByteInterner();
  readonly #names: TaskName[] = [];
  readonly #idOf: (name: string) => number;

  constructor(idOf: (name: string) => number) {
    this.#idOf = idOf;
  }

  /** `resolve` turns a written name into a task's name. */
  nameOf(
    bytes: Uint8Array,
    start: number,
    end: number,
    resolve: (written: string) => string,
  ): TaskName {
    const number = this.#interner.intern(bytes, start, end);
    const known = this.#names[number];
    if (known !== undefined) return known;
    const name = resolve(decodeUtf8(bytes, start, end) as string);
    const found = { name, id: this.#idOf(name) };
    this.#names[number] = found;
    return found;
  }
}

function numberOf(numbers: Map<string, number>, key: string): number {
  let number = numbers.get(key);
  if (number === undefined) {
    number = numbers.size;
    numbers.set(key, number);
  }
  return number;
}

/**
 * The tasks of all lists, keeping each list's order as far as possible: a new task of a list comes
 * directly after its predecessor there.
 */
export function mergeTasks(lists: readonly Int32Array[], taskCount: number): Int32Array {
  const next = new Int32Array(taskCount).fill(-1);
  const isKnown = new Uint8Array(taskCount);
  let head = -1;
  let size = 0;
  for (const list of lists) {
    let previous = -1;
    for (const task of list) {
      if (isKnown[task] === 0) {
        isKnown[task] = 1;
        size++;
        next[task] = previous < 0 ? head : (next[previous] as number);
        if (previous < 0) head = task;
        else next[previous] = task;
      }
      previous = task;
    }
  }
  const merged = new Int32Array(size);
  for (let index = 0; index < size; index++) {
    merged[index] = head;
    head = next[head] as number;
  }
  return merged;
}

/** The tasks that are in every list, in the order of the first. */
export function commonTasks(lists: readonly Int32Array[], taskCount: number): Int32Array {
  const counts = new Int32Array(taskCount);
  for (const list of lists) for (const task of list) counts[task] = (counts[task] as number) + 1;
  return (lists[0] ?? new Int32Array()).filter((task) => counts[task] === lists.length);
}
