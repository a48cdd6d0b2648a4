/** The page of `agon verify --html` in a browser: a counterexample is gone through with buttons and keys. */
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { type Browser, chromium, type Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { agon } from "./cli.ts";

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });
const CHROMIUM = "/usr/bin/chromium";

describe.skipIf(!existsSync(CHROMIUM))("in Chromium (apt-get install chromium)", () => {
  let folder: string;
  let browser: Browser;
  let page: Page;
  const complaints: string[] = [];

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), "agon-page-"));
    const file = join(folder, "crc.html");
    await agon("verify", "examples/people/embedded/crc.c", "--quiet", "--html", file);
    browser = await chromium.launch({
      executablePath: CHROMIUM,
      args: ["--no-sandbox", "--disable-gpu", "--disable-background-networking"],
    });
    page = await browser.newPage();
    page.on("console", (message) => complaints.push(message.text()));
    page.on("pageerror", (error) => complaints.push(error.message));
    await page.goto(pathToFileURL(file).href);
  });
  afterAll(async () => {
    await browser?.close();
    rmSync(folder, { recursive: true });
  });

  const place = (): Promise<string | null> => page.locator(".stepping .place").textContent();
  const held = (name: string): Promise<string | null> =>
    page
      .getByRole("row", { name: new RegExp(`^${name} `) })
      .locator("td")
      .textContent();

  test("keys and buttons go through the steps, with the values of all variables", async () => {
    expect(await place()).toMatch(/^Step 1 of \d+, line \d+, in main$/);
    await page.keyboard.press("End");
    const last = (await place()) ?? "";
    expect(last).toMatch(/^Step (\d+) of \1, line 9, in main$/);
    expect(await page.locator(".stepping .happens").textContent()).toContain("violated here");
    expect(await held("i")).toBe("0");
    expect(await held("message")).toMatch(/^\{-\d+, -?\d+, -?\d+, -?\d+\}$/);
    expect(await page.locator(".line.now").getAttribute("id")).toBe("L9");
    expect(await page.getByRole("button", { name: /Next/ }).isDisabled()).toBe(true);
    await page.keyboard.press("ArrowLeft");
    expect(await place()).not.toBe(last);
    await page.getByRole("button", { name: /Next/ }).click();
    expect(await place()).toBe(last);
    await page.keyboard.press("Home");
    expect(await place()).toMatch(/^Step 1 of/);
    expect(complaints).toEqual([]);
  });

  test("it is accessible by day and by night, and fits a phone", async () => {
    await page.keyboard.press("End");
    const other = await browser.newPage({ bypassCSP: true });
    await other.goto(page.url());
    await other.evaluate(readFileSync("node_modules/axe-core/axe.min.js", "utf8"));
    for (const colorScheme of ["light", "dark"] as const) {
      await other.emulateMedia({ colorScheme });
      const found = await other.evaluate(
        "axe.run({ preload: false }).then(({ violations }) => violations.map(({ id, nodes }) => id + ': ' + nodes[0].html))",
      );
      expect(found).toEqual([]);
    }
    await other.setViewportSize({ width: 390, height: 800 });
    expect(await other.evaluate("document.documentElement.scrollWidth")).toBeLessThanOrEqual(390);
  });
});
