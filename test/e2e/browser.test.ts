/** The result pages of a real competition in a real browser. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { extname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { type Browser, type BrowserContext, chromium, type Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { ZipReader } from "../../src/organiser/benchexec/index.ts";
import { writeSite } from "../../src/organiser/site/index.ts";
import { sampleSite } from "../support/sample-site.ts";
import { agon } from "./cli.ts";
import { writeCompetition } from "./small-competition.ts";

vi.setConfig({ testTimeout: 60_000, hookTimeout: 240_000 });

const CHROMIUM = "/usr/bin/chromium";
const hasBrowser = existsSync(CHROMIUM);
const DESKTOP = { width: 1280, height: 860 };
const PHONE = { width: 390, height: 800 };
const AXE = "node_modules/axe-core/axe.min.js";

const TYPES: Readonly<Record<string, string>> = {
  ".html": "text/html",
  ".js": "text/javascript",
  ".css": "text/css",
};

/** A plain web server, as in a usual installation. */
async function serve(folder: string): Promise<Server> {
  const server = createServer((request, response) => {
    const path = decodeURIComponent(new URL(request.url ?? "/", "http://x").pathname);
    const file = join(folder, path === "/sub/" ? "index.html" : path.replace(/^\/sub\//, ""));
    if (!existsSync(file)) {
      response.writeHead(404).end();
      return;
    }
    response.writeHead(200, { "content-type": TYPES[extname(file)] ?? "text/plain" });
    response.end(readFileSync(file));
  });
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  return server;
}

describe.skipIf(!hasBrowser)("result pages (needs Chromium: apt-get install chromium)", () => {
  let browser: Browser;
  let context: BrowserContext;
  let page: Page;
  let server: Server;
  let fileSite: string;
  let webSite: string;
  let spool: string;
  const complaints: string[] = [];

  beforeAll(async () => {
    const folder = writeCompetition([
      { name: "a-true", behaviour: "true", expected: true },
      { name: "b-false", behaviour: "false", expected: false },
      { name: "c-unknown", behaviour: "unknown", expected: true },
    ]);
    spool = join(folder, "spool");
    await agon("run", join(folder, "competition.yml"), "--spool", spool);
    fileSite = pathToFileURL(join(spool, "site/index.html")).href;
    server = await serve(join(spool, "site"));
    webSite = `http://127.0.0.1:${(server.address() as AddressInfo).port}/sub/`;
    browser = await chromium.launch({
      executablePath: CHROMIUM,
      args: ["--no-sandbox", "--disable-gpu", "--disable-background-networking"],
    });
    context = await browser.newContext({
      viewport: DESKTOP,
      reducedMotion: "reduce",
    });
    page = await context.newPage();
    page.on("console", (message) => complaints.push(message.text()));
    page.on("pageerror", (error) => complaints.push(error.message));
    page.on("requestfailed", (request) => complaints.push(`not found: ${request.url()}`));
  });
  afterAll(async () => {
    await browser?.close();
    server?.close();
  });

  /** A fresh start of the pages at an address inside them. */
  async function start(link: string, site = fileSite): Promise<void> {
    await page.emulateMedia({ colorScheme: "light" });
    await page.setViewportSize(DESKTOP);
    await page.goto("about:blank");
    await page.goto(site + link);
    await page.locator("h1").first().waitFor();
  }

  test("without scripts: the matrix shows points and medals", async () => {
    const plain = await browser.newContext({ javaScriptEnabled: false });
    const other = await plain.newPage();
    await other.goto(fileSite);
    const row = other.getByRole("row", { name: /^Overall/ });
    expect(await row.textContent()).toMatch(/gold[\s\S]*3/);
    await plain.close();
  });

  const RUN = "Main/stand-in/tasks%2Fb-false.yml%23unreach-call";
  const PAGES: readonly (readonly [link: string, heading: string])[] = [
    ["#/", "Small competition"],
    ["#/c/Main", "Main"],
    ["#/c/Overall", "Overall"],
    ["#/runs", "Runs"],
    ["#/runs?view=tasks", "Runs"],
    ["#/runs?stat=cpu", "Runs"],
    ["#/plot/quantile", "Quantile plot"],
    ["#/plot/scatter", "Scatter plot"],
    ["#/compare", "Compare"],
    ["#/v/stand-in", "Stand-in"],
    ["#/t/tasks%2Fb-false.yml%23unreach-call", "b-false"],
    [`#/r/${RUN}`, "b-false by Stand-in"],
    [`#/w/${RUN}`, "Violation witness for b-false"],
    [`#/x/${RUN}`, "Counterexample in b-false"],
    ["#/validation", "Validation"],
    ["#/tracks/violation-2.0", "Violation witnesses 2.0"],
    ["#/tracks/nowhere", "Not here"],
    ["#/systems", "Systems"],
    ["#/rules", "What if"],
    ["#/quality", "Task quality"],
    ["#/about", "About"],
    ["#/nowhere", "No such page"],
  ];

  test.each(PAGES)("http:// %s", async (link, heading) => {
    await start(link, webSite);
    await expect.poll(() => page.locator("h1").first().textContent()).toBe(heading);
  });

  /** Violations that axe reports. */
  async function objections(rules?: readonly string[]): Promise<readonly string[]> {
    const options = { preload: false, ...(rules === undefined ? {} : { runOnly: rules }) };
    return page.evaluate(async (given) => {
      const { axe } = globalThis as unknown as {
        axe: {
          run(options: unknown): Promise<{
            violations: { id: string; nodes: { html: string; failureSummary: string }[] }[];
          }>;
        };
      };
      const { violations } = await axe.run(given);
      return violations.map(
        ({ id, nodes }) => `${id}: ${nodes[0]?.html} ${nodes[0]?.failureSummary}`,
      );
    }, options);
  }

  test.each(PAGES)(
    "file:// %s: shown, accessible in both themes and on a phone",
    async (link, heading) => {
      await start(link);
      await expect.poll(() => page.locator("h1").first().textContent()).toBe(heading);
      await expect.poll(() => page.locator(".loading").count()).toBe(0);
      await page.evaluate(readFileSync(AXE, "utf8"));
      expect(await objections()).toEqual([]);
      await page.emulateMedia({ colorScheme: "dark" });
      expect(await objections(["color-contrast"])).toEqual([]);
      await page.setViewportSize(PHONE);
      // A plot is resized in the next frame.
      const width = () => page.evaluate<number>("document.documentElement.scrollWidth");
      await expect.poll(width).toBeLessThanOrEqual(PHONE.width);
      expect(await objections()).toEqual([]);
    },
  );

  /** Pages that need no script; axe itself does, so they are loaded with scripts allowed. */
  test.each([
    ["v/stand-in.html", "Stand-in"],
    ["print/rankings.html", "Rankings of Small competition"],
    ["t/index.html", "Tasks"],
    ["t/b-false", "tasks/b-false.yml#unreach-call"],
  ])(
    "the page without script %s: accessible in both themes and on a phone",
    async (path, heading) => {
      const site = join(spool, "site");
      const file = existsSync(join(site, path))
        ? path
        : `t/${readdirSync(join(site, "t")).find((name) => name.includes("b-false"))}`;
      await start("", pathToFileURL(join(site, file)).href);
      expect(await page.locator("h1").first().textContent()).toBe(heading);
      expect(await page.locator("script").count()).toBe(0);
      await page.evaluate(readFileSync(AXE, "utf8"));
      for (const colorScheme of ["light", "dark"] as const) {
        await page.emulateMedia({ colorScheme });
        await page.setViewportSize(DESKTOP);
        expect(await objections()).toEqual([]);
        await page.setViewportSize(PHONE);
        expect(await objections()).toEqual([]);
        const width = await page.evaluate<number>("document.documentElement.scrollWidth");
        expect(width).toBeLessThanOrEqual(PHONE.width);
      }
    },
  );

  test("all outputs of a verifier are an archive that its pages link to", async () => {
    await start("#/v/stand-in");
    const link = page.getByRole("link", { name: "stand-in.zip" });
    const archive = new ZipReader("a.zip", readFileSync(join(spool, "site/logs/stand-in.zip")));
    expect(await link.getAttribute("href")).toBe("logs/stand-in.zip");
    const log = archive.read("Main/tasks_b-false.yml.unreach-call.log");
    expect(log?.toString()).toContain("FALSE");
    expect((await agon("site", "check", join(spool, "site"))).code).toBe(0);
  });

  test("a program of 200 kB: only what is in sight is in the page, and the current line is", async () => {
    const lines = Array.from({ length: 6000 }, (_, at) => `  x = x + ${at}; /* step ${at} */`);
    const site = join(spool, "long");
    const data = sampleSite();
    const [part, ...parts] = [...data.parts];
    if (part?.sources === undefined) throw new Error("the sample has a program");
    const { tasks } = part.sources();
    const long = { ...part, sources: () => ({ texts: { ab: lines.join("\n") }, tasks }) };
    await writeSite(site, { ...data, parts: [long, ...parts] });
    const words = [data.categories[0]?.name, data.tools[0]?.id, "t/1.yml#no-overflow"];
    const run = words.map((word) => encodeURIComponent(word ?? "")).join("/");
    await start(`#/w/${run}`, pathToFileURL(join(site, "index.html")).href);
    const shown = (): Promise<number> => page.locator(".source .line").count();
    await expect.poll(shown).toBeGreaterThan(20);
    expect(await shown()).toBeLessThan(500);
    const box = page.locator(".source");
    const height = await box.evaluate((each) => each.scrollHeight);
    expect(height).toBeGreaterThan(6000 * 21);
    await box.evaluate((each) => each.scrollTo({ top: each.scrollHeight }));
    await page.locator('[data-line="6000"]').waitFor();
    expect(await page.locator('[data-line="6000"] code').textContent()).toBe(lines[5999]);
    expect(await shown()).toBeLessThan(500);
    // Nothing moves when plain text becomes lines with numbers and colours.
    expect(await box.evaluate((each) => each.scrollHeight)).toBe(height);
  });

  const rows = (): Promise<string[]> =>
    page
      .locator(".grid-row")
      .evaluateAll((all) => all.map((row) => row.firstElementChild?.textContent?.trim() ?? ""));

  test("typing filters, and the address keeps it", async () => {
    await start("#/runs");
    await page.keyboard.press("/");
    await page.keyboard.type("s:correct task:b-");
    await expect.poll(rows).toEqual(["b-false tasks"]);
    expect(page.url()).toContain("q=s:correct%20task:b-");
    expect(await page.locator(".counts p").textContent()).toContain("1 of 3 runs");
    await page.keyboard.press("Escape");
    await page.keyboard.press("u");
    await expect.poll(async () => (await rows()).length).toBe(3);
  });

  test("a filter without matches is reported, and is removed there", async () => {
    await start("#/runs?q=status:nosuch");
    await page.getByText("None of 3 runs matches.").waitFor();
    expect(await page.locator(".grid, .statistics").count()).toBe(0);
    await page.getByRole("button", { name: "Show all of them" }).click();
    await expect.poll(async () => (await rows()).length).toBe(3);
  });

  test("chips filter, one click more removes them", async () => {
    await start("#/runs");
    await page
      .getByRole("button", { name: /unknown 1/ })
      .first()
      .click();
    await expect.poll(rows).toEqual(["c-unknown tasks"]);
    await page.getByRole("button", { name: /s:unknown/ }).click();
    await expect.poll(async () => (await rows()).length).toBe(3);
  });

  test("columns sort up and down", async () => {
    await start("#/runs");
    const header = page.getByRole("columnheader", { name: /^Task/ });
    await header.getByRole("button").click();
    await header.getByRole("button").click();
    await expect.poll(rows).toEqual(["c-unknown tasks", "b-false tasks", "a-true tasks"]);
    expect(await header.getAttribute("aria-sort")).toBe("descending");
    expect(page.url()).toContain("sort=-task");
  });

  test("keys move in the table, open a run, and step through the results", async () => {
    await start("#/runs?sort=task");
    await page.keyboard.press("j");
    await page.keyboard.press("Enter");
    await expect.poll(() => page.locator("h1").textContent()).toBe("b-false by Stand-in");
    await page.keyboard.press("]");
    await expect.poll(() => page.locator("h1").textContent()).toBe("c-unknown by Stand-in");
    await page.keyboard.press("[");
    await expect.poll(() => page.locator("h1").textContent()).toBe("b-false by Stand-in");
    expect(await page.locator(".trace").textContent()).toContain(
      "'false(unreach-call)' in category correct",
    );
    await page.keyboard.press("g");
    await page.keyboard.press("w");
    await expect.poll(() => page.locator("h1").textContent()).toBe("What if");
  });

  test("the matrix by rank and compact, and a copy is announced on the screen", async () => {
    await start("#/");
    await page.getByLabel("Order by rank").check();
    await page.getByLabel("Compact").check();
    expect(page.url()).toContain("order=rank");
    await expect.poll(() => page.locator("table.matrix.dense").count()).toBe(1);
    expect(await page.locator(".dense .time").first().isVisible()).toBe(false);
    await page.locator("h1").click();
    await page.keyboard.press("y");
    await expect
      .poll(() => page.locator(".notice").allTextContents())
      .toEqual([expect.stringMatching(/^Link c/)]);
    const position = "getComputedStyle(document.querySelector('.matrix thead th')).position";
    expect(await page.evaluate(position)).toBe("sticky");
  });

  const title = (): Promise<string | null> => page.locator("h1").first().textContent();
  const query = (name: string): string =>
    decodeURIComponent(new RegExp(`[?&]${name}=([^&]*)`).exec(page.url())?.[1] ?? "");
  /** Label or tag of the focused element. */
  const focused = (): Promise<string> =>
    page.evaluate<string>(
      "document.activeElement.closest('[aria-label]')?.getAttribute('aria-label') ?? ''",
    );
  const active = (): Promise<string | null> =>
    page.locator(".grid").getAttribute("aria-activedescendant");
  const status = (): Promise<string | null> =>
    page.locator(".visually-hidden[role=status]").textContent();

  /** For each key: the page where it is pressed, the preparation, and its effect. */
  const KEYS: Readonly<
    Record<string, readonly [link: string, before: string, effect: () => unknown, unknown]>
  > = {
    "?": ["#/", "", () => page.getByRole("dialog").getAttribute("aria-label"), "Keyboard"],
    "/": ["#/runs", "", () => page.evaluate("document.activeElement.type"), "search"],
    "Mod+k": ["#/", "", () => page.getByRole("dialog").getAttribute("aria-label"), "Go to"],
    e: [
      "#/runs",
      "",
      () => page.getByRole("dialog").getAttribute("aria-label"),
      "Export what is shown",
    ],
    y: ["#/runs", "", status, expect.stringMatching(/^Link c/)],
    d: [
      "#/",
      "",
      () => page.evaluate("document.documentElement.dataset.theme"),
      expect.any(String),
    ],
    Escape: ["#/", "?", () => page.getByRole("dialog").count(), 0],
    "g e": ["#/runs", "", title, "Small competition"],
    "g c": ["#/", "", title, "Compare"],
    "g r": ["#/", "", title, "Runs"],
    "g q": ["#/", "", title, "Quantile plot"],
    "g s": ["#/", "", title, "Scatter plot"],
    "g v": ["#/", "", title, "Validation"],
    "g w": ["#/", "", title, "What if"],
    "g a": ["#/", "", title, "About"],
    j: ["#/runs", "", active, "cell-1-0"],
    k: ["#/runs", "j j", active, "cell-1-0"],
    h: ["#/runs", "l l", active, "cell-0-1"],
    l: ["#/runs", "", active, "cell-0-1"],
    Enter: ["#/runs?sort=task", "", title, "a-true by Stand-in"],
    f: ["#/runs?sort=task", "", () => query("q"), "t:tasks/a-true.yml#unreach-call"],
    F: ["#/runs?sort=task", "", () => query("q"), "-t:tasks/a-true.yml#unreach-call"],
    "Mod+c": ["#/runs", "j", status, expect.stringMatching(/^Cell c/)],
    u: ["#/runs?q=s:wrong", "", () => query("q"), ""],
    x: ["#/runs", "", status, "picked for comparison: Stand-in"],
    c: ["#/runs", "x", title, "Compare"],
    "+": [
      "#/plot/quantile",
      "",
      () => page.getByRole("button", { name: /^Whole plot/ }).isEnabled(),
      true,
    ],
    "-": [
      "#/plot/quantile",
      "",
      () => page.getByRole("button", { name: /^Whole plot/ }).isEnabled(),
      true,
    ],
    "0": [
      "#/plot/quantile",
      "+",
      () => page.getByRole("button", { name: /^Whole plot/ }).isEnabled(),
      false,
    ],
    T: ["#/plot/quantile", "", () => query("tab"), "1"],
    "[": ["#/runs?sort=task", "j Enter", title, "a-true by Stand-in"],
    "]": ["#/runs?sort=task", "Enter", title, "b-false by Stand-in"],
    ArrowLeft: [`#/x/${RUN}?step=2`, "", () => query("step"), ""],
    ArrowRight: [`#/x/${RUN}`, "", () => query("step"), "2"],
    "1": [`#/x/${RUN}`, "", focused, "Path"],
    "2": [`#/x/${RUN}`, "", focused, "Program tasks/b-false.c"],
    "3": [`#/x/${RUN}`, "", focused, "Automaton of main"],
    "4": [`#/x/${RUN}`, "", focused, "Values"],
  };

  test("every shortcut of the table is tried below", () => {
    const table = readFileSync("web/src/keys.ts", "utf8").matchAll(/\{ keys: "([^"]+)"/g);
    expect([...table].map(([, keys]) => keys).sort()).toEqual(Object.keys(KEYS).sort());
  });

  test.each(Object.entries(KEYS))("the key %s", async (keys, [link, before, effect, wanted]) => {
    await start(link);
    await expect.poll(() => page.locator(".loading").count()).toBe(0);
    // Parts of a counterexample's page that load later move the focus.
    if (link.startsWith("#/x/")) await page.waitForLoadState("networkidle");
    for (const key of [...before.split(" "), ...keys.split(" ")].filter((word) => word !== "")) {
      await page.keyboard.press(key.replace("Mod+", "Control+"));
      // The page that a key opens has keys of its own.
      await page.waitForTimeout(150);
      await expect.poll(() => page.locator(".loading").count()).toBe(0);
    }
    await expect.poll(effect).toEqual(wanted);
  });

  test("steps mark edges of the automaton", async () => {
    await start(`#/x/${RUN}`);
    await expect.poll(() => page.locator(".automaton .now").count()).toBeGreaterThan(0);
    expect(await page.locator(".automaton svg").getAttribute("aria-label")).toContain("line 4");
    expect(await page.locator(".automaton .passed").count()).toBe(0);
    await page.keyboard.press("ArrowRight");
    await expect.poll(() => page.locator(".lead").first().textContent()).toContain("Step 2 of 2");
    expect(await page.locator(".automaton .now").count()).toBeGreaterThan(0);
  });

  test("a cell filters by its value", async () => {
    await start("#/runs?sort=task&cols=status,task");
    await page.keyboard.press("j");
    await page.keyboard.press("f");
    await expect.poll(rows).toHaveLength(1);
    await page.keyboard.press("u");
    await expect.poll(async () => (await rows()).length).toBe(3);
  });

  test("columns move, stay in sight, and are copied as a whole", async () => {
    await start("#/runs?sort=task&cols=task,tool,status");
    await page.getByText("Columns", { exact: true }).click();
    await page.getByRole("button", { name: "Move Status to the left" }).click();
    expect(query("cols")).toBe("task,status,tool");
    await page.getByRole("button", { name: "Keep the columns up to Task in sight" }).click();
    expect(query("pin")).toBe("1");
    const titles = page.getByRole("columnheader");
    await expect.poll(() => titles.allTextContents()).toEqual(["Task ↑", "Status", "Verifier"]);
    await page.setViewportSize(PHONE);
    const left = (): Promise<number> =>
      titles.first().evaluate((cell) => cell.getBoundingClientRect().left);
    const before = await left();
    await page.locator(".grid").evaluate((grid) => grid.scrollTo({ left: 120 }));
    expect(await left()).toBeCloseTo(before, 0);
    expect(await page.locator(".grid").evaluate((grid) => grid.scrollLeft)).toBeGreaterThan(60);
    await page.getByRole("button", { name: "Copy the column Status" }).click();
    await expect.poll(status).toMatch(/^Status c/);
  });

  test("tasks × verifiers: measures as columns of each verifier, exported as displayed", async () => {
    await start("#/runs?view=tasks&tcols=points,cpu");
    const titles = (): Promise<string[]> => page.getByRole("columnheader").allTextContents();
    await expect
      .poll(titles)
      .toEqual(["Task", "Expected", "Stand-in", "Stand-inPoints", "Stand-inCPU time s"]);
    await page.keyboard.press("e");
    const download = page.waitForEvent("download");
    await page.getByRole("dialog").getByRole("button", { name: "Save" }).first().click();
    const lines = readFileSync(await (await download).path(), "utf8").split("\n");
    expect(lines[0]).toBe("Task,Expected,Stand-in,Stand-in Points,Stand-in CPU time (s)");
    expect(lines[2]).toMatch(/b-false\.yml#unreach-call,false,false\(unreach-call\),1,[\d.]+$/);
  });

  test("other points move the score at once, and the address contains them", async () => {
    await start("#/rules");
    await page.getByLabel("correct false").fill("7");
    await page.keyboard.press("Tab");
    await expect.poll(() => page.getByRole("row", { name: /^Main/ }).textContent()).toContain("9");
    expect(page.url()).toContain("cf=7");
    await start("#/rules?cf=7");
    await expect.poll(() => page.getByRole("row", { name: /^Main/ }).textContent()).toContain("9");
  });

  test("other rules are computed in a worker, which reports progress and faults", async () => {
    await start("#/rules?edition=svcomp-2012");
    await expect.poll(() => page.locator(".working").getAttribute("data-state")).toBe("done");
    expect(page.workers()).toHaveLength(1);
    const row = (): Promise<string | null> =>
      page.getByRole("row", { name: /^Main/ }).textContent();
    const before = await row();
    await page.getByLabel("correct true").fill("9");
    await page.keyboard.press("Tab");
    await expect.poll(row).not.toBe(before);
    expect(await page.getByRole("alert").count()).toBe(0);
  });

  test("parts of the script come with the pages that need them, in a single file as well", async () => {
    const asked: string[] = [];
    const note = (request: { url(): string }): void => void asked.push(request.url());
    page.on("request", note);
    await start("#/", webSite);
    expect(asked.some((url) => url.includes("/parts/"))).toBe(false);
    await start("#/plot/scatter", webSite);
    await expect.poll(title).toBe("Scatter plot");
    expect(asked.some((url) => url.includes("/parts/plot-pages"))).toBe(true);
    page.off("request", note);
    const single = join(spool, "single");
    await writeSite(single, sampleSite(), [], { singleFile: true });
    expect(readdirSync(single).sort()).toEqual(["index.html", "site-manifest.json"]);
    const address = pathToFileURL(join(single, "index.html")).href;
    await start("#/rules", address);
    await expect.poll(() => page.locator(".working").getAttribute("data-state")).toBe("done");
    await start("#/quality", address);
    await expect.poll(title).toBe("Task quality");
  });

  test("cells are links: a new tab by the browser, the same page by a click", async () => {
    await start("#/runs?sort=task");
    const link = page.locator(".grid-row a").first();
    expect(await link.getAttribute("href")).toBe(
      "#/r/Main/stand-in/tasks%2Fa-true.yml%23unreach-call",
    );
    const opened = context.waitForEvent("page");
    await link.click({ modifiers: ["Control"] });
    const other = await opened;
    await expect.poll(() => other.locator("h1").first().textContent()).toBe("a-true by Stand-in");
    await other.close();
    expect(await title()).toBe("Runs");
    await link.click();
    await expect.poll(title).toBe("a-true by Stand-in");
    await page.keyboard.press("]");
    await expect.poll(title).toBe("b-false by Stand-in");
  });

  test("statistics of what is shown follow the filter", async () => {
    await start("#/runs");
    await page.getByText("Statistics", { exact: true }).click();
    await expect.poll(() => page.url()).toContain("stat=cpu");
    const lines = (): Promise<string[]> => page.locator(".statistics tbody th").allTextContents();
    await expect.poll(lines).toEqual(["✓ correct", "? unknown", "all"]);
    expect(await page.locator(".statistics thead").textContent()).toBe(
      "ResultRunsMinMaxMedianMeanDeviationSum",
    );
    await page
      .getByRole("button", { name: /correct 2/ })
      .first()
      .click();
    await expect.poll(lines).toEqual(["✓ correct", "all"]);
  });

  test("lists of tasks of any length hold only what is in sight, and lead to the tasks", async () => {
    await start("#/quality");
    const list = page.getByRole("grid", { name: "Never solved" });
    expect(await list.getAttribute("aria-rowcount")).toBe("2");
    await list.getByRole("link").first().click();
    await expect.poll(title).toBe("c-unknown");
  });

  test("texts for readers: times, dates, labels and the reader's own key", async () => {
    await start("#/");
    expect(await page.locator("main").textContent()).toMatch(/CPU time of all verifiers/);
    expect(await page.locator("main").textContent()).toMatch(
      /\d+ [A-Z][a-z]{2} \d{4}, \d\d:\d\d and .*UTC/,
    );
    expect(await page.locator(".top kbd").first().textContent()).toBe("Ctrl K");
    await start("#/runs");
    expect(await page.locator(".query summary").textContent()).toBe("Query syntax");
    await start(`#/r/${RUN}`);
    await expect
      .poll(() => page.locator("time").first().textContent())
      .toMatch(/ [A-Z][a-z]{2} \d{4}.*UTC/);
  });

  test("a dispute is announced on the screen", async () => {
    await start("#/t/tasks%2Fb-false.yml%23unreach-call");
    await page.getByRole("button", { name: "Dispute" }).click();
    await expect
      .poll(() => page.locator(".notice").allTextContents())
      .toEqual([expect.stringMatching(/^Text for a dispute c/)]);
  });

  test("a scatter plot is printed on one page", async () => {
    const site = join(spool, "two");
    await writeSite(site, sampleSite());
    await start("#/plot/scatter", pathToFileURL(join(site, "index.html")).href);
    await page.locator(".chart.scatter canvas").waitFor();
    const paper = await page.pdf({ format: "A4" });
    expect(paper.toString("latin1").match(/\/Type\s*\/Page\b/g)).toHaveLength(1);
  });

  test("pages of a competition without a run name what is missing", async () => {
    const site = join(spool, "none");
    const sample = sampleSite();
    await writeSite(site, { ...sample, parts: [] });
    const text = (): Promise<string | null> => page.locator(".card.empty").first().textContent();
    for (const [link, expected] of [
      ["#/runs", "There are no runs here."],
      ["#/compare", "No task is listed: nothing differs."],
      ["#/plot/scatter", "Nothing to draw: no task that both ran on."],
    ] as const) {
      await start(link, pathToFileURL(join(site, "index.html")).href);
      await expect.poll(text).toBe(expected);
    }
  });

  test("on paper the scores of many verifiers are in tables that fit", async () => {
    const site = join(spool, "many");
    const sample = sampleSite();
    const others = Array.from({ length: 10 }, (_, index) => ({
      ...(sample.tools[0] as (typeof sample.tools)[0]),
      id: `other-${index}`,
    }));
    await writeSite(site, { ...sample, tools: [...sample.tools, ...others] });
    await start("#/", pathToFileURL(join(site, "index.html")).href);
    const columns = () =>
      page.locator(".matrix").evaluateAll((all) => all.map((table) => table.rows[0]?.cells.length));
    await expect.poll(columns).toEqual([13]);
    await page.evaluate('dispatchEvent(new Event("beforeprint"))');
    await expect.poll(columns).toEqual([9, 5]);
    await page.evaluate('dispatchEvent(new Event("afterprint"))');
    await expect.poll(columns).toEqual([13]);
  });

  test("a category that is not there", async () => {
    for (const path of ["runs", "plot/quantile", "quality"]) {
      await start(`#/${path}?c=Nowhere`);
      await expect
        .poll(() => page.getByRole("alert").first().textContent())
        .toBe("There is no category “Nowhere”.");
    }
  });

  test("BenchExec's addresses are understood", async () => {
    await start("#/table?filter=0(0*status*(status(in(true)),category(in(correct))))");
    await expect.poll(rows).toEqual(["a-true tasks"]);
    await start("#/table?sort=id,desc;0_cputime_1,asc");
    await expect.poll(rows).toEqual(["c-unknown tasks", "b-false tasks", "a-true tasks"]);
  });

  test("the palette finds a task", async () => {
    await start("#/");
    await page.keyboard.press("Control+k");
    await page.keyboard.type("a-tr");
    await page.getByRole("option", { name: /a-true/ }).waitFor();
    await page.keyboard.press("Enter");
    await expect.poll(() => page.locator("h1").textContent()).toBe("a-true");
  });

  test.each([
    ["SVG", "svg"],
    ["PDF", "pdf"],
    ["LaTeX (pgfplots, with its data)", "pgfplots"],
    ["CSV (all points)", "csv"],
  ])("a plot saved as %s is what 'agon plot --from-link' prints", async (label, format) => {
    await start("#/plot/quantile?c=Main&q=-s:unknown");
    await page.getByRole("button", { name: /^Export/ }).click();
    const download = page.waitForEvent("download");
    await page
      .getByRole("listitem")
      .filter({ hasText: label })
      .getByRole("button", { name: "Save" })
      .click();
    const saved = readFileSync(await (await download).path(), "utf8");
    const words = ["plot", spool, "--from-link", page.url(), "--format", format];
    expect((await agon(...words)).stdout).toBe(saved);
  });

  test("help lists the keys; Escape closes it", async () => {
    await start("#/");
    await page.keyboard.press("?");
    expect(await page.getByRole("dialog").textContent()).toContain(
      "only rows with the value of this cell",
    );
    await page.keyboard.press("Escape");
    await expect.poll(() => page.getByRole("dialog").count()).toBe(0);
  });

  test("the browser reports no error", () => {
    expect(complaints).toEqual([]);
  });
});
