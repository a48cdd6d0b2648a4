import { resolve } from "node:path";
import {
  checkFreeze,
  enterPhase,
  PHASES,
  readPhases,
} from "../../../organiser/competition/index.ts";
import { Spool } from "../../../organiser/execution/index.ts";
import { parseWords } from "../arguments.ts";
import { type Command, UsageError } from "../command.ts";
import { EXIT_CODES } from "../exit-codes.ts";
import { parseWordsAndMore } from "../more-words.ts";

export const command: Command = {
  usage: `
Usage: agon phase SPOOL [--json]
       agon phase SPOOL PHASE [--note TEXT]

Phases: ${PHASES.join(", ")}. Entering one is logged in the spool with
the hash of competition.lock.yml, which names tools, tasks and limits by hash. From
'freeze' on every command checks that hash, and 'agon run' accepts only changes of
'voidTasks'. A step back needs a note. Lines of the log are chained by their hashes.

  --note TEXT   the reason
  --json        the log as JSON`,
  examples: ["agon phase agon-demo freeze", "agon phase agon-demo"],
  run: async (words) => {
    const { args, more } = parseWordsAndMore(words, ["SPOOL"], {
      note: { type: "string" },
      json: { type: "boolean" },
    });
    const spool = new Spool(resolve(args.operands.SPOOL));
    spool.requireExisting();
    const [name, ...rest] = more;
    parseWords(rest, [], {});
    if (name !== undefined) {
      const phase = PHASES.find((one) => one === name);
      if (phase === undefined) {
        throw new UsageError(`unknown phase '${name}'; there are ${PHASES.join(", ")}`);
      }
      enterPhase(spool, phase, args.text("note"));
    }
    const changes = readPhases(spool);
    if (args.flag("json")) console.log(JSON.stringify({ version: 1, changes }));
    else if (changes.length === 0) console.log("no phase has been entered yet");
    for (const { at, phase, lock, note } of args.flag("json") ? [] : changes) {
      console.log(`${at}  ${phase.padEnd(11)}  ${lock.slice(0, 16)}${note ? `  ${note}` : ""}`);
    }
    // The log must be printed first, because it helps to find the changes.
    checkFreeze(spool);
    return EXIT_CODES.done.code;
  },
};
