/** Tasks as they were until 2018: a program whose name tells the expected verdict. */
import type { DataModel, ExpectedVerdict, TaskDefinition } from "../../ground/model/index.ts";
import { defined } from "../../ground/util/defined.ts";
import { folderOf, relativePath } from "../../ground/util/path.ts";

/** What a category tells of programs, because no task definition does. */
export interface ProgramTasks {
  readonly property: string;
  /** Relative to the root of the tasks. */
  readonly propertyFile: string;
  readonly dataModel?: DataModel;
}

/** Whether a path is one of a program, which needs no task definition. */
export function isProgramPath(path: string): boolean {
  return /\.[ci]$/.test(path);
}

/**
 * The task definition that the name of a program stands for; undefined when the name tells no
 * verdict for the property.
 */
export function definitionOfProgram(
  file: string,
  { property, propertyFile, dataModel }: ProgramTasks,
): TaskDefinition | undefined {
  const expectedVerdict = expectedVerdictOfFileName(file, property);
  if (expectedVerdict === undefined) return undefined;
  return {
    file,
    formatVersion: "2.0",
    inputFiles: [literalPattern(file.slice(file.lastIndexOf("/") + 1))],
    requiredFiles: [],
    properties: [
      {
        propertyFile: relativePath(folderOf(file), propertyFile),
        propertyName: property,
        expectedVerdict,
      },
    ],
    language: "C",
    ...defined({ dataModel }),
  };
}

/** A pattern that matches this path only. */
function literalPattern(path: string): string {
  return path.replace(/[*?[]/g, "[$&]");
}

/** What file names call the property. */
const MARKERS: Readonly<Record<string, readonly string[]>> = {
  "unreach-call": ["unreach-call", "unreach-label", "unreach", "assert"],
  "valid-memsafety": ["valid-memsafety", "valid-deref", "valid-free", "valid-memtrack"],
};

/**
 * The expected verdict that the name of a program tells, as until 2018:
 * `x_true-unreach-call.c`, `x_false-valid-deref.i`, `x_false_assert.c`, and in
 * 2012 `x_safe.c`, `x_unsafe.c`, `x_BUG.c` for reachability. Undefined when
 * the name says nothing about the property.
 */
export function expectedVerdictOfFileName(
  path: string,
  property: string,
): ExpectedVerdict | undefined {
  const name = path.slice(path.lastIndexOf("/") + 1);
  for (const marker of MARKERS[property] ?? [property]) {
    const found = new RegExp(`_(true|false)[-_]${marker}(?![a-z])`).exec(name);
    if (found === null) continue;
    if (found[1] === "false") {
      const isPart = property === "valid-memsafety" && marker !== property;
      return isPart ? { kind: "false", subproperty: marker } : { kind: "false" };
    }
    // Of a part of memory safety alone one cannot tell that all of it holds.
    if (property !== "valid-memsafety" || marker === property) return { kind: "true" };
  }
  if (property !== "unreach-call" || /_(true|false)[-_]/.test(name)) return undefined;
  if (/(^|[._-])(unsafe|bug)(?![a-z])/i.test(name)) return { kind: "false" };
  if (/(^|[._-])safe(?![a-z])/i.test(name)) return { kind: "true" };
  return undefined;
}
