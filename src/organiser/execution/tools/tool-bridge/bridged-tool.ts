/**
 * A Python tool-info module as a {@link ToolInfo}: one bridge process for one module and one place
 * of the tool, as BenchExec's contract requires (the same instance makes command lines and reads
 * outputs).
 */
import { realpathSync } from "node:fs";
import { basename, relative } from "node:path";
import { sha256, sha256OfFile } from "../../../../ground/files/index.ts";
import { defined } from "../../../../ground/util/defined.ts";
import { PlatformError } from "../../../../ground/util/errors.ts";
import {
  type CommandRequest,
  notSupported,
  type ToolInfo,
  type ToolLimits,
  type ToolRun,
} from "../../../tools/index.ts";
import { isInside } from "../../sandbox/sandbox-layout.ts";
import { TOOL_FOLDER } from "../tool-installation.ts";
import { moduleSearchPath } from "./find-benchexec.ts";
import { helperIsolation } from "./helper-process.ts";
import { ModuleError, PythonBridge } from "./python-bridge.ts";

/** Patterns for witnesses of tools whose modules do not name them. */
const WITNESS_PATTERNS: readonly string[] = [
  "witness.yml",
  "witness.graphml",
  "output/witness.yml",
  "output/witness.graphml",
  "*/witness*.yml",
  "*/witness*.graphml",
  "*.yml",
  "*.graphml",
];

/** Facts that a module gives without the tool. */
export interface ModuleFacts {
  readonly name: string;
  readonly documentation: string;
  readonly projectUrl: string | null;
  /** Written for the older interface, BaseTool. */
  readonly isLegacy: boolean;
  /** Methods that the module defines itself. */
  readonly overridden: readonly string[];
  readonly file: string;
  /** Files that decide the module's behaviour. */
  readonly sources: readonly string[];
  readonly benchexecVersion: string;
}

/** Facts that a module gives about the tool on this host. */
export interface ToolPlace {
  readonly executable: string;
  readonly workingDirectory: string;
  readonly environment: Readonly<
    Partial<Record<"keepEnv" | "newEnv" | "additionalEnv", Readonly<Record<string, string>>>>
  >;
  readonly programFiles: readonly string[];
}

export interface BridgeSource {
  /** `cbmc` stands for `benchexec.tools.cbmc`. */
  readonly module: string;
  /** Folders with Python modules, `benchexec` among them unless it is installed. */
  readonly searchPath: readonly string[];
  /** The tool's own folder; default: the system's programs. */
  readonly directory?: string;
}

/** Full name of a Python module as a definition may name it. */
export function pythonModuleName(module: string): string {
  return module.includes(".") ? module : `benchexec.tools.${module}`;
}

/** An open module; `close` ends its process. */
export class BridgedTool {
  readonly facts: ModuleFacts;
  /** First 16 digits of a hash of the module's source files. */
  readonly moduleHash: string;
  readonly #bridge: PythonBridge;
  readonly #module: string;
  readonly #directory: string | undefined;
  #place: ToolPlace | PlatformError | undefined;

  /**
   * @throws PlatformError `ERR_PYTHON_MISSING`, `ERR_BENCHEXEC_MISSING`,
   *   `ERR_UNKNOWN_TOOL_MODULE` when the module cannot be imported.
   */
  constructor({ module, searchPath, directory }: BridgeSource) {
    this.#module = pythonModuleName(module);
    this.#directory = directory === undefined ? undefined : realpathSync(directory);
    const isolation = helperIsolation();
    if (isolation === "none") warnOnce(this.#module);
    this.#bridge = new PythonBridge({
      searchPath: moduleSearchPath(searchPath),
      shown: this.#directory === undefined ? [] : [this.#directory],
      isolation,
    });
    try {
      this.facts = this.#bridge.call({ do: "load", module: this.#module }) as ModuleFacts;
    } catch (error) {
      this.#bridge.close();
      if (!(error instanceof ModuleError)) throw error;
      throw cannotLoad(this.#module, error);
    }
    this.moduleHash = sha256OfFiles(this.facts.sources).slice(0, 16);
  }

  /** Location of the tool. @throws PlatformError `ERR_TOOL_MISSING`. */
  locate(): ToolPlace {
    this.#place ??= this.#locate();
    if (this.#place instanceof PlatformError) throw this.#place;
    return this.#place;
  }

  #locate(): ToolPlace | PlatformError {
    try {
      return this.#bridge.call({ do: "locate", directory: this.#directory }) as ToolPlace;
    } catch (error) {
      if (!(error instanceof ModuleError)) throw error;
      return isMissing(this.facts.name, error);
    }
  }

  /** The tool's own version text; empty when it prints none. The tool is executed. */
  version(): string {
    this.locate();
    return this.#call("version", {}) as string;
  }

  /** Figures out of an output, one for each identifier. @throws ModuleError when the module fails. */
  values(output: string, identifiers: readonly string[]): readonly (string | undefined)[] {
    const values = this.#call("values", { output, identifiers }) as readonly (string | null)[];
    return values.map((value) => value ?? undefined);
  }

