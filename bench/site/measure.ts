/** Opens a generated site from the disk in Chromium and measures what readers wait for. */
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { gzipSync } from "node:zlib";
import { chromium } from "playwright-core";

const [large = "", table = "", points = ""] = process.argv.slice(2);
const browser = await chromium.launch({
  executablePath: "/usr/bin/chromium",
  args: ["--no-sandbox", "--disable-gpu", "--js-flags=--expose-gc", "--enable-precise-memory-info"],
});
const page = await browser.newPage({ viewport: { width: 1400, height: 900 } });

async function open(folder: string, link: string, ready: string): Promise<number> {
  await page.goto("about:blank");
  const start = performance.now();
  await page.goto(pathToFileURL(resolve(folder, "index.html")).href + link);
  await page.locator(ready).first().waitFor({ timeout: 120_000 });
  return performance.now() - start;
}

/** After a collection: what the page holds. */
async function heap(): Promise<number> {
  return page.evaluate(() => {
    const { gc, performance: timing } = globalThis as unknown as {
      gc?: () => void;
      performance: { memory: { usedJSHeapSize: number } };
    };
    gc?.();
    return timing.memory.usedJSHeapSize;
  });
}

/** Milliseconds from an action in the page to the second frame after it. */
async function frames(action: string): Promise<readonly number[]> {
  // As text: what the compiler adds to functions is unknown in the page.
  return page.evaluate<number[]>(`(async () => {
    const frame = () => new Promise((done) => requestAnimationFrame(() => done()));
    const act = (round) => { ${action} };
    const times = [];
    for (let round = 0; round < 7; round++) {
      await frame();
      const start = performance.now();
      act(round);
      await frame();
      await frame();
      times.push(performance.now() - start);
      await new Promise((done) => setTimeout(done, 250));
    }
    return times;
  })()`);
}

function report(what: string, value: string): void {
  console.log(`${what.padEnd(62)} ${value}`);
}

function middleOf(times: readonly number[]): string {
  const sorted = [...times].sort((a, b) => a - b);
  return `${(sorted[sorted.length >> 1] ?? 0).toFixed(0)} ms (${sorted[0]?.toFixed(0)}–${sorted.at(-1)?.toFixed(0)})`;
}

const index = readFileSync(resolve(large, "index.html"), "utf8");
const app = ["js", "css"].map((kind) => {
  const path = new RegExp(`app\\.[0-9a-f]+\\.${kind}`).exec(index)?.[0] ?? "";
  return gzipSync(readFileSync(resolve(large, path)), { level: 9 }).length;
});
report("app, script and style, gzip", `${((app[0] ?? 0) / 1000).toFixed(1)} + ${((app[1] ?? 0) / 1000).toFixed(1)} kB`);
report("large: first page", `${((await open(large, "#/", "header.top")) / 1000).toFixed(2)} s`);
report("large: every run loaded, table shown", `${((await open(large, "#/runs", ".grid-row")) / 1000).toFixed(2)} s`);
report("large: heap then", `${((await heap()) / 1e6).toFixed(0)} MB`);
report("large: quantile plot of all verifiers", `${((await open(large, "#/plot/quantile?c=C.Overall", ".u-over")) / 1000).toFixed(2)} s`);
await open(table, "#/runs", ".grid-row");
report("200,000 runs: heap", `${((await heap()) / 1e6).toFixed(0)} MB`);
const set = (query: string): string =>
  `history.replaceState(null, "", "#/runs" + ${query}); dispatchEvent(new HashChangeEvent("hashchange"));`;
report("200,000 runs: filter, recount, table", middleOf(await frames(set('(round % 2 ? "?q=s:correct cpu>" + round : "?q=status:TIMEOUT")'))));
report("200,000 runs: sort by CPU time", middleOf(await frames(set('"?sort=" + (round % 2 ? "-" : "") + "cpu"'))));
report("200,000 runs: sort by task, then status", middleOf(await frames(set('"?sort=" + (round % 2 ? "-" : "") + "task,status"'))));
await open(points, "#/plot/scatter?c=C.Overall&hide=-", ".chart.scatter canvas");
const scatter = (query: string): string =>
  `history.replaceState(null, "", "#/plot/scatter?c=C.Overall" + ${query}); dispatchEvent(new HashChangeEvent("hashchange"));`;
report("200,000 points: scatter plot drawn again", middleOf(await frames(scatter('(round % 2 ? "&hide=-" : "&hide=4")'))));
await browser.close();
