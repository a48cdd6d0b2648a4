/**
 * Puts one mistake after the other (mutations.ts) into a copy of Agon and asks
 * the tests, the likely ones first, until one fails.
 *
 *     npx tsx bench/differential/mutation-test.ts [--laws] [--from 0] [--to 55] [--seconds 300]
 *
 * With --laws other mistakes (law-mutations.ts), which the laws of `test/laws` must find by themselves.
 * Exit code 1 when a mistake is not found in its time.
 */
import { spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { parseArgs } from "node:util";
import { LAW_MUTATIONS } from "./law-mutations.ts";
import { MUTATIONS, type Mutation } from "./mutations.ts";

const ROOT = join(import.meta.dirname, "../..");
const { values } = parseArgs({
  options: {
    from: { type: "string", default: "0" },
    to: { type: "string" },
    laws: { type: "boolean", default: false },
    /** Wall-clock time of a mutation. */
    seconds: { type: "string", default: "300" },
  },
});

const mutations = values.laws ? LAW_MUTATIONS : MUTATIONS;

/** What the tests need. */
const COPIED = [
  ...["src", "web", "scripts", "test", "examples", "schema", "package.json", "vitest.config.ts"],
  ...["", ".base", ".core", ".node", ".test"].map((part) => `tsconfig${part}.json`),
];

/** Tests by the folder of the mistake; the rest of the list follows for all. */
const NEAR: Readonly<Record<string, readonly string[]>> = {
  "src/smt/": ["src/smt/rewrite", "src/smt/exhaustive.test.ts", "src/smt/bit-blast.test.ts"],
  "src/analysis/domains/": ["test/laws"],
  "src/analysis/memory/": ["src/analysis/memory"],
};
const SUITE = [
  ["test/soundness"],
  ["test/laws", "src/smt", "src/cfront"],
  ["test/fuzz/wrong-answers.test.ts", "test/fuzz/verifier.test.ts", "test/fuzz/loops.test.ts"],
  ["test/regression/regression.test.ts"],
] as const;

function suiteFor({ file }: Mutation): (readonly string[])[] {
  if (values.laws) return [["test/laws"]];
  const near = Object.entries(NEAR).filter(([folder]) => file.startsWith(folder));
  return [...near.map(([, tests]) => tests), ...SUITE];
}

/** The first test that fails, "time", or undefined when all pass. */
function found(folder: string, mutation: Mutation, end: number): string | undefined {
  for (const tests of suiteFor(mutation)) {
    const left = Math.ceil(end - performance.now());
    if (left <= 0) return "time";
    const { status, stdout, stderr } = spawnSync("npx", ["vitest", "run", "--bail=1", ...tests], {
      cwd: folder,
      encoding: "utf8",
      timeout: left,
      maxBuffer: 2 ** 27,
      stdio: ["ignore", "pipe", "pipe"],
      env: { ...process.env, NO_COLOR: "1" },
    });
    if (status === null) return "time";
    if (status === 0) continue;
    // The name of a test: files that cannot be loaded show nothing.
    const name = /^ FAIL +(\S+ > .*)$/m.exec(stderr)?.[1];
    if (name === undefined) throw new Error(`${tests.join(" ")} did not run:\n${stdout}${stderr}`);
    return name;
  }
  return undefined;
}

const folder = mkdtempSync(join(tmpdir(), "agon-mutation-"));
let missed = 0;
try {
  for (const name of COPIED) cpSync(join(ROOT, name), join(folder, name), { recursive: true });
  symlinkSync(join(ROOT, "node_modules"), join(folder, "node_modules"));
  for (let index = Number(values.from); index < Number(values.to ?? mutations.length); index++) {
    const mutation = mutations[index] as Mutation;
    const { file, from, to } = mutation;
    const path = join(folder, file);
    const text = readFileSync(path, "utf8");
    if (text.split(from).length !== 2) throw new Error(`${file}: '${from}' is not there once`);
    writeFileSync(
      path,
      text.replace(from, () => to),
    );
    const start = performance.now();
    const test = found(folder, mutation, start + Number(values.seconds) * 1000);
    writeFileSync(path, text);
    const seconds = Math.round((performance.now() - start) / 1000);
    const isMissed = test === undefined || test === "time";
    if (isMissed) missed++;
    const how = isMissed ? `NOT FOUND (${test ?? "all tests pass"})` : `found by ${test}`;
    console.log(`${index} ${dirname(file)}: ${from} => ${to}: ${how}, ${seconds} s`);
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
console.log(`${missed} not found`);
process.exitCode = missed === 0 ? 0 : 1;
