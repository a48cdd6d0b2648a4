import {
  type CheckOutcome,
  checkAnswer,
  renderVerificationPage,
  runPortfolio,
  type VerificationJob,
  verificationDocument,
  WITNESS_FORMATS,
  witnessDocument,
} from "../../contestant/index.ts";
import { readTaskFile, replaceDurably } from "../../files/index.ts";
import { AGON_VERSION } from "../../installation/index.ts";
import { CONFIGURATION_LANES, CpuClock } from "../../verifier/index.ts";

import { type Options, parseWords } from "../arguments.ts";
import { type Command, UsageError } from "../command.ts";
import {
  failureAnswer,
  faultsOf,
  formatAnswer,
  parseBytes,
  parseDataModel,
  parseSeconds,
  verificationExitCode,
} from "../contestant.ts";
import { standardError } from "../render/progress.ts";
import { LiveLine } from "../verify/live-line.ts";
import { renderReport } from "../verify/report-text.ts";
import { renderStrategy } from "../verify/strategy-text.ts";

const OPTIONS: Options = {
  property: { type: "string" },
  "data-model": { type: "string" },
  config: { type: "string" },
  witness: { type: "string" },
  "witness-format": { type: "string" },
  "time-limit": { type: "string" },
  "memory-limit": { type: "string" },
  seed: { type: "string" },
  cores: { type: "string" },
  check: { type: "boolean" },
  "check-proofs": { type: "boolean" },
  explain: { type: "boolean" },
  html: { type: "string" },
  quiet: { type: "boolean", short: "q" },
  "exit-code": { type: "boolean" },
  json: { type: "boolean" },
};

/** For a check when the verification has used up its time. */
const MIN_CHECK_SECONDS = 10;

async function run(words: readonly string[]): Promise<number> {
  const args = parseWords(words, ["PROGRAM"], OPTIONS);
  const propertyPath = args.text("property");
  if (propertyPath === undefined) throw new UsageError("--property FILE is missing");
  const name = args.text("config") ?? "default";
  if (!Object.hasOwn(CONFIGURATION_LANES, name)) {
    const known = Object.keys(CONFIGURATION_LANES).join(", ");
    throw new UsageError(`unknown configuration '${name}'; known: ${known}`);
  }
  const dataModel = parseDataModel(args.text("data-model"));
  const timeLimitSeconds = parseSeconds(args.text("time-limit") ?? "900s");
  const memoryBytes = parseBytes(args.text("memory-limit") ?? "4GB");
  const cores = args.integer("cores", 1) ?? 1;
  const seed = args.integer("seed", 0) ?? 1;
  const asJson = args.flag("json");
  const isQuiet = args.flag("quiet");
  const witness = args.text("witness");
  const format = args.oneOf("witness-format", WITNESS_FORMATS) ?? "2.0";
  const start = performance.now();
  const line = isQuiet ? undefined : new LiveLine(standardError(), timeLimitSeconds);
  try {
    const program = readTaskFile(args.operands.PROGRAM, "the program");
    const property = readTaskFile(propertyPath, "the property file");
    const job: VerificationJob = {
      programFile: program.path,
      programText: program.text,
      propertyFile: property.path,
      propertyText: property.text,
      dataModel,
      configuration: name,
      timeLimitSeconds,
      seed,
      wantsTrace: asJson || !isQuiet || args.text("html") !== undefined,
      wantsWitness: asJson || !isQuiet || witness !== undefined,
      checksProofs: args.flag("check-proofs"),
    };
    const found = await runPortfolio(job, {
      cores,
      memoryBytes,
      clock: new CpuClock(),
      onProgress: (message) => line?.tell(message),
    });
    let { report, cpuSeconds } = found;
    const text =
      report.verdict === "unknown"
        ? undefined
        : witnessDocument(report.witness, {
            format,
            programFile: program.path,
            programHash: program.sha256,
            propertyText: property.text,
            dataModel,
            producer: {
              name: "Agon",
              version: AGON_VERSION,
              configuration: name,
              commandLine: ["agon", "verify", ...words].join(" "),
            },
          });
    let check: CheckOutcome | undefined;
    if (args.flag("check") && report.verdict !== "unknown" && text !== undefined) {
      const before = process.cpuUsage();
      check = await checkAnswer(job, report, {
        witnessText: text,
        programHash: program.sha256,
        memoryBytes,
        timeLimitSeconds: Math.max(timeLimitSeconds - cpuSeconds, MIN_CHECK_SECONDS),
        onProgress: (message) => line?.tell(message),
      });
      const { user, system } = process.cpuUsage(before);
      cpuSeconds += (user + system) / 1e6;
      if (!check.isConfirmed) {
        const { techniques, strategy } = report;
        const reason = `${formatAnswer(report)} was found, but ${check.reason}`;
        report = { verdict: "unknown", reason, techniques, ...(strategy && { strategy }) };
      }
    }
    line?.end();
    if (check?.isConfirmed === false) {
      console.error(`agon: the check failed: ${check.reason}`);
      console.error(
        "agon: unless time ran out, this is a fault of Agon: please report it with the program",
      );
    } else if (check !== undefined && !isQuiet) {
      console.error(`agon: confirmed by ${check.by}`);
    }
    const faults = faultsOf(report);
    for (const fault of faults) console.error(`agon: ${fault}`);
    if (faults.length > 0) {
      console.error("agon: this is a fault of Agon: please report it with the program");
    }
    const isAnswered = report.verdict !== "unknown";
    if (isAnswered && witness !== undefined && text !== undefined) replaceDurably(witness, text);
    const page = args.text("html");
    if (page !== undefined) {
      const answer = formatAnswer(report);
      const facts = { program, answer, propertyText: property.text, dataModel, cpuSeconds };
      const html = renderVerificationPage(report, { ...facts, configuration: name });
      replaceDurably(page, html);
    }
    if (asJson) {
      const document = verificationDocument(job, report, {
        cpuSeconds,
        wallSeconds: (performance.now() - start) / 1000,
        witness: isAnswered ? witness : undefined,
      });
      console.log(JSON.stringify(document));
    } else {
      if (args.flag("explain")) process.stdout.write(renderStrategy(report));
      if (!isQuiet) process.stdout.write(renderReport(program.path, report));
      console.log(formatAnswer(report));
    }
    return verificationExitCode(report, args.flag("exit-code"));
  } catch (error) {
    line?.end();
    const { answer, exitCode } = failureAnswer(error);
    console.log(asJson ? JSON.stringify({ version: 1, ...answer }) : formatAnswer(answer));
    return exitCode;
  }
}

