import {
  type HostCheck,
  hostChecks,
  prepareHost,
  runInDelegatedScope,
} from "../../../organiser/execution/index.ts";
import { parseWords } from "../arguments.ts";
import type { Command } from "../command.ts";
import { EXIT_CODES } from "../exit-codes.ts";

export const command: Command = {
  usage: `
Usage: agon doctor [--json]

Each line is 'ok', 'warn' (results are less exact) or 'fail' (no real competition
can be run), with a remedy. 'agon run' stores the same lines with the
results, in host.json. Exits with 3 when a line is 'fail'.`,
  examples: ["agon doctor", "agon doctor --json"],
  run: async (words) => {
    const args = parseWords(words, [], { json: { type: "boolean" } });
    const codeOfScope = await runInDelegatedScope();
    if (codeOfScope !== undefined) return codeOfScope;
    const checks = hostChecks(await prepareHost({ sandbox: false }), ".");
    if (args.flag("json")) console.log(JSON.stringify({ version: 1, checks }));
    else process.stdout.write(checks.map(renderCheck).join(""));
    const isFit = checks.every(({ level }) => level !== "fail");
    return isFit ? EXIT_CODES.done.code : EXIT_CODES.environment.code;
  },
};

function renderCheck({ level, name, finding, remedy }: HostCheck): string {
  const line = `${level.padEnd(5)}${name.padEnd(16)} ${finding}\n`;
  return remedy === undefined ? line : `${line}${" ".repeat(22)}-> ${remedy}\n`;
}
