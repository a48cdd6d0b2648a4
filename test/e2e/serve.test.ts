/** The pages while results arrive: served from memory, announced by server-sent events. */
import { existsSync, mkdtempSync, readdirSync, renameSync, writeFileSync } from "node:fs";
import { get } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium } from "playwright-core";
import { expect, test } from "vitest";
import { storeCompetition } from "../support/stored-competition.ts";
import { start } from "./cli.ts";

const CHROMIUM = "/usr/bin/chromium";

/** Resolves to the first match in the output of a process. */
function printed(stream: NodeJS.ReadableStream, pattern: RegExp): Promise<string> {
  return new Promise((found) => {
    let text = "";
    stream.on("data", (chunk: Buffer) => {
      text += chunk.toString();
      const match = pattern.exec(text);
      if (match !== null) found(match[1] ?? match[0]);
    });
  });
}

/** Status of the first page when requested under this name. */
function statusFor(base: string, host: string): Promise<number | undefined> {
  return new Promise((done, failed) => {
    get(base, { headers: { host } }, (response) => {
      response.resume();
      done(response.statusCode);
    }).on("error", failed);
  });
}

test("pages, events, and nothing outside of the site", async () => {
  const { spool } = storeCompetition([
    { name: "a", expected: true, answers: { x: { status: "true" } } },
    { name: "b", expected: true, answers: { x: { status: "unknown" } } },
  ]);
  // One result is yet to come.
  const results = readdirSync(spool.path("results"));
  const [late = ""] = results;
  const waiting = join(mkdtempSync(join(tmpdir(), "agon-late-")), late);
  renameSync(spool.path("results", late), waiting);

  const { child, finished } = start(["serve", spool.directory, "--port", "0"]);
  const stdout = child.stdout as NodeJS.ReadableStream;
  const base = await printed(stdout, /(http:\/\/127\.0\.0\.1:\d+\/)/);
  const index = await (await fetch(base)).text();
  expect(index).toContain('<meta name="agon-live" content="events">');
  expect(index).toContain("connect-src 'self'");
  const policy = (await fetch(base)).headers.get("content-security-policy");
  expect(policy).toContain("connect-src 'self'");
  expect(policy).toContain("script-src");
  expect(policy).toContain("frame-ancestors 'none'");
  for (const [host, status] of [
    ["localhost", 200],
    ["[::1]:1", 200],
    ["attacker.example", 421],
    ["127.0.0.1.attacker.example:80", 421],
  ] as const) {
    expect([host, await statusFor(base, host)]).toEqual([host, status]);
  }
  const manifest = /data\/manifest\.[0-9a-f]+\.js/.exec(index)?.[0] ?? "";
  expect(await (await fetch(base + manifest)).text()).toMatch(/^agonData\("data\/manifest\./);
  for (const path of ["../../package.json", "%2e%2e%2fpackage.json", "competition.lock.yml", "%"]) {
    expect((await fetch(base + path)).status).toBe(404);
  }
  expect((await fetch(base, { method: "POST" })).status).toBe(405);

  const events = (await fetch(`${base}events`)).body?.getReader();
  const next = async (): Promise<string> => new TextDecoder().decode((await events?.read())?.value);
  expect(await next()).toBe(`event: manifest\ndata: ${manifest}\n\n`);
  renameSync(waiting, spool.path("results", late));
  const news = await next();
  expect(news).toMatch(/^event: manifest\ndata: data\/manifest\.[0-9a-f]+\.js\n\n$/);
  expect(news).not.toContain(manifest);
  const path = news.split("data: ")[1]?.trim() ?? "";
  expect((await fetch(base + path)).status).toBe(200);

  child.kill("SIGINT");
  expect((await finished).code).toBe(0);
  writeFileSync(waiting, "");
}, 60_000);

test.skipIf(!existsSync(CHROMIUM))(
  "an open page shows what comes in, without being asked (needs Chromium)",
  async () => {
    const { spool } = storeCompetition([
      { name: "a", expected: true, answers: { x: { status: "true" } } },
      { name: "b", expected: true, answers: { x: { status: "true" } } },
    ]);
    const results = readdirSync(spool.path("results"));
    const [late = ""] = results;
    const waiting = join(mkdtempSync(join(tmpdir(), "agon-late-")), late);
    renameSync(spool.path("results", late), waiting);
    const { child, finished } = start(["serve", spool.directory, "--port", "0"]);
    const base = await printed(
      child.stdout as NodeJS.ReadableStream,
      /(http:\/\/127\.0\.0\.1:\d+\/)/,
    );
    const browser = await chromium.launch({
      executablePath: CHROMIUM,
      args: ["--no-sandbox", "--disable-gpu", "--disable-background-networking"],
    });
    const page = await browser.newPage();
    await page.goto(`${base}#/runs?sort=task`);
    const counts = (): Promise<string | null> => page.locator(".counts p").textContent();
    await expect.poll(counts, { timeout: 20_000 }).toContain("1 of 1 run");
    renameSync(waiting, spool.path("results", late));
    await expect.poll(counts, { timeout: 20_000 }).toContain("2 of 2 runs");
    // The address, and with it the reader's search, is unchanged.
    expect(page.url()).toBe(`${base}#/runs?sort=task`);
    await browser.close();
    child.kill("SIGINT");
    expect((await finished).code).toBe(0);
  },
  90_000,
);
