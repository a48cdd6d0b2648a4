/** The result pages of CPA-Seq in SV-COMP 2020, from its result files to what a browser shows. */
import { existsSync, mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { type Browser, chromium, type Page } from "playwright-core";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { agon } from "../e2e/cli.ts";
import { describePublished } from "./published.ts";
import { writeArraysFiles } from "./result-files-2020.ts";

vi.setConfig({ testTimeout: 60_000, hookTimeout: 120_000 });

const CHROMIUM = "/usr/bin/chromium";
const needsBrowser = test.skipIf(!existsSync(CHROMIUM));

describePublished(
  "SV-COMP 2020, pages of CPA-Seq (need Chromium: apt-get install chromium)",
  () => {
    const { runs, verifier, correctness, violation } = writeArraysFiles();
    let browser: Browser;
    let page: Page;
    /** The pages of all three files. */
    let merged: string;

    async function site(...files: readonly string[]): Promise<string> {
      const folder = mkdtempSync(join(tmpdir(), "agon-2020-pages-"));
      const { code, stderr } = await agon(
        "site",
        ...files,
        "--edition",
        "svcomp-2020",
        "-o",
        folder,
      );
      expect(code, stderr).toBe(0);
      return pathToFileURL(join(folder, "index.html")).href;
    }

    async function open(address: string, link: string): Promise<void> {
      await page.goto("about:blank");
      await page.goto(address + link);
      await page.locator("header.top").waitFor();
      await expect.poll(() => page.locator(".loading").count()).toBe(0);
    }

    beforeAll(async () => {
      if (!existsSync(CHROMIUM)) return;
      merged = await site(verifier, correctness, violation);
      browser = await chromium.launch({
        executablePath: CHROMIUM,
        args: ["--no-sandbox", "--disable-gpu", "--disable-background-networking"],
      });
      page = await browser.newPage({ viewport: { width: 1280, height: 860 } });
    });
    afterAll(() => browser?.close());

    const cell = (): Promise<string | null> =>
      page
        .getByRole("row", { name: /^ReachSafety-Arrays/ })
        .locator(".points")
        .textContent();

    needsBrowser(
      "31 points before validation, 17 without the refuted FALSE, 16 in the end",
      async () => {
        await open(await site(verifier), "#/");
        expect(await cell()).toBe("31");
        await open(await site(verifier, violation), "#/");
        expect(await cell()).toBe("17");
        await open(merged, "#/");
        expect(await cell()).toBe("16");
        // CPU time of correct results: 2335.585732107 s.
        const row = page.getByRole("row", { name: /^ReachSafety-Arrays/ });
        expect(await row.locator(".time").textContent()).toBe("2\u202f300 s");
      },
    );

    needsBrowser("counts of results and statuses", async () => {
      await open(merged, "#/runs");
      const counts = (await page.locator(".counts p").textContent()) ?? "";
      expect(counts).toContain("436 of 436 runs · 436 tasks · 1 verifier · 16 points");
      const numbers = await page.locator(".counts .chips button").allTextContents();
      const wanted = new Map<string, number>();
      for (const { merged: words } of runs) {
        for (const word of new Set([words[1], `status ${words[0]}`])) {
          wanted.set(word, (wanted.get(word) ?? 0) + 1);
        }
      }
      for (const [word, number] of wanted) {
        const label = word.replace(/^status /, "");
        expect(numbers.map((text) => text.replace(/^[^A-Za-z]+/, ""))).toContain(
          `${label} ${number}`,
        );
      }
    });

    needsBrowser("every run to the last digit", async () => {
      await open(merged, "#/runs?cols=task,status,result,cpu,wall,memory");
      await page.getByRole("button", { name: /^Export/ }).click();
      const download = page.waitForEvent("download");
      await page
        .getByRole("listitem")
        .filter({ hasText: "CSV" })
        .getByRole("button", { name: "Save" })
        .click();
      const [, ...lines] = readFileSync(await (await download).path(), "utf8")
        .trim()
        .split(/\r?\n/);
      const shown = lines.map((line) => {
        const [task = "", status, result, cpu, wall, memory] = line.split(",");
        // Seven digits of wall times are kept.
        return [
          task.replace(/#.*/, ""),
          status,
          result,
          Number(cpu),
          Math.fround(Number(wall)),
          Number(memory),
        ];
      });
      expect(shown).toEqual(
        runs.map(({ task, merged: [status, result], cputime, walltime, memory }) => [
          task,
          status,
          result,
          cputime,
          Math.fround(walltime),
          memory,
        ]),
      );
    });
  },
);
