/**
 * An ordinary user of a systemd host may not create control groups, except in a scope with
 * delegation. The coordinator therefore restarts itself inside such a scope; one scope serves all
 * runs, because starting one costs as much as a hundred sandboxes.
 */
import { spawn, spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { isSufficient, usableCgroups } from "./cgroup-hierarchies.ts";

/** Set in the inner process, so that a scope without rights does not lead to another one. */
const INSIDE = "AGON_INSIDE_SCOPE";

/**
 * Runs this program in a delegated scope if that helps. Resolves to its exit code, or to undefined
 * when the caller should do the work itself.
 */
export async function runInDelegatedScope(): Promise<number | undefined> {
  if (process.env[INSIDE] !== undefined || isSufficient(usableCgroups())) {
    return undefined;
  }
  const scope = ["systemd-run", ...userFlag(), "--scope", "--quiet", "--property=Delegate=yes"];
  const isSystemd = existsSync("/run/systemd/system");
  if (!isSystemd || !succeeds([...scope, "true"])) return undefined;
  const self = [process.execPath, ...process.execArgv, ...process.argv.slice(1)];
  const [program = "", ...words] = [...scope, "--", ...self];
  const child = spawn(program, words, {
    stdio: "inherit",
    env: { ...process.env, [INSIDE]: "1" },
  });
  // Ctrl-C reaches the inner process as well, which decides how to react.
  const ignore = (): void => undefined;
  process.on("SIGINT", ignore);
  const forward = (): void => void child.kill("SIGTERM");
  process.on("SIGTERM", forward);
  return new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("exit", (code) => {
      process.off("SIGINT", ignore);
      process.off("SIGTERM", forward);
      resolve(code ?? 130);
    });
  });
}

function userFlag(): string[] {
  return process.getuid?.() === 0 ? [] : ["--user"];
}

function succeeds([program = "", ...words]: readonly string[]): boolean {
  return spawnSync(program, words, { stdio: "ignore", timeout: 10_000 }).status === 0;
}
