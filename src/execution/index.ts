/**
 * Executing untrusted tools: sandbox, limits, measuring, and the spool that
 * survives every crash. Node only.
 */
export type { HostCheck } from "./checks/host-check.ts";
export { hostChecks } from "./checks/host-checks.ts";
export { type AllocationRequest, allocateCores } from "./core-allocation.ts";
export { storedText } from "./damaged-spool.ts";
export { runInDelegatedScope } from "./delegated-scope.ts";
export { executeRun, type RunContext } from "./execute-run.ts";
export type { ExecutionHost } from "./execution-host.ts";
export { type ExecutionLimits, executionLimits } from "./execution-limits.ts";
export { filesWithHashes, findTool, hashOf, type ToolSource } from "./find-tool.ts";
export { type HostRequirements, prepareHost, withPresumedHost } from "./host.ts";
export {
  type HostInfo,
  hostInfo,
  readHostInfo,
  writeHostInfo,
} from "./host-info.ts";
export { IdIndex } from "./id-index.ts";
export { ID_BYTES, IdTable, writeId } from "./id-table.ts";
export { installTool } from "./install-tool.ts";
export { FIXED_ENVIRONMENT } from "./launched-run.ts";
export { type Machine, threadCount } from "./machine.ts";
export { measurementKind } from "./measurement-kind.ts";
export { packageRoot } from "./package-root.ts";
export { isOpenToNobody, type PlainCommand, runPlainCommand } from "./plain-command.ts";
export { takePrecedence } from "./precedence.ts";
export { type RunMeasurement, runCommand } from "./run-command.ts";
export type { RunRequest } from "./run-request.ts";
export { isInside } from "./sandbox-layout.ts";
export {
  cancelJobs,
  listTasks,
  maxArrayTasks,
  type SlurmJob,
  type SlurmTask,
  submitJob,
} from "./slurm.ts";
export { type Attempt, Spool } from "./spool.ts";
export { lockHolder, lockSpool } from "./spool-lock.ts";
export { Supervisors } from "./supervisor.ts";
export {
  BENCHEXEC_VARIABLE,
  BridgedTool,
  ModuleError,
  moduleSearchPath,
  pythonModuleName,
} from "./tool-bridge/index.ts";
export type { ToolInstallation } from "./tool-installation.ts";
export { type OpenModule, openModule, pythonModules } from "./tool-module.ts";
export { requireMemory, usableMemoryBytes } from "./usable-memory.ts";