  /** The module in the form that runs and tables use. */
  info(): ToolInfo {
    const place = this.#directory === undefined ? undefined : this.locate();
    const executable = place === undefined ? this.#module : basename(place.executable);
    return {
      module: this.#module,
      name: this.facts.name,
      ...(this.facts.projectUrl === null ? {} : { projectUrl: this.facts.projectUrl }),
      roles: ["verifier", "validator"],
      executable,
      versionArguments: [],
      resultFiles: WITNESS_PATTERNS,
      startsInOwnFolder: place !== undefined && this.#startsInOwnFolder(place),
      urlForVersion: (version) =>
        (this.#call("urlForVersion", { version }) as string | null) ?? undefined,
      commandLine: (name, options, task, limits) => {
        // Without the tool the module can still be used, with a name for the executable.
        const real = this.#isThere() ? this.callPath() : name;
        const words = this.#commandLine(real, { options, task, limits });
        const folder = this.#directory;
        return words.map((word, index) => {
          if (index === 0 && word === real) return executable;
          return folder === undefined ? word : word.replaceAll(folder, TOOL_FOLDER);
        });
      },
      determineResult: (run) => {
        try {
          return this.#bridge.call(this.#resultRequest(run)) as string;
        } catch (error) {
          return statusOfFailure(error);
        }
      },
      determineResultLater: async (run) => {
        try {
          return (await this.#bridge.callLater(this.#resultRequest(run))) as string;
        } catch (error) {
          return statusOfFailure(error);
        }
      },
      valueFromOutput: (lines, identifier) => this.values(textOf(lines), [identifier])[0],
    };
  }

  /** The executable as command lines name it: relative to where runs start, or absolute. */
  callPath(): string {
    const place = this.locate();
    if (!this.#startsInOwnFolder(place)) return place.executable;
    const path = relative(place.workingDirectory, place.executable);
    return path.includes("/") ? path : `./${path}`;
  }

  close(): void {
    this.#bridge.close();
  }

  #isThere(): boolean {
    try {
      this.locate();
      return true;
    } catch (error) {
      if (error instanceof PlatformError) return false;
      throw error;
    }
  }

  /** Whether runs must start in a folder of the tool instead of their working directory. */
  #startsInOwnFolder({ workingDirectory }: ToolPlace): boolean {
    return this.#directory !== undefined && isInside(workingDirectory, this.#directory);
  }

  #commandLine(executable: string, asked: CommandRequest): readonly string[] {
    try {
      return this.#call("cmdline", cmdlineRequest(executable, asked)) as readonly string[];
    } catch (error) {
      if (!(error instanceof ModuleError)) throw error;
      throw notSupported(`${this.facts.name} cannot take the task: ${error.message}`);
    }
  }

  /** Modules remember earlier calls: the run's own command line is made again just before. */
  #resultRequest({ outputLines, commandLine, asked, toolVersion: _, ...run }: ToolRun) {
    const again =
      asked === undefined || !this.#isThere() ? undefined : cmdlineRequest(this.callPath(), asked);
    const output = textOf(outputLines);
    return { do: "result", cmdline: commandLine, output, ...run, ...defined({ asked: again }) };
  }

  #call(what: string, parameters: Readonly<Record<string, unknown>>): unknown {
    return this.#bridge.call({ do: what, ...parameters });
  }
}

function cmdlineRequest(executable: string, { options, task, limits }: CommandRequest) {
  const { inputFiles, identifier, propertyFile, options: taskOptions } = task;
  return {
    executable,
    options,
    inputFiles,
    identifier,
    propertyFile,
    taskOptions,
    limits: pythonLimits(limits),
  };
}

/** BenchExec would lose the run's result; here an error status shows the fault. */
function statusOfFailure(error: unknown): string {
  if (error instanceof ModuleError) return `ERROR (tool-info: ${error.message})`;
  throw error;
}

const textOf = (lines: readonly string[]): string => lines.map((line) => `${line}\n`).join("");

/** BenchExec's `ResourceLimits`: whole numbers. */
function pythonLimits(limits: ToolLimits): Readonly<Record<string, number | undefined>> {
  const { cpuTimeSeconds, hardCpuTimeSeconds, wallTimeSeconds, memoryBytes, cores } = limits;
  const whole = (value: number | undefined): number | undefined =>
    value === undefined ? undefined : Math.ceil(value);
  return {
    cputime: whole(cpuTimeSeconds),
    cputime_hard: whole(hardCpuTimeSeconds ?? cpuTimeSeconds),
    walltime: whole(wallTimeSeconds),
    memory: whole(memoryBytes),
    cpu_cores: cores,
  };
}

function cannotLoad(module: string, cause: ModuleError): PlatformError {
  const message = `the tool-info module ${module} cannot be loaded: ${cause.message}`;
  return new PlatformError("ERR_UNKNOWN_TOOL_MODULE", message, { hint: hintFor(cause), cause });
}

function hintFor({ kind, message }: ModuleError): string {
  if (/No module named '?yaml/.test(message)) return "sudo apt-get install python3-yaml";
  if (kind === "import") return "'agon tool list' shows the known modules";
  return "the Python module needs a class 'Tool' derived from benchexec.tools.template.BaseTool2";
}

function isMissing(tool: string, cause: ModuleError): PlatformError {
  return new PlatformError("ERR_TOOL_MISSING", `${tool}: ${cause.message}`, {
    hint: "a tool in a folder of its own needs a 'directory'",
    cause,
  });
}

function sha256OfFiles(files: readonly string[]): string {
  const lines = files.map((file) => `${basename(file)} ${sha256OfFile(file)}`);
  return sha256(lines.sort().join("\n"));
}

let hasWarned = false;

/** Foreign Python code runs with all rights of the user, who must know that. */
function warnOnce(module: string): void {
  if (hasWarned) return;
  hasWarned = true;
  process.stderr.write(
    `agon: warning: no sandbox works here: ${module} runs with all rights of this user; 'agon doctor' shows the reason\n`,
  );
}
