/**
 * The stored form of one run result: a JSON document, one file a run,
 * described by `schema/run-result.schema.json`. Reading checks every field,
 * because results come from other machines and other years.
 */
import {
  DISTURBANCES,
  type Disturbances,
  type FileReference,
  ISOLATION_KINDS,
  MEASUREMENT_KINDS,
  type ResourceUsage,
  RUN_PHASES,
  type RunResult,
  TERMINATION_REASONS,
  type TimeLine,
  USAGE_FIGURES,
} from "../../ground/model/index.ts";
import { InputError } from "../../ground/util/errors.ts";

/** Value of `format`; the number changes when old readers would misread new files. */
const RUN_RESULT_FORMAT = "agon-run-result/1";

/**
 * Stable text: fields in the order of the type, two blanks of indentation,
 * lists of numbers on one line, newline at the end.
 */
export function formatRunResult(result: RunResult): string {
  const text = JSON.stringify({ format: RUN_RESULT_FORMAT, ...result }, undefined, 2);
  // A JSON string contains no line end, so this finds lists only.
  const compact = text.replace(/\[\n[\s\d.,e+-]*\]/g, (list) => list.replace(/\s+/g, ""));
  return `${compact}\n`;
}

/** The same on one line, without its end. */
export function formatRunResultLine(result: RunResult): string {
  return JSON.stringify({ format: RUN_RESULT_FORMAT, ...result });
}

/** @throws InputError when the text is not a run result of a known format. */
export function parseRunResult(text: string, file: string): RunResult {
  const fields = new Fields(parseJson(text, file), file);
  const format = fields.text("format");
  if (format !== RUN_RESULT_FORMAT) {
    throw fault(file, `the format is '${format}', this version of Agon reads ${RUN_RESULT_FORMAT}`);
  }
  const result: RunResult = {
    run: fields.text("run"),
    phase: fields.oneOf("phase", RUN_PHASES),
    tool: fields.text("tool"),
    task: fields.text("task"),
    property: fields.text("property"),
    ...fields.optional("validates", (name) => fields.text(name)),
    ...fields.optional("repetition", (name) => fields.amount(name)),
    status: fields.text("status"),
    ...fields.optional("exitCode", (name) => fields.amount(name)),
    ...fields.optional("signal", (name) => fields.amount(name)),
    ...fields.optional("terminationReason", (name) => fields.oneOf(name, TERMINATION_REASONS)),
    ...fields.optional("cpuTimeSeconds", (name) => fields.amount(name)),
    ...fields.optional("wallTimeSeconds", (name) => fields.amount(name)),
    ...fields.optional("memoryBytes", (name) => fields.amount(name)),
    ...fields.optional("usage", (name) => fields.usage(name)),
    ...fields.optional("disturbances", (name) => fields.disturbances(name)),
    ...fields.optional("samples", (name) => fields.timeLine(name)),
    measurement: fields.oneOf("measurement", MEASUREMENT_KINDS),
    ...fields.optional("isolation", (name) => fields.oneOf(name, ISOLATION_KINDS)),
    host: fields.text("host"),
    startedAt: fields.text("startedAt"),
    attempt: fields.amount("attempt"),
    ...fields.optional("log", (name) => fields.fileReference(name)),
    ...fields.optional("witness", (name) => fields.fileReference(name)),
    ...fields.optional("refusedWitnessBytes", (name) => fields.amount(name)),
  };
  if (!/^[0-9a-f]{64}$/.test(result.run)) throw fault(file, "'run' must be a SHA-256");
  for (const field of ["log", "witness"] as const) {
    const path = result[field]?.path;
    if (path === undefined || isFileOfAttempt(path, result)) continue;
    throw fault(file, `'${field}' must name a file of attempt ${result.attempt} of this run`);
  }
  return result;
}

/** Folder of an attempt, relative to the spool. */
export function attemptPath({ run, attempt }: Pick<RunResult, "run" | "attempt">): string {
  return `attempts/${run.slice(0, 2)}/${run}.${attempt}`;
}

