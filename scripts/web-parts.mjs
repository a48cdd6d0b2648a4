// Modules as classic scripts: the modules of the first page become one script, all others a file
// each that defines itself when it is loaded (web/src/parts.ts). Only classic scripts can be loaded
// from a disk.
import { basename } from "node:path";
import { transform } from "esbuild";

const IMPORT = /\bimport\("\.\/([\w-]+\.js)"\)/g;

/** The modules by name, with their static and dynamic imports. */
async function modulesOf(files) {
  const modules = new Map();
  for (const { path, text } of files.filter((file) => file.path.endsWith(".js"))) {
    const later = text.replace(IMPORT, 'agonParts.load("$1")');
    const { code } = await transform(later, {
      format: "cjs",
      minify: true,
      legalComments: "none",
      charset: "ascii",
      target: "es2022",
    });
    const needs = [...code.matchAll(/\brequire\("\.\/([\w-]+\.js)"\)/g)].map(([, name]) => name);
    modules.set(basename(path), { code: code.trim(), needs: [...new Set(needs)] });
  }
  return modules;
}

const define = (name, code) =>
  `agonParts.define(${JSON.stringify(name)},function(require,exports,module){${code}\n});\n`;

/** All modules that one needs before it can run. */
function closureOf(modules, name, seen = new Set()) {
  if (seen.has(name)) return seen;
  seen.add(name);
  for (const other of modules.get(name).needs) closureOf(modules, other, seen);
  return seen;
}

/** The loader: it must be there before any part, so it is not a module. */
const LOADER = `var agonParts=(()=>{
const bodies=new Map,modules=new Map;
const require=path=>{const name=path.replace("./","");let module=modules.get(name);
if(!module){module={exports:{}};modules.set(name,module);bodies.get(name)(require,module.exports,module)}
return module.exports};
return{bodies,require,define(name,body){bodies.set(name,body)},load:undefined,needs:{}}})();
`;

/** @returns The script of the first page, the style sheet, and the parts that are loaded later. */
export async function asParts(files) {
  const modules = await modulesOf(files);
  const first = closureOf(modules, "app.js");
  const rest = [...modules.keys()].filter((name) => !first.has(name)).sort();
  const needs = Object.fromEntries(
    rest.map((name) => [name, [...closureOf(modules, name)].filter((each) => !first.has(each))]),
  );
  const app = [
    LOADER,
    ...[...first].map((name) => define(name, modules.get(name).code)),
    `agonParts.needs=${JSON.stringify(needs)};agonParts.require("./app.js");\n`,
  ].join("");
  return {
    app,
    style: files.find((file) => file.path.endsWith(".css")).text,
    parts: rest.map((name) => ({ name, text: define(name, modules.get(name).code) })),
  };
}

/** The worker's script is never run in the page: its text is passed on. */
export function workerPart(code) {
  return { name: "what-if-worker.js", text: define("what-if-worker.js", code.trim()) };
}
