// Bundles what `agon verify` and `agon validate` load, a file for the command and a file for its
// thread: reading and linking hundreds of modules takes longer than many a verification.
// src/contestant/bundled.ts says which of the two forms is used.
import { readFile } from "node:fs/promises";
import { dirname, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const dist = fileURLToPath(new URL("../dist/", import.meta.url));
const ENTRIES = [
  "cli/commands/verify.js",
  "cli/commands/validate.js",
  "contestant/worker.js",
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

await Promise.all(
  ENTRIES.map((entry) => {
    const outfile = `${dist}bundled/${entry}`;
    return build({
      entryPoints: [`${dist}${entry}`],
      outfile,
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
      plugins: [inTheirPlaces(dirname(outfile), entry.startsWith("cli/") ? SHARED : [])],
    });
  }),
);
