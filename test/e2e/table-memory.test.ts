/** Tables stream: a file with a hundred times the text around the same values needs no more memory. */
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, expect, test, vi } from "vitest";

vi.setConfig({ testTimeout: 240_000 });

const folder = mkdtempSync(join(tmpdir(), "agon-memory-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const RUNS = 2000;

/** A result file whose values are always the same; comments of `repetitions` × 100 bytes are around each run. */
function resultFile(repetitions: number): string {
  // Different ones, so that the file does not look like a decompression bomb.
  const comment = (run: number): string =>
    createHash("sha512").update(String(run)).digest("base64").padEnd(100, "=").repeat(repetitions);
  const runs = Array.from(
    { length: RUNS },
    (_, run) => `<!-- ${comment(run)} -->
<run name="task${run}"><column title="status" value="true"/>
<column title="cputime" value="${run}.5s"/></run>\n`,
  );
  return `<result tool="T" version="1">${runs.join("")}</result>`;
}

/** Largest resident set of the program in kB, as reported by the kernel. */
function peakOf(name: string): number {
  const report = `data:text/javascript,process.on("exit",()=>console.log("peak",process.resourceUsage().maxRSS))`;
  const words = [
    "--import",
    report,
    resolve("dist/faces/cli/main.js"),
    "table",
    join(folder, name),
  ];
  const options = ["-n", name, "-f", "csv", "-o", folder, "-q"];
  const out = execFileSync(process.execPath, [...words, ...options], { encoding: "utf8" });
  return Number(/^peak (\d+)$/m.exec(out)?.[1]);
}

test("memory does not grow with the XML text", () => {
  writeFileSync(join(folder, "small.xml"), resultFile(1));
  const text = resultFile(600);
  const packed = join(folder, "large.xml");
  writeFileSync(packed, text);
  execFileSync("bzip2", ["-1", "-f", packed]);
  const small = peakOf("small.xml");
  const large = peakOf("large.xml.bz2");
  expect(text.length).toBeGreaterThan(120e6);
  expect(small).toBeGreaterThan(0);
  // Well below the size of the text; the rest is garbage that is not collected yet.
  expect(large - small).toBeLessThan(60_000);
});
