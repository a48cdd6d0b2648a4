/** Writes docs/c-support.md; a test fails when it is outdated. */
import { writeFileSync } from "node:fs";
import { LP64 } from "../src/contestant/cfront/index.ts";
import { supportPage } from "../src/contestant/inspection/index.ts";
import { readSupportExamples } from "../test/support/support-programs.ts";

const { text, unshown } = supportPage(LP64, readSupportExamples());
writeFileSync("docs/c-support.md", text);
for (const row of unshown) console.log(`no program shows: ${row}`);
process.exitCode = unshown.length === 0 ? 0 : 1;
