/** The places of the soundness programs, also for code that does not verify them. */
import { readdirSync } from "node:fs";
import { join } from "node:path";

export const FOLDER: string = import.meta.dirname;

const only = process.env.AGON_SOUNDNESS?.split(",");

export function topicsOf(): string[] {
  const entries = readdirSync(FOLDER, { withFileTypes: true });
  const folders = entries.filter((entry) => entry.isDirectory());
  return folders.map(({ name }) => name).sort();
}

/** The selected programs of a topic. */
export function programsOf(topic: string): string[] {
  const isMeant = (file: string): boolean =>
    only?.some((part) => `${topic}/${file}`.includes(part)) ?? true;
  const files = readdirSync(join(FOLDER, topic));
  return files.filter((name) => name.endsWith(".c") && isMeant(name)).sort();
}
