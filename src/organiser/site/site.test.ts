import { appendFile, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { sampleSite as sample } from "../../../test/support/sample-site.ts";
import { decodePart, type Manifest } from "../explorer/index.ts";
import type { AppAssets } from "./app-assets.ts";
import { buildSite } from "./build-site.ts";
import { checkSite } from "./check-site.ts";
import { dataFile, type SiteFile } from "./data-file.ts";
import type { SiteData } from "./site-data.ts";
import { writeSite } from "./write-site.ts";

const ASSETS: AppAssets = {
  script: "/* app */ '</script><!--';",
  style: "body{}",
  parts: [{ name: "late.js", text: "/* late */" }],
};

/** Attachments, which the build does not make. */
const ARCHIVES = ["logs/a.zip", "logs/b.zip"];

function filesOf(data: SiteData, options = {}): readonly SiteFile[] {
  return [...buildSite(data, ASSETS, options)];
}

function unpacked(file: SiteFile | undefined): Buffer {
  const packed = /"([^"]*)"\);\n$/.exec(String(file?.content))?.[1] ?? "";
  return gunzipSync(Buffer.from(packed, "base64"));
}

describe("files of a site", () => {
  const files = filesOf(sample());
  const index = String(files.at(-1)?.content);

  test("every named file exists; the index comes last", () => {
    const paths = files.map(({ path }) => path.replace(/\.([0-9a-f]{12}|[0-9a-f]{8})\./, "."));
    expect(paths).toEqual([
      "data/C.no-overflow.Main.js",
      "data/C.no-overflow.Main.a.js",
      "data/C.no-overflow.Main.b.js",
      "data/C.no-overflow.Main.sources.js",
      "data/C.no-overflow.Main.automata.js",
      "t/t_1.yml_no-overflow.html",
      "t/t_2.yml_no-overflow.html",
      "data/Earlier.C.no-overflow.Main.js",
      "data/manifest.js",
      "app.js",
      "app.css",
      "parts/late.js",
      "v/a.html",
      "v/b.html",
      "print/rankings.html",
      "t/index.html",
      "index.html",
    ]);
    const named = / (?:(?:src|href)="|content="late\.js )((?:app\.|data\/|parts\/)[^"]*)"/g;
    const linked = [...index.matchAll(named)].map(([, path = ""]) => path);
    expect(linked).toHaveLength(4);
    for (const path of linked) expect(files.map((file) => file.path)).toContain(path);
  });

  test("the matrix can be read without scripts", () => {
    const body = index.slice(index.indexOf("<body>"));
    expect(body).toContain("C.no-overflow.Main");
    expect(body).toContain("2 tasks (2 true, 0 false), max. score 4");
    expect(body).not.toMatch(/<script|<img|<iframe| style=| on\w+=/);
  });

  test("pages of verifiers, tasks and rankings need no script, and link to each other", () => {
    const pages = files.filter(({ path }) => path.includes("/") && path.endsWith(".html"));
    const text = (path: string): string =>
      String(pages.find((page) => page.path.startsWith(path))?.content);
    for (const { content } of pages) {
      expect(content).toContain("default-src 'none'; style-src 'self'");
      expect(content).not.toMatch(/<script|<img|<iframe| style=| on\w+=/);
      for (const [, link = ""] of String(content).matchAll(/ href="\.\.\/([^"#]*)/g))
        expect([...files.map(({ path }) => path), ...ARCHIVES]).toContain(link);
    }
    expect(text("t/t_1")).toContain("<td>ERROR ()</td><td>error</td>");
    expect(text("v/a")).toContain('href="../index.html#/v/a"');
    expect(text("print/")).toContain('id="C.no-overflow.Main"');
    expect(index).toContain('href="print/rankings.html#C.no-overflow.Main"');
    const paths = (options: object): string =>
      filesOf(sample(), options)
        .map(({ path }) => path[0])
        .join("");
    expect(paths({ taskPages: false })).toBe("dddddddaapvvpi");
    expect(paths({ liveEvents: "events" })).not.toContain("v");
  });

  test("nothing is loaded from elsewhere", () => {
    expect(index).toContain("default-src 'none'; script-src 'self'; style-src 'self'");
    expect(index).not.toMatch(/https?:|unsafe-/);
  });

  test("the data are those of the input", () => {
    const manifest = JSON.parse(
      unpacked(files.find(({ path }) => path.startsWith("data/manifest."))).toString(),
    ) as Manifest;
    expect(manifest.parts).toMatchObject([{ category: "C.no-overflow.Main", runs: 4, tasks: 2 }]);
    expect(manifest.files.map(({ path }) => path)).toEqual(
      files.flatMap(({ path }) => (/^data\/(?!manifest)/.test(path) ? [path] : [])),
    );
    const part = decodePart(unpacked(files[0]));
    expect(part.tools).toEqual(["a", "b"]);
    expect([...part.columns.cpu]).toEqual([1.5, 1.5, 1.5, 1.5]);
  });

  test("equal data give equal bytes", () => {
    expect(filesOf(sample())).toEqual(files);
  });

  test("a single file allows its own scripts by their hashes, and no others", async () => {
    const [only, ...others] = filesOf(sample(), { singleFile: true });
    expect(others).toEqual([]);
    const text = String(only?.content);
    const scripts = [...text.matchAll(/<script>([\s\S]*?)<\/script>/g)].map(
      ([, script = ""]) => script,
    );
    expect(scripts).toHaveLength(9);
    const policy = /script-src ([^;]*);/.exec(text)?.[1] ?? "";
    for (const script of scripts) {
      const digest = await crypto.subtle.digest("SHA-256", Buffer.from(script));
      expect(policy).toContain(`'sha256-${Buffer.from(digest).toString("base64")}'`);
    }
  });
});

test.each([
  "<script>alert(1)</script>",
  `"><script>alert(1)</script>`,
  `' onmouseover='alert(1)`,
  "javascript:alert(1)//",
  "</style><script>",
  "`$(1)`",
  `");alert(1);//`,
  "\u0000\u001b[31m\u2028",
])("hostile text %j in every field stays text", (mark) => {
  for (const options of [{}, { singleFile: true }]) {
    const files = filesOf(sample(mark), options);
    const plain = filesOf(sample(), options);
    expect(files).toHaveLength(plain.length);
    /** All tags with the names of their attributes. */
    const tagsOf = (file: SiteFile | undefined): readonly string[] =>
      [...String(file?.content).matchAll(/<[^>]*>/g)].map(([tag]) => tag.replace(/="[^"]*"/g, ""));
    for (const [at, file] of files.entries())
      if (file.path.endsWith(".html")) expect(tagsOf(file)).toEqual(tagsOf(plain[at]));
    for (const { path, content } of files) {
      expect(path).toMatch(/^[\w./-]+$/);
      expect(path).not.toContain("..");
      if (path.startsWith("data/")) {
        expect(content).toMatch(/^agonData\("[\w./-]+","[A-Za-z0-9+/=]*"\);\n$/);
      }
      for (const [, href = ""] of String(content).matchAll(/ href="([^"]*)"/g)) {
        expect(href).toMatch(
          /^(#\/|(\.\.\/)?app\.|data:,$|[\w./-]+\.zip$|[\w./-]+\.html(#[^<>"\s]*)?$)/,
        );
      }
    }
  }
});

test("names of data files are safe and follow the content", () => {
  const name = dataFile("a/../b <é>", "x").path;
  expect(name).toMatch(/^data\/a_.._b_.[0-9a-f]{12}\.js$/);
  expect(dataFile("n", "x").path).not.toBe(dataFile("n", "y").path);
});

describe("writing and checking", () => {
  let folder = "";
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), "agon-site-"));
    await mkdir(join(folder, "site"));
  });
  afterEach(() => rm(folder, { recursive: true }));

  test("a second export removes obsolete files, and nothing else", async () => {
    const log = join(folder, "source.txt");
    await writeFile(log, "hello");
    const site = join(folder, "site");
    await writeSite(site, sample(), [{ path: "files/x.txt", source: log }]);
    await writeFile(join(site, "mine.txt"), "kept");
    expect(await readFile(join(site, "files/x.txt"), "utf8")).toBe("hello");
    await writeSite(site, { ...sample(), parts: [] });
    const files = (await readdir(site, { recursive: true })).filter((name) => name.includes("."));
    const known = files.filter((name) => !name.startsWith("parts/"));
    expect(known.length).toBeLessThan(files.length);
    expect(known.map((name) => name.replace(/\.[0-9a-f]{12}\./, ".")).sort()).toEqual([
      "app.css",
      "app.js",
      "data/Earlier.C.no-overflow.Main.js",
      "data/manifest.js",
      "index.html",
      "mine.txt",
      "print/rankings.html",
      "site-manifest.json",
      "t/index.html",
      "v/a.html",
      "v/b.html",
    ]);
  });

  test("a sound site, a changed file, a missing one, an additional one", async () => {
    const site = join(folder, "site");
    const attachments = [...ARCHIVES, "log.txt", "witness.yml"].map((path) => ({
      path,
      content: () => Buffer.from(path),
    }));
    await writeSite(site, sample(), attachments);
    expect(await readFile(join(site, "logs/a.zip"), "utf8")).toBe("logs/a.zip");
    expect((await checkSite(site)).faults).toEqual([]);
    const [part = "", other = ""] = (await readdir(join(site, "data"))).filter((name) =>
      name.startsWith("C."),
    );
    await appendFile(join(site, "data", part), " ");
    await rm(join(site, "data", other));
    const [late = ""] = await readdir(join(site, "parts"));
    await rm(join(site, "parts", late));
    await writeFile(join(site, "data", "extra.js"), "");
    const { faults } = await checkSite(site);
    expect(faults).toContain(`data/${part} differs from the exported file`);
    expect(faults).toContain(`data/${other} is missing`);
    expect(faults).toContain(`parts/${late} is missing`);
    expect(faults).toContain("data/extra.js does not belong to the site");
  });

  test("no site", async () => {
    await expect(checkSite(folder)).rejects.toThrow("this is not a site");
  });

  test("attachments cannot leave the folder", async () => {
    const attachment = { path: "../x.txt", source: "package.json" };
    await expect(writeSite(folder, sample(), [attachment])).rejects.toThrow("leaves the folder");
  });
});
