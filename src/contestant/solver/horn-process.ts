/**
 * A process that solves scripts of Horn clauses with Z3 (Spacer; Komuravelli, Gurfinkel, Chaki:
 * "SMT-based model checking for recursive programs", CAV 2014). Its memory of up to 2 GiB is
 * released with it, and its faults cannot affect the verifier.
 *
 * Requests come from standard input and answers go to standard output, in JSON, one per line, one
 * after the other. A request that reaches a limit ends the process. The argument is the memory
 * limit in bytes.
 */
import { createInterface } from "node:readline";

export interface HornProcessRequest {
  readonly script: string;
  /** CPU seconds; those of the first request include the start. */
  readonly limitSeconds: number;
}

/** The answer of the process; CPU seconds are its own since the last answer. */
export interface HornProcessAnswer {
  readonly output?: string;
  readonly error?: string;
  /** Whether the package is not installed. */
  readonly isAbsent?: boolean;
  readonly cpuSeconds: number;
  /** Whether the process accepts further requests. */
  readonly goesOn: boolean;
}

/** The used part of the package `z3-solver`; it is optional, so Agon builds without its types. */
interface Z3Package {
  init(): Promise<{ readonly Z3: Z3 }>;
}

interface Z3 {
  mk_config(): unknown;
  mk_context(config: unknown): unknown;
  del_context(context: unknown): void;
  eval_smtlib2_string(context: unknown, script: string): Promise<string>;
}

const PACKAGE: string = "z3-solver";
const WATCH_MILLISECONDS = 50;
const limitBytes = Number(process.argv[2]);
const parent = process.ppid;
let toldSeconds = 0;

function answer(content: Omit<HornProcessAnswer, "cpuSeconds">): void {
  const cpuSeconds = usedSeconds();
  toldSeconds += cpuSeconds;
  const text = JSON.stringify({ ...content, cpuSeconds } satisfies HornProcessAnswer);
  // The pipe may accept only a part at once.
  process.stdout.write(`${text}\n`, () => {
    if (!content.goesOn) process.exit(0);
  });
}

function fail({ message, code }: { message: string; code?: string }): void {
  answer({ error: message, isAbsent: code === "ERR_MODULE_NOT_FOUND", goesOn: false });
}

/** CPU seconds since the last answer. */
function usedSeconds(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6 - toldSeconds;
}

function watch(limitSeconds: number): NodeJS.Timeout {
  return setInterval(() => {
    // The answer is no longer awaited.
    if (process.ppid !== parent) process.exit(1);
    if (usedSeconds() > limitSeconds) fail({ message: "time limit" });
    else if (process.memoryUsage.rss() > limitBytes) fail({ message: "out of memory" });
  }, WATCH_MILLISECONDS);
}

process.on("uncaughtException", fail);

let z3: Z3 | undefined;
for await (const line of createInterface({ input: process.stdin })) {
  const { script, limitSeconds } = JSON.parse(line) as HornProcessRequest;
  // A request that comes too late is not started: its time might be over before its end is noticed.
  if (usedSeconds() >= limitSeconds) {
    fail({ message: "time limit" });
    continue;
  }
  const watching = watch(limitSeconds);
  try {
    z3 ??= (await ((await import(PACKAGE)) as Z3Package).init()).Z3;
    const context = z3.mk_context(z3.mk_config());
    const output = await z3.eval_smtlib2_string(context, script);
    z3.del_context(context);
    answer({ output, goesOn: true });
  } catch (error) {
    fail(error as Error);
  }
  clearInterval(watching);
}
// Threads of Z3 would keep the process alive.
process.exit(0);
