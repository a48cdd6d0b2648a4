import type { BaseCategory } from "../../ground/model/index.ts";
import { defined } from "../../ground/util/defined.ts";
import type { ResultFileRole } from "../results/index.ts";
import type { LinterAnswer, ValidatorAnswer } from "../scoring/index.ts";
import type { FileRun } from "./file-runs.ts";

/** The part of a file that has answers about other tools' witnesses. */
export type OpinionRole = Exclude<ResultFileRole, { readonly kind: "verifier" }>;

/** Whether a file has answers about witnesses, rather than verdicts about programs. */
export function isOpinion(role: ResultFileRole | undefined): role is OpinionRole {
  return role !== undefined && role.kind !== "verifier";
}

/** The answer of a validator with the CPU time it took, for the validation track. */
export type TimedAnswer = ValidatorAnswer & { readonly cpuTimeSeconds?: number };

/** The answers of validators and linters about the runs of one verifier in one base category. */
export interface Opinions {
  readonly verifier: string;
  readonly category: string;
  /** By identity of the task. */
  readonly validations: ReadonlyMap<string, readonly TimedAnswer[]>;
  readonly lints: ReadonlyMap<string, readonly LinterAnswer[]>;
}

interface OpinionLists extends Opinions {
  readonly validations: Map<string, TimedAnswer[]>;
  readonly lints: Map<string, LinterAnswer[]>;
}

/** Collects the answers in the files of validators and linters. */
export class FileOpinions {
  readonly #all = new Map<string, OpinionLists>();
  /** Keys of the runs that have an answer: files come from the newest to the oldest. */
  readonly #seen = new Set<string>();

  get isEmpty(): boolean {
    return this.#all.size === 0;
  }

  /** Adds an answer. Runs without status, and older ones of the same tool on the same task, are ignored. */
  add(role: OpinionRole, run: FileRun, category: BaseCategory, task: string): void {
    const key = keyOf(role.verifier, category.name);
    const identity = `${key}\n${role.tool}\n${task}`;
    if (run.status === "" || this.#seen.has(identity)) return;
    this.#seen.add(identity);
    const opinions = this.#listsOf(key, role.verifier, category.name);
    const { tool, format, witnessKind } = role;
    const { cpuTimeSeconds } = run.measures;
    const answer = {
      tool,
      status: run.status,
      ...defined({ format, cpuTimeSeconds }),
    };
    if (role.kind === "linter") {
      push(opinions.lints, task, answer);
      return;
    }
    const kinds =
      witnessKind === undefined ? (["violation", "correctness"] as const) : [witnessKind];
    for (const kind of kinds) {
      push(opinions.validations, task, { ...answer, phase: `${kind}-validation` });
    }
  }

  find(verifier: string | undefined, category: string): Opinions | undefined {
    return verifier === undefined ? undefined : this.#all.get(keyOf(verifier, category));
  }

  all(): Iterable<Opinions> {
    return this.#all.values();
  }

  #listsOf(key: string, verifier: string, category: string): OpinionLists {
    let lists = this.#all.get(key);
    if (lists === undefined) {
      lists = { verifier, category, validations: new Map(), lints: new Map() };
      this.#all.set(key, lists);
    }
    return lists;
  }
}

function keyOf(verifier: string, category: string): string {
  return `${verifier}\n${category}`;
}

function push<T>(lists: Map<string, T[]>, key: string, item: T): void {
  const list = lists.get(key);
  if (list === undefined) lists.set(key, [item]);
  else list.push(item);
}
