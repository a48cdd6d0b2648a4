import { defined } from "../../../ground/util/defined.ts";
import { XmlScanner } from "../../../ground/util/xml-scanner.ts";
import type {
  ResultColumn,
  ResultFileHeader,
  ResultFileRun,
  ResultFileSystem,
} from "./result-file.ts";

type Mutable<T> = { -readonly [Key in keyof T]: T[Key] };

/**
 * Reads a result file as its bytes arrive; memory grows with one run, not with the file. Reads
 * files of all versions since 2012: root
 * `result` or `test`, runs `run` or `sourcefile`.
 */
export class ResultXmlReader {
  readonly #onRun: (run: ResultFileRun) => void;
  readonly #scanner: XmlScanner;
  readonly #path: string[] = [];
  readonly #header: Mutable<ResultFileHeader> = { columns: [], systems: [], totals: [] };
  readonly #columns: string[] = [];
  readonly #systems: Mutable<ResultFileSystem>[] = [];
  readonly #totals: ResultColumn[] = [];
  #run: (Omit<ResultFileRun, "columns"> & { columns: ResultColumn[] }) | undefined;

  /** `file` is used for messages only. */
  constructor(file: string, onRun: (run: ResultFileRun) => void) {
    this.#onRun = onRun;
    const handler = {
      open: (name: string) => this.#open(name),
      close: () => this.#close(),
      text: (text: string) => {
        this.#header.description = (this.#header.description ?? "") + text;
      },
    };
    this.#scanner = new XmlScanner(file, handler, { code: "invalid-result-file" });
  }

  /** UTF-8. @throws InputError with the position of the first fault. */
  write(bytes: Uint8Array): void {
    this.#scanner.write(bytes);
  }

  /** @throws InputError also when the text ends too early. */
  end(): ResultFileHeader {
    this.#scanner.end();
    return {
      ...this.#header,
      columns: this.#columns,
      systems: this.#systems,
      totals: this.#totals,
    };
  }

  #open(name: string): void {
    const parent = this.#path.at(-1);
    this.#path.push(name);
    this.#scanner.wantsText = false;
    switch (`${parent ?? ""}/${name}`) {
      case "/result":
      case "/test":
        Object.assign(this.#header, headerOf(this.#scanner));
        return;
      case "result/description":
      case "test/description":
        this.#scanner.wantsText = true;
        return;
      case "columns/column":
        this.#columns.push(this.#require(name, "title"));
        return;
      case "result/systeminfo":
      case "test/systeminfo":
        this.#systems.push({ ...defined({ hostname: this.#scanner.attribute("hostname") }) });
        return;
      case "systeminfo/os":
      case "systeminfo/cpu":
      case "systeminfo/ram":
        Object.assign(this.#systems.at(-1) ?? {}, systemPartOf(name, this.#scanner));
        return;
      case "result/run":
      case "test/run":
      case "result/sourcefile":
      case "test/sourcefile":
        this.#run = this.#beginRun(name);
        return;
      case "run/column":
      case "sourcefile/column":
        this.#run?.columns.push(this.#columnOf(name));
        return;
      case "result/column":
      case "test/column":
        this.#totals.push(this.#columnOf(name));
        return;
      default:
        if (parent === undefined) {
          this.#scanner.fault(
            `the root element is <${name}>, expected <result>: this is not a result file`,
          );
        }
    }
  }

  #close(): void {
    const name = this.#path.pop();
    this.#scanner.wantsText = false;
    if ((name !== "run" && name !== "sourcefile") || this.#path.length !== 1) return;
    if (this.#run !== undefined) this.#onRun(this.#run);
    this.#run = undefined;
  }

  #beginRun(element: string): Omit<ResultFileRun, "columns"> & { columns: ResultColumn[] } {
    const scanner = this.#scanner;
    return {
      name: this.#require(element, "name"),
      files: this.#files(),
      ...defined({
        properties: scanner.attribute("properties"),
        propertyFile: scanner.attribute("propertyFile"),
        expectedVerdict: scanner.attribute("expectedVerdict"),
        options: scanner.attribute("options"),
        logFile: scanner.attribute("logfile"),
      }),
      columns: [],
      line: scanner.line,
    };
  }

  #files(): readonly string[] {
    const written = this.#scanner.attribute("files");
    if (written === undefined) return [];
    if (!written.startsWith("[") || !written.endsWith("]")) {
      return this.#scanner.fault(`'files' must be a list in brackets, found '${written}'`);
    }
    return written
      .slice(1, -1)
      .split(", ")
      .filter((file) => file.trim() !== "");
  }

  #columnOf(element: string): ResultColumn {
    return {
      title: this.#require(element, "title"),
      ...defined({ value: this.#scanner.attribute("value") }),
      hidden: this.#scanner.attribute("hidden") === "true",
    };
  }

  #require(element: string, name: string): string {
    return (
      this.#scanner.attribute(name) ??
      this.#scanner.fault(`<${element}> has no attribute '${name}'`)
    );
  }
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

function headerOf(scanner: XmlScanner): Partial<ResultFileHeader> {
  return Object.fromEntries(
    HEADER_ATTRIBUTES.flatMap(([key, name]) => {
      const value = scanner.attribute(name);
      return value === undefined ? [] : [[key, value]];
    }),
  );
}

function systemPartOf(element: string, scanner: XmlScanner): ResultFileSystem {
  switch (element) {
    case "os":
      return defined({ os: scanner.attribute("name") });
    case "cpu":
      return {
        ...defined({
          cpuModel: scanner.attribute("model"),
          cpuCores: scanner.attribute("cores"),
          cpuFrequency: scanner.attribute("frequency"),
          turboBoost: scanner.attribute("turboboostActive"),
        }),
      };
    default:
      return defined({ memorySize: scanner.attribute("size") });
  }
}
