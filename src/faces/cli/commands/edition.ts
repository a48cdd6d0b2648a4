import type { Edition } from "../../../ground/model/index.ts";
import { defined } from "../../../ground/util/defined.ts";
import { readInput } from "../../../organiser/competition/index.ts";
import { EDITIONS, formatEdition } from "../../../organiser/scoring/index.ts";
import { parseCategoryStructure } from "../../../organiser/tasks/index.ts";
import { parseWords } from "../arguments.ts";
import { type Command, UsageError } from "../command.ts";
import { findGivenEdition } from "../edition-option.ts";
import { EXIT_CODES } from "../exit-codes.ts";
import { parseWordsAndMore } from "../more-words.ts";
import { writeOutput } from "../write-output.ts";

export const command: Command = {
  usage: `
Usage: agon edition list [--json]
       agon edition show E [--id ID] [--category-structure FILE] [-o FILE]

show prints an edition as an edition file (schema/edition.schema.json): scoring
schema, properties, witness table, validation, limits, meta categories, tree of
categories. A changed file is applied by --edition FILE.yml.

  E                 svcomp-2012 … svcomp-2027, a year, or an edition file
  --id ID           id of the new edition (known ids are taken; default: own-YEAR)
  --category-structure FILE
                    the organisers' category-structure.yml instead of the edition's
                    tree of categories
  --json            the list as JSON
  -o, --output FILE default: standard output`,
  examples: [
    "agon edition list",
    "agon edition show svcomp-2026 --id lab-2026 -o lab.yml",
    "agon edition show 2027 --category-structure category-structure.yml -o svcomp27.yml",
  ],
  run: async (words) => {
    const [verb, ...rest] = words;
    if (verb === "list") list(rest);
    else if (verb === "show") show(rest);
    else throw new UsageError("expected 'list' or 'show'");
    return EXIT_CODES.done.code;
  },
};

function list(words: readonly string[]): void {
  const args = parseWords(words, [], { json: { type: "boolean" } });
  if (args.flag("json")) {
    const editions = EDITIONS.map(({ id, name, year, categories, doubts }) => ({
      id,
      name,
      year,
      baseCategories: categories.filter(({ kind }) => kind === "base").length,
      doubts,
    }));
    process.stdout.write(`${JSON.stringify({ version: 1, editions })}\n`);
    return;
  }
  for (const { id, name, categories, doubts } of EDITIONS) {
    const bases = categories.filter(({ kind }) => kind === "base").length;
    const metas = categories.length - bases;
    console.log(`${id}  ${name}, ${bases} base and ${metas} meta categories`);
    for (const doubt of doubts) console.log(`    ${doubt}`);
  }
}

function show(words: readonly string[]): void {
  const { args, more } = parseWordsAndMore(words, ["E"], {
    "category-structure": { type: "string" },
    id: { type: "string" },
    output: { type: "string", short: "o" },
  });
  if (more.length > 0) throw new UsageError(`unexpected word '${more[0]}'`);
  const edition = findGivenEdition(args.operands.E, "the edition");
  const file = args.text("category-structure");
  const structure =
    file === undefined ? undefined : parseCategoryStructure(readInput(file, file), file);
  const own: Edition = {
    ...edition,
    id: args.text("id") ?? `own-${edition.year}`,
    ...defined({ categories: structure?.categories }),
  };
  writeOutput(args.text("output"), formatEdition(own));
}
