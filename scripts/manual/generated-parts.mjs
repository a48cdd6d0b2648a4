// The parts of the manual that tables of the program determine, as Markdown. Needs the compiled
// program.
import { join } from "node:path";
import { pathToFileURL } from "node:url";

const cell = (text) => text.replace(/\|/g, "\\|").replace(/\n/g, " ");
const table = (titles, rows) =>
  [titles, titles.map(() => "---"), ...rows]
    .map((row) => `| ${row.map(cell).join(" | ")} |`)
    .join("\n");
const code = (text) => `\`${text}\``;

/** @returns by name, the replacement of `<!-- agon: NAME -->` in a page */
export async function generatedParts(root) {
  const load = (path) => import(pathToFileURL(join(root, "dist", path)).href);
  const { COMMANDS } = await load("faces/cli/command-table.js");
  const { EXIT_CODES } = await load("faces/cli/exit-codes.js");
  const { URLS_HELP } = await load("faces/cli/help-urls.js");
  const { PROGRAM_CHECKS } = await load("contestant/specification/index.js");
  const { STANDARD_PROPERTIES, standardProperty } = await load("ground/properties/index.js");
  const { EDITIONS } = await load("organiser/scoring/index.js");
  const { RULES } = await load("contestant/lint/rules.js");
  const { TOOL_MODULES } = await load("organiser/tools/registry.js");
  const commands = await Promise.all(
    COMMANDS.map(async ({ name, summary, module }) => ({
      name,
      summary,
      ...(await module()).command,
    })),
  );
  return {
    commands: commands
      .map(
        ({ name, summary, usage, examples }) =>
          `## agon ${name}\n\n${summary.charAt(0).toUpperCase()}${summary.slice(1)}.\n\n` +
          `\`\`\`text\n${usage.trim()}\n\nExamples:\n${examples.map((line) => `  ${line}`).join("\n")}\n\`\`\``,
      )
      .join("\n\n"),
    "command-list": table(
      ["command", "does"],
      commands.map(({ name, summary }) => [`[${code(`agon ${name}`)}](#agon-${name})`, summary]),
    ),
    "exit-codes": table(
      ["code", "means"],
      Object.values(EXIT_CODES).map(({ code: number, meaning }) => [String(number), meaning]),
    ),
    urls: `\`\`\`text\n${URLS_HELP.trim()}\n\`\`\``,
    checks: table(
      ["check", "finds", "a proof says: no …"],
      PROGRAM_CHECKS.map(({ id, title, absence }) => [code(id), title, absence]),
    ),
    properties: table(
      ["property", "its file"],
      STANDARD_PROPERTIES.map((name) => [
        code(name),
        (standardProperty(name) ?? "").trim().split("\n").map(code).join(" "),
      ]),
    ),
    editions: table(
      ["edition", "rules of"],
      EDITIONS.map(({ id, name }) => [code(id), name]),
    ),
    "lint-rules": table(
      ["rule", "why"],
      Object.entries(RULES).map(([name, why]) => [code(name), why]),
    ),
    tools: table(
      ["module", "tool", "as"],
      TOOL_MODULES.map(({ module, name, roles }) => [code(module), name, roles.join(", ")]),
    ),
  };
}
