import { cancelCompetition, openSpool } from "../../../organiser/competition/index.ts";
import { parseWords } from "../arguments.ts";
import type { Command } from "../command.ts";
import { EXIT_CODES } from "../exit-codes.ts";

const PATIENCE_MS = 60_000;

export const command: Command = {
  usage: `
Usage: agon cancel SPOOL [--json]

Asks the coordinator to end its runs, on any machine, withdraws the waiting
batches of a cluster and ends the jobs. 'agon run' continues later. Exits with 5 when the
coordinator has not ended within a minute.`,
  examples: ["agon cancel agon-demo"],
  run: async (words) => {
    const args = parseWords(words, ["SPOOL"], { json: { type: "boolean" } });
    const { spool } = openSpool(args.operands.SPOOL);
    const { coordinator, hasEnded, jobs } = await cancelCompetition(spool, {
      patienceMs: PATIENCE_MS,
    });
    if (args.flag("json")) {
      console.log(JSON.stringify({ version: 1, coordinator: coordinator ?? null, hasEnded, jobs }));
    } else {
      const ended = hasEnded ? "has ended" : "has been asked to end, but has not ended yet";
      console.log(coordinator === undefined ? "it was not running" : `${coordinator} ${ended}`);
      if (jobs > 0) console.log(`${jobs} jobs were cancelled`);
    }
    return hasEnded ? EXIT_CODES.done.code : EXIT_CODES.partial.code;
  },
};
