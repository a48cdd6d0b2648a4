import type { Edition } from "../../ground/model/index.ts";
import { joinPath } from "../../ground/util/path.ts";
import { EDITIONS, parseEdition } from "../scoring/index.ts";
import { readInput } from "./task-folder.ts";

/**
 * The rules that a person means: a known edition by year (`2025`) or id
 * (`svcomp-2025`), or an edition file, which is recognised by its ending
 * (`.yml`, `.yaml`). Undefined when the text is neither.
 *
 * @param folder What a relative path of a file starts from.
 * @throws InputError when the file is missing or faulty.
 */
export function readEditionReference(text: string, folder: string): Edition | undefined {
  const known = EDITIONS.find(({ year, id }) => text === String(year) || text === id);
  if (known !== undefined) return known;
  if (!/\.ya?ml$/.test(text)) return undefined;
  const file = joinPath(folder, text);
  return parseEdition(readInput(file, file), file);
}

/** What an edition can be called, for messages. */
export function describeEditions(): string {
  const { id: first } = EDITIONS[0] as Edition;
  const { id: last } = EDITIONS.at(-1) as Edition;
  return `a year, ${first} … ${last}, or an edition file (.yml)`;
}
