/** One stored competition through the commands that read it; nothing is run. */
import { mkdtempSync, readdirSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { storeCompetition, witnessText } from "../support/stored-competition.ts";
import { agon } from "./cli.ts";

vi.setConfig({ testTimeout: 60_000 });

const FALSE = "false(unreach-call)";
const folder = mkdtempSync(join(tmpdir(), "agon-rescore-"));
const { spool } = storeCompetition(
  [
    {
      name: "a",
      expected: false,
      answers: {
        x: { status: FALSE, witness: witnessText("violation", "2.0"), validator: FALSE },
        y: { status: FALSE },
      },
    },
    { name: "b", expected: true, answers: { x: { status: "true" }, y: { status: FALSE } } },
  ],
  {
    voidTasks: [{ task: "b.yml#unreach-call", reason: "reads a freed object" }],
    excludedTools: [{ tool: "y", reason: "withdrawn, after the freeze" }],
  },
);

test("score and table by the rules of other editions", async () => {
  const own = await agon("score", spool.directory);
  expect(own.code, own.stderr).toBe(0);
  expect(own.stdout).toContain("b.yml#unreach-call: reads a freed object");
  expect(own.stdout).toContain("Tool y: withdrawn, after the freeze");
  const json = JSON.parse((await agon("score", spool.directory, "--json")).stdout);
  expect(json).toMatchObject({
    tools: [{ id: "x" }, { exclusion: "withdrawn, after the freeze" }],
  });
  const shown = await agon("table", spool.directory);
  expect(shown.stdout).toContain("Tool y (excluded: withdrawn, after the freeze)");
  const old = await agon("score", spool.directory, "--edition", "svcomp-2012");
  expect(old.stdout).toContain("By the rules of SV-COMP 2012; it was run by those of SV-COMP 2026");
  const file = join(folder, "own.yml");
  writeFileSync(
    file,
    "format: agon-edition/1\nextends: svcomp-2012\nid: own\nyear: 2030\nname: Own\nscoring: { correctFalse: 7 }\n",
  );
  const table = await agon(
    "table",
    spool.directory,
    "--edition",
    file,
    "--runs",
    "--format",
    "csv",
  );
  expect(table.code, table.stderr).toBe(0);
  expect(table.stdout).toContain("Main,y,false(unreach-call),correct,7,");
  expect((await agon("score", spool.directory, "--edition", "svcomp-1999")).code).toBe(2);
  expect((await agon("score", spool.directory, "--edition", "none.yml")).code).toBe(4);
});

test("explain", async () => {
  const { code, stdout, stderr } = await agon("explain", spool.directory, "y", "b");
  expect(code, stderr).toBe(0);
  expect(stdout).toContain("after the freeze (reads a freed object): it does not count");
  const json = await agon("explain", spool.directory, "x", "a", "--json");
  expect(JSON.parse(json.stdout)).toMatchObject({ tool: "x", categories: [{ points: 1 }] });
  expect((await agon("explain", spool.directory, "x", "c")).code).toBe(2);
});

test("export, and score what was exported", async () => {
  const output = join(folder, "xml");
  const { code, stderr } = await agon(
    ...["export", spool.directory, "--format", "benchexec-xml", "-o", output],
  );
  expect(code, stderr).toBe(0);
  const files = readdirSync(output).filter((name) => /^[xy].*\.xml$/.test(name));
  const paths = files.map((name) => join(output, name));
  const scored = await agon(
    ...["score", "--edition", "svcomp-2026", "--category", "Main", ...paths, "--json"],
  );
  expect(scored.code, scored.stderr).toBe(0);
  expect(JSON.parse(scored.stdout)).toMatchObject({
    categories: [{ name: "Main", tasks: { valid: 1, void: 1 } }],
    warnings: [],
  });
  expect((await agon("score", ...paths)).code).toBe(2);
});
