// The thread of a verification is two megabytes of program text, its command a tenth of that. V8
// stores the code that it has compiled of a script, with the functions that were called, and uses
// it instead of the text where its version and flags are the same: this saves a fifth of the CPU
// time of an easy answer. Elsewhere the script is compiled as usual.
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../", import.meta.url));

const PROPERTY = [
  "--data-model",
  "ILP32",
  "--property",
  "examples/mini/properties/unreach-call.prp",
];

/** Runs that call most functions of easy answers; each adds to the cache. */
const calls = (witness) => [
  ["verify", "examples/people/student/average.c"],
  ["verify", "examples/people/student/swap.c"],
  ["verify", ...PROPERTY, "--witness", witness, "bench/start/ten-lines.c"],
  ["validate", ...PROPERTY, witness, "bench/start/ten-lines.c"],
];

/** Modules of Node that few answers use, each of which takes milliseconds to load. */
const LATE = ["node:child_process", "node:crypto", "node:fs/promises", "node:stream", "node:zlib"];

/**
 * The module that loads the script `name` beside it.
 * @param modules - modules that the script requires but does not contain
 * @param exported - names
 */
function loaderText({ name, modules, exported }, store = "") {
  const imports = modules.map(
    (path, i) => `import * as module${i} from ${JSON.stringify(path)};\n`,
  );
  const table = modules.map((path, i) => `${JSON.stringify(path)}: module${i}`).join(", ");
  const exports = exported.map((each) => `export const ${each} = module.exports.${each};\n`);
  return `${imports.join("")}import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import { Script } from "node:vm";

const filename = fileURLToPath(new URL("${name}", import.meta.url));
let cachedData;
try {
  cachedData = readFileSync(filename + ".cache");
} catch {
  // The build has made none.
}
const script = new Script(readFileSync(filename, "latin1"), { filename, cachedData });
const module = { exports: {} };
const modules = { ${table} };
${store}const packages = createRequire(import.meta.url);
const late = new Set(${JSON.stringify(LATE)});
const whenUsed = (name) => new Proxy({}, { get: (_, key) => packages(name)[key] });
const require = (name) => modules[name] ?? (late.has(name) ? whenUsed(name) : packages(name));
script.runInThisContext()(module.exports, require, module, import.meta.url, (name) => import(name));
${exports.join("")}`;
}

/**
 * Additional code of the loader while caches are made: a thread is ended when its result is there.
 */
const STORE = `const { writeFileSync } = await import("node:fs");
const { isMainThread, parentPort } = await import("node:worker_threads");
// Stored under the options that it will be loaded under.
const engine = await import("node:v8");
modules["node:v8"] = { ...engine, setFlagsFromString: () => undefined };
const store = () => writeFileSync(filename + ".cache", script.createCachedData());
if (isMainThread) process.on("exit", store);
else {
  const post = parentPort.postMessage.bind(parentPort);
  parentPort.postMessage = (message) => {
    if (message.kind === "result") store();
    post(message);
  };
}
`;

/**
 * Each script is `{ loader, name, modules, exported }`: the file that loads it, and the parameters
 * of loaderText.
 */
export function writeCodeCaches(scripts) {
  for (const script of scripts) writeFileSync(script.loader, loaderText(script, STORE));
  const folder = mkdtempSync(join(tmpdir(), "agon-build-"));
  try {
    for (const words of calls(join(folder, "witness.yml"))) call(words);
  } finally {
    rmSync(folder, { recursive: true });
    for (const script of scripts) writeFileSync(script.loader, loaderText(script));
  }
}

function call(words) {
  const main = join(root, "dist/faces/cli/main.js");
  const { status, stderr } = spawnSync(process.execPath, [main, ...words], {
    cwd: root,
    encoding: "utf8",
  });
  // 0, or 10: a counterexample.
  if (status !== 0 && status !== 10)
    throw new Error(`agon ${words.join(" ")} ended with ${status}:\n${stderr}`);
}
