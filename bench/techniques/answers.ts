/** Runs one query of one configuration, in a process of its own. */
import { spawnSync } from "node:child_process";

/** The used part of the output of `agon verify --json`. */
interface Verification {
  readonly verdict: string;
  readonly reason?: string;
  readonly cpuSeconds?: number;
  readonly techniques?: readonly (Attempt & {
    readonly reason?: string;
    readonly statistics?: Readonly<Record<string, number>>;
  })[];
}

/** An attempt of a technique; a configuration with several may make several of each. */
export interface Attempt {
  readonly technique: string;
  readonly cpuSeconds: number;
}

export interface Question {
  readonly agon: string;
  readonly technique: string;
  readonly program: string;
  readonly dataModel: string;
  readonly seconds: number;
}

export interface Told {
  readonly verdict: string;
  readonly reason: string;
  /** CPU time of the whole process. */
  readonly cpuSeconds: number;
  /** CPU time of the technique alone. */
  readonly ownSeconds: number;
  readonly statistics: Readonly<Record<string, number>>;
  /** In their order. */
  readonly attempts: readonly Attempt[];
}

export function askAgon({ agon, technique, program, dataModel, seconds }: Question): Told {
  const words = ["verify", program, "--property", "unreach-call", "--data-model", dataModel];
  const how = ["--config", technique, "--time-limit", `${seconds}s`, "--json"];
  const { stdout } = spawnSync(process.execPath, [agon, ...words, ...how], {
    encoding: "utf8",
    timeout: seconds * 20_000,
    stdio: ["ignore", "pipe", "ignore"],
  });
  const found = parsed(stdout);
  const last = found.techniques?.at(-1);
  return {
    verdict: found.verdict,
    reason: last?.reason ?? found.reason ?? "",
    cpuSeconds: found.cpuSeconds ?? seconds,
    ownSeconds: last?.cpuSeconds ?? seconds,
    statistics: last?.statistics ?? {},
    attempts: (found.techniques ?? []).map(({ technique, cpuSeconds }) => ({
      technique,
      cpuSeconds,
    })),
  };
}

function parsed(text: string): Verification {
  try {
    return JSON.parse(text) as Verification;
  } catch {
    return { verdict: "unknown", reason: "no answer" };
  }
}
