/** Tool-info modules: command lines in, statuses out of outputs. */
export { findToolInfo, TOOL_MODULES } from "./registry.ts";
export type { ToolInfo, ToolRun, ToolTask } from "./tool-info.ts";
