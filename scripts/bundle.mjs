// Bundles what commands load: reading and linking hundreds of modules takes longer than many a
// verification. `agon exec`, `agon verify` and `agon validate` are a file for the command (and one for its
// thread), and load nothing else; all other commands share the files that several of them need.
// src/contestant/bundled.ts says which of the two forms is used.
import { readdir, readFile, rm } from "node:fs/promises";
import { dirname, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const dist = fileURLToPath(new URL("../dist/", import.meta.url));
const COMMANDS = "cli/commands/";
/** Each of these becomes one file. */
const SINGLE = [
  "cli/commands/exec.js",
  "cli/commands/verify.js",
  "cli/commands/validate.js",
  "contestant/worker.js",
  "execution/supervisor-process.js",
  "validator/worker.js",
];
/** What the main program has loaded already and recognizes the errors of commands by. */
const SHARED = ["cli/command.js", "util/errors.js"].map((path) => dist + path);

/** Modules find files beside them, wherever their text has gone; some of them stay there. */
function inTheirPlaces(outFolder, staying) {
  const url = (path) => relative(outFolder, path);
  return {
    name: "modules in their places",
    setup(bundler) {
      bundler.onLoad({ filter: /\.js$/ }, async ({ path }) => {
        if (!path.startsWith(dist)) return undefined;
        const text = await readFile(path, "utf8");
        const place = `new URL(${JSON.stringify(url(path))}, import.meta.url).href`;
        return { contents: text.replaceAll("import.meta.url", `(${place})`) };
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
  // They find their WebAssembly beside them.
  external: ["cadical-wasm", "z3-solver"],
  // Packages in CommonJS ask for modules of Node in their own way.
  banner: {
    js: 'import { createRequire } from "node:module"; const require = createRequire(import.meta.url);',
  },
  logLevel: "warning",
};

// Shared files are named by their content: those of earlier builds would stay for ever.
await rm(`${dist}bundled`, { recursive: true, force: true });
const commands = (await readdir(new URL(`../src/${COMMANDS}`, import.meta.url)))
  .filter((name) => name.endsWith(".ts") && !name.endsWith(".test.ts"))
  .map((name) => COMMANDS + name.replace(/\.ts$/, ".js"));
await Promise.all([
  ...SINGLE.map((entry) => {
    const outfile = `${dist}bundled/${entry}`;
    const staying = entry.startsWith("cli/") ? SHARED : [];
    return build({
      ...OPTIONS,
      entryPoints: [`${dist}${entry}`],
      outfile,
      plugins: [inTheirPlaces(dirname(outfile), staying)],
    });
  }),
  build({
    ...OPTIONS,
    entryPoints: commands.filter((entry) => !SINGLE.includes(entry)).map((entry) => dist + entry),
    outdir: `${dist}bundled/${COMMANDS}`,
    splitting: true,
    // In one folder with the commands: places of files are relative to it.
    chunkNames: "shared-[hash]",
    plugins: [inTheirPlaces(`${dist}bundled/${COMMANDS}`, SHARED)],
  }),
]);
