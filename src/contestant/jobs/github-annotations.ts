/**
 * Formats findings as workflow commands of GitHub Actions, which shows them at the lines of a
 * change.
 */
import type { ProgramAnswer } from "./program-answer.ts";

/** Returns one line per finding, each ended by a newline. */
export function githubAnnotations({ findings, obstacle }: ProgramAnswer): string {
  const lines = findings.map(({ place, headline, check }) => {
    const properties = {
      file: place.file,
      line: String(place.line),
      col: String(place.column),
      title: `Agon${check === undefined ? "" : `: ${check}`}`,
    };
    return command("error", properties, headline);
  });
  if (obstacle !== undefined) lines.push(command("notice", { title: "Agon" }, obstacle.reason));
  return lines.map((line) => `${line}\n`).join("");
}

function command(name: string, properties: Readonly<Record<string, string>>, text: string): string {
  const list = Object.entries(properties).map(([key, value]) => `${key}=${escapeProperty(value)}`);
  return `::${name} ${list.join(",")}::${escapeData(text)}`;
}

/** Escapes data like the toolkit of GitHub Actions. */
function escapeData(text: string): string {
  return text.replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A");
}

function escapeProperty(text: string): string {
  return escapeData(text).replaceAll(":", "%3A").replaceAll(",", "%2C");
}
