/**
 * measure.ts LARGE TABLE POINTS FOLDER [PATTERN]: opens generated sites from the disk in Chromium
 * and measures waiting times of readers, with the goals; with PATTERN only measurements whose name
 * matches.
 */
import { readdirSync, readFileSync, statSync } from "node:fs";
import { cpus, loadavg } from "node:os";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { gzipSync } from "node:zlib";
import { type CDPSession, chromium } from "playwright-core";

const [large = "", table = "", points = "", folder = "", pattern = ""] = process.argv.slice(2);
const isAsked = (what: string): boolean => new RegExp(pattern).test(what);
const browser = await chromium.launch({
  executablePath: "/usr/bin/chromium",
  args: ["--no-sandbox", "--disable-gpu", "--disable-background-networking"],
});
const system = await browser.newBrowserCDPSession();
const page = await browser.newPage({ viewport: { width: 1400, height: 900 } });
const devtools = await page.context().newCDPSession(page);
// CPU time of the page's main thread, in the figures named …Duration.
await devtools.send("Performance.enable", { timeDomain: "threadTicks" });

interface Row {
  readonly what: string;
  readonly goal?: number;
  readonly unit: "ms" | "s" | "MB" | "kB";
  /** One per round. */
  readonly wall: readonly number[];
  /** The same in CPU time, which depends less on other work on the machine. */
  readonly cpu?: readonly number[];
}

const rows: Row[] = [];

function report(row: Row): void {
  rows.push(row);
  const { what, goal, unit, wall, cpu } = row;
  const goalText = goal === undefined ? "" : `${goal} ${unit}`;
  const verdict = goal === undefined ? "" : middle(wall) <= goal ? "met" : "MISSED";
  const optional = (values: readonly number[] | undefined): string =>
    values === undefined ? "" : spread(values, unit);
  console.log(`| ${what} | ${goalText} | ${spread(wall, unit)} | ${optional(cpu)} | ${verdict} |`);
}

function middle(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[values.length >> 1] ?? Number.NaN;
}

function spread(values: readonly number[], unit: Row["unit"]): string {
  const text = (value: number): string => value.toFixed(unit === "s" ? 2 : unit === "ms" ? 0 : 1);
  const range =
    values.length > 1 ? ` (${text(Math.min(...values))}–${text(Math.max(...values))})` : "";
  return `${text(middle(values))} ${unit}${range}`;
}

/** Seconds of CPU time of every process of the browser. */
async function processTimes(): Promise<ReadonlyMap<number, number>> {
  const { processInfo } = await system.send("SystemInfo.getProcessInfo");
  return new Map(processInfo.map(({ id, cpuTime }) => [id, cpuTime]));
}

function spent(before: ReadonlyMap<number, number>, after: ReadonlyMap<number, number>): number {
  return [...after].reduce((sum, [id, time]) => sum + time - (before.get(id) ?? 0), 0);
}

/** Seconds until an element is shown, or exists without being visible. */
async function open(
  site: string,
  link: string,
  ready: string,
  state: "visible" | "attached" = "visible",
): Promise<{ wall: number; cpu: number }> {
  await page.goto("about:blank");
  await devtools.send("HeapProfiler.collectGarbage");
  const before = await processTimes();
  const start = performance.now();
  await page.goto(pathToFileURL(resolve(site, "index.html")).href + link);
  await page.locator(ready).first().waitFor({ state, timeout: 120_000 });
  const wall = (performance.now() - start) / 1000;
  return { wall, cpu: spent(before, await processTimes()) };
}

const OPENINGS = 5;

async function timeToOpen(
  what: string,
  goal: number | undefined,
  site: string,
  link: string,
  ready: string,
  state: "visible" | "attached" = "visible",
): Promise<void> {
  if (!isAsked(what)) return;
  const times: { wall: number; cpu: number }[] = [];
  for (let round = 0; round < OPENINGS; round++) times.push(await open(site, link, ready, state));
  report({
    what,
    ...(goal === undefined ? {} : { goal }),
    unit: "s",
    wall: times.map(({ wall }) => wall),
    cpu: times.map(({ cpu }) => cpu),
  });
}

async function metric(name: string, session: CDPSession = devtools): Promise<number> {
  const { metrics } = await session.send("Performance.getMetrics");
  return metrics.find((each) => each.name === name)?.value ?? Number.NaN;
}

