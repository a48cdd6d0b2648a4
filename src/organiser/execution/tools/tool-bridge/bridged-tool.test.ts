import { spawnSync } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { PlatformError } from "../../../../ground/util/errors.ts";
import { TOOL_FOLDER } from "../tool-installation.ts";
import { BridgedTool } from "./bridged-tool.ts";
import { helperIsolation } from "./helper-process.ts";
import { PythonBridge } from "./python-bridge.ts";

/** A replacement for BenchExec's package, as small as modules allow. */
const TEMPLATE = `
import collections, os
from typing import NamedTuple
class ToolNotFoundException(Exception): pass
class UnsupportedFeatureException(Exception): pass
class BaseTool: pass
class BaseTool2:
    class ToolLocator(NamedTuple):
        tool_directory: str = None
        use_path: bool = False
        use_current: bool = False
        def find_executable(self, name, subdir=""):
            path = os.path.join(self.tool_directory or "/usr/bin", subdir, name)
            if os.access(path, os.X_OK): return path
            raise ToolNotFoundException("no " + path)
    class Task(NamedTuple):
        input_files: object
        identifier: str
        property_file: str
        options: dict
    class ResourceLimits(NamedTuple):
        cputime: int = None
        cputime_hard: int = None
        walltime: int = None
        memory: int = None
        cpu_cores: int = None
    class Run(NamedTuple):
        cmdline: object
        exit_code: object
        output: object
        termination_reason: str
    class RunOutput(list): pass
    def project_url(self): return None
    def version(self, executable): return ""
    def environment(self, executable): return {}
    def program_files(self, executable): return [executable]
    def working_directory(self, executable): return "."
    def url_for_version(self, version): return None
    def get_value_from_output(self, output, identifier): return None
`;

const MODULE = `
import os, signal, subprocess, sys, time
from benchexec.tools.template import BaseTool2, UnsupportedFeatureException
class Tool(BaseTool2):
    """A tool of ours."""
    def name(self): return "Ours"
    def executable(self, locator): return locator.find_executable("ours", subdir="bin")
    def version(self, executable):
        print("noise on standard output")
        return subprocess.run([executable, "--version"], capture_output=True, text=True).stdout.strip()
    def cmdline(self, executable, options, task, rlimits):
        if task.property_file is None: raise UnsupportedFeatureException("no property")
        return [executable, *options, "--lib", os.path.dirname(executable) + "/lib",
                "--cpu", str(rlimits.cputime), *task.input_files]
    def determine_result(self, run):
        first = run.output[0].strip()
        if first == "hang": time.sleep(1000)
        if first == "exit": sys.exit("I do not want to")
        if first == "crash": os.kill(os.getpid(), signal.SIGSEGV)
        if first == "throw": return run.output[99]
        if first == "where": return " ".join(sorted(os.listdir("/")))
        return f"{first} {run.exit_code.value} {run.exit_code.signal} {run.termination_reason}"
    def get_value_from_output(self, output, identifier):
        return next((line.split("=")[1].strip() for line in output if line.startswith(identifier)), None)
`;

/** A module like CBMC's and others: the result depends on earlier calls. */
const REMEMBERING = `
from benchexec.tools.template import BaseTool2
class Tool(BaseTool2):
    life = []
    def name(self): return "Remembers"
    def executable(self, locator): return locator.find_executable("ours", subdir="bin")
    def version(self, executable):
        self.life.append("version")
        return "1"
    def environment(self, executable):
        self.life.append("environment")
        return {}
    def cmdline(self, executable, options, task, rlimits):
        self.life.append("cmdline")
        self.options, self.task = options, task
        return [executable, *options, *task.input_files]
    def determine_result(self, run):
        assert self.life.index("version") < self.life.index("environment", 1) < self.life.index("cmdline")
        return " ".join(["done", *self.options, *self.task.input_files])
`;

