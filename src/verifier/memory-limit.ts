import { resourceLimits } from "node:worker_threads";

/** Bytes that the process of a worker thread may use: those of its heap, as contestant/run-in-worker.ts sets them. */
export function memoryLimit(): number {
  const megabytes = resourceLimits.maxOldGenerationSizeMb;
  return megabytes === undefined ? Number.POSITIVE_INFINITY : megabytes * 1e6;
}
