/** Executes untrusted tools: sandbox, limits, measuring, and the crash-safe spool. Node only. */
export type { HostCheck } from "./checks/host-check.ts";
export { hostChecks } from "./checks/host-checks.ts";
export {
  cancelJobs,
  listTasks,
  maxArrayTasks,
  type SlurmJob,
  type SlurmTask,
  submitJob,
} from "./cluster/slurm.ts";
export { type AllocationRequest, allocateCores } from "./measuring/core-allocation.ts";
export { runInDelegatedScope } from "./measuring/delegated-scope.ts";
export type { ExecutionHost } from "./measuring/execution-host.ts";
export { measurementKind } from "./measuring/measurement-kind.ts";
export { requireMemory, usableMemoryBytes } from "./measuring/usable-memory.ts";
export { executeRun, type RunContext } from "./running/execute-run.ts";
export { type HostRequirements, prepareHost, withPresumedHost } from "./running/host.ts";
export {
  type HostInfo,
  hostInfo,
  readHostInfo,
  writeHostInfo,
} from "./running/host-info.ts";
export { isOpenToNobody, type PlainCommand, runPlainCommand } from "./running/plain-command.ts";
export { type RunMeasurement, runCommand } from "./running/run-command.ts";
export { Supervisors } from "./running/supervisor.ts";
export { FIXED_ENVIRONMENT } from "./sandbox/launched-run.ts";
export type { RunRequest } from "./sandbox/run-request.ts";
export { isInside } from "./sandbox/sandbox-layout.ts";
export { storedText } from "./spool/damaged-spool.ts";
export { IdIndex } from "./spool/id-index.ts";
export { ID_BYTES, IdTable, writeId } from "./spool/id-table.ts";
export { type Attempt, Spool } from "./spool/spool.ts";
export { lockHolder, lockSpool } from "./spool/spool-lock.ts";
export { type ExecutionLimits, executionLimits } from "./system/execution-limits.ts";
export { type Machine, threadCount } from "./system/machine.ts";
export { packageRoot } from "./system/package-root.ts";
export { takePrecedence } from "./system/precedence.ts";
export { filesWithHashes, findTool, hashOf, type ToolSource } from "./tools/find-tool.ts";
export { installTool } from "./tools/install-tool.ts";
export {
  BENCHEXEC_VARIABLE,
  BridgedTool,
  ModuleError,
  moduleSearchPath,
  pythonModuleName,
} from "./tools/tool-bridge/index.ts";
export type { ToolInstallation } from "./tools/tool-installation.ts";
export { type OpenModule, openModule, pythonModules } from "./tools/tool-module.ts";
