/** Tools that misbehave, through the built command line. */
import { once } from "node:events";
import { readdirSync, readFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { beforeAll, describe, expect, test, vi } from "vitest";
import { agon } from "./cli.ts";
import { runsByTask, STAND_IN, writeCompetition } from "./small-competition.ts";

vi.setConfig({ testTimeout: 120_000, hookTimeout: 300_000 });

const BEHAVIOURS = ["loop", "hog", "flood", "fork", "daemon", "peek", "network"];

let folder: string;
let spool: string;
let isolation: string;
let connections = 0;

beforeAll(async () => {
  const server = createServer(() => {
    connections++;
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as { port: number };
  folder = writeCompetition(
    // The address is passed in the name of the program: a run has none of this process's
    // environment.
    BEHAVIOURS.map((behaviour) => ({
      name: behaviour === "network" ? `network-${port}` : behaviour,
      behaviour,
      expected: true,
    })),
    "{ cpuTime: 1 s, wallTime: 15 s, memory: 200 MB, cores: 1 }",
  );
  spool = join(folder, "spool");
  const { code, stderr } = await agon("run", join(folder, "competition.yml"), "--spool", spool);
  server.close();
  expect(code).toBe(0);
  isolation = /isolation: (\w+)/.exec(stderr)?.[1] ?? "";
});

/** The output of the run of a task. */
function logOf(task: string): string {
  for (const file of readdirSync(join(spool, "results"))) {
    const result = JSON.parse(readFileSync(join(spool, "results", file), "utf8")) as {
      task: string;
      log: { path: string };
    };
    if (result.task.startsWith(`tasks/${task}`)) {
      return readFileSync(join(spool, result.log.path), "utf8");
    }
  }
  throw new Error(`no result of ${task}`);
}

test("each ends with the status of the limit it hit", async () => {
  const runs = runsByTask((await agon("score", spool, "--json")).stdout);
  expect(runs).toMatchObject({
    loop: "TIMEOUT: error, 0",
    hog: "OUT OF MEMORY: error, 0",
    flood: "FILES-SIZE LIMIT: error, 0",
    daemon: "unknown: unknown, 0",
    peek: "unknown: unknown, 0",
  });
  // The limit that a fork bomb reaches first depends on a race.
  expect(runs.fork).toMatch(/^(TIMEOUT|KILLED|OUT OF MEMORY|true)/);
});

test("a daemon does not outlive its run", () => {
  const commands = readdirSync("/proc").map((pid) => {
    try {
      return readFileSync(`/proc/${pid}/cmdline`, "latin1");
    } catch {
      return "";
    }
  });
  expect(commands.filter((command) => command.includes("sleep\x00987655"))).toEqual([]);
});

describe("inside the sandbox", () => {
  test("only the tool, the program and the property can be seen", ({ skip }) => {
    if (isolation === "none") skip("no sandbox works on this host");
    const files = /all files:\n(.*)\nother traces:/s.exec(logOf("peek"))?.[1]?.split("\n");
    expect(new Set(files)).toEqual(
      new Set(["/run/agon/property/unreach-call.prp", "/run/agon/task/peek.c", `${STAND_IN}/agon`]),
    );
  });

  test("the place and content of the task definition are not visible", ({ skip }) => {
    if (isolation === "none") skip("no sandbox works on this host");
    const log = logOf("peek");
    expect(log).not.toContain("expected_verdict");
    expect(log).not.toContain(`${folder}/tasks`);
    expect(log).toContain("task/peek.yml: No such file");
  });

  test("the network is out of reach", ({ skip }) => {
    if (isolation === "none") skip("no sandbox works on this host");
    expect(logOf("network")).toContain("no network");
    expect(connections).toBe(0);
  });
});
