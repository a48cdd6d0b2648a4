import { randomUUID } from "node:crypto";
import { replaceDurably } from "../../../ground/files/index.ts";
import { AGON_VERSION } from "../../../ground/installation/index.ts";
import { formatWitness, requiredVersion } from "../../../ground/witness/index.ts";
import { parseWords } from "../arguments.ts";
import type { Command } from "../command.ts";
import { EXIT_CODES } from "../exit-codes.ts";
import {
  readViolationWitness,
  runTestification,
  TESTIFICATION_OPTIONS,
  TESTIFICATION_USAGE,
} from "../testification.ts";

export const command: Command = {
  usage: `
Usage: agon reduce WITNESS PROGRAM --property FILE --data-model ILP32|LP64 [options]

Leaves out waypoints as long as every execution along the witness is confirmed,
for all inputs that it leaves open (tried with zeros and random values). A witness
whose open inputs affect the violation is completed first from an execution.

  -o, --output FILE    file for the witness (default: standard output)
  --residual FILE      write the residual program: executions that do not follow
                       the reduced witness end before the target
${TESTIFICATION_USAGE}

Exits with 1 when no execution along the witness is confirmed.`,
  examples: [
    "agon reduce witness.yml program.c --property unreach-call.prp --data-model ILP32 -o small.yml --residual residual.c",
  ],
  run,
};

async function run(words: readonly string[]): Promise<number> {
  const args = parseWords(words, ["WITNESS", "PROGRAM"], {
    ...TESTIFICATION_OPTIONS,
    output: { type: "string", short: "o" },
    residual: { type: "string" },
  });
  const result = await runTestification("reduce", args);
  if (result.task !== "reduce") throw new Error("the thread answered another request");
  const { reduction, residual } = result;
  if (reduction.kind === "unknown") {
    console.error(`not reduced: ${reduction.reason}`);
    return EXIT_CODES.negative.code;
  }
  const { witness, before, after, isCompleted, isMinimal } = reduction;
  const { metadata } = await readViolationWitness(args.operands.WITNESS);
  const text = formatWitness(witness, {
    ...metadata,
    formatVersion: requiredVersion(witness),
    uuid: randomUUID(),
    creationTime: new Date().toISOString().replace(/\.\d+Z$/, "Z"),
    producer: {
      name: "Agon",
      version: AGON_VERSION,
      description: `reduced from a witness of ${metadata.producer.name}`,
    },
  });
  console.error(`${before} waypoints before, ${after} after${isMinimal ? "" : " (time limit)"}`);
  if (isCompleted) console.error("completed first: inputs that it left open matter");
  for (const remark of residual?.remarks ?? []) console.error(`not in the residual: ${remark}`);
  const output = args.text("output");
  if (output === undefined) process.stdout.write(text);
  else replaceDurably(output, text);
  const residualPath = args.text("residual");
  if (residualPath !== undefined && residual !== undefined) {
    replaceDurably(residualPath, residual.text);
  }
  return EXIT_CODES.done.code;
}
