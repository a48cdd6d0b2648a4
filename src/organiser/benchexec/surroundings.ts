import { readFileSync } from "node:fs";
import { posix } from "node:path";
import { defined } from "../../ground/util/defined.ts";
import { InputError } from "../../ground/util/errors.ts";
import { isUrl } from "../competition/index.ts";
import { BridgedTool, moduleSearchPath } from "../execution/index.ts";
import type { RunSetSurroundings, TaskProperty, TaskVerdict } from "../tables/index.ts";
import { Glob, parseTaskDefinition } from "../tasks/index.ts";
import { findNativeToolInfo, type ToolInfo } from "../tools/index.ts";
import { listAnyFolder } from "./list-any-folder.ts";
import { LogReader } from "./log-reader.ts";
import { isScoredProperty } from "./scored-property.ts";

/** The files beside result files, read lazily and once. */
export class FileSurroundings implements RunSetSurroundings {
  readonly #searchPath: readonly string[];
  readonly #warn: (message: string) => void;
  readonly #isScored = new Map<string, boolean | undefined>();
  readonly #logs: LogReader;
  readonly #modules = new Map<string, { readonly info: ToolInfo; close(): void } | undefined>();
  readonly #glob = new Glob(listAnyFolder);

  /** `searchPath`: further folders with BenchExec's package. */
  constructor(searchPath: readonly string[], warn: (message: string) => void) {
    this.#searchPath = searchPath;
    this.#warn = warn;
    this.#logs = new LogReader(warn);
  }

  warn(message: string): void {
    this.#warn(message);
  }

  resolve(path: string, resultFile: string): string {
    if (isUrl(path)) return path;
    if (isUrl(resultFile)) return new URL(path, resultFile).href;
    return posix.isAbsolute(path)
      ? posix.normalize(path)
      : posix.normalize(posix.join(posix.dirname(resultFile), path));
  }

  isScoredProperty(path: string): boolean | undefined {
    if (!this.#isScored.has(path)) this.#isScored.set(path, isScoredProperty(path));
    return this.#isScored.get(path);
  }

  taskProperty(
    taskDefinition: string,
    property: string,
  ): { readonly property: TaskProperty; readonly verdict?: TaskVerdict } | undefined {
    let text: string;
    try {
      text = readFileSync(taskDefinition, "utf8");
    } catch {
      return undefined;
    }
    try {
      for (const known of parseTaskDefinition(text, taskDefinition).properties) {
        const files = this.#glob.expand(known.propertyFile, posix.dirname(taskDefinition));
        const [file] = files;
        if (file === undefined || files.length > 1) continue;
        const isScored = this.isScoredProperty(file);
        if (isScored === undefined || known.propertyName !== property) continue;
        const verdict = known.expectedVerdict;
        return {
          property: { name: property, file, isScored },
          ...defined({ verdict }),
        };
      }
    } catch (error) {
      if (!(error instanceof InputError)) throw error;
      this.#warn(error.message);
    }
    return undefined;
  }

  logValues(
    toolModule: string | undefined,
    log: string,
    patterns: readonly string[],
  ): readonly (string | undefined)[] {
    const module = this.tool(toolModule);
    if (module?.valueFromOutput === undefined) return [];
    const text = this.#logs.read(log);
    if (text === undefined) return [];
    // Lines as Python reads them; their ends do not matter to modules.
    const lines = text.split(/\r\n|\r|\n/);
    if (lines.at(-1) === "") lines.pop();
    return patterns.map((pattern) => module.valueFromOutput?.(lines, pattern));
  }

  /** Undefined when this host has no such module. */
  tool(toolModule: string | undefined): ToolInfo | undefined {
    if (toolModule === undefined) return undefined;
    if (!this.#modules.has(toolModule)) this.#modules.set(toolModule, this.#load(toolModule));
    return this.#modules.get(toolModule)?.info;
  }

  /** Ends the programs that were started for modules. */
  close(): void {
    for (const module of this.#modules.values()) module?.close();
    this.#modules.clear();
  }

  #load(toolModule: string): { readonly info: ToolInfo; close(): void } | undefined {
    const native = findNativeToolInfo(toolModule.replace(/^benchexec\.tools\./, ""));
    if (native?.valueFromOutput !== undefined) return { info: native, close: () => {} };
    try {
      const searchPath = moduleSearchPath(this.#searchPath);
      const bridge = new BridgedTool({ module: toolModule, searchPath });
      return { info: bridge.info(), close: () => bridge.close() };
    } catch (error) {
      this.#warn(`values in logs are left out: ${(error as Error).message.split("\n")[0]}`);
      return undefined;
    }
  }
}
