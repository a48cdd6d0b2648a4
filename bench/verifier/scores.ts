import { spawnSync } from "node:child_process";

/** Output of `agon score SPOOL --json`; throws where it ends with an error. */
export function scoresOf<T>(spool: string): T {
  const { stdout, status } = spawnSync("./agon", ["score", spool, "--json"], {
    encoding: "utf8",
    maxBuffer: 1 << 30,
    stdio: ["ignore", "pipe", "inherit"],
  });
  if (status !== 0) throw new Error(`agon score ${spool} ended with code ${status}`);
  return JSON.parse(stdout) as T;
}
