import {
  runRecordTable,
  runTable,
  scoreTable,
  standingsTable,
  type Table,
  tableToCsv,
  tableToHtml,
  tableToMarkdown,
  tableToText,
} from "../../tables/index.ts";
import { parseWords } from "../arguments.ts";
import type { Command } from "../command.ts";
import { EDITION_USAGE, editionOption } from "../edition-option.ts";
import { EXIT_CODES } from "../exit-codes.ts";
import { evaluateSpool } from "../open-spool.ts";

const FORMATS = ["text", "csv", "markdown", "html"] as const;
type Format = (typeof FORMATS)[number];

const PRINTERS: Readonly<Record<Format, (table: Table) => string>> = {
  text: tableToText,
  csv: tableToCsv,
  markdown: tableToMarkdown,
  html: (table) => `${tableToHtml(table).text}\n`,
};

export const command: Command = {
  name: "table",
  summary: "print results as a table",
  usage: `
Usage: agon table SPOOL [--format FORMAT] [--runs] [--edition E]

  ${EDITION_USAGE}
  --format FORMAT   ${FORMATS.join(", ")} (default: text); numbers in csv are raw
  --runs            one row per run instead of one per category`,
  examples: [
    "agon table agon-demo",
    "agon table agon-demo --format markdown",
    "agon table agon-demo --runs --format csv",
  ],
  run: async (words) => {
    const args = parseWords(words, ["SPOOL"], {
      edition: { type: "string" },
      format: { type: "string" },
      runs: { type: "boolean" },
    });
    const format = args.oneOf("format", FORMATS) ?? "text";
    const { evaluation } = evaluateSpool(args.operands.SPOOL, editionOption(args));
    const { competition, standings, judgedRuns } = evaluation;
    const { name, participants } = competition;
    // Rounded for people, raw for programs.
    const forPeople = format !== "csv";
    const runs = (): Table =>
      forPeople ? runTable(name, judgedRuns) : runRecordTable(name, judgedRuns);
    const scores = (): Table =>
      forPeople ? scoreTable(name, standings, participants) : standingsTable(name, standings);
    process.stdout.write(PRINTERS[format](args.flag("runs") ? runs() : scores()));
    return EXIT_CODES.done.code;
  },
};
