import { defined } from "../../../ground/util/defined.ts";
import { openSpool, runWorker } from "../../../organiser/competition/index.ts";
import { parseWords } from "../arguments.ts";
import type { Command } from "../command.ts";
import { EXIT_CODES } from "../exit-codes.ts";
import { onInterrupt } from "../interrupt.ts";
import { progressOnStandardError } from "../render/progress.ts";
import { requiresSandbox } from "../sandbox-option.ts";
import { shardOption } from "../shard-option.ts";

export const command: Command = {
  usage: `
Usage: agon worker SPOOL [options]

Executes runs that have no result yet, and the validations that they require.
The competition has been started by 'agon run', perhaps on another machine that
shares the file system. Any number of workers may run: each run counts
once, and the first result counts. Jobs of 'agon run --driver slurm' start this command.

  --shard I/N         only the I-th of N parts of the verification runs, so that
                      workers do not duplicate work
  --batch FILE        only the run specifications in FILE, one a line; exits with 0
                      when the file is gone, which means that they were withdrawn
  --jobs N            runs at a time (default: as cores and memory allow)
  --allow-weak-sandbox  run also without bubblewrap or control groups, see 'agon run'
  --scratch DIR       folder for working directories of runs, on a local disk
                      (default: in the spool)`,
  examples: ["agon worker agon-demo", "agon worker agon-demo --shard 1/2 --jobs 1"],
  run: async (words) => {
    const args = parseWords(words, ["SPOOL"], {
      shard: { type: "string" },
      batch: { type: "string" },
      jobs: { type: "string" },
      "require-sandbox": { type: "boolean" },
      "allow-weak-sandbox": { type: "boolean" },
      scratch: { type: "string" },
    });
    const { spool } = openSpool(args.operands.SPOOL);
    const jobs = args.integer("jobs", 1);
    const batch = args.text("batch");
    const scratch = args.text("scratch");
    const cores = Number(process.env.SLURM_CPUS_PER_TASK);
    const progress = progressOnStandardError();
    const interruption = new AbortController();
    const stopListening = onInterrupt(() => interruption.abort(INTERRUPTED));
    try {
      const worked = await runWorker(spool, {
        ...defined({ jobs }),
        ...shardOption(args),
        ...defined({ batch, scratch }),
        ...(cores > 0 ? { ownCores: cores } : {}),
        requireSandbox: requiresSandbox(args),
        signal: interruption.signal,
        onEvent: (event) => progress.onEvent(event),
      });
      if (!worked) console.error(`agon: ${batch} has been withdrawn`);
      return EXIT_CODES.done.code;
    } catch (error) {
      if (error !== INTERRUPTED) throw error;
      console.error("agon: interrupted; finished results are stored");
      return EXIT_CODES.interrupted.code;
    } finally {
      progress.end();
      stopListening();
    }
  },
};

const INTERRUPTED = new Error("interrupted");
