import { resolve } from "node:path";
import { repairSpool } from "../../../organiser/competition/index.ts";
import { Spool } from "../../../organiser/execution/index.ts";
import { parseWords } from "../arguments.ts";
import type { Command } from "../command.ts";
import { EXIT_CODES } from "../exit-codes.ts";

export const command: Command = {
  usage: `
Usage: agon repair SPOOL [--json]

Checks every file of a competition: the lock files, the definition,
every result with its log and witness. Damaged files are moved to
SPOOL/damaged/N, and nothing is deleted; 'agon run' with the same definition
rewrites missing files and repeats the runs that have no result then.`,
  examples: ["agon repair agon-demo"],
  run: async (words) => {
    const args = parseWords(words, ["SPOOL"], { json: { type: "boolean" } });
    const spool = new Spool(resolve(args.operands.SPOOL));
    spool.requireFolders();
    const { moved, results, folder } = repairSpool(spool);
    if (args.flag("json")) {
      console.log(JSON.stringify({ version: 1, results, folder, moved }));
    } else {
      for (const { path, reason } of moved) console.log(`${path}: ${reason}`);
      const outcome =
        moved.length === 0 ? "nothing is damaged" : `${moved.length} files moved to ${folder}`;
      console.log(`${results} sound results; ${outcome}`);
      if (moved.length > 0) console.log("continue with 'agon run' and the same definition");
    }
    return EXIT_CODES.done.code;
  },
};
