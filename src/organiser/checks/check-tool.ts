/** Checks of an organiser before a tool is accepted. */
import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join, resolve } from "node:path";
import { InputError, PlatformError } from "../../ground/util/errors.ts";
import {
  type BenchmarkDefinition,
  definitionDifferences,
  expectedDefinition,
  parseBenchmarkDefinition,
} from "../benchexec/index.ts";
import { readInput, taskFolder } from "../competition/index.ts";
import {
  type ExecutionHost,
  installTool,
  pythonModuleName,
  type ToolInstallation,
} from "../execution/index.ts";
import { Glob, parseCategoryStructure } from "../tasks/index.ts";
import {
  type FmToolsEntry,
  findNativeToolInfo,
  ownVersion,
  parseFmToolsEntry,
} from "../tools/index.ts";
import type { Finding } from "./finding.ts";
import { judgeLicense } from "./license-rules.ts";
import { runSmokeTestScript, runTinyTasks, type SmokeTrial } from "./smoke-test.ts";

export interface ToolCheck {
  readonly findings: readonly Finding[];
  /** The checks without faults. */
  readonly passed: readonly string[];
}

export interface ToolCheckOptions {
  readonly module: string;
  readonly searchPath: readonly string[];
  /** The tool's entry in FM-Tools. */
  readonly entry?: string;
  /**
   * Host on which the smoke test and tiny tasks are run; absent: only the version option is run.
   */
  readonly host?: ExecutionHost;
  /**
   * Its benchmark definition, and the files from which that is generated together with the entry.
   */
  readonly benchmark?: BenchmarkFiles;
}

/** Paths. */
export interface BenchmarkFiles {
  readonly definition: string;
  /** The benchmark definition with every category. */
  readonly reference: string;
  readonly categoryStructure: string;
}