const hasPython = spawnSync("python3", ["-c", ""]).status === 0;
const folder = mkdtempSync(join(tmpdir(), "agon-bridge-test-"));
chmodSync(folder, 0o755);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function prepare(): { readonly searchPath: readonly string[]; readonly directory: string } {
  const files: Record<string, string> = {
    "benchexec/__init__.py": '__version__ = "0"',
    "benchexec/util.py": `from typing import NamedTuple
class ProcessExitCode(NamedTuple):
    value: object
    signal: object
    @classmethod
    def create(cls, value=None, signal=None): return cls(value, signal)
`,
    "benchexec/tooladapter.py": "def adapt_to_current_version(tool): return tool\n",
    "benchexec/tools/__init__.py": "",
    "benchexec/tools/template.py": TEMPLATE,
    "benchexec/tools/ours.py": MODULE,
    "benchexec/tools/remembers.py": REMEMBERING,
    "benchexec/tools/broken.py": "import there_is_no_such_module\n",
    "tool/bin/ours": "#!/bin/sh\necho 1.2.3\n",
  };
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(join(folder, name, ".."), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  chmodSync(join(folder, "tool/bin/ours"), 0o755);
  return { searchPath: [folder], directory: join(folder, "tool") };
}

describe.skipIf(!hasPython)("a Python module (skipped without python3)", () => {
  const source = prepare();
  const tool = new BridgedTool({ module: "ours", ...source });
  const info = tool.info();
  afterAll(() => tool.close());

  const result = (first: string): string =>
    info.determineResult({ commandLine: ["x"], outputLines: [first, ""], exitCode: 7 });

  test("reports the names of itself and its tool", () => {
    expect(tool.facts).toMatchObject({ name: "Ours", documentation: "A tool of ours." });
    expect(tool.version()).toBe("1.2.3");
    expect(info).toMatchObject({ executable: "ours", module: "benchexec.tools.ours" });
  });

  test("makes command lines that name no path of the host", () => {
    const task = { inputFiles: ["task/a.c"], propertyFile: "p.prp" };
    const limits = { cpuTimeSeconds: 900, memoryBytes: 1e9, cores: 2 };
    expect(info.commandLine("", ["-x"], task, limits)).toEqual([
      "ours",
      "-x",
      "--lib",
      `${TOOL_FOLDER}/bin/lib`,
      "--cpu",
      "900",
      "task/a.c",
    ]);
  });

  test("refuses a task in its own words", () => {
    expect(() => info.commandLine("", [], { inputFiles: ["a.c"] }, {})).toThrow(
      "Ours cannot take the task: no property",
    );
  });

  test("reads outputs, values and signals", () => {
    expect(result("TRUE")).toBe("TRUE 7 None None");
    const run = { commandLine: [], outputLines: ["a"], signal: 9, terminationReason: "memory" };
    expect(info.determineResult(run as never)).toBe("a None 9 memory");
    expect(info.valueFromOutput?.(["time=3", "mem=4"], "mem")).toBe("4");
    expect(info.valueFromOutput?.(["time=3"], "mem")).toBeUndefined();
  });

  test.each([
    ["throw", "ERROR (tool-info: IndexError: list index out of range)"],
    ["exit", "ERROR (tool-info: SystemExit: I do not want to)"],
    ["crash", "ERROR (tool-info: the module ended its own process)"],
  ])("a module that does %s is an error of the run, and the next run is fine", (how, status) => {
    expect(result(how)).toBe(status);
    expect(result("TRUE")).toBe("TRUE 7 None None");
    expect(tool.version()).toBe("1.2.3");
  });

  test("a module that hangs is ended at the time limit, and the next request is fine", () => {
    const bridge = new PythonBridge({
      searchPath: source.searchPath,
      shown: [source.directory],
      isolation: helperIsolation(),
    });
    try {
      bridge.call({ do: "load", module: "benchexec.tools.ours" });
      bridge.call({ do: "locate", directory: source.directory });
      const ask = (output: string): unknown =>
        bridge.call({ do: "result", cmdline: ["x"], output, exitCode: 7, timeout: 1 });
      const start = performance.now();
      expect(() => ask("hang\n")).toThrow(
        expect.objectContaining({
          kind: "timeout",
          message: "the module gave no answer within 1 s",
        }),
      );
      expect(performance.now() - start).toBeLessThan(30_000);
      expect(ask("TRUE\n")).toBe("TRUE 7 None None");
    } finally {
      bridge.close();
    }
  });

  test("while a module takes its time, everything else goes on, and requests keep their order", async () => {
    const bridge = new PythonBridge({
      searchPath: source.searchPath,
      shown: [source.directory],
      isolation: helperIsolation(),
    });
    try {
      bridge.call({ do: "load", module: "benchexec.tools.ours" });
      bridge.call({ do: "locate", directory: source.directory });
      const ask = (output: string): Parameters<typeof bridge.call>[0] =>
        ({ do: "result", cmdline: ["x"], output, exitCode: 7, timeout: 1 }) as never;
      let ticks = 0;
      const ticking = setInterval(() => ticks++, 20);
      const answers: string[] = [];
      const note = (promise: Promise<unknown>, name: string): Promise<unknown> =>
        promise.then(
          (answer) => answers.push(`${name}: ${answer}`),
          (error: Error) => answers.push(`${name}: ${error.message}`),
        );
      // More than a pipe holds: sending it has to wait, too.
      const large = `LARGE\n${"x".repeat(5_000_000)}\n`;
      const all = [
        note(bridge.callLater(ask("hang\n")), "first"),
        note(bridge.callLater(ask(large)), "second"),
      ];
      await all[0];
      clearInterval(ticking);
      expect(ticks).toBeGreaterThan(5);
      // Callers that cannot wait for promises are answered in their turn.
      expect(bridge.call(ask("TRUE\n"))).toBe("TRUE 7 None None");
      await Promise.all(all);
      expect(answers).toEqual([
        "first: the module gave no answer within 1 s",
        "second: LARGE 7 None None",
      ]);
      const late = note(bridge.callLater(ask("hang\n")), "late");
      bridge.close();
      await late;
      expect(answers.at(-1)).toBe("late: the Python process for tool-info modules ended");
    } finally {
      bridge.close();
    }
  });

  test("asynchronous answers equal synchronous ones", async () => {
    const run = { commandLine: ["x"], outputLines: ["TRUE"], exitCode: 7 };
    expect(await info.determineResultLater?.(run)).toBe(info.determineResult(run));
    const broken = { ...run, outputLines: ["throw"] };
    expect(await info.determineResultLater?.(broken)).toBe(info.determineResult(broken));
  });

  test("a module that keeps state gives the same results in a fresh process, as after a restart", () => {
    const asked = (option: string) => ({
      options: [option],
      task: { inputFiles: [`task/${option}.c`] },
      limits: { cpuTimeSeconds: 5 },
    });
    const first = asked("--first");
    const run = { commandLine: ["x"], outputLines: ["VERIFIED"], exitCode: 0, asked: first };
    const before = new BridgedTool({ module: "remembers", ...source });
    const after = new BridgedTool({ module: "remembers", ...source });
    try {
      const info = before.info();
      info.commandLine("", first.options, first.task, first.limits);
      const second = asked("--second");
      info.commandLine("", second.options, second.task, second.limits);
      expect(info.determineResult(run)).toBe("done --first task/--first.c");
      // A worker, or a restarted coordinator, has made no command line.
      expect(after.info().determineResult(run)).toBe("done --first task/--first.c");
    } finally {
      before.close();
      after.close();
    }
  });

  test("sees only the system and the tool of the host", () => {
    expect(result("where").split(" ")).not.toContain("root");
  });

  test("a large output passes the pipe", () => {
    const outputLines = ["big", ...Array.from({ length: 200_000 }, (_, i) => `line ${i}`)];
    expect(info.determineResult({ commandLine: [], outputLines, exitCode: 0 })).toBe(
      "big 0 None None",
    );
  });

  test.each([
    ["nothing_of_that_name", "No module named"],
    ["broken", "there_is_no_such_module"],
  ])("the module %s cannot be loaded, and the message gives the reason", (module, message) => {
    expect(() => new BridgedTool({ module, ...source })).toThrow(message);
    expect(() => new BridgedTool({ module, ...source })).toThrow(PlatformError);
  });

  test("a missing tool is reported", () => {
    const elsewhere = new BridgedTool({
      module: "ours",
      searchPath: source.searchPath,
      directory: folder,
    });
    expect(() => elsewhere.locate()).toThrow(/Ours: no .*bin\/ours/);
    elsewhere.close();
  });
});
