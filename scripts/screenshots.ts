/**
 * Pictures of every page, on a desk and on a phone, by day and by night, into docs/screenshots:
 * `npm run screenshots -- SPOOL`. Needs Chromium; without a spool it runs the demo first. The text
 * beside them names the shown results.
 */
import { spawnSync } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { chromium } from "playwright-core";
import { terminalOf, terminalPage } from "./terminal-picture.ts";

const OUT = resolve("docs/screenshots");
const MAIN = resolve("dist/faces/cli/main.js");
const work = mkdtempSync(join(tmpdir(), "agon-screenshots-"));

function agon(...words: readonly string[]): void {
  const { status } = spawnSync(process.execPath, [MAIN, ...words], { stdio: "inherit" });
  if (status !== 0) throw new Error(`agon ${words.join(" ")} ended with ${status}`);
}

const given = process.argv[2];
const spool = resolve(given ?? join(work, "demo"));
if (given === undefined) agon("demo", "--spool", spool);
// A rehearsal serves as an earlier year: pages of tasks show both.
agon("site", spool, "-o", join(work, "earlier"), "--title", "Rehearsal");
agon(
  ...["site", spool, "-o", join(work, "site")],
  ...["--fm-tools", "examples/mini/fm-tools", "--earlier", join(work, "earlier")],
);

const TASK = "loops%2Fsum-off-by-one.yml%23unreach-call";
const RUN = `unreach-call.Loops/agon-bmc/${TASK}`;
const PAGES: Readonly<Record<string, string>> = {
  edition: "#/",
  category: "#/c/Overall",
  runs: "#/runs?q=-s:unknown&sort=-cpu",
  tasks: "#/runs?view=tasks",
  quantile: "#/plot/quantile",
  scatter: "#/plot/scatter",
  compare: "#/compare",
  verifier: "#/v/agon-bmc",
  task: `#/t/${TASK}`,
  run: `#/r/${RUN}`,
  witness: `#/w/${RUN}`,
  counterexample: `#/x/${RUN}?step=2`,
  validation: "#/validation",
  systems: "#/systems",
  "what-if": "#/rules?cf=4&out=agon-bmc@FalseOverall",
  quality: "#/quality",
  about: "#/about",
};
/** Pages that need no script, as shown by a browser without scripts. */
const PLAIN: Readonly<Record<string, string>> = {
  "plain-edition": "",
  "plain-rankings": "print/rankings.html",
  "plain-verifier": "v/agon-bmc.html",
  "plain-task": `t/${plainTask()}`,
};

/** A page of `agon verify --html`, at a step; the manual. */
const STEPPING = join(work, "stepping.html");
spawnSync(process.execPath, [
  ...[MAIN, "verify", "examples/people/student/grades.c", "--quiet", "--html", STEPPING],
]);
/** Commands as shown by a terminal. */
const TERMINAL: Readonly<Record<string, string>> = {
  "terminal-verify": "agon verify examples/people/student/grades.c",
  "terminal-proof": "agon verify examples/people/student/average-fixed.c",
};

/** The file name contains a hash. */
function plainTask(): string {
  const names = readdirSync(join(work, "site/t"));
  return names.find((name) => name.includes("sum-off-by-one")) ?? "index.html";
}

const VIEWS = [
  { name: "desktop-light", width: 1280, height: 800, colorScheme: "light" },
  { name: "desktop-dark", width: 1280, height: 800, colorScheme: "dark" },
  { name: "phone-light", width: 390, height: 760, colorScheme: "light" },
  { name: "phone-dark", width: 390, height: 760, colorScheme: "dark" },
] as const;

rmSync(OUT, { recursive: true, force: true });
mkdirSync(OUT, { recursive: true });
const browser = await chromium.launch({
  executablePath: "/usr/bin/chromium",
  args: ["--no-sandbox", "--disable-gpu"],
});
for (const { name, width, height, colorScheme } of VIEWS) {
  const view = { viewport: { width, height }, colorScheme, reducedMotion: "reduce" } as const;
  const plain = await browser.newContext({ ...view, javaScriptEnabled: false });
  const still = await plain.newPage();
  for (const [title, path] of Object.entries(PLAIN)) {
    await still.goto(pathToFileURL(join(work, "site", path || "index.html")).href);
    await still.screenshot({ path: join(OUT, `${title}.${name}.png`), animations: "disabled" });
  }
  await plain.close();
  const stepping = await (await browser.newContext(view)).newPage();
  await stepping.goto(pathToFileURL(STEPPING).href);
  for (const key of ["ArrowRight", "ArrowRight", "ArrowRight"]) await stepping.keyboard.press(key);
  await stepping.locator(".stage").scrollIntoViewIfNeeded();
  const animations = "disabled" as const;
  await stepping.screenshot({ path: join(OUT, `stepping.${name}.png`), animations });
  await stepping.goto(pathToFileURL(resolve("dist/manual/index.html")).href);
  await stepping.screenshot({ path: join(OUT, `manual.${name}.png`), animations });
  await stepping.context().close();
  const context = await browser.newContext(view);
  const page = await context.newPage();
  for (const [title, link] of Object.entries(PAGES)) {
    await page.goto("about:blank");
    await page.goto(pathToFileURL(join(work, "site/index.html")).href + link);
    await page.locator("header.top").waitFor();
    await page.locator(".loading").first().waitFor({ state: "detached" });
    await page.waitForTimeout(200);
    await page.screenshot({ path: join(OUT, `${title}.${name}.png`), animations: "disabled" });
  }
  await context.close();
}
for (const [title, command] of Object.entries(TERMINAL)) {
  const page = await browser.newPage({ viewport: { width: 900, height: 560 } });
  const own = command.replace(/^agon/, "./agon");
  await page.setContent(terminalPage(terminalOf(own, 100, 34).replace("$ ./agon", "$ agon")));
  await page.locator("pre").screenshot({ path: join(OUT, `${title}.png`) });
  await page.close();
}
await browser.close();
rmSync(work, { recursive: true, force: true });

/** Fewer colours make smaller files that look the same, where the program is installed. */
if (existsSync("/usr/bin/pngquant")) {
  const files = readdirSync(OUT).map((name) => join(OUT, name));
  spawnSync("/usr/bin/pngquant", ["--force", "--ext", ".png", "--speed", "1", "64", ...files]);
}
const names = readdirSync(OUT).filter((name) => name.endsWith(".png"));
const bytes = names.reduce((sum, name) => sum + statSync(join(OUT, name)).size, 0);
const row = (title: string): string =>
  `| ${title} | ${VIEWS.map(({ name }) => `[${name}](${title}.${name}.png)`).join(" · ")} |`;
writeFileSync(
  join(OUT, "README.md"),
  `# The result pages\n\nOf the competition of \`agon demo\`; made by \`npm run screenshots\`.\n\n| page | pictures |\n|---|---|\n${Object.keys(
    { ...PAGES, ...PLAIN, stepping: "", manual: "" },
  )
    .map(row)
    .join("\n")}\n`,
);
console.log(`${names.length} pictures, ${(bytes / 1e6).toFixed(2)} MB`);
