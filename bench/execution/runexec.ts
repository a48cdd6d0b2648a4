/** BenchExec's runner, for comparison: its command line, and the `key=value` lines that it prints. */
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

/** The figures of one execution, by any runner; absent ones are not reported. */
export interface Figures {
  /** Time of the runner itself, from its start to its end. */
  readonly overallSeconds: number;
  readonly cpuTimeSeconds: number;
  readonly wallTimeSeconds?: number;
  readonly memoryBytes?: number;
  /** Output of the command. */
  readonly output: string;
}

/** Its command: on the search path, or named by the environment. */
const RUNEXEC = process.env.RUNEXEC ?? "runexec";

export function hasRunexec(): boolean {
  return spawnSync(RUNEXEC, ["--version"], { stdio: "ignore" }).status === 0;
}

/** `true` in its cheapest sandbox. */
export function runexecCommand(output: string): readonly string[] {
  return [RUNEXEC, "--output", output, "--dir", "/", "--read-only-dir", "/", "--", "/bin/true"];
}

/** Runs a command in runexec's container (read-only file system), its cheapest sandbox. */
export function runWithRunexec(
  command: readonly string[],
  limits: { readonly cpuTimeSeconds: number; readonly memoryBytes: number },
): Figures {
  const folder = mkdtempSync(join(tmpdir(), "agon-runexec-"));
  const output = join(folder, "output.log");
  const start = performance.now();
  const { status, stdout, stderr } = spawnSync(
    RUNEXEC,
    [
      ...["--output", output, "--dir", "/"],
      ...["--read-only-dir", "/", "--read-only-dir", dirname(realpathSync(command[0] as string))],
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
  const wallTimeSeconds = value("walltime");
  if (cpuTimeSeconds === undefined) throw new Error(`runexec failed (${status}): ${stderr}`);
  // The first lines are the command and a rule.
  const printed = readFileSync(output, "utf8").split("\n").slice(6).join("\n");
  rmSync(folder, { recursive: true });
  return {
    overallSeconds,
    cpuTimeSeconds,
    output: printed,
    ...(wallTimeSeconds === undefined ? {} : { wallTimeSeconds }),
    ...(memoryBytes === undefined ? {} : { memoryBytes }),
  };
}
