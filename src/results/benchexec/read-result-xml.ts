import { SaxesParser, type SaxesTagPlain } from "saxes";
import type { Diagnostic } from "../../util/diagnostic.ts";
import { InputError } from "../../util/errors.ts";
import type {
  ResultColumn,
  ResultFileHeader,
  ResultFileRun,
  ResultFileSystem,
} from "./result-file.ts";

/** Elements in elements: the format has five levels. */
const MAXIMAL_DEPTH = 16;

type Mutable<T> = { -readonly [Key in keyof T]: T[Key] };
type Tag = Pick<SaxesTagPlain, "name" | "attributes">;

/**
 * Reads a result file as its text arrives; memory grows with one run, not
 * with the file. Files of all versions since 2012 are understood: root
 * `result` or `test`, runs `run` or `sourcefile`. A document type is skipped
 * and never loaded; one with declarations of its own is refused, and there
 * are no entities but XML's own, so that nothing can be expanded or fetched.
 */
export class ResultXmlReader {
  readonly #file: string;
  readonly #onRun: (run: ResultFileRun) => void;
  readonly #parser = new SaxesParser({ position: true, xmlns: false } as const);
  readonly #path: string[] = [];
  readonly #header: Mutable<ResultFileHeader> = { columns: [], systems: [], totals: [] };
  readonly #columns: string[] = [];
  readonly #systems: Mutable<ResultFileSystem>[] = [];
  readonly #totals: ResultColumn[] = [];
  #run: (Omit<ResultFileRun, "columns"> & { columns: ResultColumn[] }) | undefined;

  /** `file` is used for messages only. */
  constructor(file: string, onRun: (run: ResultFileRun) => void) {
    this.#file = file;
    this.#onRun = onRun;
    this.#parser.on("error", ({ message }) => this.#fault(message.replace(/^.*?\d+:\d+: /, "")));
    this.#parser.on("xmldecl", ({ encoding = "utf-8" }) => {
      if (!/^(utf-?8|us-ascii)$/i.test(encoding)) {
        this.#fault(`the encoding is ${encoding}, expected UTF-8`);
      }
    });
    this.#parser.on("doctype", (text) => {
      if (text.includes("[")) this.#fault("a document type with declarations is not allowed");
    });
    this.#parser.on("opentag", (tag) => this.#open(tag));
    this.#parser.on("closetag", () => this.#close());
    this.#parser.on("text", (text) => {
      if (this.#path.at(-1) !== "description" || this.#path.length !== 2) return;
      this.#header.description = (this.#header.description ?? "") + text;
    });
  }

  /** @throws InputError with the position of the first fault. */
  write(text: string): void {
    this.#parser.write(text);
  }

  /** @throws InputError also when the text ends too early. */
  end(): ResultFileHeader {
    this.#parser.close();
    return {
      ...this.#header,
      columns: this.#columns,
      systems: this.#systems,
      totals: this.#totals,
    };
  }

  #open(tag: Tag): void {
    const parent = this.#path.at(-1);
    this.#path.push(tag.name);
    if (this.#path.length > MAXIMAL_DEPTH) this.#fault("the elements are nested too deeply");
    switch (`${parent ?? ""}/${tag.name}`) {
      case "/result":
      case "/test":
        Object.assign(this.#header, headerOf(tag));
        return;
      case "columns/column":
        this.#columns.push(this.#require(tag, "title"));
        return;
      case "result/systeminfo":
      case "test/systeminfo":
        this.#systems.push({ ...optional("hostname", attribute(tag, "hostname")) });
        return;
      case "systeminfo/os":
      case "systeminfo/cpu":
      case "systeminfo/ram":
        Object.assign(this.#systems.at(-1) as object, systemPartOf(tag));
        return;
      case "result/run":
      case "test/run":
      case "result/sourcefile":
      case "test/sourcefile":
        this.#run = this.#beginRun(tag);
        return;
      case "run/column":
      case "sourcefile/column":
        this.#run?.columns.push(this.#columnOf(tag));
        return;
      case "result/column":
      case "test/column":
        this.#totals.push(this.#columnOf(tag));
        return;
      default:
        if (parent === undefined) {
          this.#fault(`the root element is <${tag.name}>, expected <result>: no result file`);
        }
    }
  }

  #close(): void {
    const name = this.#path.pop();
    if ((name !== "run" && name !== "sourcefile") || this.#path.length !== 1) return;
    if (this.#run !== undefined) this.#onRun(this.#run);
    this.#run = undefined;
  }

  #beginRun(tag: Tag): Omit<ResultFileRun, "columns"> & { columns: ResultColumn[] } {
    return {
      name: this.#require(tag, "name"),
      files: this.#filesOf(tag),
      ...optional("properties", attribute(tag, "properties")),
      ...optional("propertyFile", attribute(tag, "propertyFile")),
      ...optional("expectedVerdict", attribute(tag, "expectedVerdict")),
      ...optional("options", attribute(tag, "options")),
      ...optional("logFile", attribute(tag, "logfile")),
      columns: [],
      line: this.#parser.line,
    };
  }

  #filesOf(tag: Tag): readonly string[] {
    const written = attribute(tag, "files");
    if (written === undefined) return [];
    if (!written.startsWith("[") || !written.endsWith("]")) {
      return this.#fault(`'files' must be a list in brackets, found '${written}'`);
    }
    return written
      .slice(1, -1)
      .split(", ")
      .filter((file) => file.trim() !== "");
  }

  #columnOf(tag: Tag): ResultColumn {
    return {
      title: this.#require(tag, "title"),
      ...optional("value", attribute(tag, "value")),
      hidden: attribute(tag, "hidden") === "true",
    };
  }

  #require(tag: Tag, name: string): string {
    return attribute(tag, name) ?? this.#fault(`<${tag.name}> has no attribute '${name}'`);
  }

  #fault(message: string): never {
    const { line, columnIndex } = this.#parser;
    const diagnostic: Diagnostic = {
      severity: "error",
      code: "invalid-result-file",
      message,
      file: this.#file,
      line,
      column: columnIndex + 1,
    };
    throw new InputError([diagnostic]);
  }
}

