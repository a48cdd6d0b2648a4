/**
 * A process that solves one script of Horn clauses with Z3 (Spacer; Komuravelli,
 * Gurfinkel, Chaki: "SMT-based model checking for recursive programs", CAV 2014).
 * Its memory of up to 2 GiB goes with it, and so does whatever is wrong in it.
 *
 * The script comes from standard input; the answer, in JSON, goes to standard
 * output. The arguments are the limits: CPU seconds, and bytes of memory.
 */
import { readFileSync } from "node:fs";

/** What the process answers; CPU seconds are its own. */
export interface HornProcessAnswer {
  readonly output?: string;
  readonly error?: string;
  readonly cpuSeconds: number;
}

/** What is used of the package `z3-solver`; it is optional, so Agon builds without its types. */
interface Z3Package {
  init(): Promise<{
    readonly Z3: {
      mk_config(): unknown;
      mk_context(config: unknown): unknown;
      eval_smtlib2_string(context: unknown, script: string): Promise<string>;
    };
  }>;
}

const PACKAGE: string = "z3-solver";
const WATCH_MILLISECONDS = 50;

function answer(content: { readonly output?: string; readonly error?: string }): never {
  const text = JSON.stringify({ ...content, cpuSeconds: cpuSeconds() } satisfies HornProcessAnswer);
  // The descriptor may be a pipe that takes only a part at once: synchronous writes wait.
  process.stdout.write(text, () => process.exit(0));
  throw new Stopped();
}

/** The process is about to end. */
class Stopped extends Error {}

function cpuSeconds(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
}

const [limitSeconds = 0, limitBytes = 0] = process.argv.slice(2).map(Number);
const parent = process.ppid;
setInterval(() => {
  // Nobody waits for the answer any more.
  if (process.ppid !== parent) process.exit(1);
  if (cpuSeconds() > limitSeconds) answer({ error: "time limit" });
  if (process.memoryUsage.rss() > limitBytes) answer({ error: "out of memory" });
}, WATCH_MILLISECONDS);
process.on("uncaughtException", (error) => {
  if (!(error instanceof Stopped)) answer({ error: error.message });
});

const script = readFileSync(0, "utf8");
try {
  const { init } = (await import(PACKAGE)) as Z3Package;
  const { Z3 } = await init();
  const context = Z3.mk_context(Z3.mk_config());
  answer({ output: await Z3.eval_smtlib2_string(context, script) });
} catch (error) {
  if (!(error instanceof Stopped)) answer({ error: (error as Error).message });
}
