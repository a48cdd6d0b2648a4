/** Lists of all configurations in other files, written by `scripts/technique-lists.ts`. */
import { CONFIGURATIONS } from "./configurations.ts";

/**
 * Returns the contestants of `examples/techniques/competition.yml`: one for every configuration.
 */
export function participantsText(): string {
  const participants = CONFIGURATIONS.map(
    ({ name }) => `  - id: agon-${name}
    name: Agon (${name})
    tool: agon-verifier
    directory: builtin
    options: [--config, ${name}]
`,
  );
  return `participants:\n${participants.join("")}`;
}

const LIST = /(export const CONFIGURATION_NAMES.* = \[\n)(?: .*\n)*(\];)/;

/** Returns the text of `configuration-names.ts` with the current list. */
export function withNames(text: string): string {
  const rows = CONFIGURATIONS.map(({ name }) => `  "${name}",\n`);
  return text.replace(LIST, (_, start: string, end: string) => `${start}${rows.join("")}${end}`);
}
