/** BenchExec's files from and to the file system: result files and table definitions as tables. */
export {
  type BenchmarkDefinition,
  type BenchmarkLimits,
  memoryLimit,
  parseBenchmarkDefinition,
  timeLimit,
} from "./benchmark-definition.ts";
export type { BenchmarkRun } from "./benchmark-run.ts";
export { fullModule } from "./benchmark-writer.ts";
export { definitionDifferences, expectedDefinition } from "./expected-definition.ts";
export { exportBenchExec } from "./export-results.ts";
export { expandResultPattern, readTableDefinition, TableLoader } from "./load-tables.ts";
export { LogReader } from "./log-reader.ts";
export { type PlannedRunSet, planBenchmark } from "./plan-benchmark.ts";
export { makeResultFolder, refuseOldResults, removeSpool, runBenchmark } from "./run-benchmark.ts";
export { FileSurroundings } from "./surroundings.ts";
export { ZipReader } from "./zip-reader.ts";
export { ZipWriter } from "./zip-writer.ts";
