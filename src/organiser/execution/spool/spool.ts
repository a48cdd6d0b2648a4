/**
 * The folder of a competition while it runs and ever after. A process that executes runs may die at
 * any instant: a run counts when its result has got its name in `results/`, which link(2) lets
 * happen exactly once.
 *
 *     competition.lock.yml      the resolved definition, everything hashed
 *     tasks.ndjson              one task a line
 *     plan.bin                  identities of the verification runs, see
 *     organiser/competition/run-plan.ts
 *     attempts/AB/RUN.N/        output.log, witness, specification.json and result.json of attempt
 *     N;
 *                               AB: the first two digits of RUN
 *     results/RUN.json          the one result of the run
 *     packs/                    results of large competitions, see result-packs.ts
 *     scratch/WORKER/           files of current runs: inputs, working directories
 *     lock/                     see spool-lock.ts
 *     site/                     the result pages
 *
 * A validation run exists only if its verification run gave a witness, and is a pure function of
 * that result and the locked definition: it is derived again on every start, so nothing needs to be
 * remembered between the two.
 */
import {
  closeSync,
  constants,
  existsSync,
  fstatSync,
  lstatSync,
  mkdirSync,
  opendirSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
} from "node:fs";
import { hostname } from "node:os";
import { dirname, join } from "node:path";
import { commitOnceAsync, writeDurablyAsync } from "../../../ground/files/index.ts";
import type { FileReference, RunResult } from "../../../ground/model/index.ts";
import { InputError, PlatformError } from "../../../ground/util/errors.ts";
import { attemptPath, formatRunResult, parseRunResult } from "../../results/index.ts";
import { isAbandoned, runName } from "../measuring/cgroup-sweep.ts";
import { removeTreeSync } from "../system/remove-tree.ts";
import { damaged, storedText } from "./damaged-spool.ts";
import { ID_BYTES, IdTable } from "./id-table.ts";
import type { PackedFacts } from "./pack-index.ts";
import { ResultPacks } from "./result-packs.ts";

export interface Attempt {
  /** From 1. */
  readonly number: number;
  /** Absolute path. */
  readonly directory: string;
  /** Path relative to the spool. */
  readonly path: string;
}

export class Spool {
  /** Absolute path. */
  readonly directory: string;
  readonly #packs: ResultPacks;
  #scratch: string | undefined;

  constructor(directory: string) {
    this.directory = directory;
    this.#packs = new ResultPacks(join(directory, "packs"));
  }

  /** The same spool without any cached state. */
  reopened(): Spool {
    return new Spool(this.directory);
  }

  /** Makes the folders; an existing spool is left as it is. */
  create(): void {
    for (const folder of ["attempts", "results", "lock"]) {
      mkdirSync(this.path(folder), { recursive: true });
    }
  }

  /** @throws PlatformError `ERR_NO_SPOOL` unless the directory holds a competition. */
  requireExisting(): void {
    if (existsSync(this.path("competition.lock.yml"))) return;
    throw new PlatformError("ERR_NO_SPOOL", `${this.directory} holds no competition`, {
      hint: this.#hasResultFiles()
        ? `there are result files in it: give them, '${join(this.directory, "*.xml*")}'`
        : "expected the folder given to 'agon run --spool', with a competition.lock.yml in it",
    });
  }

