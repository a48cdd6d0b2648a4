import { resolve } from "node:path";
import type { Edition } from "../../ground/model/index.ts";
import { defined } from "../../ground/util/defined.ts";
import { invariant } from "../../ground/util/errors.ts";
import { Spool } from "../execution/index.ts";
import { type Evaluation, evaluate } from "./evaluate.ts";
import { readLock } from "./lock-file.ts";
import { checkFreeze } from "./phases.ts";
import type { ResolvedCompetition } from "./resolved.ts";

/**
 * The competition in a folder.
 * @throws PlatformError `ERR_NO_SPOOL` when there is none.
 */
export function openSpool(directory: string): { spool: Spool; competition: ResolvedCompetition } {
  const spool = new Spool(resolve(directory));
  spool.requireExisting();
  checkFreeze(spool);
  const competition = readLock(spool);
  invariant(competition !== undefined, "the lock file has vanished");
  return { spool, competition };
}

/**
 * Reads and scores the competition in a folder, by its own rules or by those of `edition`.
 * @throws PlatformError `ERR_NO_SPOOL` when there is none.
 */
export function evaluateSpool(
  directory: string,
  edition?: Edition,
): { spool: Spool; evaluation: Evaluation } {
  const { spool, competition } = openSpool(directory);
  return {
    spool,
    evaluation: evaluate(competition, spool, defined({ edition })),
  };
}
