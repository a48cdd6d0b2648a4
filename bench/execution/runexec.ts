/** BenchExec's runner, for comparison: its command line, and the `key=value` lines that it prints. */
import { spawnSync } from "node:child_process";
import { dirname } from "node:path";

/** The figures of one execution, by whichever runner. */
export interface Figures {
  /** What the runner itself took, from its start to its end. */
  readonly overallSeconds: number;
  readonly cpuTimeSeconds: number;
  readonly memoryBytes?: number;
}

export function hasRunexec(): boolean {
  return spawnSync("runexec", ["--version"], { stdio: "ignore" }).status === 0;
}

/** Runs a command in runexec's container (read-only file system), its cheapest sandbox. */
export function runWithRunexec(
  command: readonly string[],
  limits: { readonly cpuTimeSeconds: number; readonly memoryBytes: number },
): Figures {
  const start = performance.now();
  const { status, stdout, stderr } = spawnSync(
    "runexec",
    [
      ...["--output", "/dev/null", "--dir", "/"],
      ...["--read-only-dir", "/", "--read-only-dir", dirname(command[0] as string)],
      ...["--timelimit", String(limits.cpuTimeSeconds)],
      ...["--walltimelimit", String(10 * limits.cpuTimeSeconds)],
      ...["--memlimit", String(limits.memoryBytes)],
      "--",
      ...command,
    ],
    { encoding: "utf8" },
  );
  const overallSeconds = (performance.now() - start) / 1000;
  const value = (key: string): number | undefined => {
    const text = new RegExp(`^${key}=([\\d.]+)`, "m").exec(stdout)?.[1];
    return text === undefined ? undefined : Number(text);
  };
  const [cpuTimeSeconds, memoryBytes] = [value("cputime"), value("memory")];
  if (cpuTimeSeconds === undefined) throw new Error(`runexec failed (${status}): ${stderr}`);
  return {
    overallSeconds,
    cpuTimeSeconds,
    ...(memoryBytes === undefined ? {} : { memoryBytes }),
  };
}
