import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { EDITIONS, parseEdition } from "../../organiser/scoring/index.ts";
import { command } from "./commands/edition.ts";

const folder = mkdtempSync(join(tmpdir(), "agon-edition-"));

test("every edition becomes a file that can be read", async () => {
  for (const { id, categories, scoring, year } of EDITIONS) {
    const output = join(folder, `${id}.yml`);
    expect(await command.run(["show", id, "-o", output])).toBe(0);
    const own = parseEdition(readFileSync(output, "utf8"), output);
    expect(own).toMatchObject({ id: `own-${year}`, year, scoring });
    expect(own.categories).toEqual(categories);
  }
});

test("the organisers' structure becomes part of it", async () => {
  const structure = join(folder, "category-structure.yml");
  writeFileSync(
    structure,
    "competition: SV-COMP\nyear: 2027\nproperties: [unreach-call]\ncategories:\n  C.New: {categories: [C.unreach-call.New]}\n",
  );
  const output = join(folder, "own.yml");
  await command.run(["show", "2027", "--id", "x", "--category-structure", structure, "-o", output]);
  expect(parseEdition(readFileSync(output, "utf8"), output)).toMatchObject({
    id: "x",
    categories: [
      { kind: "meta", name: "C.New", children: ["C.unreach-call.New"] },
      { kind: "base", name: "C.unreach-call.New", property: "unreach-call" },
    ],
  });
});

test("wrong arguments are reported", async () => {
  await expect(command.run([])).rejects.toThrow("expected 'list' or 'show'");
  await expect(command.run(["show", "1999"])).rejects.toThrow("the edition must be a year");
});

test("the list marks editions without a tree of categories, and names the searched sources", async () => {
  const lines: string[] = [];
  const log = vi.spyOn(console, "log").mockImplementation((line: string) => {
    lines.push(line);
  });
  expect(await command.run(["list"])).toBe(0);
  log.mockRestore();
  const text = lines.join("\n");
  for (const { id, categories, doubts } of EDITIONS) {
    expect(text).toContain(`${id}  `);
    for (const doubt of doubts) expect(text).toContain(doubt);
    // An edition without a tree always has an explanation.
    if (!categories.some(({ kind }) => kind === "meta")) expect(doubts, id).not.toEqual([]);
  }
});
