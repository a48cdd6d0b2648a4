/**
 * The verification runs of a locked competition in compact form: a campaign has millions, of which
 * only the identities are kept, and specifications are recomputed when needed. `plan.bin` in the
 * spool saves the hashing at the next start: a line of JSON, then for every run 32 bytes of
 * identity, the number of its task (32 bits), of its participant and of its repetition (16 bits
 * each).
 */
import { existsSync, readFileSync } from "node:fs";
import { replaceWithPieces, sha256 } from "../../ground/files/index.ts";
import type { RunSpecification } from "../../ground/model/index.ts";
import { invariant, PlatformError } from "../../ground/util/errors.ts";
import { ID_BYTES, IdIndex, type Spool, writeId } from "../execution/index.ts";
import { storedModules } from "./command-book.ts";
import { plannedPairs, specifyVerification, type ToolInfoOf } from "./plan.ts";
import type { ResolvedCompetition, ResolvedParticipant, ResolvedTask } from "./resolved.ts";

const FORMAT = "agon-plan/3";
const FILE = "plan.bin";
const ENTRY_BYTES = ID_BYTES + 4 + 2 + 2;

interface Header {
  readonly format: string;
  /** SHA-256 of the lock file that was planned. */
  readonly lock: string;
  readonly runs: number;
  readonly unsupported: number;
  /** Hash of all entries: a damaged plan is made again. */
  readonly sha256: string;
}

export class RunPlan {
  readonly competition: ResolvedCompetition;
  /** The source of command lines. */
  readonly modules: ToolInfoOf;
  /** Number of pairs of tool and task that the tool does not support. */
  readonly unsupported: number;
  /** The entries as stored. */
  readonly #entries: Buffer;
  readonly #index: IdIndex;
  readonly #probe: Buffer = Buffer.alloc(ID_BYTES);

