/** The manual page agon(1), made from the help texts (man(7), groff). */
import type { Command } from "./command.ts";
import { EXIT_CODES } from "./exit-codes.ts";

export interface ManualCommand extends Pick<Command, "usage" | "examples"> {
  readonly name: string;
  readonly summary: string;
}

export function manualPage(commands: readonly ManualCommand[], version: string): string {
  const sections = commands.flatMap(({ name, summary, usage, examples }) => [
    `.SS agon ${escaped(name)}`,
    escaped(`${summary.charAt(0).toUpperCase()}${summary.slice(1)}.`),
    ...literal(usage.trim()),
    ".PP\nExamples:",
    ...literal(examples.map((example) => `  ${example}`).join("\n")),
  ]);
  const codes = Object.values(EXIT_CODES).map(
    ({ code, meaning }) => `.TP\n.B ${code}\n${escaped(meaning)}`,
  );
  return `${[
    `.TH AGON 1 "" "Agon ${version}" "User Commands"`,
    ".SH NAME",
    "agon \\- verification of C programs, and competitions of verifiers",
    ".SH SYNOPSIS",
    ".B agon\n.I command\n[\\fIwords\\fR]",
    ".SH COMMANDS",
    ...sections,
    ".SH EXIT STATUS",
    ...codes,
  ].join("\n")}\n`;
}

/** Lines printed literally. */
function literal(text: string): string[] {
  return [".PP", ".nf", ...text.split("\n").map(escaped), ".fi"];
}

function escaped(text: string): string {
  const plain = text
    .replaceAll("\\", "\\e")
    .replaceAll("-", "\\-")
    .replaceAll(/[^\x20-\x7e\t]/gu, (character) => {
      const code = character.codePointAt(0) ?? 0;
      return `\\[u${code.toString(16).toUpperCase().padStart(4, "0")}]`;
    });
  return /^[.']/.test(plain) ? `\\&${plain}` : plain;
}
