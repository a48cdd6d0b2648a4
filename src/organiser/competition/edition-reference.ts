import type { Edition } from "../../ground/model/index.ts";
import { baseNameOf, joinPath } from "../../ground/util/path.ts";
import { EDITIONS, parseEdition } from "../scoring/index.ts";
import { readInput } from "./task-folder.ts";

/**
 * Reads a reference to rules: a known edition by year (`2025`) or id (`svcomp-2025`), or an edition
 * file, which is recognised by its ending (`.yml`, `.yaml`). Undefined when the text is neither.
 *
 * @param folder The folder from which a relative path starts.
 * @throws InputError when the file is missing or faulty.
 */
export function readEditionReference(text: string, folder: string): Edition | undefined {
  const known = EDITIONS.find(({ year, id }) => text === String(year) || text === id);
  if (known !== undefined) return known;
  if (!/\.ya?ml$/.test(text)) return undefined;
  const file = joinPath(folder, text);
  return cited(parseEdition(readInput(file, file), file), baseNameOf(file));
}

/** With the sources that explanations name: the edition's own name and its file. */
function cited(edition: Edition, file: string): Edition {
  const { name, witnessTable } = edition;
  const isTakenOver = EDITIONS.some((known) => known.witnessTable.source === witnessTable.source);
  if (!isTakenOver) return { ...edition, file };
  const source = `${name} (${file}), which takes over: ${witnessTable.source}`;
  return { ...edition, file, witnessTable: { ...witnessTable, source } };
}

/** The accepted names of editions, for messages. */
export function describeEditions(): string {
  const { id: first } = EDITIONS[0] as Edition;
  const { id: last } = EDITIONS.at(-1) as Edition;
  return `a year, ${first} … ${last}, or an edition file (.yml)`;
}
