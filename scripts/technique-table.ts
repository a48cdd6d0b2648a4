/** Writes the table of techniques into docs/techniques.md; a test says when that is due. */
import { readFileSync, writeFileSync } from "node:fs";
import { techniqueTable } from "../src/techniques/index.ts";

const FILE = "docs/techniques.md";
const text = readFileSync(FILE, "utf8");
// The table is the end of the page.
const start = text.indexOf("| technique |");
writeFileSync(FILE, `${text.slice(0, start)}${techniqueTable()}\n`);