  /**
   * Whether the folder has result files of BenchExec, from which tables and scores can be made as
   * well.
   */
  #hasResultFiles(): boolean {
    if (!existsSync(this.directory)) return false;
    return readdirSync(this.directory).some((name) => /\.results\..*xml(\.bz2|\.gz)?$/.test(name));
  }

  /** @throws PlatformError `ERR_NO_SPOOL` unless the directory looks like a competition, perhaps a damaged one. */
  requireFolders(): void {
    if (!existsSync(this.path("results"))) this.requireExisting();
  }

  /** Absolute path of a file in the spool. */
  path(...names: readonly string[]): string {
    return join(this.directory, ...names);
  }

  /** Whether any run has a result. */
  isBegun(): boolean {
    this.#packs.refresh();
    return this.#packs.size > 0 || this.looseResults().length > 0;
  }

  hasResult(run: string): boolean {
    if (existsSync(this.#resultFile(run))) return true;
    this.#packs.refresh();
    return this.#packs.has(run);
  }

  /**
   * As {@link hasResult}, as of now, for many queries: about the 32 bytes of an identity at
   * `offset`.
   */
  knownResults(): (bytes: Buffer, offset: number) => boolean {
    const loose = new IdTable();
    for (const run of this.looseResults()) if (/^[0-9a-f]{64}$/.test(run)) loose.add(run);
    this.#packs.refresh();
    return (bytes, offset) =>
      this.#packs.hasBytes(bytes, offset) || loose.findBytes(bytes, offset) !== undefined;
  }

  /**
   * The number of a result that is known to be packed, for the 32 bytes of its run at `offset`: a
   * number needs less memory.
   */
  packedNumber(bytes: Buffer, offset: number): number | undefined {
    return this.#packs.numberOf(bytes, offset);
  }

  /** The result with that number, as {@link readResult} reads it. */
  packedResult(number: number): RunResult {
    const { run, text } = this.#packs.at(number);
    return withoutSamples(resultOf(run, text, this.#resultFile(run)));
  }

  /** Without the time line. @throws InputError when the file is damaged. */
  readResult(run: string): RunResult | undefined {
    const whole = this.readWholeResult(run);
    return whole === undefined ? undefined : withoutSamples(whole);
  }

  /**
   * As {@link readResult}, for the results that exist now and for many queries: packed ones are not
   * searched elsewhere.
   */
  resultReader(): (run: string) => RunResult | undefined {
    // In this order: a result is in its pack before its own file is removed.
    const loose = new Set(this.looseResults());
    this.#packs.refresh();
    return (run) => {
      const text = this.#packs.read(run);
      if (text !== undefined) return withoutSamples(resultOf(run, text, this.#resultFile(run)));
      return loose.has(run) ? this.readResult(run) : undefined;
    };
  }

  /** With the time line. @throws InputError when the file is damaged. */
  readWholeResult(run: string): RunResult | undefined {
    const file = this.#resultFile(run);
    const loose = readIfThere(file);
    // In this order: a result is in its pack before its own file is removed.
    this.#packs.refresh();
    const text = this.#packs.read(run) ?? loose;
    return text === undefined ? undefined : resultOf(run, text, file);
  }

  /**
   * Host path of a file that a result names. The file need not exist.
   * @throws InputError when the path contains a link: a spool from elsewhere must
   *   not lead to other files of this machine.
   */
  fileOf({ path }: Pick<FileReference, "path">): string {
    const names = path.split("/");
    // The owner of the spool may keep its attempts on another disk, by a link; links inside of
    // attempts are refused.
    for (let count = Math.min(2, names.length); count <= names.length; count++) {
      const place = this.path(...names.slice(0, count));
      const status = lstatSync(place, { throwIfNoEntry: false });
      if (status === undefined) break;
      const isWanted = count < names.length ? status.isDirectory() : status.isFile();
      if (!isWanted) throw damaged(place, "expected a plain file or folder, as runs leave them");
    }
    return this.path(...names);
  }

  /**
   * Visits every run that has a result, once: the 32 bytes of its identity at an offset of a
   * buffer, and the facts that are known without reading it.
   */
  forEachResult(
    visit: (bytes: Buffer, offset: number, facts: PackedFacts | undefined) => void,
  ): void {
    const loose = this.looseResults();
    this.#packs.refresh();
    this.#packs.forEach(visit);
    const bytes = Buffer.alloc(ID_BYTES);
    for (const run of loose) {
      if (!this.#packs.has(run) && bytes.write(run, "hex") === ID_BYTES) visit(bytes, 0, undefined);
    }
  }

  /** Identities of the runs whose results have files of their own. */
  looseResults(): string[] {
    if (!existsSync(this.path("results"))) return [];
    const folder = opendirSync(this.path("results"), { bufferSize: 1000 });
    const runs: string[] = [];
    try {
      for (let entry = folder.readSync(); entry !== null; entry = folder.readSync()) {
        if (entry.name.endsWith(".json")) runs.push(entry.name.slice(0, -".json".length));
      }
    } finally {
      folder.closeSync();
    }
    return runs;
  }

  /** Starts a new attempt at a run; its directory is empty and belongs to the caller. */
  beginAttempt(run: string): Attempt {
    mkdirSync(dirname(this.path(attemptPath({ run, attempt: 1 }))), { recursive: true });
    for (let number = 1; ; number++) {
      const path = attemptPath({ run, attempt: number });
      const directory = this.path(path);
      try {
        mkdirSync(directory);
        return { number, directory, path };
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
      }
    }
  }

  /** Makes a result the result of its run; false when the run has one already. */
  async commit(result: RunResult, attempt: Attempt): Promise<boolean> {
    const temporary = join(attempt.directory, "result.json");
    await writeDurablyAsync(temporary, formatRunResult(result));
    const file = this.#resultFile(result.run);
    this.#packs.refresh();
    if (this.#packs.has(result.run) || !(await commitOnceAsync(temporary, file))) return false;
    // Meanwhile a pack may have taken another attempt's result, and the result's file may be gone.
    this.#packs.refresh();
    if (!this.#packs.has(result.run)) return true;
    return this.readResult(result.run)?.attempt === result.attempt;
  }

  /**
   * Commits many results at once; those of runs that have one already are left out. Only for the
   * holder of the spool's lock.
   */
  record(results: Iterable<RunResult>): void {
    const isNew = ({ run }: RunResult): boolean => !existsSync(this.#resultFile(run));
    this.#packs.write(filter(results, isNew));
  }

  /**
   * Moves results from files of their own into a pack, if there are at least
   * `minimum`. Only for the holder of the spool's lock.
   */
  pack(minimum: number): void {
    const loose = this.looseResults();
    if (loose.length < minimum) return;
    this.#packs.write(this.#readLoose(loose));
    for (const run of loose) {
      if (!this.#packs.has(run)) continue;
      const result = this.readResult(run);
      rmSync(this.#resultFile(run), { force: true });
      if (result !== undefined) {
        rmSync(join(this.attemptDirectory(result), "result.json"), { force: true });
      }
    }
  }

  *#readLoose(runs: readonly string[]): Generator<RunResult> {
    for (const run of runs) {
      const text = readIfThere(this.#resultFile(run));
      if (text !== undefined) yield resultOf(run, text, this.#resultFile(run));
    }
  }

  /** Folder of the attempt that gave a result. */
  attemptDirectory(result: Pick<RunResult, "run" | "attempt">): string {
    return this.path(attemptPath(result));
  }

  /**
   * Folder for the files of this process's current runs. Removes the folders of dead processes of
   * this host beside it.
   */
  scratch(root: string = this.path("scratch")): string {
    if (this.#scratch === undefined) {
      mkdirSync(root, { recursive: true });
      const prefix = `${hostname()}@`;
      for (const name of readdirSync(root)) {
        if (!name.startsWith(prefix) || !isAbandoned(name.slice(prefix.length))) continue;
        removeTreeSync(join(root, name));
      }
      this.#scratch = join(root, `${prefix}${runName(0)}`);
      mkdirSync(this.#scratch, { recursive: true });
    }
    return this.#scratch;
  }

  /** Removes the folder that {@link scratch} made. */
  removeScratch(): void {
    if (this.#scratch === undefined) return;
    removeTreeSync(this.#scratch);
    this.#scratch = undefined;
  }

  #resultFile(run: string): string {
    return this.path("results", `${run}.json`);
  }
}

/** A competition has millions of results in memory; time lines stay on disk. */
function withoutSamples({ samples: _, ...result }: RunResult): RunResult {
  return result;
}

/** @throws InputError unless the text is the result of this run. */
function resultOf(run: string, text: string, file: string): RunResult {
  try {
    const result = parseRunResult(text, file);
    if (result.run === run) return result;
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    throw damaged(file, error.diagnostics[0]?.message ?? "no result");
  }
  throw damaged(file, "it holds the result of another run");
}

/** Undefined when there is no such file. @throws InputError when it is not a plain file. */
function readIfThere(path: string): string | undefined {
  let file: number;
  try {
    file = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "ENOENT") return undefined;
    if (code === "ELOOP") throw damaged(path, "a link instead of a result");
    throw error;
  }
  try {
    if (!fstatSync(file).isFile()) throw damaged(path, "not a plain file");
    return storedText(readFileSync(file), path);
  } finally {
    closeSync(file);
  }
}

function* filter<T>(items: Iterable<T>, isWanted: (item: T) => boolean): Generator<T> {
  for (const item of items) if (isWanted(item)) yield item;
}
