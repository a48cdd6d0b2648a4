import { closeSync, openSync, readSync, statSync } from "node:fs";
import type { Edition, RunResult } from "../../ground/model/index.ts";
import { identifyWitness } from "../../ground/witness/index.ts";
import type { Spool } from "../execution/index.ts";
import { type WitnessFacts, witnessLimit } from "../scoring/index.ts";

/**
 * Kind and version of a verification result's witness in any format, from its first bytes,
 * independent of its size. Linters and validators, which have limits, decide whether it is valid.
 */
export function witnessFacts(
  spool: Spool,
  { witness, refusedWitnessBytes }: Pick<RunResult, "witness" | "refusedWitnessBytes">,
  edition: Pick<Edition, "validation">,
): WitnessFacts {
  if (refusedWitnessBytes !== undefined) return tooLarge(refusedWitnessBytes, edition);
  if (witness === undefined) return { state: "missing" };
  const file = spool.fileOf(witness);
  const bytes = statSync(file, { throwIfNoEntry: false })?.size;
  if (bytes === undefined) return { state: "missing" };
  if (bytes > witnessLimit(edition)) return tooLarge(bytes, edition);
  try {
    return identifyWitness(piecesOf(file), witness.path);
  } catch (error) {
    // Tools may write anything: bytes that are not text make a faulty witness, not a fault of the
    // spool.
    if ((error as NodeJS.ErrnoException).code !== "ERR_ENCODING_INVALID_ENCODED_DATA") throw error;
    return { state: "invalid", reason: "its beginning is not UTF-8" };
  }
}

function tooLarge(bytes: number, edition: Pick<Edition, "validation">): WitnessFacts {
  const reason = `too large: ${bytes} bytes, and ${witnessLimit(edition)} are allowed`;
  return { state: "invalid", reason };
}

const PIECE_BYTES = 1 << 14;

/** The text of a file, read lazily. @throws TypeError where it is not UTF-8. */
function* piecesOf(path: string): Generator<string> {
  const file = openSync(path, "r");
  try {
    const decoder = new TextDecoder("utf-8", { fatal: true });
    const bytes = Buffer.alloc(PIECE_BYTES);
    for (let count = readSync(file, bytes); count > 0; count = readSync(file, bytes)) {
      yield decoder.decode(bytes.subarray(0, count), { stream: true });
    }
    yield decoder.decode();
  } finally {
    closeSync(file);
  }
}
