/**
 * The package as `npm pack` makes it, installed into an empty folder: the programs of the manual's
 * guide run there, the one in TypeScript is type-checked. No registry is used: dependencies are
 * packed from node_modules.
 */
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";

vi.setConfig({ testTimeout: 240_000, hookTimeout: 240_000 });

const GUIDE = readFileSync("docs/guides/library.md", "utf8");
/** The text of the guide's first program in a language. */
const shown = (language: string): string =>
  new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\`$`, "m").exec(GUIDE)?.[1] ?? "";

interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly dependencies?: Readonly<Record<string, string>>;
}
const manifestOf = (folder: string): Manifest =>
  JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as Manifest;

function run(command: string, words: readonly string[], cwd: string): string {
  const { status, stdout, stderr } = spawnSync(command, words, { cwd, encoding: "utf8" });
  expect(status, `${command} ${words.join(" ")}\n${stdout}${stderr}`).toBe(0);
  return stdout;
}

/** All packages that a package needs to run, by name. */
function neededBy(folder: string, found = new Set<string>()): ReadonlySet<string> {
  for (const name of Object.keys(manifestOf(folder).dependencies ?? {})) {
    if (found.has(name)) continue;
    found.add(name);
    neededBy(join("node_modules", name), found);
  }
  return found;
}

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "agon-package-"));
  const pack = (from: string): string =>
    run(
      "npm",
      ["pack", "--ignore-scripts", "--silent", "--pack-destination", folder, resolve(from)],
      ".",
    )
      .trim()
      .split("\n")
      .at(-1) ?? "";
  const overrides = Object.fromEntries(
    [...neededBy(".")].map((name) => [name, `file:./${pack(join("node_modules", name))}`]),
  );
  const manifest = {
    name: "user",
    version: "1.0.0",
    type: "module",
    private: true,
    dependencies: { agon: `file:./${pack(".")}` },
    overrides,
  };
  writeFileSync(join(folder, "package.json"), JSON.stringify(manifest));
  run("npm", ["install", "--offline", "--omit=optional", "--no-audit", "--no-fund"], folder);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test("plain JavaScript", () => {
  writeFileSync(join(folder, "plain.js"), shown("js"));
  expect(run(process.execPath, ["plain.js"], folder)).toBe("false\ntrue\n");
});

test("TypeScript: checked with its strictest rules, compiled, run", () => {
  writeFileSync(join(folder, "typed.ts"), shown("ts"));
  const options = {
    target: "es2023",
    module: "nodenext",
    strict: true,
    exactOptionalPropertyTypes: true,
    noUncheckedIndexedAccess: true,
    types: ["node"],
    outDir: "out",
  };
  const project = { compilerOptions: options, files: ["typed.ts"] };
  writeFileSync(join(folder, "tsconfig.json"), JSON.stringify(project));
  // The compiler and Node's types are the user's own.
  mkdirSync(join(folder, "node_modules/@types"), { recursive: true });
  for (const name of ["@types/node", "undici-types"]) {
    symlinkSync(resolve("node_modules", name), join(folder, "node_modules", name));
  }
  run(resolve("node_modules/.bin/tsc"), ["-p", "tsconfig.json"], folder);
  expect(run(process.execPath, ["out/typed.js"], folder)).toBe(
    "program.c:1: `10 / (argc - 1)` divides by zero when argc = 1\n",
  );
});

test("the command line of the package, with its manual", () => {
  const agon = join(folder, "node_modules/.bin/agon");
  expect(run(agon, ["--version"], folder)).toContain(manifestOf(".").version);
  const page = run(agon, ["docs", "tutorial", "--no-open"], folder).trim();
  expect(readFileSync(new URL(page), "utf8")).toContain("Ten minutes with Agon");
});
