import { AGON_VERSION } from "../../../ground/installation/index.ts";
import { parseWords } from "../arguments.ts";
import type { Command } from "../command.ts";
import { EXIT_CODES } from "../exit-codes.ts";
import { manualPage } from "../manual-page.ts";

export const command: Command = {
  usage: `
Usage: agon man

Prints the manual page of all commands for man(1), made from the texts of
'agon help': agon man > agon.1 && man ./agon.1`,
  examples: ["agon man"],
  run: async (words, all = []) => {
    parseWords(words, [], {});
    const commands = await Promise.all(
      all.map(async ({ name, summary, module }) => {
        const { usage, examples } = (await module()).command;
        return { name, summary, usage, examples };
      }),
    );
    process.stdout.write(manualPage(commands, AGON_VERSION));
    return EXIT_CODES.done.code;
  },
};
