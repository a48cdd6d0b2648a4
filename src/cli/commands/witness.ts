import { randomUUID } from "node:crypto";
import { replaceDurably } from "../../execution/index.ts";
import {
  convertAutomaton,
  convertToVersion,
  FORMAT_VERSIONS,
  type FormatVersion,
  formatWitness,
  requiredVersion,
  type Witness,
  type WitnessMetadata,
} from "../../witness/index.ts";
import { parseWords } from "../arguments.ts";
import { type Command, UsageError } from "../command.ts";
import { EXIT_CODES } from "../exit-codes.ts";
import { readWitness } from "../witness-text.ts";

export const command: Command = {
  name: "witness",
  summary: "convert witnesses between formats, or show them in their program",
  usage: `
Usage: agon witness convert WITNESS [--to 2.0|2.1|2.2] [-o FILE] [--uuid UUID]

'convert' reads any format (GraphML 1.0; YAML 0.1, 2.0, 2.1, 2.2), writes a
version of format 2, and lists on standard error what is lost.

  --to VERSION     default: the oldest version that can say everything
  -o, --output F   default: standard output
  --uuid UUID      identifier of the new witness (default: a random one)

Exits with 1 when nothing that is a witness would be left.`,
  examples: ["agon witness convert witness.graphml --to 2.0 -o witness.yml"],
  run: async (words) => {
    const [verb, ...rest] = words;
    if (verb === "convert") return convert(rest);
    throw new UsageError("expected 'convert'; see 'agon help witness'");
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
    console.error(`${path}: nothing is left that is a witness of version ${version}`);
    return EXIT_CODES.negative.code;
  }
  const text = formatWitness(result.witness, { ...metadata, formatVersion: version });
  const output = args.text("output");
  if (output === undefined) process.stdout.write(text);
  else replaceDurably(output, text);
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
