/**
 * The runs of a spool as columns, for scores and pages of competitions of any size: results are
 * read one after the other, and the facts about their witnesses come from the book of validations.
 * Agrees with `evaluate` by the competition's own rules; only `evaluate` records the rules that
 * were applied to a status.
 */

import type { RunResult } from "../../ground/model/index.ts";
import { defined } from "../../ground/util/defined.ts";
import { invariant } from "../../ground/util/errors.ts";
import { ID_BYTES, type Spool } from "../execution/index.ts";
import {
  type CategoryTask,
  RUN_COLUMNS_FORMAT,
  type RunColumns,
  RunColumnsBuilder,
  type WitnessFacts,
} from "../scoring/index.ts";
import { type Circumstances, CircumstancesBuilder } from "./circumstances.ts";
import { coveredBaseCategories } from "./definition.ts";
import { chargedSeconds, type Progress, tasksOfCategory } from "./evaluate.ts";
import { lintersOf, rawOpinions } from "./raw-opinions.ts";
import { participantTools, type ResolvedCompetition } from "./resolved.ts";
import { loadPlan, type RunPlan } from "./run-plan.ts";
import { CHECKED_ENTRIES, isRight, ValidationBook } from "./validation-book.ts";
import { ValidationPlan } from "./validation-plan.ts";

export interface StoredColumns {
  readonly columns: RunColumns;
  /** By base category. */
  readonly tasks: ReadonlyMap<string, readonly CategoryTask[]>;
  readonly progress: Progress;
  /** Circumstances of all runs, validations included. */
  readonly circumstances: Circumstances;
}

/** Reads every result once. */
export function storedColumns(competition: ResolvedCompetition, spool: Spool): StoredColumns {
  const collector = new Collector(competition, spool);
  // Sampled results do not count beside measured ones; whether there are both is known at the end
  // only.
  return collector.collect(false) ?? (collector.collect(true) as StoredColumns);
}

class Collector {
  readonly #competition: ResolvedCompetition;
  readonly #read: (run: string) => RunResult | undefined;
  readonly #plan: RunPlan;
  readonly #validations: ValidationPlan;
  readonly #known: KnownWitnesses;
  readonly #linters: ReadonlySet<string>;

  constructor(competition: ResolvedCompetition, spool: Spool) {
    this.#competition = competition;
    this.#read = spool.resultReader();
    this.#plan = loadPlan(spool, competition, { store: false });
    this.#validations = new ValidationPlan(competition, spool, this.#plan.modules);
    this.#known = new KnownWitnesses(this.#plan, spool, this.#validations);
    this.#linters = lintersOf(competition);
  }

