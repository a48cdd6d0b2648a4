// Bundles the result pages into dist/web: a script with the first page, parts of it that are loaded when a page
// needs them (web-parts.mjs), the worker of the page "What if", one style sheet, and the script of the pages with
// result tables. No modules: browsers do not load them from a disk.
import { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";
import { asParts, workerPart } from "./web-parts.mjs";

/** Editions can be read from YAML, but the pages never do: they need nothing of the package. */
function withoutSideEffects(name) {
  return {
    name: `without side effects: ${name}`,
    setup(bundler) {
      bundler.onResolve(
        { filter: new RegExp(`^${name}$`) },
        async ({ path, pluginData, ...rest }) => {
          if (pluginData === name) return undefined;
          const resolved = await bundler.resolve(path, { ...rest, pluginData: name });
          return { ...resolved, sideEffects: false };
        },
      );
    },
  };
}

/** The pure folders only define things: a module without used exports can be left out. */
function pureFolders(folder) {
  const name = "pure folders";
  return {
    name,
    setup(bundler) {
      bundler.onResolve({ filter: /^\.{1,2}\/.*\.ts$/ }, async ({ path, pluginData, ...rest }) => {
        if (pluginData === name) return undefined;
        const resolved = await bundler.resolve(path, { ...rest, pluginData: name });
        return { ...resolved, sideEffects: !resolved.path.startsWith(folder) };
      });
    },
  };
}

const root = fileURLToPath(new URL("..", import.meta.url));
const folder = `${root}dist/web`;
const options = {
  absWorkingDir: root,
  outdir: "dist/web",
  bundle: true,
  target: ["chrome123", "firefox120", "safari17.5"],
  minify: true,
  legalComments: "none",
  charset: "ascii",
  jsx: "automatic",
  jsxImportSource: "preact",
  tsconfig: "web/tsconfig.json",
  logLevel: "warning",
  plugins: [withoutSideEffects("yaml"), pureFolders(`${root}src/`)],
};
rmSync(folder, { recursive: true, force: true });
mkdirSync(`${folder}/parts`, { recursive: true });
await build({
  ...options,
  entryPoints: [{ in: "web/src/result-table/page.ts", out: "result-table" }],
  format: "iife",
});
const [pages, worker] = await Promise.all([
  build({
    ...options,
    entryPoints: [{ in: "web/src/app.tsx", out: "app" }],
    format: "esm",
    splitting: true,
    write: false,
    chunkNames: "[name]-[hash]",
  }),
  build({
    ...options,
    entryPoints: [{ in: "web/src/what-if-worker.ts", out: "what-if-worker" }],
    format: "iife",
    write: false,
  }),
]);
const { app, style, parts } = await asParts(pages.outputFiles);
writeFileSync(`${folder}/app.js`, app);
writeFileSync(`${folder}/app.css`, style);
for (const { name, text } of [...parts, workerPart(worker.outputFiles[0].text)]) {
  writeFileSync(`${folder}/parts/${name}`, text);
}
if (process.argv.includes("--size")) {
  const names = ["app.js", "app.css", "result-table.js", "parts/what-if-worker.js"];
  for (const name of [...names, ...parts.map((part) => `parts/${part.name}`)]) {
    const file = `${folder}/${name}`;
    const packed = gzipSync(readFileSync(file), { level: 9 }).length;
    console.log(`${name}: ${statSync(file).size} bytes, ${packed} bytes gzip`);
  }
}
