/**
 * Opens every kind of page of a large site from the disk, on a desktop and on a phone: errors of
 * the browser, violations found by axe, content that is wider than the screen, and the time; and a
 * picture of each. With PATTERN only pages whose number and link match it, such as '^0[0-5]'.
 */
import { mkdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { chromium } from "playwright-core";

const [site = "", pictures = "", pattern = ""] = process.argv.slice(2);
const index = pathToFileURL(resolve(site, "index.html")).href;
const axe = readFileSync("node_modules/axe-core/axe.min.js", "utf8");
const SCREENS = [
  ["desktop", { width: 1400, height: 900 }],
  ["phone", { width: 390, height: 800 }],
] as const;

const browser = await chromium.launch({
  executablePath: "/usr/bin/chromium",
  args: ["--no-sandbox", "--disable-gpu", "--disable-background-networking"],
});
const page = await browser.newPage({ reducedMotion: "reduce" });
const complaints: string[] = [];
page.on("console", (message) => complaints.push(message.text()));
page.on("pageerror", (error) => complaints.push(error.message));
page.on("requestfailed", (request) => complaints.push(`not found: ${request.url()}`));

async function show(link: string): Promise<number> {
  await page.goto("about:blank");
  const start = performance.now();
  await page.goto(index + link);
  await page.locator("h1").first().waitFor({ timeout: 120_000 });
  // The policy of the pages forbids to wait for a text that is a script.
  const isReady =
    "document.querySelector('.loading') === null && document.querySelector('.working')?.dataset.state !== 'busy'";
  while (!(await page.evaluate<boolean>(isReady))) await page.waitForTimeout(20);
  return performance.now() - start;
}

await show("#/runs?q=s:correct status:false(unreach-call)");
await page.locator(".grid-row a").first().waitFor();
const run = (await page.locator(".grid-row a").first().getAttribute("href"))?.slice(4) ?? "";
const [category = "", tool = "", task = ""] = run.split("/");

const LINKS: readonly string[] = [
  "#/",
  `#/c/${category}`,
  "#/c/C.Overall",
  "#/runs",
  "#/runs?view=tasks",
  "#/runs?stat=cpu",
  "#/plot/quantile?c=C.Overall",
  "#/plot/scatter?c=C.Overall",
  "#/compare",
  `#/v/${tool}`,
  `#/t/${task}`,
  `#/r/${run}`,
  `#/w/${run}`,
  `#/x/${run}`,
  "#/validation",
  "#/tracks/violation-2.0",
  "#/systems",
  "#/rules",
  "#/quality",
  "#/about",
  "#/nowhere",
];
if (pictures !== "") mkdirSync(pictures, { recursive: true });
let faults = 0;
console.log("| page | screen | shown after | complaints, objections, width |\n|---|---|---|---|");
for (const [number, link] of LINKS.entries()) {
  const label = `${String(number).padStart(2, "0")} ${link}`;
  if (!new RegExp(pattern).test(label)) continue;
  for (const [screen, size] of SCREENS) {
    complaints.length = 0;
    await page.setViewportSize(size);
    const time = await show(link);
    await page.evaluate(axe);
    const objections = await page.evaluate<string[]>(
      "axe.run({ preload: false }).then(({ violations }) => violations.map(({ id, nodes }) => id + ' ' + nodes[0].html.slice(0, 120)))",
    );
    const width = await page.evaluate<number>("document.documentElement.scrollWidth");
    const found = [
      ...complaints,
      ...objections,
      ...(width > size.width ? [`${width} pixels wide`] : []),
    ];
    faults += found.length;
    const words = found.join("; ").replaceAll("|", "\\|") || "none";
    console.log(`| ${link.replace(/\?.*/, "")} | ${screen} | ${Math.round(time)} ms | ${words} |`);
    if (pictures === "") continue;
    const name = `${String(number).padStart(2, "0")}-${link.split("/")[1]?.split("?")[0] || "edition"}`;
    await page.screenshot({ path: join(pictures, `${name}.${screen}.png`) });
  }
}
await browser.close();
console.log(`\n${LINKS.length} pages, ${faults} faults`);
process.exitCode = faults === 0 ? 0 : 1;