/** Megabytes after a collection: objects, and the typed arrays outside of the heap. */
async function heap(): Promise<{ objects: number; arrays: number }> {
  await devtools.send("HeapProfiler.collectGarbage");
  await devtools.send("HeapProfiler.collectGarbage");
  const usage = (await devtools.send("Runtime.getHeapUsage")) as {
    readonly backingStorageSize?: number;
  };
  return {
    objects: (await metric("JSHeapUsedSize")) / 1e6,
    arrays: (usage.backingStorageSize ?? Number.NaN) / 1e6,
  };
}

async function reportHeap(what: string, goal: number | undefined): Promise<void> {
  if (!isAsked(what)) return;
  const { objects, arrays } = await heap();
  const limit = goal === undefined ? {} : { goal };
  report({
    what: `${what}, objects and typed arrays`,
    ...limit,
    unit: "MB",
    wall: [objects + arrays],
  });
}

const ROUNDS = 9;

/**
 * From a change of the address to the second frame after the last change in the document or on a
 * canvas: 33 ms is the minimum.
 */
async function timeToFrame(
  what: string,
  goal: number | undefined,
  links: readonly [string, string],
): Promise<void> {
  if (!isAsked(what)) return;
  const wall: number[] = [];
  const cpu: number[] = [];
  for (let round = 0; round <= ROUNDS; round++) {
    const before = await metric("TaskDuration");
    // As text, because the page lacks the helper functions that the compiler adds.
    const time = await page.evaluate<number>(`(async () => {
      const frame = () => new Promise((done) => requestAnimationFrame(() => done()));
      let start = Infinity;
      let last;
      const changed = async () => {
        const own = (last = {});
        await frame();
        await frame();
        if (last === own) own.seen = performance.now();
      };
      const observer = new MutationObserver(changed);
      observer.observe(document.body, { subtree: true, childList: true, attributes: true, characterData: true });
      const { drawImage } = CanvasRenderingContext2D.prototype;
      CanvasRenderingContext2D.prototype.drawImage = function (...words) {
        void changed();
        return drawImage.apply(this, words);
      };
      // A task of its own: what the tools of the browser run themselves is not counted.
      setTimeout(() => {
        start = performance.now();
        history.replaceState(null, "", ${JSON.stringify(links[round % 2])});
        dispatchEvent(new HashChangeEvent("hashchange"));
      });
      do await new Promise((done) => setTimeout(done, 300));
      while (last?.seen === undefined && !(performance.now() - start > 60_000));
      observer.disconnect();
      CanvasRenderingContext2D.prototype.drawImage = drawImage;
      return last?.seen === undefined ? Infinity : last.seen - start;
    })()`);
    const used = ((await metric("TaskDuration")) - before) * 1000;
    // The first round compiles.
    if (round === 0) continue;
    wall.push(time);
    cpu.push(used);
  }
  report({ what, ...(goal === undefined ? {} : { goal }), unit: "ms", wall, cpu });
}

/** A task of the first category, which is the largest. */
const VOID = encodeURIComponent(await firstTask());

async function firstTask(): Promise<string> {
  await page.goto(`${pathToFileURL(resolve(large, "index.html")).href}#/runs?sort=task`);
  const link = await page.locator(".grid-row a").first().getAttribute("href");
  return decodeURIComponent(link?.split("/").at(-1) ?? "");
}

/** From a change of the rules to the frame with their consequences. */
async function timeToAnswer(
  what: string,
  goal: number | undefined,
  links: readonly [string, string],
): Promise<void> {
  if (!isAsked(what)) return;
  const wall: number[] = [];
  const cpu: number[] = [];
  for (let round = 0; round <= ROUNDS; round++) {
    const before = await processTimes();
    const time = await page.evaluate<number>(`(async () => {
      const frame = () => new Promise((done) => requestAnimationFrame(() => done()));
      const state = () => document.querySelector(".working")?.dataset.state;
      const start = performance.now();
      history.replaceState(null, "", ${JSON.stringify(links[round % 2])});
      dispatchEvent(new HashChangeEvent("hashchange"));
      do await frame(); while (state() !== "busy" && performance.now() - start < 50);
      while (state() !== "done") await frame();
      await frame();
      return performance.now() - start;
    })()`);
    // The first rounds compile, and judge for the first time.
    if (round < 2) continue;
    wall.push(time);
    cpu.push(1000 * spent(before, await processTimes()));
  }
  report({ what, ...(goal === undefined ? {} : { goal }), unit: "ms", wall, cpu });
}

function sizeOf(path: string): number {
  if (!statSync(path).isDirectory()) return statSync(path).size;
  return readdirSync(path).reduce((sum, name) => sum + sizeOf(join(path, name)), 0);
}