/** Checks a tool's folder, or an archive of it (.zip, .tar.gz …). */
export async function checkTool(path: string, options: ToolCheckOptions): Promise<ToolCheck> {
  if (statSync(path).isDirectory()) return await new ToolChecker(resolve(path), options).run();
  const scratch = mkdtempSync(join(tmpdir(), "agon-check-tool-"));
  try {
    unpack(path, scratch);
    const top = readdirSync(scratch);
    const [name] = top;
    if (top.length !== 1 || name === undefined || !statSync(join(scratch, name)).isDirectory()) {
      const message = `the archive must hold one folder and nothing beside it, found ${top.slice(0, 5).join(", ")}`;
      return { findings: [{ severity: "error", file: path, message }], passed: [] };
    }
    const checked = await new ToolChecker(join(scratch, name), options).run();
    return { ...checked, passed: [`one top folder: ${name}`, ...checked.passed] };
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

function unpack(path: string, folder: string): void {
  const words = path.endsWith(".zip")
    ? ["unzip", "-q", path, "-d", folder]
    : ["tar", "-xf", path, "-C", folder];
  const [program = "", ...rest] = words;
  const { status, stderr, error } = spawnSync(program, rest, { encoding: "utf8" });
  if (status === 0) return;
  throw new PlatformError(
    "ERR_ARCHIVE",
    `${program} cannot unpack ${path}: ${error?.message ?? stderr.trim()}`,
    {
      hint: `install ${program}, or check that the archive is whole`,
    },
  );
}

const SMOKE_TEST = "smoketest.sh";

class ToolChecker {
  readonly #folder: string;
  readonly #options: ToolCheckOptions;
  readonly #findings: Finding[] = [];
  readonly #passed: string[] = [];
  /** Family of the licence that was found, when it is well known. */
  #license: string | undefined;

  constructor(folder: string, options: ToolCheckOptions) {
    this.#folder = folder;
    this.#options = options;
  }

  async run(): Promise<ToolCheck> {
    this.#checkFiles();
    const tool = this.#checkModule();
    this.#checkEntry();
    await this.#runTrials(tool);
    return { findings: this.#findings, passed: this.#passed };
  }

  #fault(message: string, severity: Finding["severity"] = "error"): void {
    this.#findings.push({ severity, file: basename(this.#folder), message });
  }

  #checkFiles(): void {
    const names = readdirSync(this.#folder);
    const license = names.find((name) => /^(LICEN[SC]ES?|COPYING)/i.test(name));
    if (license === undefined) this.#fault("there is no LICENSE in the top folder");
    else this.#checkLicense(license);
    const readme = names.find((name) => /^README/i.test(name));
    if (readme === undefined) this.#fault("there is no README in the top folder", "warning");
    else this.#passed.push(`description: ${readme}`);
    if (names.includes(".git")) this.#fault("there is a folder .git in it", "warning");
    if (!names.includes(SMOKE_TEST)) {
      this.#fault(`there is no ${SMOKE_TEST} in the top folder`, "warning");
    }
  }

  /** A folder of licences (REUSE) names them by its files. */
  #checkLicense(name: string): void {
    const path = join(this.#folder, name);
    const text = statSync(path).isDirectory()
      ? readdirSync(path).map((file) => readFileSync(join(path, file), "utf8"))
      : [readFileSync(path, "utf8")];
    const { known, faults } = judgeLicense(text.join("\n"));
    this.#passed.push(`licence: ${name}${known === undefined ? "" : ` (${known})`}`);
    for (const fault of faults) this.#fault(`${name}: ${fault}`);
    this.#license = known;
  }

  /**
   * Checks that the executable exists and prints its version, and that the module makes a command
   * line.
   */
  #checkModule(): ToolInstallation | undefined {
    const { module, searchPath } = this.#options;
    const native = findNativeToolInfo(module);
    try {
      const name = native === undefined ? pythonModuleName(module) : module;
      const tool = installTool(name, { kind: "folder", folder: this.#folder }, searchPath);
      this.#passed.push(`executable: ${tool.command.join(" ").replace(this.#folder, ".")}`);
      const version = ownVersion(tool.version);
      if (version === "") this.#fault("it does not print its version");
      else this.#passed.push(`version: ${version}`);
      if (version !== "" && !/^\d/.test(version)) {
        this.#fault(`the version '${version}' does not begin with a digit`, "warning");
      }
      const task = {
        inputFiles: ["program.c"],
        propertyFile: "property.prp",
        options: { language: "C", data_model: "ILP32" },
      };
      const words = tool.info.commandLine(
        tool.info.executable,
        [],
        task,
        { cpuTimeSeconds: 900, memoryBytes: 15e9, cores: 4 },
        version,
      );
      this.#passed.push(`command line: ${words.join(" ")}`);
      const glob = new Glob(taskFolder("/").listFolder);
      const place = join(this.#folder, tool.info.places?.[0]?.folder ?? "");
      for (const pattern of tool.info.requiredPaths ?? []) {
        const isThere = pattern.includes("*")
          ? glob.expand(pattern, place).length > 0
          : existsSync(join(place, pattern));
        if (!isThere) this.#fault(`the module needs ${pattern}, which is missing`, "warning");
      }
      return tool;
    } catch (error) {
      if (!(error instanceof PlatformError)) throw error;
      this.#fault(error.message);
      return undefined;
    }
  }

  /** Runs the tool's own smoke test and, for verifiers, two tiny tasks. */
  async #runTrials(tool: ToolInstallation | undefined): Promise<void> {
    const { host } = this.#options;
    if (host === undefined) return;
    const script = join(this.#folder, SMOKE_TEST);
    if (existsSync(script)) {
      if ((statSync(script).mode & 0o111) === 0) this.#fault(`${SMOKE_TEST} is not executable`);
      else this.#report(await runSmokeTestScript(this.#folder, host));
    }
    if (tool === undefined || !tool.info.roles.includes("verifier")) return;
    for (const trial of await runTinyTasks(tool, host)) this.#report(trial);
  }

  #report({ title, outcome, fault }: SmokeTrial): void {
    if (fault === undefined) this.#passed.push(`${title}: ${outcome}`);
    else this.#fault(`${title}: ${fault}`);
  }

  #checkEntry(): void {
    const { entry, module, benchmark } = this.#options;
    if (entry === undefined) return;
    try {
      const parsed = parseFmToolsEntry(readInput(entry, entry), entry);
      this.#passed.push(`FM-Tools entry: ${parsed.id}`);
      this.#compareLicense(parsed.license);
      if (parsed.versions.length === 0) this.#fault("the FM-Tools entry has no version");
      const named = parsed.toolInfoModule?.replace(/^.*\//, "").replace(/\.py$/, "");
      if (named !== undefined && named !== module.replace(/^.*\./, "")) {
        this.#fault(
          `the FM-Tools entry names the module ${named}, checked was ${module}`,
          "warning",
        );
      }
      if (benchmark !== undefined) this.#checkBenchmark(benchmark, parsed);
    } catch (error) {
      if (!(error instanceof InputError)) throw error;
      this.#fault(error.message);
    }
  }

  #compareLicense(named: string | undefined): void {
    const found = this.#license;
    if (named === undefined) this.#fault("the FM-Tools entry names no licence");
    else if (found !== undefined && !named.toUpperCase().includes(found.toUpperCase())) {
      this.#fault(`the licence is ${found}, and the FM-Tools entry names ${named}`, "warning");
    }
  }

  /** Checks that the definition equals the generated one. */
  #checkBenchmark(files: BenchmarkFiles, entry: FmToolsEntry): void {
    const { definition, categoryStructure } = files;
    const text = readInput(categoryStructure, categoryStructure);
    const expected = expectedDefinition({
      reference: readBenchmark(files.reference),
      entry,
      structure: parseCategoryStructure(text, categoryStructure),
    });
    if ("reason" in expected) {
      this.#fault(expected.reason);
      return;
    }
    const differences = definitionDifferences(readBenchmark(definition), expected);
    for (const difference of differences) this.#fault(`${definition}: ${difference}`);
    if (differences.length === 0) this.#passed.push(`benchmark definition: ${definition}`);
  }
}

function readBenchmark(file: string): BenchmarkDefinition {
  const options = { isStrict: false, warnings: [] };
  return parseBenchmarkDefinition(readInput(file, file), file, options);
}
