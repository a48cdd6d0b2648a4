/**
 * A conversation with `python/agon_tool_bridge.py`: one JSON object a line each way, over named
 * pipes, one request at a time. Calls may wait for the answer, so that a Python module is used like
 * a native one (some 0.1 ms), or return a promise, so that slow answers block nothing. The script
 * answers for modules that hang or crash, so a call always ends.
 */
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { closeSync, readSync, realpathSync, writeSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { type NamedPipe, openPipe } from "../../../../ground/files/index.ts";
import type { IsolationKind } from "../../../../ground/model/index.ts";
import { PlatformError } from "../../../../ground/util/errors.ts";
import { packageRoot } from "../../system/package-root.ts";
import { type Helper, prepareHelper } from "./helper-process.ts";

/** The files and the sandbox of the Python process. */
export interface BridgeOptions {
  /** Folders that are searched before Python's own; one of them holds `benchexec`, unless it is installed. */
  readonly searchPath: readonly string[];
  /** Further files and folders that the modules may read, the tool's for instance. */
  readonly shown: readonly string[];
  readonly isolation: IsolationKind;
}

/** The reason why a module gave no answer. */
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
const REQUESTS_FD = 6;
const ANSWERS_FD = 7;

/** One Python process that answers requests about tool-info modules, in its sandbox. */
export class PythonBridge {
  readonly #helper: Helper;
  readonly #child: ChildProcess;
  readonly #requests: number;
  readonly #answers: number;
  /** Requests without an answer; only the first has been sent, perhaps in part. */
  readonly #waiting: Exchange[] = [];
  #isPolling = false;
  #isClosed = false;

  /** @throws PlatformError `ERR_PYTHON_MISSING` when there is no python3. */
  constructor(options: BridgeOptions) {
    const script = join(packageRoot(), "python", "agon_tool_bridge.py");
    this.#helper = prepareHelper(
      {
        command: [
          requirePython(),
          "-B",
          script,
          String(REQUESTS_FD),
          String(ANSWERS_FD),
          ...options.searchPath,
        ],
        shown: [script, ...options.searchPath, ...options.shown].map((path) => realpathSync(path)),
        environment: { PYTHONIOENCODING: "utf-8", PYTHONDONTWRITEBYTECODE: "1" },
      },
      options.isolation,
    );
    const requests = requirePipe("write");
    const answers = requirePipe("read");
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
    // From here on the pipe ends with the script.
    closeSync(requests.read);
    closeSync(answers.write);
    this.#requests = requests.write;
    this.#answers = answers.read;
  }

  /**
   * Sends one request and waits for its answer.
   * @throws ModuleError when the module fails.
   * @throws PlatformError `ERR_TOOL_BRIDGE` when the script itself has died.
   */
  call(request: Request): unknown {
    const exchange = this.#enqueue(request);
    for (let pause = MIN_PAUSE_MS; exchange.answer === undefined; ) {
      if (this.#advance()) pause = MIN_PAUSE_MS;
      else Atomics.wait(NEVER, 0, 0, pause);
      pause = Math.min(pause * 2, MAX_PAUSE_MS);
    }
    return valueIn(exchange.answer);
  }

  /** The same without blocking. Requests are answered in the order of their arrival. */
  async callLater(request: Request): Promise<unknown> {
    const exchange = this.#enqueue(request);
    const answered = new Promise<Answer | Error>((resolve) => {
      exchange.onAnswer = resolve;
    });
    if (!this.#isPolling) void this.#poll();
    return valueIn(await answered);
  }

  /** Ends the process; waiting requests get an error. */
  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#fail(new Error("closed"));
    closeSync(this.#requests);
    closeSync(this.#answers);
    this.#child.kill("SIGKILL");
    this.#helper.release();
  }

  #enqueue(request: Request): Exchange {
    if (this.#isClosed) throw bridgeEnded(new Error("closed"));
    const bytes = Buffer.from(`${JSON.stringify(request)}\n`);
    const exchange: Exchange = { bytes, sent: 0, received: [] };
    this.#waiting.push(exchange);
    return exchange;
  }

  async #poll(): Promise<void> {
    this.#isPolling = true;
    for (let pause = 1; this.#waiting.length > 0; ) {
      if (this.#advance()) pause = 1;
      else await sleep(pause);
      pause = Math.min(pause * 2, MAX_PAUSE_MS);
    }
    this.#isPolling = false;
  }

  /** Sends or receives a part of the first request without waiting; returns whether it could. */
  #advance(): boolean {
    const [exchange] = this.#waiting;
    if (exchange === undefined) return false;
    try {
      if (exchange.sent < exchange.bytes.length) {
        const count = writeSync(this.#requests, exchange.bytes, exchange.sent);
        exchange.sent += count;
        return count > 0;
      }
      return this.#receive(exchange);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === "EAGAIN") return false;
      this.#fail(error);
      return true;
    }
  }

  #receive(exchange: Exchange): boolean {
    const chunk = Buffer.alloc(1 << 16);
    const count = readSync(this.#answers, chunk);
    if (count === 0) throw new Error("end of pipe");
    const part = chunk.subarray(0, count);
    exchange.received.push(part);
    // Nothing follows the answer: the next request has not been sent.
    if (part.at(-1) !== LINE_FEED) return true;
    const answer = JSON.parse(Buffer.concat(exchange.received).toString("utf8")) as Answer;
    this.#waiting.shift();
    settle(exchange, answer);
    return true;
  }

  #fail(cause: unknown): void {
    for (const exchange of this.#waiting.splice(0)) settle(exchange, bridgeEnded(cause));
  }
}

/** A request; `python/agon_tool_bridge.py` lists the kinds. */
type Request = { readonly do: string; readonly [key: string]: unknown };

/** A request on its way. */
interface Exchange {
  readonly bytes: Buffer;
  sent: number;
  readonly received: Buffer[];
  answer?: Answer | Error;
  onAnswer?: (answer: Answer | Error) => void;
}

const LINE_FEED = 10;
const MIN_PAUSE_MS = 0.05;
const MAX_PAUSE_MS = 10;
/** Never changes, so that `Atomics.wait` on it sleeps for the whole pause. */
const NEVER = new Int32Array(new SharedArrayBuffer(4));

function settle(exchange: Exchange, answer: Answer | Error): void {
  exchange.answer = answer;
  exchange.onAnswer?.(answer);
}

function valueIn(answer: Answer | Error): unknown {
  if (answer instanceof Error) throw answer;
  if ("ok" in answer) return answer.ok;
  throw new ModuleError(answer.error, answer.message, answer.trace);
}

function bridgeEnded(cause: unknown): PlatformError {
  return new PlatformError("ERR_TOOL_BRIDGE", "the Python process for tool-info modules ended", {
    hint: "'agon doctor' shows whether sandboxes work here",
    cause,
  });
}

function requirePipe(ours: "read" | "write"): NamedPipe {
  const pipe = openPipe(ours);
  if (pipe === undefined) throw new PlatformError("ERR_TOOL_BRIDGE", "mkfifo failed");
  return pipe;
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
