/** Lists of all configurations in other files, written by `scripts/technique-lists.ts`. */
import { techniqueOf } from "../techniques/index.ts";
import { CONFIGURATIONS, type Configuration } from "./configurations.ts";

/** The lanes of a configuration's techniques, by name. */
export function lanesOf({ techniques }: Configuration): readonly string[] {
  return [...new Set(techniques.map(({ technique }) => techniqueOf(technique).lane).toSorted())];
}

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

const TABLE = /(export const CONFIGURATION_LANES.* = \{\n)(?: .*\n)*(\};)/;

/** The text of `configuration-lanes.ts` with the table as it is due. */
export function withLanes(text: string): string {
  const key = (name: string): string => (/^\w+$/.test(name) ? name : `"${name}"`);
  const list = (lanes: readonly string[]): string => lanes.map((lane) => `"${lane}"`).join(", ");
  const rows = CONFIGURATIONS.map((each) => `  ${key(each.name)}: [${list(lanesOf(each))}],\n`);
  return text.replace(TABLE, (_, start: string, end: string) => `${start}${rows.join("")}${end}`);
}
