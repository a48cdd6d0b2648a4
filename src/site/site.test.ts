import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { Category, Tool } from "../model/index.ts";
import { resultCategory } from "../results/index.ts";
import { computeStandings, findEdition, pointsOf } from "../scoring/index.ts";
import { fileNameOf, linkFrom } from "./page.ts";
import { renderSite } from "./render-site.ts";
import type { SiteData, SiteRun } from "./site-data.ts";
import { writeSite } from "./write-site.ts";

const edition = findEdition(2026);

/** A small competition; every text carries `mark`. */
function sample(mark = ""): SiteData {
  const category = `C.no-overflow.Main${mark}`;
  const categories: Category[] = [
    { kind: "meta", name: "C.Overall", children: [category, `Demo${mark}`] },
    { kind: "base", name: category, property: `no-overflow${mark}` },
    { kind: "base", name: `Demo${mark}`, property: "termination", demonstration: true },
  ];
  const tools: Tool[] = [
    { id: `a${mark}`, name: `Able${mark}`, version: `1${mark}` },
    { id: `b${mark}`, name: `Baker${mark}`, horsConcours: true },
    { id: `c${mark}`, name: `Charlie${mark}` },
  ];
  const tasks = ["one", "two"].map((name) => `${name}.yml#p${mark}`);
  const runs = ["a", "b"].flatMap((tool) =>
    tasks.map((task, index): SiteRun => {
      const status = index === 0 ? "true" : `ERROR (${mark})`;
      const judgement = resultCategory(status, { kind: "true" });
      return {
        tool: `${tool}${mark}`,
        category,
        task,
        status,
        resultCategory: judgement,
        points: pointsOf(status, judgement, edition.scoring),
        cpuTimeSeconds: 1.5,
        expectedVerdict: `true${mark}`,
        log: `logs/x${mark}.txt`,
        witness: `witnesses/x${mark}.yml`,
        validations: [{ tool: `v${mark}`, status: `true${mark}`, log: `logs/v${mark}.txt` }],
        trace: [{ source: `source${mark}`, text: `text${mark}` }],
      };
    }),
  );
  const standings = computeStandings({
    edition,
    categories,
    tools,
    participations: [{ tool: `c${mark}`, categories: [], optOut: [] }],
    tasks: new Map([
      [category, tasks.map((task) => ({ task, expectedVerdict: { kind: "true" as const } }))],
      [`Demo${mark}`, []],
    ]),
    runs,
  });
  return {
    title: `Title${mark}`,
    editionName: `${edition.name}${mark}`,
    facts: [[`label${mark}`, `fact${mark}`]],
    tools,
    standings,
    runs,
  };
}

describe("pages", () => {
  const pages = renderSite(sample());

  test("one per category and per tool with runs in a base category", () => {
    expect([...pages.keys()]).toEqual([
      "index.html",
      "categories/C.Overall.html",
      "categories/C.no-overflow.Main.html",
      "runs/C.no-overflow.Main+a.html",
      "runs/C.no-overflow.Main+b.html",
      "categories/Demo.html",
    ]);
  });

  test("the matrix says tasks, points, time and medals in words", () => {
    const index = pages.get("index.html") as string;
    expect(index).toContain("2 tasks (2 true, 0 false), max. score 4");
    expect(index).toContain('<span class="medal gold">gold</span>');
    expect(index).toContain('<span class="points">2</span><span class="time">1.5 s</span>');
    expect(index).toContain("(demonstration)");
    expect(index).toContain('title="does not take part">–</td>');
  });

  test("every link between pages has a target", () => {
    const outside = /\.(txt|yml)$/;
    for (const [path, text] of pages) {
      for (const [, href = ""] of text.matchAll(/ href="([^"]*)"/g)) {
        const target = new URL(href, `site:/${path}`).pathname.slice(1);
        if (!outside.test(target)) expect([...pages.keys()]).toContain(decodeURI(target));
      }
    }
  });

  test("nothing is loaded and no script may run", () => {
    for (const text of pages.values()) {
      expect(text).toContain("default-src &#39;none&#39;");
      expect(text).not.toMatch(/<script|<link|<img|<iframe| style=| on\w+=|https?:/);
    }
  });

  test("equal data give equal bytes", () => {
    expect([...renderSite(sample())]).toEqual([...pages]);
  });
});

test.each([
  "<script>alert(1)</script>",
  `"><script>alert(1)</script>`,
  `' onmouseover='alert(1)`,
  "javascript:alert(1)//",
  "</style><script>",
  "`$(1)`",
  "\u0000\u001b[31m",
])("hostile text %j in every field stays text", (mark) => {
  const pages = renderSite(sample(mark));
  const plain = renderSite(sample());
  expect(pages.size).toBe(plain.size);
  /** All tags with the names of their attributes. */
  const tagsOf = (text: string): readonly string[] =>
    [...text.matchAll(/<[^>]*>/g)].map(([tag]) => tag.replace(/="[^"]*"/g, ""));
  const values = [...plain.values()];
  for (const [index, [path, text]] of [...pages].entries()) {
    expect(path).toMatch(/^[\w.+~/-]+$/);
    // The same elements and attributes as without the hostile text.
    expect(tagsOf(text)).toEqual(tagsOf(values[index] as string));
    for (const [, href = ""] of text.matchAll(/ href="([^"]*)"/g)) {
      expect(href).not.toMatch(/^\s*[a-z]+:/i);
    }
  }
});

test("file names and links", () => {
  expect(fileNameOf("C.x", "a+b/../ü%")).toBe("C.x+a~2Bb~2F..~2F~C3~BC~25.html");
  expect(fileNameOf("a+b")).not.toBe(fileNameOf("a", "b"));
  expect(linkFrom("runs/x.html", "logs/1.txt")).toBe("../logs/1.txt");
  expect(linkFrom("index.html", "javascript:1")).toBe("#");
});

describe("writing", () => {
  let folder = "";
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), "agon-site-"));
  });
  afterEach(() => rm(folder, { recursive: true }));

  test("pages and attachments; a second export removes what is gone, and nothing else", async () => {
    const log = join(folder, "source.txt");
    await writeFile(log, "hello");
    const site = join(folder, "site");
    await writeSite(site, sample(), [{ path: "logs/x.txt", source: log }]);
    await writeFile(join(site, "mine.txt"), "kept");
    expect(await readFile(join(site, "logs/x.txt"), "utf8")).toBe("hello");
    expect(await readFile(join(site, "index.html"), "utf8")).toBe(
      renderSite(sample()).get("index.html"),
    );
    const { runs, ...rest } = sample();
    await writeSite(site, { ...rest, runs: runs.filter(({ tool }) => tool === "a") });
    const files = (await readdir(site, { recursive: true })).filter((name) => name.includes("."));
    expect(files.sort()).toEqual([
      "categories/C.Overall.html",
      "categories/C.no-overflow.Main.html",
      "categories/Demo.html",
      "index.html",
      "mine.txt",
      "runs/C.no-overflow.Main+a.html",
      "site-manifest.json",
    ]);
  });

  test("attachments cannot leave the folder", async () => {
    const attachment = { path: "../x.txt", source: "package.json" };
    await expect(writeSite(folder, sample(), [attachment])).rejects.toThrow("leaves the folder");
  });
});
