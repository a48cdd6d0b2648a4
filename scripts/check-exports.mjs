// Finds exports that no other file imports, and code that only tests import, so that a door shows what others use and
// nothing stays that is used no more. Reads imports and exports as the formatter writes them, each at the beginning of
// a line, which takes a tenth of the time that a parser of the language needs. A type that its own file uses may be
// exported: it is part of what the file exports.
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";

/** Folders with modules; the exports of the first three are checked. */
const FOLDERS = ["src", "web/src", "test", "bench", "scripts"];
const CHECKED = /^(src|web\/src|test)\//;
const TEST = /^test\/|\.test\.ts$/;
/** Imported from elsewhere: by users of the package, and by vitest. */
const ENTRIES = ["src/faces/library/index.ts", "test/temporary-folder.ts"];

const OWN =
  /^export (?:abstract |async )*(const|let|function\*?|class|interface|type) (?<name>\w+)/gm;
const LISTED = /^export (?:type )?\{(?<list>[^}]*)\}(?: from "(?<from>\.[^"]*)")?;/gm;
const IMPORTED = /^import (?:type )?(?:\w+, )?\{(?<list>[^}]*)\} from "(?<from>\.[^"]*)";/gm;
const DYNAMIC = /(?:\{(?<list>[^{}]*)\} =\s+(?:await )?)?\bimport\(\s*"(?<from>\.[^"]*)"/gm;
/** Imports of all that a module exports; workers are named by their place. */
const WHOLE =
  /(?:^(?:import|export) (?:type )?\*(?: as \w+)? from |new URL\(\s*)"(?<from>\.[^"]*)"/gm;

const texts = new Map(
  FOLDERS.flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: "utf8" })
      .filter((name) => /\.(tsx?|mjs)$/.test(name))
      .map((name) => [join(folder, name), readFileSync(join(folder, name), "utf8")]),
  ),
);
const modules = new Map([...texts].map(([path, text]) => [path, exportsOf(path, text)]));

/** The names that a module exports, each with its line, the files that use it, and the place that it comes from. */
function exportsOf(path, text) {
  const found = new Map();
  const add = (name, index, origin) =>
    found.set(name, { line: text.slice(0, index).split("\n").length, users: new Set(), ...origin });
  for (const { 1: kind, groups, index } of text.matchAll(OWN)) {
    const isType = kind === "interface" || kind === "type";
    add(groups.name, index, { isUsedHere: occurrences(text, groups.name) > 1, kind, isType });
  }
  for (const { groups, index } of text.matchAll(LISTED)) {
    const from = groups.from && target(path, groups.from);
    for (const [original, name] of namesIn(groups.list)) {
      add(name, index, { from, original, isUsedHere: from === undefined });
    }
  }
  return found;
}

function occurrences(text, name) {
  const code = text.replaceAll(/\/\*[\s\S]*?\*\/|\/\/.*/g, "");
  return code.match(new RegExp(`\\b${name}\\b`, "g"))?.length ?? 0;
}

/** Pairs of the name in the other module and the name here. */
function namesIn(list) {
  return [...list.matchAll(/\b(\w+)(?:(?: as|:) (\w+))?\s*(?:,|$)/g)].map(
    ([, original, name = original]) => [original, name],
  );
}

/** The module that a specifier means; workers are named as the build names them. */
function target(path, specifier) {
  const file = join(dirname(path), specifier);
  return texts.has(file) ? file : file.replace(/\.js$/, ".ts");
}

/** Passes through doors to where the name comes from. */
function use(path, name, user) {
  const found = modules.get(path)?.get(name);
  if (found === undefined || found.users.has(user)) return;
  found.users.add(user);
  if (found.from !== undefined) use(found.from, found.original, user);
}

function useAll(path, user) {
  for (const name of modules.get(path)?.keys() ?? []) use(path, name, user);
}

/** Files among the tests that scripts import. */
const forScripts = new Set();
for (const path of ENTRIES) useAll(path, "outside");
for (const [path, text] of texts) {
  for (const form of [IMPORTED, DYNAMIC, WHOLE]) {
    for (const { groups } of text.matchAll(form)) {
      const module = target(path, groups.from);
      if (path.startsWith("scripts/")) forScripts.add(module);
      if (groups.list === undefined) useAll(module, path);
      else for (const [original] of namesIn(groups.list)) use(module, original, path);
    }
  }
}

function faultOf(path, name, { users, from, kind, isType, isUsedHere }) {
  if (users.size === 0) return isType && isUsedHere ? undefined : `nothing imports '${name}'`;
  // A table may be exported for the test that goes through all its rows.
  if (TEST.test(path) || from !== undefined || isUsedHere || kind === "const") return undefined;
  return [...users].every((user) => TEST.test(user) && !forScripts.has(user))
    ? `only tests import '${name}': move it to test/support`
    : undefined;
}

let faults = 0;
for (const [path, names] of modules) {
  if (!CHECKED.test(path)) continue;
  for (const [name, found] of names) {
    const fault = faultOf(path, name, found);
    if (fault === undefined) continue;
    console.error(`${path}:${found.line}: ${fault}`);
    faults++;
  }
}
process.exit(faults === 0 ? 0 : 1);
