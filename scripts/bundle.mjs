// Bundles the modules that commands load: reading and linking hundreds of modules takes longer than
// many a verification. `agon exec`, `agon verify` and `agon validate` are a file for the command
// (and one for its thread), and load nothing else; all other commands share the files that several
// of them need. src/ground/installation/bundled.ts chooses between the two forms.
import { createHash } from "node:crypto";
import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { dirname, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { writeCodeCaches } from "./code-cache.mjs";

const dist = fileURLToPath(new URL("../dist/", import.meta.url));
const COMMANDS = "faces/cli/commands/";
/** Each of these modules becomes one file. */
const SINGLE = ["faces/cli/commands/exec.js", "organiser/execution/running/supervisor-process.js"];
/**
 * Programs that start for each answer: one file each, with V8's compiled code (see code-cache.mjs).
 */
const CACHED = [
  { entry: "faces/cli/commands/verify.js", kind: "command", exported: ["command"] },
  { entry: "faces/cli/commands/validate.js", kind: "command", exported: ["command"] },
  { entry: "contestant/jobs/verification-worker.js", kind: "work", exported: ["perform"] },
  { entry: "contestant/validator/validation-worker.js", kind: "work", exported: ["perform"] },
];
/**
 * Modules that the main program has loaded already and by which it recognizes the errors of
 * commands.
 */
const SHARED = ["faces/cli/command.js", "ground/util/errors.js"].map((path) => dist + path);

/**
 * Modules find files beside them, wherever their text has moved; some of them stay there. Scripts
 * are given their imports of packages.
 */
function inTheirPlaces(outFolder, staying, isScript = false) {
  const url = (path) => relative(outFolder, path);
  return {
    name: "modules in their places",
    setup(bundler) {
      bundler.onLoad({ filter: /\.js$/ }, async ({ path }) => {
        if (!path.startsWith(dist)) return undefined;
        const text = await readFile(path, "utf8");
        const place = `new URL(${JSON.stringify(url(path))}, import.meta.url).href`;
        const contents = text.replaceAll("import.meta.url", `(${place})`);
        return {
          contents: isScript
            ? contents.replaceAll(/\bimport\((?!"\.)/g, "bundleImport(")
            : contents,
        };
      });
      bundler.onResolve({ filter: /^\.{1,2}\/.*\.js$/ }, ({ path, resolveDir }) => {
        const file = resolve(resolveDir, path);
        return staying.includes(file) ? { path: url(file), external: true } : undefined;
      });
    },
  };
}

const OPTIONS = {
  bundle: true,
  format: "esm",
  platform: "node",
  target: "node20",
  // These packages find their WebAssembly beside them.
  external: ["cadical-wasm", "z3-solver"],
  // CommonJS packages require modules of Node in their own way.
  banner: {
    js: 'import { createRequire } from "node:module"; const require = createRequire(import.meta.url);',
  },
  logLevel: "warning",
};

function escaped(unit) {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`;
}

/**
 * A script whose compiled form can be stored, which Node 20 offers for scripts only, and its
 * loader.
 */
async function bundleScript({ entry, kind, exported }) {
  const staying = kind === "command" ? SHARED : [];
  const folder = `${dist}bundled/${dirname(entry)}`;
  const { outputFiles } = await build({
    ...OPTIONS,
    format: "cjs",
    banner: {},
    define: { "import.meta.url": "bundleUrl" },
    entryPoints: [`${dist}${entry}`],
    plugins: [inTheirPlaces(folder, staying, true)],
    write: false,
  });
  // Text of ASCII alone takes half of the memory, and less time; outside of comments escapes mean
  // the same.
  const text = outputFiles[0].text.replaceAll(/[^\0-\x7f]/g, escaped);
  // The text in the form in which it is compiled: joining it at every start would copy it once
  // more.
  const contents = `(function (exports, require, module, bundleUrl, bundleImport) {${text}\n})`;
  // V8 detects an old cache by the length of the text only; the name identifies it reliably.
  const name = `${createHash("sha256").update(contents).digest("hex").slice(0, 16)}.cjs`;
  await mkdir(folder, { recursive: true });
  await writeFile(`${folder}/${name}`, contents);
  const modules = staying.map((path) => relative(folder, path));
  return { loader: `${dist}bundled/${entry}`, name, modules, exported };
}

// Shared files have names by their content: those of earlier builds would stay forever.
await rm(`${dist}bundled`, { recursive: true, force: true });
const commands = (await readdir(new URL(`../src/${COMMANDS}`, import.meta.url)))
  .filter((name) => name.endsWith(".ts") && !name.endsWith(".test.ts"))
  .map((name) => COMMANDS + name.replace(/\.ts$/, ".js"));
const [scripts] = await Promise.all([
  Promise.all(CACHED.map(bundleScript)),
  ...SINGLE.map((entry) => {
    const outfile = `${dist}bundled/${entry}`;
    const staying = entry.startsWith("faces/") ? SHARED : [];
    return build({
      ...OPTIONS,
      entryPoints: [`${dist}${entry}`],
      outfile,
      plugins: [inTheirPlaces(dirname(outfile), staying)],
    });
  }),
  build({
    ...OPTIONS,
    entryPoints: commands
      .filter((entry) => ![...SINGLE, ...CACHED.map((each) => each.entry)].includes(entry))
      .map((entry) => dist + entry),
    outdir: `${dist}bundled/${COMMANDS}`,
    splitting: true,
    // In one folder with the commands: places of files are relative to it.
    chunkNames: "shared-[hash]",
    plugins: [inTheirPlaces(`${dist}bundled/${COMMANDS}`, SHARED)],
  }),
]);
writeCodeCaches(scripts);
