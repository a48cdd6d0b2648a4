import { readFileSync } from "node:fs";
import type { Diagnostic } from "../../ground/util/diagnostic.ts";
import { parseBenchmarkDefinition, planBenchmark } from "../benchexec/index.ts";

/** What a benchmark definition comes to. */
export interface BenchmarkCheck {
  /** Its tool-info module, as the definition has it. */
  readonly tool: string;
  readonly runSets: readonly {
    /** Empty: the definition has no name for it. */
    readonly runDefinition: string;
    readonly taskSet: string;
    readonly runs: number;
  }[];
  readonly warnings: readonly Diagnostic[];
}

/**
 * What benchexec would run, and what it would pass over in silence.
 * @throws InputError for faults of the definition, its sets, tasks and properties.
 */
export function checkBenchmarkDefinition(file: string): BenchmarkCheck {
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
  }).flatMap(({ name, taskSets }) =>
    taskSets.map((set) => ({
      runDefinition: name ?? "",
      taskSet: set.name,
      runs: set.runs.length,
    })),
  );
  return { tool: definition.tool, runSets, warnings };
}
