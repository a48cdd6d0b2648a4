import { existsSync } from "node:fs";
import type { Spool } from "../execution/index.ts";
import type { RunResult } from "../model/index.ts";
import type { WitnessFacts } from "../scoring/index.ts";
import { InputError } from "../util/errors.ts";
import { identifyWitness } from "../witness/index.ts";
import { readInput } from "./task-folder.ts";

/**
 * What a verification result's witness is: kind and version in any format;
 * validity only by the rules of the formats that Agon reads.
 */
export function witnessFacts(spool: Spool, { witness }: RunResult): WitnessFacts {
  if (witness === undefined) return { state: "missing" };
  const file = spool.fileOf(witness);
  if (!existsSync(file)) return { state: "missing" };
  try {
    return identifyWitness(readInput(file, file), witness.path);
  } catch (error) {
    // Tools write what they like: bytes that are no text are a faulty witness, not a fault of the spool.
    if (!(error instanceof InputError)) throw error;
    return { state: "invalid", reason: error.diagnostics[0]?.message ?? "the file is unreadable" };
  }
}
