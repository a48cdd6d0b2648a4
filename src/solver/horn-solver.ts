/** Horn clauses solved by Z3 in a process of its own, which lives for one question. */
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import type { HornAnswer } from "../smt/index.ts";
import type { HornProcessAnswer } from "./horn-process.ts";

/** Z3's memory may grow to 2 GiB, and then it fails in ways of its own. */
const MEMORY_BYTES = 1_600_000_000;
/** The process ends by itself; one that does not is killed after so many times its CPU seconds. */
const WALL_FACTOR = 10;
const MIN_WALL_SECONDS = 20;
/** Below this, the process could not even start. */
const START_SECONDS = 0.5;
const MAX_OUTPUT_BYTES = 50_000_000;

/**
 * The script of the process: beside this file, or, when this file is run as it
 * was written, where the build puts it.
 */
const SCRIPT = fileURLToPath(
  new URL(
    import.meta.url.endsWith(".ts") ? "../../dist/solver/horn-process.js" : "./horn-process.js",
    import.meta.url,
  ),
);

/** Waits for the answer; whatever goes wrong is the answer "unknown". */
export function solveHornClauses(script: string, seconds: number): HornAnswer {
  if (seconds < START_SECONDS) return { kind: "unknown", reason: "time limit", cpuSeconds: 0 };
  const { stdout, error, signal, status } = spawnSync(
    process.execPath,
    [SCRIPT, String(seconds), String(MEMORY_BYTES)],
    {
      input: script,
      encoding: "utf8",
      stdio: ["pipe", "pipe", "ignore"],
      timeout: Math.ceil(Math.max(seconds * WALL_FACTOR, MIN_WALL_SECONDS) * 1000),
      killSignal: "SIGKILL",
      maxBuffer: MAX_OUTPUT_BYTES,
    },
  );
  const answer = parsed(stdout);
  if (answer === undefined) {
    const end = error?.message ?? (signal === null ? `code ${status}` : signal);
    // It may have used all that it was given.
    return { kind: "unknown", reason: `the process of Z3 ended with ${end}`, cpuSeconds: seconds };
  }
  return { ...verdictOf(answer), cpuSeconds: answer.cpuSeconds };
}

type Verdict =
  | { readonly kind: "solved"; readonly model: string }
  | { readonly kind: "no-solution" }
  | { readonly kind: "unknown"; readonly reason: string };

function verdictOf({ output, error }: HornProcessAnswer): Verdict {
  if (output === undefined) return { kind: "unknown", reason: error ?? "no answer" };
  const text = output.trimStart();
  if (text.startsWith("unsat")) return { kind: "no-solution" };
  if (text.startsWith("sat")) return { kind: "solved", model: text.slice("sat".length) };
  return {
    kind: "unknown",
    reason: text.startsWith("unknown") ? "Z3 gave up" : text.slice(0, 200),
  };
}

function parsed(text: string): HornProcessAnswer | undefined {
  try {
    return JSON.parse(text) as HornProcessAnswer;
  } catch {
    return undefined;
  }
}
