import { existsSync } from "node:fs";
import { readTaskFile } from "../../ground/files/index.ts";
import { standardProperty } from "../../ground/properties/index.ts";

/** A property file, or one of the properties of SV-COMP by its name. @throws InputError when it is neither */
export function readProperty(word: string): { readonly path: string; readonly text: string } {
  const text = existsSync(word) ? undefined : standardProperty(word);
  return text === undefined
    ? readTaskFile(word, "the property file")
    : { path: `${word}.prp`, text };
}
