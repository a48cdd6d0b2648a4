import { MACHINE_MODELS } from "../../../contestant/cfront/index.ts";
import {
  type CStageJob,
  type CStageResult,
  hasFormat,
  preprocessWithSystem,
  STAGES,
} from "../../../contestant/inspection/index.ts";
import { parseSchedule, type Turn } from "../../../contestant/interpreter/index.ts";
import { runInWorker } from "../../../contestant/jobs/index.ts";
import { readProgramFile, readTaskFile } from "../../../ground/files/index.ts";
import { parseWords } from "../arguments.ts";
import { type Command, UsageError } from "../command.ts";
import { parseBytes, parseDataModel } from "../contestant.ts";
import { EXIT_CODES } from "../exit-codes.ts";

const DEFAULT_STEPS = 100_000_000;

/** A seed, or the turns in a file. */
function readSchedule(option: string | undefined): readonly Turn[] | number | undefined {
  if (option === undefined) return undefined;
  if (/^\d+$/.test(option)) return Number(option);
  const { path, text } = readTaskFile(option, "the schedule");
  return parseSchedule(text.replace(/^schedule /, ""), path);
}

export const command: Command = {
  usage: `
Usage: agon c parse  FILE [--json]
       agon c types  FILE [--json]
       agon c layout FILE [--json]
       agon c cfa    FILE [--json | --dot] [--simplify] [--slice FUNCTION]
       agon c evaluation FILE [--json]
       agon c run    FILE [--json] [--seed N] [--overflow stop|wrap] [--max-steps N] [--leaks]
                           [--schedule FILE|SEED]

'parse' prints the typed syntax tree, 'types' the meaning of the file's names,
'layout' size, alignment and offsets of every struct and union, 'cfa' the
control-flow automata of the functions that main may call. 'evaluation' counts
the tokens by the use that the automata make of them, and lists those of
expressions that C evaluates and the automata do not, or twice (there should be none). 'run' executes the
program once and prints its outcome: all inputs are zero, or random. For a
program with threads it also prints data races and deadlocks, and the schedule.

  --data-model MODEL   ${Object.keys(MACHINE_MODELS).join(" or ")} (default: LP64)
  --json, --dot        as JSON, in the language of Graphviz
  --headers            show declarations of included headers, too
  --cpp                preprocess with the system's 'cpp' and its headers instead of
                       Agon's own; columns are then those of the preprocessed lines
  --simplify           propagate constants, leave out unreachable parts
  --slice FUNCTION     show only the statements that affect calls of FUNCTION and their arguments
  --seed N             random inputs from this seed
  --overflow WHAT      signed overflow ends the execution (stop, the default), or wraps
  --schedule WHAT      turns of the threads: a file with the schedule that a run printed
                       (THREAD:POINTS …), or a number, the seed of random turns; by
                       default every thread runs for as long as it can
  --leaks              print the number of heap blocks that are unreachable at the end
  --max-steps N        edges after which 'run' gives up (default ${DEFAULT_STEPS})
  --memory-limit SIZE  memory of the process, such as 4GB (the default)
  --exit-code          run: exit with 1 unless the program terminated with exit code 0`,
  examples: [
    "agon c cfa examples/mini/loops/sum-first-n.c --data-model ILP32",
    "agon c layout program.i --json",
    "agon c run examples/mini/loops/sum-first-n.c --seed 7",
  ],
  run: async (words) => {
    const args = parseWords(words, ["STAGE", "FILE"], {
      "data-model": { type: "string" },
      json: { type: "boolean" },
      dot: { type: "boolean" },
      headers: { type: "boolean" },
      cpp: { type: "boolean" },
      simplify: { type: "boolean" },
      slice: { type: "string" },
      seed: { type: "string" },
      overflow: { type: "string" },
      "max-steps": { type: "string" },
      schedule: { type: "string" },
      leaks: { type: "boolean" },
      "memory-limit": { type: "string" },
      "exit-code": { type: "boolean" },
    });
    const stage = STAGES.find((one) => one === args.operands.STAGE);
    if (stage === undefined) {
      throw new UsageError(`unknown stage '${args.operands.STAGE}'; known: ${STAGES.join(", ")}`);
    }
    if (args.flag("json") && args.flag("dot")) throw new UsageError("--json or --dot, not both");
    const format = args.flag("json") ? "json" : args.flag("dot") ? "dot" : "text";
    if (!hasFormat(stage, format)) throw new UsageError(`'${stage}' has no --${format}`);
    const dataModel = parseDataModel(args.text("data-model") ?? "LP64");
    const isPreprocessed = args.flag("cpp");
    const memoryBytes = parseBytes(args.text("memory-limit") ?? "4GB");
    const run = {
      seed: args.integer("seed", 0),
      overflow: args.oneOf("overflow", ["stop", "wrap"]) ?? "stop",
      maxSteps: args.integer("max-steps", 1) ?? DEFAULT_STEPS,
      schedule: readSchedule(args.text("schedule")),
      leaks: args.flag("leaks"),
    };
    const { FILE } = args.operands;
    // For other programs, a name with a leading dash is an option.
    const file = readProgramFile(FILE.startsWith("-") ? `./${FILE}` : FILE);
    const job: CStageJob = {
      stage,
      format,
      fileName: file.path,
      text: isPreprocessed ? preprocessWithSystem(file.path, dataModel) : file.text,
      isPreprocessed,
      dataModel,
      withHeaders: args.flag("headers"),
      automata: { simplifies: args.flag("simplify"), sliceFor: args.text("slice") },
      run,
    };
    const result = await runInWorker<CStageResult>(
      new URL("../../../contestant/inspection/inspection-worker.js", import.meta.url),
      job,
      { memoryBytes, onProgress: (message) => console.error(message) },
    );
    process.stdout.write(result.text);
    const isNegative = args.flag("exit-code") && !result.isSuccess;
    return (isNegative ? EXIT_CODES.negative : EXIT_CODES.done).code;
  },
};
