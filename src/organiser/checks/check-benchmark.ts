import { readFileSync } from "node:fs";
import type { Diagnostic } from "../../ground/util/diagnostic.ts";
import { parseBenchmarkDefinition, planBenchmark } from "../benchexec/index.ts";

/** The result of checking a benchmark definition. */
export interface BenchmarkCheck {
  /** Its tool-info module, as in the definition. */
  readonly tool: string;
  readonly runSets: readonly {
    /** Empty: the run definition has no name. */
    readonly runDefinition: string;
    readonly taskSet: string;
    readonly runs: number;
  }[];
  readonly warnings: readonly Diagnostic[];
}

/**
 * The runs that benchexec would execute, and the parts that it would ignore.
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
