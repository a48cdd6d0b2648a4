import { spawnSync } from "node:child_process";
import { expect, test } from "vitest";
import {
  canReaperStart,
  hasReaper,
  parseStartReport,
  reaperEnvironment,
  reaperWords,
} from "./reaper.ts";

const ENDED = { hasStarted: true, waitStatus: 0 };

test.each([
  ["", { hasStarted: false }],
  ["s", { hasStarted: true }],
  ["s1 5;e0 2 7;", { ...ENDED, startedAt: 1_000_000_005n, endedAt: 2_000_000_007n }],
  ["s1 5", { hasStarted: true }],
  ["s;e0 ;", ENDED],
  ["se0;", { hasStarted: true, waitStatus: 0 }],
  ["se35072;", { hasStarted: true, waitStatus: 35072 }],
  ["e256;", { hasStarted: false, waitStatus: 256 }],
  ["sf2;e32512;", { hasStarted: true, startError: 2, waitStatus: 32512 }],
  // Cut short by a kill.
  ["se35", { hasStarted: true }],
])("report %j", (text, expected) => {
  expect(parseStartReport(text)).toEqual(expected);
});

test.skipIf(!hasReaper()).each([
  ["exit 0", 0],
  ["exit 137", 137 << 8],
  ["exit 255", 255 << 8],
  ["kill -KILL $$", 9],
  ["kill -TERM $$", 15],
  // Orphans are reaped, but do not count.
  ["(exit 3) & exit 4", 4 << 8],
])("wait status of: %s", (script, status) => {
  const [perl = "", ...words] = reaperWords({ groupDescriptors: [] });
  const environment = { LC_ALL: "no_SUCH.locale" };
  const { output, stderr } = spawnSync(perl, [...words, "/bin/sh", "-c", script], {
    stdio: ["ignore", "pipe", "pipe", "pipe"],
    env: { ...reaperEnvironment(environment, false), ...environment },
    encoding: "utf8",
  });
  expect(output[3]).toMatch(new RegExp(`^e${status} ${canReaperStart() ? "\\d+ \\d+" : ""};$`));
  expect(stderr).toBe("");
});

test
  .skipIf(!hasReaper() || !canReaperStart())
  .each([[{}], [{ LC_ALL: "C.UTF-8" }], [{ LC_ALL: "" }]])(
  "the tool gets the environment that it was given: %j",
  (environment: Record<string, string>) => {
    const start = { directory: "/", hasFilter: false };
    const [perl = "", ...words] = reaperWords({ groupDescriptors: [], start });
    const { stdout } = spawnSync(perl, [...words, "/usr/bin/env"], {
      stdio: ["ignore", "pipe", "inherit", "pipe"],
      env: { ...reaperEnvironment(environment, true), ...environment },
      encoding: "utf8",
    });
    const given = Object.entries({ ...environment, PWD: "/" }).map((entry) => entry.join("="));
    expect(stdout.trim().split("\n").sort()).toEqual(given.sort());
  },
);
