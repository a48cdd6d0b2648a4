import { spawnSync } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from "node:fs";
import { hostname, tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import type { RunResult } from "../model/index.ts";
import { readProcess } from "./proc-fs.ts";
import { Spool } from "./spool.ts";
import { lockSpool } from "./spool-lock.ts";

let spool: Spool;

beforeEach(() => {
  spool = new Spool(mkdtempSync(join(tmpdir(), "agon-spool-")));
  spool.create();
});

function result(run: string, attempt: number): RunResult {
  return {
    run,
    phase: "verification",
    tool: "t",
    task: "a.yml#unreach-call",
    property: "unreach-call",
    status: "true",
    exitCode: 0,
    measurement: "cgroup-v2",
    host: "h",
    startedAt: "2026-01-01T00:00:00.000Z",
    attempt,
  };
}

describe("results", () => {
  test("the first committed attempt wins", () => {
    const first = spool.beginAttempt("r1");
    const second = spool.beginAttempt("r1");
    expect([first.number, second.number]).toEqual([1, 2]);
    expect(spool.commit(result("r1", 2), second)).toBe(true);
    expect(spool.commit(result("r1", 1), first)).toBe(false);
    expect(spool.readResult("r1")?.attempt).toBe(2);
  });

  test("time lines are stored, but not read back for evaluation", () => {
    const samples = { seconds: [0.1], cpuSeconds: [0.1], memoryBytes: [4096] };
    spool.commit({ ...result("r1", 1), samples }, spool.beginAttempt("r1"));
    expect(readFileSync(spool.path("results/r1.json"), "utf8")).toContain('"memoryBytes": [4096]');
    expect(spool.readResult("r1")).toEqual(result("r1", 1));
    expect(readdirSync(spool.path("results"))).toEqual(["r1.json"]);
  });

  test("abandoned attempts are removed, committed ones stay", () => {
    spool.commit(result("r1", 1), spool.beginAttempt("r1"));
    const abandoned = spool.beginAttempt("r1");
    writeFileSync(join(abandoned.directory, "output.log"), "half");
    expect(spool.removeAbandonedAttempts()).toBe(1);
    expect(existsSync(abandoned.directory)).toBe(false);
    expect(existsSync(spool.path("attempts/r1/1/result.json"))).toBe(true);
  });

  test("a folder without a competition is refused", () => {
    expect(() => spool.requireExisting()).toThrow("holds no competition");
  });
});

describe("lock", () => {
  const lockFile = (holder: object): void => {
    mkdirSync(spool.path("lock"), { recursive: true });
    writeFileSync(spool.path("lock", "7.json"), JSON.stringify(holder));
  };

  test("one holder at a time; given back it is free", () => {
    const unlock = lockSpool(spool.path("lock"));
    expect(() => lockSpool(spool.path("lock"))).toThrow(`process ${process.pid} on`);
    unlock();
    lockSpool(spool.path("lock"))();
    expect(readdirSync(spool.path("lock"))).toEqual([]);
  });

  test("the lock of a dead process is followed by the next number", () => {
    const dead = spawnSync("true").pid;
    lockFile({ host: hostname(), boot: bootId(), pid: dead, startTicks: 1 });
    const unlock = lockSpool(spool.path("lock"));
    expect(readdirSync(spool.path("lock"))).toEqual(["8.json"]);
    unlock();
  });

  test("a process that only has the same number is not the holder", () => {
    const startTicks = (readProcess(process.pid)?.startTicks ?? 0) + 1;
    lockFile({ host: hostname(), boot: bootId(), pid: process.pid, startTicks });
    lockSpool(spool.path("lock"))();
  });

  test("a lock from before a restart of the host is void", () => {
    const startTicks = readProcess(process.pid)?.startTicks;
    lockFile({ host: hostname(), boot: "earlier", pid: process.pid, startTicks });
    lockSpool(spool.path("lock"))();
  });

  test("the lock of another host is respected", () => {
    lockFile({ host: "elsewhere", boot: "b", pid: 1, startTicks: 1 });
    expect(() => lockSpool(spool.path("lock"))).toThrow("process 1 on elsewhere");
  });
});

function bootId(): string {
  return spawnSync("cat", ["/proc/sys/kernel/random/boot_id"], { encoding: "utf8" }).stdout.trim();
}
