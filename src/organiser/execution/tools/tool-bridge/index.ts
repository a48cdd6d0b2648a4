/** BenchExec's Python tool-info modules, run unchanged in a sandbox. */
export { BridgedTool, pythonModuleName, type ToolPlace } from "./bridged-tool.ts";
export { BENCHEXEC_VARIABLE, moduleSearchPath } from "./find-benchexec.ts";
export { ModuleError } from "./python-bridge.ts";
