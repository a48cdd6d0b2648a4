import { InputError } from "../../../ground/util/errors.ts";
import { parseJsonAs } from "../../../ground/util/shape.ts";
import {
  CHANGES,
  type Change,
  type Comparison,
  compareRuns,
  evaluateSpool,
  type ObfuscationMap,
  readInput,
} from "../../../organiser/competition/index.ts";
import { tableToText } from "../../../organiser/tables/index.ts";
import { parseWords } from "../arguments.ts";
import type { Command } from "../command.ts";
import { EXIT_CODES } from "../exit-codes.ts";

export const command: Command = {
  usage: `
Usage: agon compare SPOOL1 SPOOL2 [--map FILE] [--all] [--exit-code] [--json]

For every tool: how many verdicts are the same, were lost or gained in the second
execution, or are contradictory (TRUE for FALSE). Then the runs that differ.

  --map FILE      obfuscation.json of the tasks of SPOOL2, see 'agon obfuscate'
  --all           list every differing run, not only the first 20
  --exit-code     exit with 1 if a verdict differs
  --json          everything as JSON`,
  examples: [
    "agon compare first-run second-run",
    "agon compare official obfuscated --map obfuscated-tasks/obfuscation.json",
  ],
  run: async (words) => {
    const args = parseWords(words, ["SPOOL1", "SPOOL2"], {
      map: { type: "string" },
      all: { type: "boolean" },
      "exit-code": { type: "boolean" },
      json: { type: "boolean" },
    });
    const { evaluation: first } = evaluateSpool(args.operands.SPOOL1);
    const { evaluation: second } = evaluateSpool(args.operands.SPOOL2);
    const comparison = compareRuns(first, second, readNames(args.text("map")));
    if (args.flag("json")) console.log(JSON.stringify({ version: 1, ...comparison }));
    else print(comparison, args.flag("all"));
    const differs = comparison.runs.some(({ change }) => isDifference(change));
    return differs && args.flag("exit-code") ? EXIT_CODES.negative.code : EXIT_CODES.done.code;
  },
};

const MAP_SHAPE = { "format?": "text", "files?": {} } as const;

function readNames(file: string | undefined): ReadonlyMap<string, string> {
  if (file === undefined) return new Map();
  const place = { file, code: "invalid-map" };
  const map = parseJsonAs<Partial<ObfuscationMap>>(readInput(file, file), MAP_SHAPE, place);
  if (map.format === "agon-obfuscation/1") return new Map(Object.entries(map.files ?? {}));
  const message = "expected the obfuscation.json that 'agon obfuscate' wrote";
  throw new InputError([{ severity: "error", code: "invalid-map", message, file }]);
}

function isDifference(change: Change): boolean {
  return change !== "same" && change !== "no-verdict";
}

const SHOWN = 20;

function print({ runs, onlyFirst, onlySecond }: Comparison, showsAll: boolean): void {
  const tools = [...new Set(runs.map(({ tool }) => tool))];
  const right = (title: string): { title: string; align: "right" } => ({ title, align: "right" });
  process.stdout.write(
    tableToText({
      title: "verdicts of the second execution",
      columns: [{ title: "tool", align: "left" }, ...CHANGES.map(right)],
      rows: tools.map((tool) => [
        tool,
        ...CHANGES.map((change) =>
          String(runs.filter((run) => run.tool === tool && run.change === change).length),
        ),
      ]),
    }),
  );
  if (onlyFirst + onlySecond > 0) {
    console.log(`\nonly in the first: ${onlyFirst} runs, only in the second: ${onlySecond}`);
  }
  const differing = runs.filter(({ change }) => isDifference(change));
  if (differing.length > 0) console.log("");
  for (const { tool, task, first, second, change } of differing.slice(
    0,
    showsAll ? undefined : SHOWN,
  )) {
    console.log(`${change}: ${tool}, ${task}: ${first} -> ${second}`);
  }
  if (!showsAll && differing.length > SHOWN) {
    console.log(`… and ${differing.length - SHOWN} more (--all)`);
  }
}