/** Reads a result file that is one text. @throws InputError with the position of the first fault. */
export function parseResultXml(
  text: string,
  file: string,
): { readonly header: ResultFileHeader; readonly runs: readonly ResultFileRun[] } {
  const runs: ResultFileRun[] = [];
  const reader = new ResultXmlReader(file, (run) => runs.push(run));
  reader.write(text);
  return { header: reader.end(), runs };
}

const HEADER_ATTRIBUTES: readonly (readonly [
  Exclude<keyof ResultFileHeader, "columns" | "systems" | "totals">,
  string,
])[] = [
  ["tool", "tool"],
  ["version", "version"],
  ["toolModule", "toolmodule"],
  ["benchmarkName", "benchmarkname"],
  ["name", "name"],
  ["block", "block"],
  ["displayName", "displayName"],
  ["date", "date"],
  ["startTime", "starttime"],
  ["endTime", "endtime"],
  ["options", "options"],
  ["timeLimit", "timelimit"],
  ["memoryLimit", "memlimit"],
  ["cpuCores", "cpuCores"],
  ["generator", "generator"],
  ["error", "error"],
];

function headerOf(tag: Tag): Partial<ResultFileHeader> {
  return Object.fromEntries(
    HEADER_ATTRIBUTES.flatMap(([key, name]) => {
      const value = attribute(tag, name);
      return value === undefined ? [] : [[key, value]];
    }),
  );
}

function systemPartOf(tag: Tag): ResultFileSystem {
  switch (tag.name) {
    case "os":
      return optional("os", attribute(tag, "name"));
    case "cpu":
      return {
        ...optional("cpuModel", attribute(tag, "model")),
        ...optional("cpuCores", attribute(tag, "cores")),
        ...optional("cpuFrequency", attribute(tag, "frequency")),
        ...optional("turboBoost", attribute(tag, "turboboostActive")),
      };
    default:
      return optional("memorySize", attribute(tag, "size"));
  }
}

function attribute(tag: Tag, name: string): string | undefined {
  return tag.attributes[name];
}

function optional<Key extends string>(
  key: Key,
  value: string | undefined,
): { readonly [K in Key]?: string } {
  return (value === undefined ? {} : { [key]: value }) as { readonly [K in Key]?: string };
}
