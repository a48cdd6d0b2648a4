/** The result pages of a real competition in a real browser, without JavaScript. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { type Browser, chromium, type Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { agon } from "./cli.ts";
import { writeCompetition } from "./small-competition.ts";

vi.setConfig({ testTimeout: 60_000, hookTimeout: 240_000 });

const CHROMIUM = "/usr/bin/chromium";
const hasBrowser = existsSync(CHROMIUM);

describe.skipIf(!hasBrowser)("result pages (needs Chromium: apt-get install chromium)", () => {
  let browser: Browser;
  let page: Page;
  let index: string;
  const complaints: string[] = [];

  beforeAll(async () => {
    const folder = writeCompetition([
      { name: "a-true", behaviour: "true", expected: true },
      { name: "b-false", behaviour: "false", expected: false },
    ]);
    const spool = join(folder, "spool");
    await agon("run", join(folder, "competition.yml"), "--spool", spool);
    index = pathToFileURL(join(spool, "site/index.html")).href;
    browser = await chromium.launch({
      executablePath: CHROMIUM,
      args: ["--no-sandbox", "--disable-gpu", "--disable-background-networking"],
    });
    const context = await browser.newContext({ javaScriptEnabled: false });
    page = await context.newPage();
    page.on("console", (message) => complaints.push(message.text()));
    page.on("requestfailed", (request) => complaints.push(`not found: ${request.url()}`));
  });
  afterAll(() => browser?.close());

  test("the matrix shows points and medals over file://", async () => {
    await page.goto(index);
    const row = page.getByRole("row", { name: /^Overall/ });
    await expect.poll(() => row.textContent()).toMatch(/gold[\s\S]*3/);
  });

  test("links lead to the category and to its runs", async () => {
    await page.goto(index);
    await page.getByRole("link", { name: "Main" }).first().click();
    expect(await page.getByRole("heading", { level: 1 }).textContent()).toContain("Main");
    await page.getByRole("link", { name: "Stand-in" }).first().click();
    const body = await page.locator("body").textContent();
    expect(body).toContain("b-false");
    expect(body).toContain("false(unreach-call)");
  });

  test("a phone reads the matrix without scrolling sideways", async () => {
    await page.setViewportSize({ width: 390, height: 800 });
    await page.goto(index);
    const box = await page.locator("main, body").first().boundingBox();
    expect(box?.width).toBeLessThanOrEqual(390);
  });

  test("the browser has nothing to complain about", () => {
    expect(complaints).toEqual([]);
  });
});
