/** The built command line, run as by a user. */
import { type ChildProcess, spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { resolve } from "node:path";

const MAIN = resolve("dist/faces/cli/main.js");

export interface Finished {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface Running {
  readonly child: ChildProcess;
  readonly finished: Promise<Finished>;
}

/** Starts `agon WORDS…`; competitions accept the isolation of this host. */
export function start(
  words: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): Running {
  if (!existsSync(MAIN)) throw new Error("dist/ is missing: run 'npm run build' first");
  const weak = ["run", "worker"].includes(words[0] ?? "") ? ["--allow-weak-sandbox"] : [];
  const child = spawn(process.execPath, [MAIN, ...words, ...weak], {
    stdio: ["ignore", "pipe", "pipe"],
    env: { ...process.env, ...environment },
  });
  let stdout = "";
  let stderr = "";
  child.stdout.on("data", (chunk: Buffer) => {
    stdout += chunk.toString();
  });
  child.stderr.on("data", (chunk: Buffer) => {
    stderr += chunk.toString();
  });
  const finished = new Promise<Finished>((done, failed) => {
    child.on("error", failed);
    child.on("close", (code, signal) => done({ code, signal, stdout, stderr }));
  });
  return { child, finished };
}

/** Runs `agon WORDS…` to its end. */
export function agon(...words: readonly string[]): Promise<Finished> {
  return start(words).finished;
}