/**
 * A result file may come from anywhere, and the files that it names are read, copied and
 * published: it may name only files of its own attempt.
 */
function isFileOfAttempt(path: string, result: RunResult): boolean {
  const folder = `${attemptPath(result)}/`;
  return path.startsWith(folder) && /^[A-Za-z0-9][\w.-]*$/.test(path.slice(folder.length));
}

class Fields {
  readonly #values: Readonly<Record<string, unknown>>;
  readonly #file: string;

  constructor(value: unknown, file: string) {
    if (typeof value !== "object" || value === null || Array.isArray(value)) {
      throw fault(file, "expected a JSON object");
    }
    this.#values = value as Readonly<Record<string, unknown>>;
    this.#file = file;
  }

  text(name: string): string {
    const value = this.#values[name];
    return typeof value === "string" ? value : this.#expected(name, "a text");
  }

  /** A number from 0. */
  amount(name: string): number {
    const value = this.#values[name];
    return typeof value === "number" && value >= 0
      ? value
      : this.#expected(name, "a number from 0");
  }

  number(name: string): number {
    const value = this.#values[name];
    return typeof value === "number" ? value : this.#expected(name, "a number");
  }

  oneOf<T extends string>(name: string, choices: readonly T[]): T {
    const choice = choices.find((candidate) => candidate === this.#values[name]);
    return choice ?? this.#expected(name, `one of ${choices.join(", ")}`);
  }

  fileReference(name: string): FileReference {
    const fields = new Fields(this.#values[name], this.#file);
    return { path: fields.text("path"), sha256: fields.text("sha256") };
  }

  usage(name: string): ResourceUsage {
    const fields = new Fields(this.#values[name], this.#file);
    return Object.assign(
      {},
      ...USAGE_FIGURES.map((figure) => fields.optional(figure, (key) => fields.amount(key))),
      fields.optional("cpuCoreSeconds", (key) => fields.amountsByKey(key)),
    ) as ResourceUsage;
  }

  disturbances(name: string): Disturbances {
    const fields = new Fields(this.#values[name], this.#file);
    return Object.assign(
      {},
      ...DISTURBANCES.map((figure) => fields.optional(figure, (key) => fields.number(key))),
    ) as Disturbances;
  }

  timeLine(name: string): TimeLine {
    const fields = new Fields(this.#values[name], this.#file);
    const line = {
      seconds: fields.amounts("seconds"),
      cpuSeconds: fields.amounts("cpuSeconds"),
      memoryBytes: fields.amounts("memoryBytes"),
    };
    const lengths = new Set(Object.values(line).map(({ length }) => length));
    return lengths.size === 1 ? line : this.#expected(name, "lists of equal length");
  }

  /** Numbers from 0. */
  amounts(name: string): number[] {
    const values = this.#values[name];
    return Array.isArray(values) && values.every((value) => typeof value === "number" && value >= 0)
      ? (values as number[])
      : this.#expected(name, "a list of numbers from 0");
  }

  /** Numbers from 0 by names. */
  amountsByKey(name: string): Readonly<Record<string, number>> {
    const fields = new Fields(this.#values[name], this.#file);
    for (const key of Object.keys(this.#values[name] as object)) fields.amount(key);
    return this.#values[name] as Readonly<Record<string, number>>;
  }

  /** An object with the field, or an empty one when it is absent. */
  optional<Name extends string, T>(
    name: Name,
    read: (name: Name) => T,
  ): { readonly [key in Name]?: T } {
    if (this.#values[name] === undefined) return {};
    return { [name]: read(name) } as { readonly [key in Name]: T };
  }

  #expected(name: string, what: string): never {
    throw fault(this.#file, `'${name}' must be ${what}`);
  }
}

function parseJson(text: string, file: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch (error) {
    throw fault(file, `not a JSON document: ${(error as Error).message}`);
  }
}

function fault(file: string, message: string): InputError {
  return new InputError([{ severity: "error", code: "invalid-run-result", message, file }]);
}
