import { realpathSync } from "node:fs";
import { basename, dirname, resolve } from "node:path";
import { defined } from "../../../ground/util/defined.ts";
import { quoteWord } from "../../../ground/util/quote-word.ts";
import {
  type Resolution,
  resolveCompetition,
  type SlurmOptions,
} from "../../../organiser/competition/index.ts";
import { Spool } from "../../../organiser/execution/index.ts";
import { type Arguments, parseWords } from "../arguments.ts";
import { type Command, UsageError } from "../command.ts";
import { runAndReport } from "../run-and-report.ts";
import { runBenchmarkFiles } from "../run-benchmark-file.ts";
import { requiresSandbox } from "../sandbox-option.ts";
import { shardOption } from "../shard-option.ts";

export const command: Command = {
  usage: `
Usage: agon run FILE [options]
       agon run BENCHMARK.xml… [options of benchexec]

FILE is a competition definition (competition.yml). Runs that have a result in
the spool are not repeated, so running the same command again continues.

  --spool DIR         folder for everything the competition produces
                      (default: 'output' of the definition, else FILE with .spool)
  --jobs N            runs at a time (default: as many as physical cores and memory allow;
                      with more, runs share physical cores)
  --allow-weak-sandbox  run also without bubblewrap or control groups; the results
                      are marked, and sampled ones are not ranked with exact ones
  --update            accept a definition that changed since the first start;
                      results of unchanged runs are kept
  --repeat N          run every tool N times on every task: the first run counts, the
                      others show how times and answers vary ('agon table --runs')
  --shard I/N         only the I-th of N parts of the verification runs, with their
                      validations; 'agon merge' combines the spools

On a Slurm cluster whose nodes see the spool, the tasks and the tools under the
same paths, runs are executed by jobs, several runs in each. The jobs continue when
this command ends; started again it watches them further.

  --driver slurm      submit jobs instead of running on this machine
  --partition NAMES   partition of the jobs, or several separated by commas: a job runs in the
                      first one that has room (default: the cluster's)
  --pack N            verification runs in a job (default: 10)
  --jobs N            runs at a time in a job (default: 1)
  --max-jobs N        jobs that wait or run at a time (default: 1000)
  --time MINUTES      time limit of a job (default: greatest time of its runs)
  --nodes LIST        nodes that may be used, as in sbatch --nodelist
  --scratch DIR       folder on the nodes for working directories (default: in the spool)
  --sbatch OPTION     a further option of sbatch; may be repeated

Ctrl-C keeps finished results, ends the current runs and prints the command to continue.

A benchmark definition of BenchExec is run unchanged, and the results are
written in the form of benchexec (result XML, logs, results.txt), also when
Ctrl-C ended it: the files then have error="interrupted". Each run sees its own
files and the tool only, and as for competitions no run starts without bubblewrap
and control groups unless --allow-weak-sandbox is given. @FILE stands for the words
in FILE, one a line. Options, as those of benchexec (others of its options are
refused with the reason):

  -r, --rundefinition NAME   only these run definitions (wildcards, may be repeated)
  -t, --tasks NAME    only these task sets: name or number (wildcards, may be repeated)
  -n, --name NAME     further part of the benchmark's name
  -o, --outputpath P  folder (ends with /, or exists), or beginning of the files' names
                      (default: results/)
  -T, --timelimit T   CPU time, such as 900s, 15min; -1: no limit; also -W, --walltimelimit
  -M, --memorylimit M memory, such as 15GB; -1: no limit
  -c, --limitCores N  CPU cores of a run; -1: no limit
  -N, --numOfThreads N   runs at a time
  --allowedCores L    only these cores, such as 0,2-5; if cores are limited
  --no-hyperthreading   one thread of each physical core
  --tool-directory D  folder of the tool (default: installed in the system)
  --description-file F   text for the result files
  --startTime T       'YYYY-MM-DD hh:mm:ss', instead of now: part of the files' names
  --no-compress-results   plain XML and a folder of logs
  --results-per-taskset, --results-per-rundefinition   which result files are written
                      (default: both, but one file where there is one task set)
  --maxLogfileSize S  the middle of longer logs is left out (default: 20 MB; -1: never)
  --filesCountLimit N, --filesSizeLimit S   files that a run may write
  --read-only-dir D   a further folder that runs may read (may be repeated)
  --hidden-dir D      a folder that no run sees, regardless of other options (may be repeated)
  --allow-weak-sandbox   run also without bubblewrap or control groups; results are marked
  --strict            parts that benchexec ignores silently are errors
  --search-path DIR   folder with BenchExec's package, or with Python tool-info modules`,
  examples: [
    "agon run examples/mini/competition.yml --spool /tmp/mini",
    "agon run examples/mini/competition.yml --spool /tmp/mini --jobs 1",
    "agon run cbmc.xml --tool-directory ~/cbmc -r SV-COMP26_unreach-call -t 'Loops' -N 4",
    "agon run competition.yml --spool /shared/cup --driver slurm --partition main --sbatch=--exclusive",
  ],
  run: async (words) => {
    if (words.some((word) => /^[^-].*\.xml$/.test(word))) return runBenchmarkFiles(words);
    const args = parseWords(words, ["FILE"], {
      spool: { type: "string" },
      jobs: { type: "string" },
      "require-sandbox": { type: "boolean" },
      "allow-weak-sandbox": { type: "boolean" },
      update: { type: "boolean" },
      repeat: { type: "string" },
      shard: { type: "string" },
      driver: { type: "string" },
      ...SLURM_OPTIONS,
    });
    const slurm = slurmOptions(args);
    const jobs = args.integer("jobs", 1);
    const file = args.operands.FILE;
    const resolution = repeated(resolveCompetition(file), args.integer("repeat", 1));
    const { output } = resolution.definition;
    const chosen = args.text("spool");
    const directory =
      chosen ?? (output === undefined ? defaultSpool(file) : resolve(dirname(file), output));
    return runAndReport(resolution, new Spool(resolve(directory)), {
      ...defined({ jobs }),
      ...shardOption(args),
      ...defined({ slurm }),
      requireSandbox: requiresSandbox(args),
      update: args.flag("update"),
      resumeCommand: ["agon run", ...words.map(quoteWord)].join(" "),
    });
  },
};

