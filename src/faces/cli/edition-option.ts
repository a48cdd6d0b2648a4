import type { Edition } from "../../ground/model/index.ts";
import { describeEditions, readEditionReference } from "../../organiser/competition/index.ts";
import type { Arguments } from "./arguments.ts";
import { UsageError } from "./command.ts";

/** Description of the option in the usage of commands. */
export const EDITION_USAGE =
  "--edition E       rules to apply: svcomp-2012 … svcomp-2027, or an edition file (.yml)";

/**
 * The edition that `--edition` names; undefined without the option.
 * @throws UsageError when it names none; InputError for a faulty file.
 */
export function editionOption(args: Arguments<string>): Edition | undefined {
  const text = args.text("edition");
  return text === undefined ? undefined : findGivenEdition(text, "--edition");
}

/**
 * The edition that a word of the command line names; `what` names the word in messages.
 * @throws UsageError when it names none; InputError for a faulty file.
 */
export function findGivenEdition(text: string, what: string): Edition {
  const edition = readEditionReference(text, ".");
  if (edition !== undefined) return edition;
  throw new UsageError(`${what} must be ${describeEditions()}, found '${text}'`);
}
