/** The page of `agon table` in a real browser, from a disk: filters, order, plots, address. */
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { type Browser, chromium, type Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { agon } from "./cli.ts";

vi.setConfig({ testTimeout: 60_000, hookTimeout: 240_000 });

const CHROMIUM = "/usr/bin/chromium";
const TASKS = 130;

/**
 * Task i takes slightly more than i seconds; odd ones are wrong, with `late` every tenth times out.
 */
function results(tool: string, late: boolean): string {
  const runs = Array.from({ length: TASKS }, (_, index) => {
    const isLate = late && index % 10 === 0;
    const status = isLate ? "TIMEOUT" : index % 2 === 0 ? "true" : "false(unreach-call)";
    const category = isLate ? "error" : index % 2 === 0 ? "correct" : "wrong";
    const name = `${index < 30 ? "loops" : "floats"}/t${String(index).padStart(3, "0")}.yml`;
    return `<run name="${name}" files="[t.c]" properties="unreach-call" expectedVerdict="true"><column title="status" value="${status}"/><column title="category" value="${category}"/><column title="cputime" value="${index}.23456789s"/><column title="walltime" value="${index + 1}s"/></run>`;
  });
  return `<result tool="${tool}" version="1" benchmarkname="${tool}" name="set" block="all">${runs.join("\n")}</result>`;
}

describe.skipIf(!existsSync(CHROMIUM))(
  "table page (needs Chromium: apt-get install chromium)",
  () => {
    const folder = mkdtempSync(join(tmpdir(), "agon-table-page-"));
    const complaints: string[] = [];
    let browser: Browser;
    let page: Page;

    const open = async (hash = ""): Promise<void> => {
      await page.goto("about:blank");
      await page.goto(`${pathToFileURL(join(folder, "t.table.html")).href}${hash}`);
      await page.waitForSelector("#wait", { state: "detached" });
    };
    const count = (): Promise<string | null> => page.textContent("#count");
    const column = (index: number): Promise<string[]> =>
      page.$$eval(
        "#body tr",
        (rows, at) => rows.map((row) => row.children[at]?.textContent ?? ""),
        index,
      );
    /** Pixels of a canvas that are not transparent. */
    const painted = (id: string): Promise<number> =>
      page.evaluate(`(() => {
      const canvas = document.getElementById("${id}");
      const { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
      return data.filter((value, index) => index % 4 === 3 && value > 0).length;
    })()`);

    beforeAll(async () => {
      const files = [
        ["one", false],
        ["two", true],
      ].map(([tool, late]) => {
        const file = join(folder, `${tool}.results.xml`);
        writeFileSync(file, results(String(tool), late === true));
        return file;
      });
      const { code, stderr } = await agon("table", ...files, "-f", "html", "-n", "t", "-o", folder);
      expect(stderr).toContain("t.table.html");
      expect(code).toBe(0);
      browser = await chromium.launch({ executablePath: CHROMIUM, args: ["--no-sandbox"] });
      page = await browser.newPage({ viewport: { width: 1280, height: 860 } });
      page.on("pageerror", (error) => complaints.push(String(error)));
      page.on("console", (message) => {
        if (message.type() === "error") complaints.push(message.text());
      });
    });
    afterEach(() => expect(complaints.splice(0)).toEqual([]));
    afterAll(async () => {
      await browser.close();
      rmSync(folder, { recursive: true, force: true });
    });

    test("without an address it is the summary, without filters", async () => {
      await open();
      expect(await page.isVisible("#summary")).toBe(true);
      expect(await page.isVisible("#filters")).toBe(false);
      expect(page.url()).toMatch(/#\/summary$/);
      expect(await page.getAttribute("#tab-summary", "aria-current")).toBe("page");
    });

    test("tasks in pages of a hundred, values rounded with the full one as a title", async () => {
      await open("#/table");
      expect(await count()).toBe("130 of 130 tasks, page 1 of 2");
      expect(await page.isDisabled("#back")).toBe(true);
      const head = await page.$$eval("#head th", (cells) => cells.map((cell) => cell.textContent));
      expect(head.slice(0, 3)).toEqual(["task", "one 1 · one.set", "two 1 · two.set"]);
      expect(await column(0)).toHaveLength(100);
      const cell = page.locator("#body tr").nth(12).locator("td").nth(2);
      expect(await cell.textContent()).toBe("12.2");
      expect(await cell.getAttribute("title")).toBe("12.23456789");
      const status = page.locator("#body tr").nth(1).locator("td").first();
      expect(await status.getAttribute("class")).toContain("is-w");
      expect(await status.getAttribute("title")).toBe("wrong");
      await page.click("#next");
      expect(await count()).toBe("130 of 130 tasks, page 2 of 2");
      expect(await column(0)).toHaveLength(30);
      expect(await page.isDisabled("#next")).toBe(true);
    });

    test("a heading sorts up, down and not at all", async () => {
      await open("#/table");
      const heading = page.locator("#head button", { hasText: "cputime" }).first();
      await heading.click();
      expect((await column(3)).slice(0, 3)).toEqual(["0.235", "1.23", "2.23"]);
      await page.locator("#head button", { hasText: "cputime" }).first().click();
      expect(
        await page.locator("#head button", { hasText: "cputime" }).first().textContent(),
      ).toContain("↓");
      expect((await column(3)).slice(0, 3)).toEqual(["129", "128", "127"]);
      await page.locator("#head button", { hasText: "cputime" }).first().click();
      expect(await page.locator("#head").textContent()).not.toMatch(/[↑↓]/);
    });

    test("text, statuses and run sets filter, and the address keeps what can be kept", async () => {
      await open("#/table");
      await page.fill("#filter", "^loops|loops");
      expect(await count()).toBe("30 of 130 tasks, page 1 of 1");
      await page.check("#differ");
      expect(await count()).toBe("3 of 130 tasks, page 1 of 1");
      expect(page.url()).toMatch(/#\/table\?filter=.*&differ=/);
      await page.uncheck("#differ");
      await page.selectOption("#sets li:nth-child(1) select", "w");
      expect(await count()).toBe("15 of 130 tasks, page 1 of 1");
      await page.uncheck("#sets li:nth-child(2) input");
      expect(page.url()).toContain("hidden=1");
      expect(await page.$$eval("#head tr:first-child th", (cells) => cells.length)).toBe(2);
      // Not a regular expression: plain text.
      await page.selectOption("#sets li:nth-child(1) select", "");
      await page.fill("#filter", "t00(");
      expect(await count()).toBe("0 of 130 tasks, page 1 of 1");
    });

    test("an address leads to the view with its filters", async () => {
      await open("#/table?filter=floats&differ&hidden=0");
      expect(await page.inputValue("#filter")).toBe("floats");
      expect(await page.isChecked("#differ")).toBe(true);
      expect(await page.isChecked("#sets li:nth-child(1) input")).toBe(false);
      // With one run set nothing differs.
      expect(await count()).toBe("0 of 130 tasks, page 1 of 1");
      await page.click("#tab-quantile");
      expect(await page.isVisible("#quantile")).toBe(true);
      expect(page.url()).toContain("#/quantile?filter=floats");
    });

    test("plots are drawn, and follow their choices", async () => {
      await open("#/quantile");
      await expect.poll(() => painted("q-canvas")).toBeGreaterThan(1000);
      const legend = (): Promise<string | null> => page.textContent("#q-legend");
      await expect.poll(legend).toContain("one 1 · one.set: 65 values");
      await expect.poll(legend).toContain("two 1 · two.set: 52 values");
      await page.uncheck("#q-correct");
      await expect.poll(legend).toContain("two 1 · two.set: 130 values");
      await page.click("#tab-scatter");
      await expect.poll(() => painted("s-canvas")).toBeGreaterThan(1000);
      await expect.poll(() => page.textContent("#s-count")).toBe("130 tasks with both values");
      await expect.poll(() => page.inputValue("#s-y")).toMatch(/^1,/);
    });
  },
);
