/** Result pages of result files in a real browser: two years, validators, every export, hostile texts. */
import { existsSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { type Browser, chromium, type Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { writeSite } from "../../src/organiser/site/index.ts";
import { sampleSite } from "../support/sample-site.ts";
import { agon } from "./cli.ts";

vi.setConfig({ testTimeout: 60_000, hookTimeout: 240_000 });

const CHROMIUM = "/usr/bin/chromium";
const AXE = readFileSync("node_modules/axe-core/axe.min.js", "utf8");

type Run = readonly [task: string, status: string, seconds: number];

const ALPHA: readonly Run[] = [
  ["a.yml", "true", 1.5],
  ["b.yml", "false(unreach-call)", 20],
  ["c.yml", "TIMEOUT", 901],
];
const BETA: readonly Run[] = [
  ["a.yml", "true", 3],
  ["b.yml", "false(unreach-call)", 2],
  ["c.yml", "true", 500],
];
const VERDICTS: Readonly<Record<string, boolean>> = {
  "a.yml": true,
  "b.yml": false,
  "c.yml": true,
};

describe.skipIf(!existsSync(CHROMIUM))("pages of result files (needs Chromium)", () => {
  const folder = mkdtempSync(join(tmpdir(), "agon-explorer-"));
  const rules = ["--edition", "2020", "--category", "Main"];
  let browser: Browser;
  let page: Page;
  let files: readonly string[];
  let index: string;
  const complaints: string[] = [];

  function write(name: string, tool: string, runs: readonly Run[]): string {
    const path = join(folder, `${name}.2020-01-01_0000.results.set.Main.xml`);
    const lines = runs.map(
      ([task, status, seconds]) =>
        `<run name="tasks/${task}" properties="unreach-call" expectedVerdict="${VERDICTS[task]}"><column title="status" value="${status}"/><column title="cputime" value="${seconds}s"/></run>`,
    );
    writeFileSync(path, `<result tool="${tool}" version="1">${lines.join("")}</result>`);
    return path;
  }

  beforeAll(async () => {
    const before = join(folder, "before");
    const old = write("alpha-old", "Alpha", [["a.yml", "unknown", 9]]);
    await agon("site", old, ...rules, "--title", "Cup 2019", "-o", before);
    const alpha = write("alpha", "Alpha", ALPHA);
    const beta = write("beta", "Beta", BETA);
    const validator = "judge-validate-violation-witnesses-alpha";
    files = [alpha, beta, write(validator, "Judge", [["b.yml", "false(unreach-call)", 1]])];
    const site = join(folder, "site");
    const done = await agon("site", ...files, ...rules, "--earlier", before, "-o", site);
    expect(done.code, done.stderr).toBe(0);
    index = pathToFileURL(join(site, "index.html")).href;
    browser = await chromium.launch({
      executablePath: CHROMIUM,
      args: ["--no-sandbox", "--disable-gpu", "--disable-background-networking"],
    });
    page = await browser.newPage({
      viewport: { width: 1280, height: 860 },
      reducedMotion: "reduce",
    });
    page.on("console", (message) => complaints.push(message.text()));
    page.on("pageerror", (error) => complaints.push(error.message));
    page.on("dialog", (dialog) => complaints.push(`dialog: ${dialog.message()}`));
  });
  afterAll(() => browser?.close());

  async function start(link: string, site = index): Promise<void> {
    await page.goto("about:blank");
    await page.goto(site + link);
    await page.locator("h1").first().waitFor();
    await expect.poll(() => page.locator(".loading").count()).toBe(0);
  }

  /** The file that the page saves as one of its exports. */
  async function saved(label: string): Promise<{ readonly name: string; readonly bytes: Buffer }> {
    await page
      .getByRole("button", { name: /^Export/ })
      .first()
      .click();
    const download = page.waitForEvent("download");
    await page
      .getByRole("listitem")
      .filter({ has: page.getByText(label, { exact: true }) })
      .getByRole("button", { name: "Save" })
      .click();
    const file = await download;
    await page.keyboard.press("Escape");
    return { name: file.suggestedFilename(), bytes: readFileSync(await file.path()) };
  }

  test.each([
    ["quantile?q=-s:unknown"],
    ["quantile?q=-s:unknown&b=correct&size=acm"],
    ["scatter?q=-s:unknown&size=lncs"],
    ["scatter?y=%s&size=slide"],
  ])("the plot %s as every kind of file", async (link) => {
    await start("#/compare");
    const old = page.getByLabel("First").locator("option", { hasText: "Cup 2019" });
    await start(`#/plot/${link.replace("%s", (await old.getAttribute("value")) ?? "")}`);
    for (const [label, format] of [
      ["SVG", "svg"],
      ["LaTeX (pgfplots, with its data)", "pgfplots"],
      ["CSV (all points)", "csv"],
    ] as const) {
      const { bytes } = await saved(label);
      const words = ["plot", ...files, ...rules, "--from-link", page.url(), "--format", format];
      const { stdout, stderr, code } = await agon(...words, "--earlier", join(folder, "before"));
      expect(code, stderr).toBe(0);
      expect(bytes.toString()).toBe(stdout);
      expect(stdout).toContain(link.includes("%s") ? "(Cup 2019)" : "Beta");
      const width = /size=lncs/.test(link) ? "122mm" : /size=slide/.test(link) ? "254mm" : "";
      if (format !== "csv") expect(stdout).toContain(width);
    }
    const svg = (await saved("SVG")).bytes.toString();
    const png = (await saved("PNG")).bytes;
    expect(png.subarray(1, 4).toString()).toBe("PNG");
    const size = await page.evaluate<number[]>(`(async () => {
      const image = new Image();
      image.src = "data:image/svg+xml," + ${JSON.stringify(encodeURIComponent(svg))};
      await image.decode();
      return [image.width, image.height];
    })()`);
    expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual(size.map((each) => 2 * each));
    // A figure for paper contains its printed size.
    if (link.includes("size=")) expect(svg).toMatch(/<svg [^>]*width="[\d.]+mm"/);
    // Not empty: an empty picture of that size has some hundred bytes.
    expect(png.length).toBeGreaterThan(5000);
  });

  test("a table as every kind of file", async () => {
    await start("#/runs?sort=task,tool");
    const csv = (await saved("CSV")).bytes.toString();
    const lines = csv.trimEnd().split("\n");
    expect(lines).toHaveLength(7);
    expect(lines[0]).toContain("Task,Verifier");
    expect(lines[1]).toMatch(/a\.yml.*,true,.*,1\.5,/);
    const json = JSON.parse((await saved("JSON")).bytes.toString()) as { rows: unknown[] };
    expect(JSON.stringify(json)).toContain("901");
    const tex = (await saved("LaTeX (booktabs, siunitx)")).bytes.toString();
    expect(tex).toContain("\\toprule");
    expect(tex).toMatch(/\\providecommand\{\\toolAlpha\w*\}\{Alpha 1\}/);
    expect(tex).toMatch(/\{CPU time \(s\)\}/);
    expect(tex.match(/a\.yml/g)).toHaveLength(2);
    const statistics = await saved("LaTeX commands (BenchExec's statistics)");
    expect(statistics.bytes.toString()).toMatch(/\\StoreBenchExecResult\{\w+\}\{\w+\}\{Cputime\}/);
    const { name, bytes } = await saved("Markdown");
    expect(name).toBe("runs.md");
    expect(bytes.toString().match(/^\|.*TIMEOUT.*\|$/gm)).toHaveLength(1);
  });

  test.each([
    ...["#/", "#/c/Main", "#/compare", "#/validation"],
    ...["#/systems", "#/rules", "#/quality", "#/about"],
  ])("%s has something to save in five formats, none of them empty", async (link) => {
    await start(link);
    for (const label of ["CSV", "TSV", "LaTeX (booktabs, siunitx)", "Markdown", "JSON"]) {
      const { bytes } = await saved(label);
      expect(bytes.length, label).toBeGreaterThan(30);
    }
  });

  test("validators' answers and reasons come from the files", async () => {
    await start("#/validation");
    const row = page.getByRole("row", { name: /judge/i }).first();
    expect(await row.textContent()).toContain("✓ 1");
    await start("#/runs?q=task:b.yml&sort=tool");
    await page.keyboard.press("Enter");
    await expect.poll(() => page.locator(".trace").textContent()).toContain("judge");
  });

  test("history of a task, and the same verifier in two years", async () => {
    await start("#/runs?sort=task,tool");
    await page.keyboard.press("Enter");
    await page.getByRole("navigation", { name: "Breadcrumb" }).getByRole("link").last().click();
    const earlier = page.getByRole("region", { name: "Answers in Cup 2019" });
    await expect.poll(() => earlier.textContent()).toMatch(/Alpha.*unknown.*9/s);
    await start("#/compare");
    const option = page.getByLabel("First").locator("option", { hasText: "Cup 2019" });
    await page.getByLabel("First").selectOption((await option.getAttribute("value")) ?? "");
    await expect.poll(() => page.locator(".change-gained b").first().textContent()).toBe("3");
    await expect.poll(() => page.locator(".lead").last().textContent()).toContain("Cup 2019");
    await page.evaluate(AXE);
    expect(await page.evaluate("axe.run({preload: false}).then((all) => all.violations)")).toEqual(
      [],
    );
  });

  test("comparisons are sorted, and the address keeps it", async () => {
    await start("#/compare?k=same");
    const ratios = (): Promise<string[]> =>
      page.locator(".grid-row > :nth-child(5)").allTextContents();
    await page
      .getByRole("columnheader", { name: /^CPU ratio/ })
      .getByRole("button")
      .click();
    await expect.poll(ratios).toEqual(["× 0.10", "× 2.0"]);
    await page
      .getByRole("columnheader", { name: /^CPU ratio/ })
      .getByRole("button")
      .click();
    await expect.poll(ratios).toEqual(["× 2.0", "× 0.10"]);
    expect(page.url()).toContain("sort=-cpu");
  });

  test("other rules: what causes the change", async () => {
    await start("#/rules?wt=-2&ct=5");
    const table = page.getByRole("region", { name: "Runs that get other points" });
    await expect.poll(() => table.textContent()).toContain("+3");
    await page.getByLabel("Meta categories").selectOption("plain-sum");
    expect(page.url()).toContain("meta=plain-sum");
  });

  test.each([
    ["markup", `"><img src=x onerror=alert(1)>'`],
    ["addresses", "javascript:alert(1)//"],
  ])("hostile texts stay texts on every page: %s", async (kind, mark) => {
    const site = join(folder, `hostile-${kind}`);
    await writeSite(site, sampleSite(mark));
    const home = pathToFileURL(join(site, "index.html")).href;
    const [category, tool, task] = [
      `C.no-overflow.Main${mark}`,
      `a${mark}`,
      `t/1${mark}.yml#no-overflow`,
    ];
    const run = [category, tool, task].map(encodeURIComponent).join("/");
    const links = ["", "runs", "plot/quantile", "plot/scatter", "compare", "validation", "systems"];
    links.push("rules", "quality", "about", `r/${run}`, `w/${run}`, `x/${run}`);
    links.push(`v/${encodeURIComponent(tool)}`, `t/${encodeURIComponent(task)}`);
    const other = [category, tool, task.replace("t/1", "t/2")].map(encodeURIComponent).join("/");
    links.unshift(`r/${other}`, `w/${other}`, `c/${encodeURIComponent(category)}`);
    for (const link of links) {
      await start(`#/${link}`, home);
      expect(await page.locator("img").count(), link).toBe(0);
      expect(await page.locator("a[href^='javascript' i]").count(), link).toBe(0);
    }
    expect(await page.locator("text=Earlier").first().textContent()).toContain("Earlier");
  });

  test("the browser reports no error", () => {
    expect(complaints).toEqual([]);
  });
});
