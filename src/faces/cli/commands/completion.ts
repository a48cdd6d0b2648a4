import { parseWords } from "../arguments.ts";
import { type Command, UsageError } from "../command.ts";
import { completionScript, SHELLS } from "../completion.ts";
import { EXIT_CODES } from "../exit-codes.ts";
import { optionsOfUsage } from "../usage-options.ts";

export const command: Command = {
  usage: `
Usage: agon completion bash|zsh|fish

Prints a script that completes commands, options and files in that shell.
bash and zsh: put  eval "$(agon completion bash)"  (or zsh) into the shell's start file.
fish: agon completion fish > ~/.config/fish/completions/agon.fish`,
  examples: ["agon completion bash", "agon completion zsh", "agon completion fish"],
  run: async (words, all = []) => {
    const { operands } = parseWords(words, ["SHELL"], {});
    const shell = SHELLS.find((name) => name === operands.SHELL);
    if (shell === undefined) {
      throw new UsageError(`unknown shell '${operands.SHELL}'; known: ${SHELLS.join(", ")}`);
    }
    const commands = await Promise.all(
      all.map(async ({ name, summary, module }) => {
        const { command: loaded } = await module();
        return { name, summary, options: optionsOfUsage(loaded.usage) };
      }),
    );
    process.stdout.write(completionScript(shell, commands));
    return EXIT_CODES.done.code;
  },
};
