/** Work in the main thread is ended and interrupted like work in a thread of its own. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, expect, test } from "vitest";

const RUN = pathToFileURL(resolve("dist/contestant/jobs/run-where-possible.js")).href;

const folder = mkdtempSync(join(tmpdir(), "agon-main-thread-"));
afterAll(() => rmSync(folder, { recursive: true }));
let modules = 0;

/** Starts a process that does work, a generator's body, and prints how it ended. */
function start(work: string, options: string, threadMilliseconds = 0) {
  const module = `
    import { isMainThread, parentPort } from "node:worker_threads";
    export const perform = function* (job, { clock, hasLargerStack }) { ${work} };
    if (!isMainThread) {
      for (const end = performance.now() + ${threadMilliseconds}; performance.now() < end; );
      parentPort.postMessage({ kind: "result", result: "done by a thread" });
    }`;
  const file = join(folder, `${++modules}.mjs`);
  writeFileSync(file, module);
  const main = `
    import { runWherePossible } from ${JSON.stringify(RUN)};
    const script = new URL(${JSON.stringify(pathToFileURL(file).href)});
    const options = { memoryBytes: 1e9, onProgress: (message) => console.log(message), ${options} };
    runWherePossible(script, {}, options).then(
      (result) => console.log(result),
      (error) => console.log(error.constructor.name, error.message),
    );`;
  return spawn(process.execPath, ["--input-type=module", "-e", main], {
    stdio: ["ignore", "pipe", "inherit"],
  });
}

async function outcomeOf(work: string, options: string, threadMilliseconds = 0): Promise<string> {
  const child = start(work, options, threadMilliseconds);
  let output = "";
  child.stdout.on("data", (chunk) => {
    output += chunk;
  });
  await once(child, "close");
  return output.trim();
}

const BUSY = "while (clock.usedSeconds() < 1.1) {}";

test("ends with its result, and waits for what is loaded", async () => {
  const work = `const loaded = new Promise((done) => setTimeout(() => done(), 10));
    yield loaded; return { kind: "result", result: "done here" };`;
  expect(await outcomeOf(work, "")).toBe("done here");
});

test("work that looks at no clock is ended at the limit of CPU time", async () => {
  const limits = "endSeconds: 1.5";
  expect(await outcomeOf(`${BUSY} for (;;);`, limits)).toBe("LimitReached time limit");
});

test("work that asks no clock from the first moment on is done again by a thread, which ends at the limit", async () => {
  expect(await outcomeOf("for (;;);", "endSeconds: 100")).toBe("done by a thread");
  const outcome = await outcomeOf("for (;;);", "endSeconds: 3", 60_000);
  expect(outcome).toBe("LimitReached time limit");
});

test("what others have used for it counts", async () => {
  const work = `tell({ kind: "charge", seconds: 1000 }); ${BUSY} for (;;);`;
  const outcome = await outcomeOf(`const { tell } = arguments[1]; ${work}`, "endSeconds: 900");
  expect(outcome).toBe("LimitReached time limit");
});

test("a limit that is reached while something is loaded ends what follows", async () => {
  const work = `${BUSY} yield new Promise((done) => setTimeout(done, 300)); for (;;);`;
  expect(await outcomeOf(work, "endSeconds: 1")).toBe("LimitReached time limit");
});

test("work whose memory is not on the heap is ended at the limit of memory", async () => {
  const work = `${BUSY} const all = []; for (;;) all.push(new Uint8Array(1e6).fill(1));`;
  expect(await outcomeOf(work, "")).toBe("LimitReached out of memory");
});

test("where the heap could not grow as far, a thread does it", async () => {
  const work = `return { kind: "result", result: "done here" };`;
  expect(await outcomeOf(work, "memoryBytes: 1e15")).toBe("done by a thread");
});

test("what exhausts the stack is done again by a thread with a larger one", async () => {
  const work = `return { kind: hasLargerStack ? "stack-too-small" : "result" };`;
  expect(await outcomeOf(work, "")).toBe("done by a thread");
});

test("what is done again by a thread is ended as a thread is", async () => {
  const work = `return { kind: "stack-too-small" };`;
  const outcome = await outcomeOf(work, "endSeconds: 1.6", 60_000);
  expect(outcome).toBe("LimitReached time limit");
});

test.each([
  ["while it works", "for (;;);"],
  ["while something is loaded", "yield new Promise((done) => setTimeout(done, 60_000));"],
])("a foreign SIGINT ends the process %s", async (_when, work) => {
  const tells = `arguments[1].tell({ kind: "progress", message: "working" });`;
  const child = start(`${tells} ${work}`, "");
  await once(child.stdout, "data");
  // At the very end of a segment the engine may consume one: a user presses the keys again.
  const again = setInterval(() => child.kill("SIGINT"), 50);
  const [, signal] = await once(child, "close");
  clearInterval(again);
  expect(signal).toBe("SIGINT");
});
