/** Tasks in the form used until 2018: a program whose name contains the expected verdict. */
import type { DataModel, ExpectedVerdict, TaskDefinition } from "../../ground/model/index.ts";
import { defined } from "../../ground/util/defined.ts";
import { folderOf, relativePath } from "../../ground/util/path.ts";

/** Facts about programs that a category defines, in place of task definitions. */
export interface ProgramTasks {
  readonly property: string;
  /** Relative to the root of the tasks. */
  readonly propertyFile: string;
  readonly dataModel?: DataModel;
}

/** Whether a path is that of a program, which needs no task definition. */
export function isProgramPath(path: string): boolean {
  return /\.[ci]$/.test(path);
}

/**
 * The task definition that the name of a program represents; undefined when the name contains no
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

/** Names of the property in file names. */
const MARKERS: Readonly<Record<string, readonly string[]>> = {
  "unreach-call": ["unreach-call", "unreach-label", "unreach", "assert"],
  "valid-memsafety": ["valid-memsafety", "valid-deref", "valid-free", "valid-memtrack"],
};

/**
 * The expected verdict in the name of a program, as used until 2018:
 * `x_true-unreach-call.c`, `x_false-valid-deref.i`, `x_false_assert.c`, and in 2012 `x_safe.c`,
 * `x_unsafe.c`, `x_BUG.c` for reachability. Undefined when the name contains none for the property.
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
    // A true part of memory safety does not imply that all parts hold.
    if (property !== "valid-memsafety" || marker === property) return { kind: "true" };
  }
  if (property !== "unreach-call" || /_(true|false)[-_]/.test(name)) return undefined;
  if (/(^|[._-])(unsafe|bug)(?![a-z])/i.test(name)) return { kind: "false" };
  if (/(^|[._-])safe(?![a-z])/i.test(name)) return { kind: "true" };
  return undefined;
}
