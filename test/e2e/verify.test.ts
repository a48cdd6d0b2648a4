/** `agon verify` as a person and a program use it. */
import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Ajv2020 } from "ajv/dist/2020.js";
import { expect, test, vi } from "vitest";
import { agon } from "./cli.ts";

vi.setConfig({ testTimeout: 120_000 });

const FOLDER = mkdtempSync(join(tmpdir(), "agon-verify-"));
const TASK = [
  "--property",
  "examples/mini/properties/unreach-call.prp",
  "--data-model",
  "ILP32",
  "--time-limit",
  "30s",
];
const WRONG = "examples/mini/loops/sum-off-by-one.c";
const RIGHT = "examples/mini/loops/sum-first-n.c";

const isDocument = new Ajv2020({ strict: true, allowUnionTypes: true }).compile(
  JSON.parse(readFileSync("schema/verification.schema.json", "utf8")) as object,
);

test("a violation is told step by step, the verdict last", async () => {
  const { stdout, code } = await agon("verify", WRONG, ...TASK, "--exit-code");
  expect(code).toBe(10);
  const lines = stdout.trimEnd().split("\n");
  expect(lines[0]).toMatch(/^counterexample in .*sum-off-by-one\.c: \d+ steps, 1 input$/);
  expect(lines[1]).toMatch(/^ +7:3 +int n = __VERIFIER_nondet_int\(\); +n = \d+ {2}\(input\)$/);
  expect(lines.at(-2)).toBe(`violated at ${WRONG}:11:31, in main`);
  expect(lines.at(-1)).toBe("FALSE(unreach-call)");
});

test("--quiet prints the verdict only", async () => {
  expect(await agon("verify", WRONG, ...TASK, "--quiet")).toMatchObject({
    stdout: "FALSE(unreach-call)\n",
    stderr: "",
  });
});

test.each([
  ["false", WRONG],
  ["true", RIGHT],
])("--json: a document of the schema, verdict %s", async (verdict, program) => {
  const witness = join(FOLDER, "witness.yml");
  const { stdout } = await agon("verify", program, ...TASK, "--json", "--witness", witness);
  const document = JSON.parse(stdout) as Record<string, unknown>;
  isDocument(document);
  expect(isDocument.errors).toBeNull();
  expect(document).toMatchObject({
    version: 1,
    verdict,
    witness,
    task: { program },
    configuration: "default",
  });
  expect(document.techniques).not.toHaveLength(0);
  expect(document[verdict === "false" ? "counterexample" : "invariants"]).toBeDefined();
});

test("--json: invalid input is a document as well", async () => {
  const broken = join(FOLDER, "broken.c");
  writeFileSync(broken, "int main( {");
  const { stdout, stderr, code } = await agon("verify", broken, ...TASK, "--json");
  expect(code).toBe(4);
  expect(isDocument(JSON.parse(stdout))).toBe(true);
  expect(stderr).toMatch(/broken\.c:1:\d+: error/);
});
