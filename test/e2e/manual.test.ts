/** The manual: its commands are executed, its links are valid, its pages are accessible. */
import { existsSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { type Browser, chromium, type Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { COMMANDS } from "../../src/faces/cli/command-table.ts";
import {
  beginsLike,
  commandsOf,
  manualPages,
  readersFolder,
  runInShell,
} from "../support/manual-pages.ts";
import { agon } from "./cli.ts";

vi.setConfig({ testTimeout: 240_000, hookTimeout: 60_000 });

const SITE = resolve("dist/manual");
const pages = manualPages();

test("every page below docs is in the contents", () => {
  const files = readdirSync("docs", { recursive: true, encoding: "utf8" }).filter((name) =>
    name.endsWith(".md"),
  );
  // The list of pictures is for readers of the repository.
  const others = files.filter((name) => !pages.includes(name) && name !== "screenshots/README.md");
  expect(others).toEqual([]);
});

/** Later commands use the files of earlier ones, also those of other pages, as a reader does. */
describe("commands of the manual", () => {
  let folder: string;
  beforeAll(() => {
    folder = readersFolder();
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  const shown = pages.flatMap((page) =>
    commandsOf(page).map((command) => [page, command.words, command] as const),
  );
  test("there are some", () => {
    expect(shown.length).toBeGreaterThan(35);
  });
  test.each(shown)("%s: %s", async (_page, words, { output }) => {
    const { stdout, stderr, code } = await runInShell(words, folder);
    expect(stdout, stderr).toMatch(beginsLike(output));
    // 4, 5, 10: a faulty definition, a part of a competition, a violation: shown on the pages.
    expect([0, 4, 5, 10], stderr).toContain(code);
    expect(stderr).not.toMatch(/internal error|unknown option/);
  });
});

test("commands are shown as `console` blocks, which are executed", () => {
  for (const page of pages.filter((name) =>
    /^(tutorial|guides|reference|explanation)/.test(name),
  )) {
    const text = readFileSync(join("docs", page), "utf8");
    const languages = [...text.matchAll(/^```(\w*)\n[\s\S]*?^```$/gm)].map(([, name]) => name);
    expect(
      languages.filter((name) => !["console", "ts", "js"].includes(name ?? "")),
      page,
    ).toEqual([]);
  }
});

describe("commands in the text", () => {
  test.each(pages)("%s names commands and options that there are", async (page) => {
    const text = readFileSync(join("docs", page), "utf8").replace(/^```[\s\S]*?^```$/gm, "");
    for (const [, name = "", rest = ""] of text.matchAll(/`agon ([a-z]+)([^`]*)`/g)) {
      if (name === "help") continue;
      const entry = COMMANDS.find((command) => command.name === name);
      expect(entry, `agon ${name}`).toBeDefined();
      const usage = (await entry?.module())?.command.usage ?? "";
      for (const [option] of rest.matchAll(/(?<= )--?[a-zA-Z][\w-]*/g)) {
        expect(usage, `agon ${name} ${option}`).toContain(option);
      }
    }
  });
});

describe("pages", () => {
  const files = pages.map((page) => page.replace(/\.md$/, ".html"));

  test("links lead to pages, places in them, and files", () => {
    const broken: string[] = [];
    for (const file of files) {
      const text = readFileSync(join(SITE, file), "utf8");
      for (const [, link = ""] of text.matchAll(/(?:href|src)="([^"]*)"/g)) {
        if (/^(https?|mailto):/.test(link)) continue;
        const [path = "", anchor] = link.split("#");
        const target = path === "" ? join(SITE, file) : resolve(SITE, dirname(file), path);
        const isThere =
          existsSync(target) &&
          (anchor === undefined || readFileSync(target, "utf8").includes(` id="${anchor}"`));
        if (!isThere) broken.push(`${file}: ${link}`);
      }
    }
    expect(broken).toEqual([]);
  });

  test("agon docs prints their address", async () => {
    const { stdout, code } = await agon("docs", "tutorial", "--no-open");
    expect([stdout.trim(), code]).toEqual([pathToFileURL(join(SITE, "tutorial.html")).href, 0]);
    const missing = await agon("docs", "nowhere", "--no-open");
    expect([missing.code, missing.stderr]).toEqual([2, expect.stringContaining("tutorial")]);
  });

  describe.skipIf(!existsSync("/usr/bin/chromium"))(
    "in Chromium (apt-get install chromium)",
    () => {
      let browser: Browser;
      let page: Page;
      beforeAll(async () => {
        browser = await chromium.launch({
          executablePath: "/usr/bin/chromium",
          args: ["--no-sandbox", "--disable-gpu", "--disable-background-networking"],
        });
        page = await (await browser.newContext({ bypassCSP: true })).newPage();
      });
      afterAll(() => browser?.close());

      test.each(files)("%s is accessible by day and by night, and fits a phone", async (file) => {
        const script = readFileSync("node_modules/axe-core/axe.min.js", "utf8");
        await page.setViewportSize({ width: 1280, height: 860 });
        await page.emulateMedia({ colorScheme: "light" });
        await page.goto(pathToFileURL(join(SITE, file)).href);
        await page.evaluate(script);
        const objections = (rules?: string): Promise<unknown> =>
          page.evaluate(
            `axe.run({ preload: false ${rules ?? ""} }).then(({ violations }) =>
            violations.map(({ id, nodes }) => id + ": " + nodes[0].html))`,
          );
        expect(await objections()).toEqual([]);
        await page.emulateMedia({ colorScheme: "dark" });
        expect(await objections(', runOnly: ["color-contrast"]')).toEqual([]);
        await page.setViewportSize({ width: 390, height: 800 });
        expect(await page.evaluate("document.documentElement.scrollWidth")).toBeLessThanOrEqual(
          390,
        );
      });
    },
  );
});
