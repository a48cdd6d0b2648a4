import type { MeasurementKind } from "../../../ground/model/index.ts";
import type { ExecutionHost } from "./execution-host.ts";

/** The way in which runs on this host are measured. */
export function measurementKind({ cgroups }: ExecutionHost): MeasurementKind {
  if (cgroups === undefined) return "process-accounting";
  return cgroups.v1.size > 0 ? "cgroup-v1" : "cgroup-v2";
}
