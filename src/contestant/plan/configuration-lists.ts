/** Lists of all configurations in other files, written by `scripts/technique-lists.ts`. */
import { CONFIGURATIONS } from "./configurations.ts";

/** The contestants of `examples/techniques/competition.yml`: every configuration, by itself. */
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

/** The text of `configuration-names.ts` with the list as it is due. */
export function withNames(text: string): string {
  const rows = CONFIGURATIONS.map(({ name }) => `  "${name}",\n`);
  return text.replace(LIST, (_, start: string, end: string) => `${start}${rows.join("")}${end}`);
}
