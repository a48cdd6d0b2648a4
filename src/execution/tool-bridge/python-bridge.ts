/**
 * A conversation with `python/agon_tool_bridge.py`: one JSON object a line
 * each way, over named pipes. Calls are synchronous, so that a Python module
 * is used like a native one; a call takes some 0.1 ms. The script answers for
 * modules that hang or crash, so a call always returns.
 */
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import {
  closeSync,
  constants,
  mkdtempSync,
  openSync,
  readSync,
  realpathSync,
  rmSync,
  writeSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { IsolationKind } from "../../model/index.ts";
import { PlatformError } from "../../util/errors.ts";
import { packageRoot } from "../package-root.ts";
import { type Helper, prepareHelper } from "./helper-process.ts";

export interface BridgeOptions {
  /** Folders to import from before Python's own, `benchexec` in one of them unless installed. */
  readonly searchPath: readonly string[];
  /** Further files and folders that the modules may read, the tool's for instance. */
  readonly shown: readonly string[];
  readonly isolation: IsolationKind;
}

/** Why a module gave no answer. */
export type BridgeFault =
  | "unsupported"
  | "not-found"
  | "import"
  | "exception"
  | "timeout"
  | "crash";

/** The module's own failure; the message is the module's. */
export class ModuleError extends Error {
  readonly kind: BridgeFault;
  /** Python's stack trace, where there is one. */
  readonly trace: string | undefined;

  constructor(kind: BridgeFault, message: string, trace?: string) {
    super(message);
    this.name = "ModuleError";
    this.kind = kind;
    this.trace = trace;
  }
}

type Answer =
  | { readonly ok: unknown }
  | { readonly error: BridgeFault; readonly message: string; readonly trace?: string };

/** Descriptors of the pipes in the script's process; lower ones have other uses. */
const REQUESTS_FD = 5;
const ANSWERS_FD = 6;

export class PythonBridge {
  readonly #helper: Helper;
  readonly #child: ChildProcess;
  readonly #requests: number;
  readonly #answers: number;
  #rest: Buffer = Buffer.alloc(0);

  /** @throws PlatformError `ERR_PYTHON_MISSING` when there is no python3. */
  constructor(options: BridgeOptions) {
    const script = join(packageRoot(), "python", "agon_tool_bridge.py");
    this.#helper = prepareHelper(
      {
        command: [
          ...[requirePython(), "-B", script],
          ...[String(REQUESTS_FD), String(ANSWERS_FD)],
          ...options.searchPath,
        ],
        shown: [script, ...options.searchPath, ...options.shown].map((path) => realpathSync(path)),
        environment: { PYTHONIOENCODING: "utf-8", PYTHONDONTWRITEBYTECODE: "1" },
      },
      options.isolation,
    );
    const requests = openPipe();
    const answers = openPipe();
    const [program, ...words] = this.#helper.argv;
    this.#child = spawn(program, words, {
      cwd: this.#helper.directory,
      env: this.#helper.environment,
      stdio: [
        "ignore",
        "ignore",
        "ignore",
        ...this.#helper.descriptors,
        requests.read,
        answers.write,
      ],
    });
    this.#child.on("error", () => undefined);
    this.#child.unref();
    // From here on the end of the script is the end of the pipe.
    closeSync(requests.read);
    closeSync(answers.write);
    this.#requests = requests.write;
    this.#answers = answers.read;
  }

  /**
   * One request, one answer.
   * @throws ModuleError when the module fails.
   * @throws PlatformError `ERR_TOOL_BRIDGE` when the script itself has died.
   */
  call(request: { readonly do: string; readonly [key: string]: unknown }): unknown {
    const answer = this.#exchange(`${JSON.stringify(request)}\n`);
    if ("ok" in answer) return answer.ok;
    throw new ModuleError(answer.error, answer.message, answer.trace);
  }

  close(): void {
    closeSync(this.#requests);
    closeSync(this.#answers);
    this.#child.kill("SIGKILL");
    this.#helper.release();
  }

  #exchange(line: string): Answer {
    try {
      const bytes = Buffer.from(line);
      for (let done = 0; done < bytes.length; ) done += writeSync(this.#requests, bytes, done);
      return JSON.parse(this.#readLine()) as Answer;
    } catch (error) {
      throw bridgeEnded(error);
    }
  }

  #readLine(): string {
    const parts: Buffer[] = [this.#rest];
    for (let last = this.#rest; ; ) {
      const end = last.indexOf(10);
      if (end >= 0) {
        const all = Buffer.concat(parts);
        const length = all.length - last.length + end;
        this.#rest = all.subarray(length + 1);
        return all.toString("utf8", 0, length);
      }
      const chunk = Buffer.alloc(1 << 16);
      const count = readSync(this.#answers, chunk);
      if (count === 0) throw new Error("end of pipe");
      last = chunk.subarray(0, count);
      parts.push(last);
    }
  }
}

function bridgeEnded(cause: unknown): PlatformError {
  return new PlatformError("ERR_TOOL_BRIDGE", "the Python process for tool-info modules ended", {
    hint: "'agon doctor' tells whether sandboxes work here",
    cause,
  });
}

/** Both ends of a named pipe whose name is gone already: blocking, and with an end of file. */
function openPipe(): { readonly read: number; readonly write: number } {
  const folder = mkdtempSync(join(tmpdir(), "agon-pipe-"));
  try {
    const path = join(folder, "pipe");
    const { status } = spawnSync("mkfifo", ["-m", "600", path]);
    if (status !== 0) throw new PlatformError("ERR_TOOL_BRIDGE", `mkfifo ${path} failed`);
    // Opening one end waits for the other; only an end for both does not.
    const both = openSync(path, constants.O_RDWR);
    const pipe = { read: openSync(path, "r"), write: openSync(path, "w") };
    closeSync(both);
    return pipe;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

let python: string | undefined;

function requirePython(): string {
  python ??= ["/usr/local/bin/python3", "/usr/bin/python3"].find(
    (path) => spawnSync(path, ["-c", ""]).status === 0,
  );
  if (python !== undefined) return python;
  throw new PlatformError("ERR_PYTHON_MISSING", "BenchExec's tool-info modules need python3", {
    hint: "sudo apt-get install python3 python3-yaml, or use a module of 'agon tool list'",
  });
}