  constructor(
    competition: ResolvedCompetition,
    modules: ToolInfoOf,
    entries: Buffer,
    unsupported: number,
  ) {
    this.competition = competition;
    this.modules = modules;
    this.unsupported = unsupported;
    this.#entries = entries;
    this.#index = new IdIndex((number, bytes, offset) => {
      const start = number * ENTRY_BYTES;
      return entries.compare(bytes, offset, offset + ID_BYTES, start, start + ID_BYTES) === 0;
    }, entries.length / ENTRY_BYTES);
    for (let number = 0; number < this.size; number++) {
      const added = this.#index.add(entries, number * ENTRY_BYTES, number);
      invariant(added === number, "a run is planned twice");
    }
  }

  /** Number of runs; they are numbered from 0, task by task. */
  get size(): number {
    return this.#entries.length / ENTRY_BYTES;
  }

  find(id: string): number | undefined {
    return writeId(id, this.#probe) ? this.#index.find(this.#probe, 0) : undefined;
  }

  findBytes(bytes: Buffer, offset: number): number | undefined {
    return this.#index.find(bytes, offset);
  }

  idOf(number: number): string {
    const start = number * ENTRY_BYTES;
    return this.#entries.toString("hex", start, start + ID_BYTES);
  }

  taskOf(number: number): ResolvedTask {
    const task = this.#entries.readUInt32LE(number * ENTRY_BYTES + ID_BYTES);
    return this.competition.tasks[task] as ResolvedTask;
  }

  /** @throws PlatformError `ERR_PLAN_STALE` when another version of Agon planned otherwise. */
  specification(number: number): RunSpecification {
    const { participants } = this.competition;
    const rest = number * ENTRY_BYTES + ID_BYTES + 4;
    const participant = participants[this.#entries.readUInt16LE(rest)] as ResolvedParticipant;
    const specification = specifyVerification(
      this.competition,
      participant,
      this.taskOf(number),
      this.modules,
      this.#entries.readUInt16LE(rest + 2),
    );
    if (specification.id === this.idOf(number)) return specification;
    throw new PlatformError("ERR_PLAN_STALE", `${FILE} was made by another version of Agon`, {
      hint: `remove ${FILE} from the spool and start again`,
    });
  }
}

/**
 * The plan of the spool's locked competition: the stored one if it fits, else made now and, on
 * request, stored. Without `modules` no Python module is called.
 */
export function loadPlan(
  spool: Spool,
  competition: ResolvedCompetition,
  options: { readonly store: boolean; readonly modules?: ToolInfoOf },
): RunPlan {
  const modules = options.modules ?? storedModules(spool);
  const lock = lockHash(spool);
  const stored = readPlan(spool.path(FILE), lock, competition, modules);
  if (stored !== undefined) return stored;
  const { entries, unsupported } = makePlan(competition, modules);
  if (options.store) {
    const runs = entries.length / ENTRY_BYTES;
    const header: Header = { format: FORMAT, lock, runs, unsupported, sha256: sha256(entries) };
    replaceWithPieces(spool.path(FILE), [`${JSON.stringify(header)}\n`, entries]);
  }
  return new RunPlan(competition, modules, entries, unsupported);
}

/** SHA-256 of the spool's lock file: plans for another lock file are invalid. */
function lockHash(spool: Spool): string {
  return sha256(readFileSync(spool.path("competition.lock.yml")));
}

/** Undefined when there is none, or it belongs to another lock or another version of Agon. */
function readPlan(
  file: string,
  lock: string,
  competition: ResolvedCompetition,
  modules: ToolInfoOf,
): RunPlan | undefined {
  if (!existsSync(file)) return undefined;
  const content = readFileSync(file);
  const end = content.indexOf(10);
  const header = parseHeader(content.toString("utf8", 0, end));
  if (header === undefined) return undefined;
  const entries = content.subarray(end + 1);
  const fits =
    header.format === FORMAT &&
    header.lock === lock &&
    entries.length === header.runs * ENTRY_BYTES &&
    header.sha256 === sha256(entries);
  if (!fits) return undefined;
  const plan = new RunPlan(competition, modules, entries, header.unsupported);
  return isUpToDate(plan) ? plan : undefined;
}

function parseHeader(text: string): Header | undefined {
  try {
    const header = JSON.parse(text) as Header | null;
    return header ?? undefined;
  } catch {
    return undefined;
  }
}

/** Checks a run of every participant: another version of Agon may build other command lines. */
function isUpToDate(plan: RunPlan): boolean {
  const step = Math.max(1, Math.floor(plan.size / 1000));
  const participants = plan.competition.participants.length;
  try {
    for (let start = 0, round = 0; start < plan.size; start += step, round++) {
      plan.specification(Math.min(start + (round % participants), plan.size - 1));
    }
  } catch (error) {
    if (error instanceof PlatformError) return false;
    throw error;
  }
  return true;
}

function makePlan(
  competition: ResolvedCompetition,
  modules: ToolInfoOf,
): { entries: Buffer; unsupported: number } {
  const { tasks, participants, repeat = 1 } = competition;
  // As large as possible: memory that is never written to is not used.
  const entries = Buffer.alloc(tasks.length * participants.length * repeat * ENTRY_BYTES);
  let length = 0;
  let unsupported = 0;
  for (const pair of plannedPairs(competition, modules)) {
    const { taskIndex, participantIndex, repetition, outcome } = pair;
    if (!("id" in outcome)) {
      if (repetition === 1) unsupported++;
      continue;
    }
    entries.write(outcome.id, length, "hex");
    entries.writeUInt32LE(taskIndex, length + ID_BYTES);
    entries.writeUInt16LE(participantIndex, length + ID_BYTES + 4);
    entries.writeUInt16LE(repetition, length + ID_BYTES + 6);
    length += ENTRY_BYTES;
  }
  return { entries: entries.subarray(0, length), unsupported };
}
