/** Task definitions, task sets, and the selection of the tasks of a category. */

export { type CategoryStructure, parseCategoryStructure } from "./category-structure.ts";
export { parseExcludedTools } from "./excluded-tools.ts";
export { ExclusionList, parseExclusionList } from "./exclusion-list.ts";
export {
  definitionOfProgram,
  expectedVerdictOfFileName,
  isProgramPath,
  type ProgramTasks,
} from "./file-name-verdict.ts";
export { type FolderEntry, Glob, type ListFolder } from "./glob.ts";
export {
  type SelectedTasks,
  type TaskFiles,
  type TaskSelection,
  TaskSelector,
} from "./select-tasks.ts";
export { isTaskDefinitionText, parseTaskDefinition } from "./task-definition-file.ts";
export { parseTaskSet } from "./task-set.ts";
