/**
 * The phases of a competition, as an append-only log in its spool:
 * `phases.ndjson`, one change a line. Each line names the hash of the line before and of the lock
 * file, so that later changes are noticed.
 */

import { existsSync, readFileSync } from "node:fs";
import { replaceDurably, sha256 } from "../../ground/files/index.ts";
import { defined } from "../../ground/util/defined.ts";
import { PlatformError } from "../../ground/util/errors.ts";
import { parseJsonAs } from "../../ground/util/shape.ts";
import type { Spool } from "../execution/index.ts";

/** In the order of the rules. From `freeze` on tools, tasks and limits stay as they are. */
export const PHASES = [
  "training",
  "pre-run",
  "freeze",
  "evaluation",
  "inspection",
  "publication",
] as const;

export type Phase = (typeof PHASES)[number];

export interface PhaseChange {
  readonly phase: Phase;
  /** ISO 8601, UTC. */
  readonly at: string;
  /** The reason; required for a step back and for changes after the freeze. */
  readonly note?: string;
  /** SHA-256 of `competition.lock.yml`, which names everything else by hash. */
  readonly lock: string;
  /** SHA-256 of the line before; absent in the first. */
  readonly previous?: string;
}

const fileOf = (spool: Spool): string => spool.path("phases.ndjson");
const lockHash = (spool: Spool): string => sha256(readFileSync(spool.path("competition.lock.yml")));
const isFrozenPhase = (phase: Phase): boolean => PHASES.indexOf(phase) >= PHASES.indexOf("freeze");

const PHASE_SHAPE = { phase: "text", at: "text", lock: "text", "previous?": "text" } as const;

/**
 * All changes, oldest first; none before the first.
 * @throws PlatformError `ERR_PHASES_CHANGED` when a line was changed after it was written.
 */
export function readPhases(spool: Spool): readonly PhaseChange[] {
  if (!existsSync(fileOf(spool))) return [];
  const lines = readFileSync(fileOf(spool), "utf8").split("\n").slice(0, -1);
  return lines.map((line, index) => {
    const place = { file: fileOf(spool), line: index + 1, code: "invalid-spool" };
    const change = parseJsonAs<PhaseChange>(line, PHASE_SHAPE, place);
    const before = lines[index - 1];
    if (change.previous === (before === undefined ? undefined : sha256(before))) return change;
    throw new PlatformError("ERR_PHASES_CHANGED", `${fileOf(spool)}: line ${index} was changed`, {
      hint: "restore the file: it is the record of the freeze",
    });
  });
}

/** Whether tools, tasks and limits must stay as they are. */
export function isFrozen(spool: Spool): boolean {
  const phase = readPhases(spool).at(-1)?.phase;
  return phase !== undefined && isFrozenPhase(phase);
}

/**
 * Must be called at the start of every command after the freeze.
 * @throws PlatformError `ERR_FROZEN` when the lock file is not the frozen one.
 */
export function checkFreeze(spool: Spool): void {
  const last = readPhases(spool).at(-1);
  if (last === undefined || !isFrozenPhase(last.phase) || last.lock === lockHash(spool)) return;
  throw new PlatformError(
    "ERR_FROZEN",
    `${spool.path("competition.lock.yml")} is not the one of the ${last.phase} (${last.at})`,
    { hint: "restore it; 'agon phase SPOOL' shows the hashes" },
  );
}

/**
 * Enters a phase.
 * @throws PlatformError `ERR_PHASE` for a step back without a note, or past the freeze.
 */
export function enterPhase(spool: Spool, phase: Phase, note?: string): PhaseChange {
  checkFreeze(spool);
  const changes = readPhases(spool);
  const now = changes.at(-1)?.phase;
  const step = PHASES.indexOf(phase) - (now === undefined ? -1 : PHASES.indexOf(now));
  if (step <= 0 && note === undefined) {
    throw refusal(`the competition is in the phase '${now}' already`, "a step back needs --note");
  }
  const wasFrozen = changes.some((change) => change.phase === "freeze");
  if (isFrozenPhase(phase) && phase !== "freeze" && !wasFrozen) {
    throw refusal(`'${phase}' comes after 'freeze'`, "enter 'freeze' first: it stamps the hashes");
  }
  return append(spool, phase, note);
}

/** Logs a change that is allowed after the freeze, such as tasks found invalid. */
export function stampChange(spool: Spool, note: string): void {
  const last = readPhases(spool).at(-1);
  if (last !== undefined) append(spool, last.phase, note);
}

function append(spool: Spool, phase: Phase, note: string | undefined): PhaseChange {
  const text = existsSync(fileOf(spool)) ? readFileSync(fileOf(spool), "utf8") : "";
  const before = text.split("\n").at(-2);
  const change: PhaseChange = {
    phase,
    at: new Date().toISOString(),
    ...defined({ note }),
    lock: lockHash(spool),
    ...(before === undefined ? {} : { previous: sha256(before) }),
  };
  replaceDurably(fileOf(spool), `${text}${JSON.stringify(change)}\n`);
  return change;
}

function refusal(message: string, hint: string): PlatformError {
  return new PlatformError("ERR_PHASE", message, { hint });
}
