/** `agon check definition BENCHMARK.xml`: what benchexec would run, and what it would pass over in silence. */
import { readFileSync } from "node:fs";
import { parseBenchmarkDefinition, planBenchmark } from "../benchexec/index.ts";
import { type Diagnostic, formatDiagnostic } from "../util/diagnostic.ts";
import { EXIT_CODES } from "./exit-codes.ts";

/** @throws InputError for faults of the definition, its sets, tasks and properties. */
export function checkBenchmarkDefinition(file: string, isJson: boolean): number {
  const warnings: Diagnostic[] = [];
  const definition = parseBenchmarkDefinition(readFileSync(file), file, {
    isStrict: false,
    warnings,
  });
  const runSets = planBenchmark(definition, {
    runDefinitions: [],
    taskSets: [],
    variables: new Map(),
    warn: (finding) => warnings.push(finding),
  });
  const counts = runSets.flatMap(({ name, taskSets }) =>
    taskSets.map((set) => ({
      runDefinition: name ?? "",
      taskSet: set.name,
      runs: set.runs.length,
    })),
  );
  if (isJson) {
    console.log(JSON.stringify({ version: 1, tool: definition.tool, runSets: counts, warnings }));
    return EXIT_CODES.done.code;
  }
  for (const warning of warnings) console.error(formatDiagnostic(warning));
  console.log(`benchmark definition for ${definition.tool}`);
  for (const { runDefinition, taskSet, runs } of counts) {
    console.log(`  ${runDefinition || "(unnamed)"}, tasks ${taskSet}: ${runs} runs`);
  }
  return EXIT_CODES.done.code;
}
