/** Tool-info modules: they make command lines and derive statuses from outputs. */
export {
  type FmToolsEntry,
  type FmToolsParticipation,
  type FmToolsPerson,
  isHorsConcours,
  parseFmToolsEntry,
  participationIn,
} from "./fm-tools-entry.ts";
export { outputLines } from "./output.ts";
export {
  findNativeToolInfo,
  findToolInfo,
  isLinterModule,
  isPythonModule,
  TOOL_MODULES,
} from "./registry.ts";
export { notSupported } from "./task-options.ts";
export type {
  CommandRequest,
  ToolInfo,
  ToolLimits,
  ToolRole,
  ToolRun,
  ToolTask,
} from "./tool-info.ts";
export { ownVersion } from "./tool-version.ts";