/** Bytes of the scripts and styles that a pattern finds in the first page, packed. */
function packedSize(site: string, pattern: RegExp): number {
  const index = readFileSync(resolve(site, "index.html"), "utf8");
  return [...index.matchAll(pattern)].reduce(
    (sum, [path]) => sum + gzipSync(readFileSync(resolve(site, path)), { level: 9 }).length,
    0,
  );
}

const FIRST_PAGE = /app\.[0-9a-f]+\.(?:js|css)/g;
const PARTS = /parts\/[\w.-]+\.js/g;

const load = (): string =>
  loadavg()
    .map((value) => value.toFixed(1))
    .join(", ");
console.log(
  `${cpus()[0]?.model}, ${cpus().length} cores; Chromium ${browser.version()}; load ${load()}\n`,
);
console.log("| what | goal | middle (least–most) | CPU time | |\n|---|---|---|---|---|");
report({
  what: "script and style of the first page, gzip",
  goal: 80,
  unit: "kB",
  wall: [packedSize(large, FIRST_PAGE) / 1000],
});
report({
  what: "parts for other pages, gzip",
  goal: 80,
  unit: "kB",
  wall: [packedSize(large, PARTS) / 1000],
});
report({ what: "folder for 300,000 runs", goal: 10, unit: "MB", wall: [sizeOf(folder) / 1e6] });
report({ what: "folder for 1,456,080 runs", unit: "MB", wall: [sizeOf(large) / 1e6] });
await timeToOpen("1,456,080 runs: first page", 1.5, large, "#/", "header.top");
await timeToOpen(
  "1,456,080 runs: all of them loaded, table shown",
  5,
  large,
  "#/runs",
  ".grid-row",
);
await reportHeap("1,456,080 runs: heap", 300);
await timeToFrame("1,456,080 runs: filter, recount, table", undefined, [
  "#/runs?q=s:correct cpu>10",
  "#/runs?q=status:TIMEOUT",
]);
await timeToFrame("1,456,080 runs: sort by CPU time", undefined, [
  "#/runs?sort=cpu",
  "#/runs?sort=-cpu",
]);
await timeToOpen(
  "1,456,080 runs: quantile plot of 40 verifiers",
  undefined,
  large,
  "#/plot/quantile?c=C.Overall",
  ".u-over",
);
await timeToOpen(
  "1,456,080 runs: what if, ready for changes",
  undefined,
  large,
  "#/rules?wt=-1",
  ".working[data-state=done]",
  "attached",
);
await timeToAnswer("1,456,080 runs: what if, other points", 300, [
  "#/rules?wt=-2",
  "#/rules?wt=-3&ct=5",
]);
await timeToAnswer("1,456,080 runs: what if, another edition", 300, [
  "#/rules?edition=svcomp-2024",
  "#/rules?edition=svcomp-2021",
]);
await timeToAnswer("1,456,080 runs: what if, a task more that is void", 300, [
  `#/rules?void=${VOID}`,
  `#/rules?void=${VOID}&wt=-2`,
]);
await open(table, "#/runs", ".grid-row");
await reportHeap("200,000 runs: heap", undefined);
await timeToFrame("200,000 runs: filter by result and number, recount, table", 100, [
  "#/runs?q=s:correct cpu>10",
  "#/runs?q=s:error mem>100",
]);
await timeToFrame("200,000 runs: filter by a pattern on tasks, recount, table", 100, [
  "#/runs?q=/_1[0-9]*_/",
  "#/runs?q=/_[2-5][0-9]*_/",
]);
await timeToFrame("200,000 runs: sort by CPU time", 150, ["#/runs?sort=cpu", "#/runs?sort=-cpu"]);
await timeToFrame("200,000 runs: sort by task, then status", 150, [
  "#/runs?sort=task,status",
  "#/runs?sort=-task,status",
]);
await open(points, "#/plot/scatter?c=C.Overall&hide=-", ".chart.scatter canvas");
await timeToFrame("200,000 points: scatter plot, another measure", 100, [
  "#/plot/scatter?c=C.Overall&hide=-",
  "#/plot/scatter?c=C.Overall&hide=-&m=mem",
]);
await timeToFrame("200,000 points: scatter plot, one class hidden or not", 100, [
  "#/plot/scatter?c=C.Overall&hide=-",
  "#/plot/scatter?c=C.Overall&hide=4",
]);
await browser.close();
const missed = rows.filter(({ goal, wall }) => goal !== undefined && !(middle(wall) <= goal));
console.log(
  `\n${missed.length === 0 ? "All goals met" : `${missed.length} goals missed`}; load ${load()}`,
);
process.exitCode = missed.length === 0 ? 0 : 1;
