import { resolve } from "node:path";
import { findTool, type ToolSource } from "../../execution/index.ts";
import { tableToText } from "../../tables/index.ts";
import { findToolInfo, TOOL_MODULES } from "../../tools/index.ts";
import { parseWords } from "../arguments.ts";
import { type Command, UsageError } from "../command.ts";
import { EXIT_CODES } from "../exit-codes.ts";

export const command: Command = {
  name: "tool",
  summary: "list tool-info modules, or look for a tool",
  usage: `
Usage: agon tool list
       agon tool find MODULE [--directory DIR|builtin]

'list' prints the modules that a competition can name as 'tool'. 'find' tells
where the executable of a tool is and the version that results will carry.`,
  examples: ["agon tool list", "agon tool find agon-verifier --directory builtin"],
  run: async (words) => {
    const [verb, ...rest] = words;
    if (verb === "list") return listModules(rest);
    if (verb === "find") return find(rest);
    throw new UsageError("expected 'list' or 'find'; see 'agon help tool'");
  },
};

function listModules(words: readonly string[]): number {
  parseWords(words, [], {});
  const left = (title: string): { title: string; align: "left" } => ({ title, align: "left" });
  process.stdout.write(
    tableToText({
      title: "tool-info modules",
      columns: [left("module"), left("role"), left("tool"), left("executable")],
      rows: TOOL_MODULES.map(({ module, role, name, executable }) => [
        module,
        role,
        name,
        executable,
      ]),
    }),
  );
  return EXIT_CODES.done.code;
}

function find(words: readonly string[]): number {
  const args = parseWords(words, ["MODULE"], { directory: { type: "string" } });
  const directory = args.text("directory");
  const { command: found, version } = findTool(
    findToolInfo(args.operands.MODULE),
    sourceOf(directory),
  );
  console.log(`command: ${found.join(" ")}\nversion: ${version}`);
  return EXIT_CODES.done.code;
}

function sourceOf(directory: string | undefined): ToolSource {
  if (directory === undefined) return { kind: "system" };
  return directory === "builtin"
    ? { kind: "builtin" }
    : { kind: "folder", folder: resolve(directory) };
}
