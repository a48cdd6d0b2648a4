/** Checks of an organiser before tasks, tools and benchmark definitions are accepted. */
export { checkBenchmarkDefinition } from "./check-benchmark.ts";
export { checkDefinition } from "./check-definition.ts";
export { checkTasks, type ProgramReader } from "./check-tasks.ts";
export { type BenchmarkFiles, checkTool } from "./check-tool.ts";
export type { Finding } from "./finding.ts";
export { type CommandLineTrial, type OutputTrial, tryToolModule } from "./tool-trials.ts";