export const command: Command = {
  usage: `
Usage: agon verify PROGRAM --property FILE --data-model ILP32|LP64 [options]

  --config NAME        technique: ${Object.keys(CONFIGURATION_LANES).join(", ")}
  --witness FILE       write the witness of a TRUE or FALSE answer
  --witness-format V   2.0 (default), 2.1, or 1.0 (GraphML); witnesses of programs
                       with threads have format 2.2 in any case
  --time-limit TIME    CPU time, such as 20s or 15min (default 900s)
  --memory-limit SIZE  memory of the process, such as 4GB (the default)
  --seed N             seed of the random search
  --html FILE          write a page that needs nothing else: the source with the
                       counterexample or the invariants at their lines
  -q, --quiet          no progress, no counterexample or invariants: only the answer
  --cores N            with 2, look for violations and proofs at the same time, in two
                       processes (default 1: one after the other)
  --explain            tell what was found in the program, which techniques were
                       chosen and why, and how each fared
  --check              have the answer checked by other code: a proof by the validator, on
                       another ground where there is one, a violation as a compiled C
                       program (gcc or $CC; else by the validator); what is not confirmed
                       becomes UNKNOWN
  --check-proofs       believe the SAT solver that a formula has no model only with a proof,
                       which is checked; needs an installed CaDiCaL (package cadical)
  --exit-code          exit with 0 for TRUE, 10 for FALSE, 20 for UNKNOWN
  --json               print all that was found as one JSON document
                       (schema/verification.schema.json)

A violation is told step by step, a proof by its invariants. The last line
of standard output is TRUE, FALSE(property) or UNKNOWN (reason).`,
  examples: [
    "agon verify examples/mini/loops/sum-first-n.c --property examples/mini/properties/unreach-call.prp --data-model ILP32",
  ],
  run,
};
