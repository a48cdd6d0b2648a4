/** Modules that a start of the built command line loads, reported by Node's own loader. */
import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { expect, test, vi } from "vitest";
import { COMMANDS } from "../../src/faces/cli/command-table.ts";

vi.setConfig({ testTimeout: 120_000 });

const MAIN = resolve("dist/faces/cli/main.js");
/** Hooks run in a thread of their own, whose console writes late. */
const HOOKS = `import { writeSync } from "node:fs";
const load = (url, context, next) => {
  writeSync(2, "loads " + url + "\\n");
  return next(url, context);
};
  export { load };`;
const REGISTER = `import { register } from "node:module";
register("data:text/javascript,${encodeURIComponent(HOOKS)}");`;

/** Files below `dist` that a start loads, relative to it. */
function loaded(...words: readonly string[]): readonly string[] {
  const hook = `data:text/javascript,${encodeURIComponent(REGISTER)}`;
  const { status, stderr } = spawnSync(process.execPath, ["--import", hook, MAIN, ...words], {
    encoding: "utf8",
  });
  expect(status).toBe(0);
  return [...stderr.matchAll(/^loads .*\/dist\/(.*)$/gm)].map(([, path]) => path as string);
}

const isCommand = (path: string): boolean => path.includes("faces/cli/commands/");

test.each([[["help"]], [["--version"]], [["help", "exit-codes"]], [["help", "urls"]]])(
  "%j loads no command, and little else",
  (words) => {
    const modules = loaded(...words);
    expect(modules).toContain("faces/cli/main.js");
    expect(modules.filter(isCommand)).toEqual([]);
    expect(modules.length).toBeLessThanOrEqual(13);
  },
);

test.each(COMMANDS.map(({ name }) => name))("help of '%s' loads that command alone", (name) => {
  const commands = loaded("help", name).filter(isCommand);
  expect(commands[0]).toBe(`bundled/faces/cli/commands/${name}.js`);
  expect(commands.slice(1).filter((path) => !path.includes("/shared-"))).toEqual([]);
});

test("what verifies, and what executes a command, is one file", () => {
  expect(loaded("help", "exec").filter(isCommand)).toEqual(["bundled/faces/cli/commands/exec.js"]);
  expect(loaded("help", "verify").filter(isCommand)).toEqual([
    "bundled/faces/cli/commands/verify.js",
  ]);
  expect(loaded("help", "validate").filter(isCommand)).toEqual([
    "bundled/faces/cli/commands/validate.js",
  ]);
});

test("commands of which the build stores what V8 has compiled write all characters", () => {
  const folder = mkdtempSync(join(tmpdir(), "agon-start-"));
  try {
    const page = join(folder, "page.html");
    spawnSync(process.execPath, [
      ...[MAIN, "verify", "examples/people/student/maximum.c", "--html", page],
    ]);
    const text = readFileSync(page, "utf8");
    for (const word of ["⇤ First", "← Back", "Next →", "Last ⇥"]) expect(text).toContain(word);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test("every command is in the table, once, by the name of its file", () => {
  const files = readdirSync("src/faces/cli/commands").map((name) => name.replace(/\.ts$/, ""));
  expect(COMMANDS.map(({ name }) => name).toSorted()).toEqual(files.toSorted());
});

test("options of V8 are for threads, too", () => {
  const words = ["--max-semi-space-size=32", MAIN, "verify", "examples/people/student/maximum.c"];
  const { stdout, status } = spawnSync(process.execPath, words, { encoding: "utf8" });
  expect(stdout).toContain("reads past the end of `values`");
  expect(status).toBe(10);
});