const SLURM_OPTIONS = {
  partition: { type: "string" },
  pack: { type: "string" },
  "max-jobs": { type: "string" },
  time: { type: "string" },
  nodes: { type: "string" },
  scratch: { type: "string" },
  sbatch: { type: "string", multiple: true },
} as const;

/** @throws UsageError for options of Slurm without it. */
function slurmOptions(args: Arguments<"FILE">): Omit<SlurmOptions, "onNotice"> | undefined {
  if (args.oneOf("driver", ["local", "slurm"]) !== "slurm") {
    const given = Object.keys(SLURM_OPTIONS).find(
      (name) => args.text(name) !== undefined || args.list(name).length > 0,
    );
    if (given !== undefined) throw new UsageError(`--${given} needs --driver slurm`);
    return undefined;
  }
  const optional = {
    partition: args.text("partition"),
    pack: args.integer("pack", 1),
    jobs: args.integer("jobs", 1),
    maxElements: args.integer("max-jobs", 1),
    minutes: args.integer("time", 1),
    nodes: args.text("nodes"),
    scratch: args.text("scratch"),
  };
  const given = Object.entries(optional).filter(([, value]) => value !== undefined);
  return {
    ...(Object.fromEntries(given) as Partial<SlurmOptions>),
    sbatch: args.list("sbatch"),
    agon: [process.execPath, realpathSync(process.argv[1] as string)],
    requireSandbox: requiresSandbox(args),
  };
}

function repeated(resolution: Resolution, repeat = 1): Resolution {
  if (repeat === 1) return resolution;
  return { ...resolution, competition: { ...resolution.competition, repeat } };
}

/** In the current folder: the definition may be in a folder without write permission. */
function defaultSpool(file: string): string {
  return `${basename(file).replace(/\.ya?ml$/, "")}.spool`;
}
