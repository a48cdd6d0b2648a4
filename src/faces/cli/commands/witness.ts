import { randomUUID } from "node:crypto";
import { basename } from "node:path";
import { renderWitnessPage } from "../../../contestant/jobs/index.ts";
import { readProgramFile, readWitness, replaceDurably } from "../../../ground/files/index.ts";
import {
  annotationsOf,
  convertAutomaton,
  convertToVersion,
  FORMAT_VERSIONS,
  type FormatVersion,
  formatWitness,
  requiredVersion,
  type Witness,
  type WitnessMetadata,
} from "../../../ground/witness/index.ts";
import { parseWords } from "../arguments.ts";
import { type Command, UsageError } from "../command.ts";
import { EXIT_CODES } from "../exit-codes.ts";
import { showInSource } from "../render/witness-in-source.ts";

export const command: Command = {
  usage: `
Usage: agon witness convert WITNESS [--to 2.0|2.1|2.2] [-o FILE] [--uuid UUID]
       agon witness show WITNESS PROGRAM [--all | --context N] [--html FILE]

'convert' reads any format (GraphML 1.0; YAML 0.1, 2.0, 2.1, 2.2), writes a
version of format 2, and lists the losses on standard error.

  --to VERSION     default: the oldest version that can express everything
  -o, --output F   default: standard output
  --uuid UUID      identifier of the new witness (default: a random one)

'convert' exits with 1 when too little would be left for a witness.

'show' prints the lines of the program that the witness annotates, with the
annotations below the locations. GraphML is shown in its converted form.

  --all            all lines of the program
  --context N      lines around each location (default 2)
  --html FILE      write a self-contained page instead`,
  examples: [
    "agon witness show witness.yml program.c --html witness.html",
    "agon witness convert witness.graphml --to 2.0 -o witness.yml",
  ],
  run: async (words) => {
    const [verb, ...rest] = words;
    if (verb === "convert") return convert(rest);
    if (verb === "show") return show(rest);
    throw new UsageError("expected 'convert' or 'show'; see 'agon help witness'");
  },
};

async function convert(words: readonly string[]): Promise<number> {
  const args = parseWords(words, ["WITNESS"], {
    to: { type: "string" },
    output: { type: "string", short: "o" },
    uuid: { type: "string" },
  });
  const path = args.operands.WITNESS;
  const to = args.oneOf("to", FORMAT_VERSIONS);
  const { witness, metadata, losses } = await load(path, args.text("uuid") ?? randomUUID());
  const version: FormatVersion = to ?? (witness === undefined ? "2.0" : requiredVersion(witness));
  const result =
    witness === undefined ? { witness, losses: [] } : convertToVersion(witness, version);
  for (const loss of [...losses, ...result.losses]) console.error(`lost: ${loss}`);
  if (result.witness === undefined) {
    console.error(`${path}: too little is left for a witness of version ${version}`);
    return EXIT_CODES.negative.code;
  }
  const text = formatWitness(result.witness, { ...metadata, formatVersion: version });
  const output = args.text("output");
  if (output === undefined) process.stdout.write(text);
  else replaceDurably(output, text);
  return EXIT_CODES.done.code;
}

async function show(words: readonly string[]): Promise<number> {
  const args = parseWords(words, ["WITNESS", "PROGRAM"], {
    all: { type: "boolean" },
    context: { type: "string" },
    html: { type: "string" },
  });
  const path = args.operands.WITNESS;
  const program = readProgramFile(args.operands.PROGRAM);
  const { witness, metadata, losses } = await load(path, randomUUID());
  if (witness === undefined) {
    for (const loss of losses) console.error(`not shown: ${loss}`);
    return EXIT_CODES.negative.code;
  }
  const annotations = annotationsOf(witness);
  const ghosts = witness.kind === "correctness" ? (witness.ghosts?.variables ?? []) : [];
  const remarks = [
    ...ghosts.map(({ name, type, initial }) => `ghost variable ${type} ${name} = ${initial}`),
    ...losses.map((loss) => `not shown: ${loss}`),
  ];
  const page = args.text("html");
  if (page !== undefined) {
    const { producer, formatVersion } = metadata;
    replaceDurably(
      page,
      renderWitnessPage({
        witnessName: basename(path),
        programName: program.name,
        programText: program.text,
        description: `${witness.kind} witness ${formatVersion} by ${producer.name} ${producer.version}`,
        annotations,
        remarks,
      }),
    );
    return EXIT_CODES.done.code;
  }
  for (const remark of remarks) console.error(remark);
  const context = args.flag("all") ? undefined : (args.integer("context", 0) ?? 2);
  process.stdout.write(showInSource(program.text, annotations, { context }));
  return EXIT_CODES.done.code;
}

interface Loaded {
  readonly witness: Witness | undefined;
  readonly metadata: WitnessMetadata;
  readonly losses: readonly string[];
}

async function load(path: string, uuid: string): Promise<Loaded> {
  const read = await readWitness(path);
  if (read.format === "graphml") return convertAutomaton(read.automaton, uuid);
  const { witness, metadata } = read.file;
  return { witness, metadata: { ...metadata, uuid }, losses: [] };
}
