import { existsSync } from "node:fs";
import type { Spool } from "../execution/index.ts";
import type { RunResult } from "../model/index.ts";
import type { WitnessFacts } from "../scoring/index.ts";
import { InputError } from "../util/errors.ts";
import { parseWitness } from "../witness/index.ts";
import { readInput } from "./task-folder.ts";

/** What a verification result's witness is, by the rules of its format. */
export function witnessFacts(spool: Spool, { witness }: RunResult): WitnessFacts {
  if (witness === undefined) return { state: "missing" };
  const file = spool.path(witness.path);
  if (!existsSync(file)) return { state: "missing" };
  try {
    const { metadata, witness: content } = parseWitness(readInput(file, file), witness.path);
    return { state: "present", kind: content.kind, version: metadata.formatVersion };
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    const [first] = error.diagnostics;
    const line = first?.line === undefined ? "" : `line ${first.line}: `;
    return { state: "invalid", reason: `${line}${first?.message ?? "unreadable"}` };
  }
}
