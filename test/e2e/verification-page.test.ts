/**
 * The page of `agon verify --html` in a browser: buttons and keys step through a counterexample.
 */
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { type Browser, chromium, type Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { agon } from "./cli.ts";

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });
const CHROMIUM = "/usr/bin/chromium";

const LOST = `#include <stdlib.h>
struct node { struct node *next; int v; };
int main(void) {
  int v = 1;
  struct node *list = malloc(sizeof *list);
  list->next = 0; list->v = v;
  list = list->next;
  return 0;
}
`;

const THREADS = `#include <pthread.h>
void reach_error(void) {}
int i;
void *add(void *p) { i++; return 0; }
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, add, 0);
  pthread_create(&b, 0, add, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  if (i != 2) reach_error();
  return 0;
}
`;

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

  test("the memory is drawn at the violation, and behind every step that has blocks", async () => {
    const program = join(folder, "lost.c");
    const file = join(folder, "lost.html");
    writeFileSync(program, LOST);
    await agon("verify", program, "--checks", "leak", "--quiet", "--html", file);
    const other = await browser.newPage();
    other.on("pageerror", (error) => complaints.push(error.message));
    await other.goto(pathToFileURL(file).href);
    const main = other.locator("main > .memory");
    expect(await main.locator("figcaption").textContent()).toBe(
      "Variables and blocks after line 7",
    );
    expect(await main.locator("g.lost").count()).toBe(1);
    const shown = other.locator(".stepping .memory:visible");
    expect(await shown.count()).toBe(0);
    await other.keyboard.press("ArrowRight");
    expect(await shown.count()).toBe(1);
    expect(await shown.locator("g.block").count()).toBe(1);
    await other.keyboard.press("End");
    expect(await shown.locator("g.lost").count()).toBe(1);
    expect(complaints).toEqual([]);
    await other.close();
  });

  test("threads have a column each, and the step that is looked at is marked there, too", async () => {
    const program = join(folder, "threads.c");
    const file = join(folder, "threads.html");
    writeFileSync(program, THREADS);
    await agon("verify", program, "--property", "unreach-call", "--quiet", "--html", file);
    const other = await browser.newPage();
    other.on("pageerror", (error) => complaints.push(error.message));
    await other.goto(pathToFileURL(file).href);
    const table = other.locator("table.threads");
    expect(await table.locator("thead th").allTextContents()).toEqual([
      "Step",
      "Thread 0: main",
      "Thread 1: add",
      "Thread 2: add",
    ]);
    await other.keyboard.press("End");
    const now = table.locator("tr.now");
    expect(await now.count()).toBe(1);
    expect(await now.locator("td").allTextContents()).toEqual([
      "reach_error(); the property is violated here",
      "",
      "",
    ]);
    expect(await other.locator(".stepping .place").textContent()).toMatch(/in main, thread 0$/);
    await other.setViewportSize({ width: 390, height: 800 });
    expect(await other.evaluate("document.documentElement.scrollWidth")).toBeLessThanOrEqual(390);
    expect(complaints).toEqual([]);
    await other.close();
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