  /** Undefined when measured and sampled results are mixed, unless the latter are left out. */
  collect(leavesOutSampled: boolean): StoredColumns | undefined {
    const { categories, participants, voidTasks } = this.#competition;
    const builder = new RunColumnsBuilder();
    const reasons = new Map(voidTasks.map(({ task, reason }) => [task, reason]));
    const bases = categories.filter(({ kind }) => kind === "base").map(({ name }) => name);
    const tasks = new Map(
      bases.map((name) => [name, tasksOfCategory(this.#competition.tasks, name, reasons)]),
    );
    for (const [name, own] of tasks) for (const task of own) builder.addTask(name, task);
    const covered = new Map(
      participants.map(({ id, categories: own }) => [id, coveredBaseCategories(categories, own)]),
    );
    const circumstances = new CircumstancesBuilder();
    const validation = { planned: 0, done: 0 };
    const limits = this.#competition.limits.verification;
    let verified = 0;
    let measured = 0;
    let sampled = 0;
    for (let number = 0; number < this.#plan.size; number++) {
      const result = this.#read(this.#plan.idOf(number));
      if (result === undefined) continue;
      verified++;
      if (result.repetition !== undefined) continue;
      const { witness, planned, validations } = this.#checked(number, result);
      validation.planned += planned;
      validation.done += validations.length;
      const task = this.#plan.taskOf(number);
      const own = bases.filter(
        (name) => covered.get(result.tool)?.has(name) === true && task.categories.includes(name),
      );
      if (own.length === 0) continue;
      if (result.measurement === "process-accounting") sampled++;
      else measured++;
      if (leavesOutSampled && result.measurement === "process-accounting") continue;
      if (!leavesOutSampled && sampled > 0 && measured > 0) return undefined;
      for (const each of [result, ...validations]) circumstances.add(each);
      const { wallTimeSeconds, memoryBytes } = result;
      const { cpuEnergyJoules } = result.usage ?? {};
      const cpuTimeSeconds = chargedSeconds(result, limits);
      const opinions = rawOpinions(validations, witness, this.#linters);
      for (const category of own) {
        builder.addRun({
          tool: result.tool,
          category,
          task: task.id,
          status: result.status,
          witness,
          opinions,
          ...defined({ cpuTimeSeconds, wallTimeSeconds, memoryBytes, cpuEnergyJoules }),
        });
      }
    }
    return {
      columns: columnsOf(this.#competition, builder),
      tasks,
      progress: {
        verification: { planned: this.#plan.size, done: verified },
        validation,
        unsupported: this.#plan.unsupported,
        notPlanned: 0,
        incomparable: leavesOutSampled ? sampled : 0,
      },
      circumstances: circumstances.build(),
    };
  }

  #checked(
    number: number,
    result: RunResult,
  ): {
    readonly witness: WitnessFacts;
    readonly planned: number;
    readonly validations: readonly RunResult[];
  } {
    const known = result.witness === undefined ? undefined : this.#known.of(number);
    if (known !== undefined) return { ...known, planned: known.validations.length };
    const { witness, validations: planned } = this.#validations.examine(result);
    const validations = planned.flatMap(({ id }) => this.#read(id) ?? []);
    return { witness, planned: planned.length, validations };
  }
}

function columnsOf(competition: ResolvedCompetition, builder: RunColumnsBuilder): RunColumns {
  const { name, edition, categories, participants } = competition;
  const tables = builder.build();
  return {
    metadata: {
      format: RUN_COLUMNS_FORMAT,
      name,
      edition: edition.id,
      categories,
      tools: participantTools(competition),
      participations: participants.map(({ id, categories: own, optOut }) => ({
        tool: id,
        categories: own,
        optOut,
      })),
    },
    column: (table, column) => {
      const found = tables[table]?.[column];
      invariant(found !== undefined, `there is no column ${table}.${column}`);
      return found;
    },
  };
}

/**
 * The entries of the book for those verification runs whose validations are all in packs, by number
 * of the run.
 */
class KnownWitnesses {
  readonly #spool: Spool;
  /** 0: not known; otherwise an index into {@link #facts}. */
  readonly #codes: Uint16Array;
  readonly #first: Uint32Array;
  readonly #counts: Uint8Array;
  /** Numbers of packed results. */
  #packed: Uint32Array = new Uint32Array(1024);
  #used = 0;
  readonly #facts: WitnessFacts[] = [{ state: "missing" }];
  readonly #factCodes = new Map<string, number>();

  constructor(plan: RunPlan, spool: Spool, validations: ValidationPlan) {
    this.#spool = spool;
    this.#codes = new Uint16Array(plan.size);
    this.#first = new Uint32Array(plan.size);
    this.#counts = new Uint8Array(plan.size);
    const book = new ValidationBook(spool, plan.competition, { store: false });
    let checks = 0;
    try {
      book.read((entry) => {
        const number = plan.findBytes(entry.run, 0);
        if (number === undefined) return true;
        checks++;
        const holds = checks > CHECKED_ENTRIES || isRight(spool, validations, entry);
        if (holds) this.#note(number, entry.validations, entry.facts);
        else this.#codes.fill(0);
        return holds;
      });
    } finally {
      book.close();
    }
  }

  of(
    number: number,
  ): { readonly witness: WitnessFacts; readonly validations: readonly RunResult[] } | undefined {
    const code = this.#codes[number] as number;
    if (code === 0) return undefined;
    const first = this.#first[number] as number;
    const packed = this.#packed.subarray(first, first + (this.#counts[number] as number));
    return {
      witness: this.#facts[code] as WitnessFacts,
      validations: Array.from(packed, (entry) => this.#spool.packedResult(entry)),
    };
  }

  #note(number: number, validations: Buffer, facts: string): void {
    const code = this.#factCodes.get(facts) ?? this.#facts.length;
    const count = validations.length / ID_BYTES;
    if (code > MAX_CODE || count > MAX_COUNT) return;
    const start = this.#used;
    for (let at = 0; at < validations.length; at += ID_BYTES) {
      const entry = this.#spool.packedNumber(validations, at);
      // The result may be packed later, or have a file of its own: then it is read when its turn
      // comes.
      if (entry === undefined) {
        this.#used = start;
        return;
      }
      this.#push(entry);
    }
    if (code === this.#facts.length) {
      this.#factCodes.set(facts, code);
      this.#facts.push(JSON.parse(facts) as WitnessFacts);
    }
    this.#codes[number] = code;
    this.#first[number] = start;
    this.#counts[number] = count;
  }

  #push(entry: number): void {
    if (this.#used === this.#packed.length) {
      const larger = new Uint32Array(2 * this.#packed.length);
      larger.set(this.#packed);
      this.#packed = larger;
    }
    this.#packed[this.#used++] = entry;
  }
}

const MAX_CODE = 0xffff;
const MAX_COUNT = 0xff;
