/** The thread of `agon c`, with a stack as large as that of the verifier. */
import { parentPort, workerData } from "node:worker_threads";
import { formatDiagnostic } from "../../ground/util/diagnostic.ts";
import { InputError } from "../../ground/util/errors.ts";
import type { CStageJob } from "./job.ts";
import { relocate, runStage } from "./stages.ts";

const job = workerData as CStageJob;
try {
  const result = runStage(job, (warning) => {
    parentPort?.postMessage({ kind: "progress", message: formatDiagnostic(warning) });
  });
  parentPort?.postMessage({ kind: "result", result });
} catch (error) {
  if (!(error instanceof InputError)) throw error;
  parentPort?.postMessage({ kind: "input-error", diagnostics: relocate(job, error.diagnostics) });
}
