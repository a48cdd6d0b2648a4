// A verification under the profiler of its own thread, which writes PROFILE at the end:
// node bench/verifier/profiled.mjs JOB.json PROFILE
import { readFileSync, writeFileSync } from "node:fs";
import { Session } from "node:inspector";
import { isMainThread, parentPort, Worker, workerData } from "node:worker_threads";

const [, , jobFile, profileFile] = process.argv;

if (isMainThread) {
  const worker = new Worker(new URL(import.meta.url), {
    argv: [jobFile, profileFile],
    workerData: JSON.parse(readFileSync(jobFile, "utf8")),
    resourceLimits: { stackSizeMb: 900, maxOldGenerationSizeMb: 3500 },
  });
  worker.on("message", ({ kind, result }) => {
    if (kind === "result") console.log(`${result.verdict}: ${result.reason ?? result.subproperty}`);
  });
} else if (workerData !== undefined) {
  const session = new Session();
  session.connect();
  session.post("Profiler.enable");
  session.post("Profiler.start");
  const post = parentPort.postMessage.bind(parentPort);
  parentPort.postMessage = (message) => {
    post(message);
    if (message.kind !== "result") return;
    session.post("Profiler.stop", (_, { profile }) =>
      writeFileSync(profileFile, JSON.stringify(profile)),
    );
  };
  await import("../../dist/contestant/jobs/verification-worker.js");
}
