/** Checks of an organiser before tasks, tools and benchmark definitions are accepted. */
export { type BenchmarkCheck, checkBenchmarkDefinition } from "./check-benchmark.ts";
export { checkDefinition, type MachineSize } from "./check-definition.ts";
export { checkTasks, type ProgramReader, type TaskCheckOptions } from "./check-tasks.ts";
export {
  type BenchmarkFiles,
  checkTool,
  type ToolCheck,
  type ToolCheckOptions,
} from "./check-tool.ts";
export type { Finding } from "./finding.ts";
export {
  type CommandLineTrial,
  type OutputTrial,
  type ToolTrials,
  tryToolModule,
} from "./tool-trials.ts";
