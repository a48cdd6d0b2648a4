/** BenchExec's Python tool-info modules, run unchanged in a sandbox. */
export {
  BridgedTool,
  type BridgeSource,
  type ModuleFacts,
  pythonModuleName,
  type ToolPlace,
} from "./bridged-tool.ts";
export { BENCHEXEC_VARIABLE, moduleSearchPath } from "./find-benchexec.ts";
export { helperIsolation, runHelper } from "./helper-process.ts";
export { ModuleError } from "./python-bridge.ts";
