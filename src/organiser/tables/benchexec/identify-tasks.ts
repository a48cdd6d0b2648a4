import { defined } from "../../../ground/util/defined.ts";
import { folderOf } from "../../../ground/util/path.ts";
import type { Cells } from "../../results/index.ts";
import { combined, internOptional, textOf } from "./interned-cells.ts";
import type { RunSetFile, RunSetSurroundings } from "./run-set-file.ts";
import type { TableTask, TaskName, TaskTable, TaskVerdict } from "./task-table.ts";

/** Determines the task of each run of a file. */
export class TaskIdentification {
  readonly #file: RunSetFile;
  readonly #taskTable: TaskTable;
  readonly #around: RunSetSurroundings;

  constructor(file: RunSetFile, taskTable: TaskTable, around: RunSetSurroundings) {
    this.#file = file;
    this.#taskTable = taskTable;
    this.#around = around;
  }

  identify(witnessCategories: Cells | undefined): {
    readonly tasks: Int32Array;
    readonly hasFiles: Uint8Array;
  } {
    const { runAttributes, runCount } = this.#file.content;
    const tasks = new Int32Array(runCount);
    const hasFiles = new Uint8Array(runCount);
    const names = runAttributes.get("name") as Cells;
    const filesOfRuns = runAttributes.get("files");
    const parts = ["properties", "propertyFile", "expectedVerdict"].map((name) =>
      runAttributes.get(name),
    );
    parts.push(witnessCategories);
    const interned = parts.map((cells) =>
      cells === undefined ? undefined : internOptional(cells),
    );
    const ids = combined(interned, runCount);
    const known = new Map<number | string, Combination>();
    const properties = interned[0];
    const propertyFiles = interned[1];
    for (let run = 0; run < runCount; run++) {
      const isFile = filesOfRuns !== undefined && namesFiles(filesOfRuns, run);
      hasFiles[run] = isFile ? 1 : 0;
      const { name, id: nameId } = this.#nameOf(names, run, isFile);
      // Without a property file the task's definition is read.
      const needsDefinition =
        properties !== undefined &&
        textOf(properties, run) !== undefined &&
        !(propertyFiles && textOf(propertyFiles, run)) &&
        name.endsWith(".yml");
      const key = needsDefinition ? `${ids[run]} ${name}` : (ids[run] as number);
      let combination = known.get(key);
      if (combination === undefined) {
        const texts = interned.map((part) => part && textOf(part, run));
        combination = this.#combination(name, texts);
        known.set(key, combination);
      }
      const { id, rest } = combination;
      tasks[run] = this.#taskTable.intern(nameId, id, () => ({ name, ...rest }));
    }
    return { tasks, hasFiles };
  }

  #combination(
    name: string,
    [properties, propertyFile, expected, witnessCategory]: readonly (string | undefined)[],
  ): Combination {
    const rest = {
      ...this.#propertyOf(name, properties, propertyFile, expected),
      ...defined({ witnessCategory, runSet: this.#file.runSet }),
    };
    return { id: this.#taskTable.combinationId(rest), rest };
  }

  #nameOf({ bytes, starts, lengths }: Cells, run: number, isFile: boolean): TaskName {
    const { file } = this.#file;
    const start = starts[run] as number;
    const known = this.#taskTable.writtenNames(isFile ? folderOf(file) : undefined);
    return known.nameOf(bytes, start, start + (lengths[run] as number), (written) =>
      isFile ? this.#around.resolve(written, file) : written,
    );
  }

  #propertyOf(
    taskName: string,
    properties: string | undefined,
    propertyFile: string | undefined,
    expected: string | undefined,
  ): Pick<TableTask, "property" | "expectedVerdict"> {
    if (properties === undefined) return {};
    if (propertyFile) {
      const file = this.#around.resolve(propertyFile, this.#file.file);
      const isScored = this.#around.isScoredProperty(file);
      const name = isScored === undefined ? properties : nameOfProperty(file);
      return {
        property: { name, file, isScored: isScored ?? false },
        ...(expected === undefined ? {} : { expectedVerdict: this.#verdictOf(expected) }),
      };
    }
    if (taskName.endsWith(".yml")) {
      const found = this.#around.taskProperty(taskName, properties);
      if (found !== undefined) {
        const { property, verdict } = found;
        return { property, ...defined({ expectedVerdict: verdict }) };
      }
    }
    return { property: { name: properties, isScored: false } };
  }

  #verdictOf(text: string): TaskVerdict {
    if (text === "") return {};
    const [, kind, subproperty] = /^(true|false)(?:\((.+)\))?$/.exec(text) ?? [];
    if (kind !== "true" && kind !== "false") {
      this.#around.warn(
        `${this.#file.file}: expectedVerdict '${text}' is not true, false or one of these with a subproperty: read as unknown`,
      );
      return {};
    }
    return { kind, ...defined({ subproperty }) };
  }
}

/** The parts of a run's task except its name. */
interface Combination {
  readonly id: number;
  readonly rest: Omit<TableTask, "name">;
}

function nameOfProperty(file: string): string {
  return file.slice(file.lastIndexOf("/") + 1).replace(/(?<=.)\.[^.]*$/, "");
}

/** Whether the attribute `files`, a list in brackets, names any. */
function namesFiles({ bytes, starts, lengths }: Cells, run: number): boolean {
  const start = starts[run] as number;
  const end = start + (lengths[run] as number) - 1;
  for (let at = start + 1; at < end; at++) {
    // Neither a blank nor a comma.
    if (bytes[at] !== 0x20 && bytes[at] !== 0x2c) return true;
  }
  return false;
}
