// Bundles the result pages into dist/web: one script and one style sheet, which
// need nothing else; and the script of the pages with result tables. No modules: browsers do not load them from a disk.
import { mkdirSync, readFileSync, statSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";

/** Editions can be read from YAML; the pages never do, and nothing of the package is needed for that. */
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

/** The pure folders only define things: a module of which nothing is used need not be there. */
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
mkdirSync(`${root}dist/web`, { recursive: true });
await build({
  absWorkingDir: root,
  entryPoints: [
    { in: "web/src/app.tsx", out: "app" },
    { in: "web/src/result-table/page.ts", out: "result-table" },
  ],
  outdir: "dist/web",
  bundle: true,
  format: "iife",
  target: ["chrome123", "firefox120", "safari17.5"],
  minify: true,
  legalComments: "none",
  charset: "ascii",
  jsx: "automatic",
  jsxImportSource: "preact",
  tsconfig: "web/tsconfig.json",
  logLevel: "warning",
  plugins: [withoutSideEffects("yaml"), pureFolders(`${root}src/`)],
});
if (process.argv.includes("--size")) {
  for (const name of ["app.js", "app.css", "result-table.js"]) {
    const file = `${root}dist/web/${name}`;
    const packed = gzipSync(readFileSync(file), { level: 9 }).length;
    console.log(`${name}: ${statSync(file).size} bytes, ${packed} bytes gzip`);
  }
}
