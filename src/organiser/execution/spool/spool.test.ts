import { spawnSync } from "node:child_process";
import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { hostname, tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { sha256 } from "../../../ground/files/index.ts";
import type { RunResult } from "../../../ground/model/index.ts";
import { formatRunResult } from "../../results/index.ts";
import { readProcess } from "../system/proc-fs.ts";
import { Spool } from "./spool.ts";
import { lockSpool } from "./spool-lock.ts";

const RUN = sha256("a run");

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
  test("the first committed attempt wins", async () => {
    const first = spool.beginAttempt(RUN);
    const second = spool.beginAttempt(RUN);
    expect([first.number, second.number]).toEqual([1, 2]);
    expect(await spool.commit(result(RUN, 2), second)).toBe(true);
    expect(await spool.commit(result(RUN, 1), first)).toBe(false);
    expect(spool.readResult(RUN)?.attempt).toBe(2);
  });

  test("time lines are stored, but not read back for evaluation", async () => {
    const samples = { seconds: [0.1], cpuSeconds: [0.1], memoryBytes: [4096] };
    await spool.commit({ ...result(RUN, 1), samples }, spool.beginAttempt(RUN));
    const file = `${RUN}.json`;
    expect(readFileSync(spool.path("results", file), "utf8")).toContain('"memoryBytes": [4096]');
    expect(spool.readResult(RUN)).toEqual(result(RUN, 1));
    expect(readdirSync(spool.path("results"))).toEqual([file]);
  });

  test("the scratch folders of dead workers of this host are removed, attempts stay", () => {
    const own = spool.scratch();
    const prefix = own.slice(0, own.lastIndexOf("-"));
    const [, pid] = /-(\d+)-\d+$/.exec(prefix) ?? [];
    const dead = `${prefix.replace(`-${pid}-`, `-${spawnSync("true").pid}-`)}-0`;
    const elsewhere = join(spool.path("scratch"), "elsewhere@agon-1-1-1-0");
    for (const folder of [dead, elsewhere]) mkdirSync(join(folder, "work"), { recursive: true });
    // A folder deeper than the longest path, and locked.
    const script = "for (1..60) { mkdir 'd' x 200; chdir 'd' x 200 } chmod 0, '.'";
    expect(spawnSync("perl", ["-e", script], { cwd: join(dead, "work") }).status).toBe(0);
    const abandoned = spool.beginAttempt(RUN);
    writeFileSync(join(abandoned.directory, "output.log"), "half");
    const next = new Spool(spool.directory);
    next.scratch();
    expect([dead, elsewhere, own].map((folder) => existsSync(folder))).toEqual([false, true, true]);
    expect(existsSync(join(abandoned.directory, "output.log"))).toBe(true);
    next.removeScratch();
    expect(readdirSync(spool.path("scratch"))).toEqual(["elsewhere@agon-1-1-1-0"]);
  });

  test("a folder without a competition is refused", () => {
    expect(() => spool.requireExisting()).toThrow("holds no competition");
    mkdirSync(spool.directory, { recursive: true });
    writeFileSync(join(spool.directory, "b.results.a.xml.bz2"), "");
    const hint = expect.stringMatching(/^there are result files in it: give them, '.*\*\.xml\*'$/);
    expect(() => spool.requireExisting()).toThrow(expect.objectContaining({ hint }));
  });
});

describe("packs", () => {
  const runs = Array.from({ length: 20 }, (_, index) => sha256(`run ${index}`));
  const commitAll = (attempt: number): Promise<boolean[]> =>
    Promise.all(
      runs.map((run) => {
        const { number, ...rest } = spool.beginAttempt(run);
        expect(number).toBe(attempt);
        return spool.commit(result(run, attempt), { number, ...rest });
      }),
    );
  const found = (opened: Spool): string[] => {
    const ids: string[] = [];
    opened.forEachResult((bytes, offset) => ids.push(bytes.toString("hex", offset, offset + 32)));
    return ids.sort();
  };

  test("few results stay files; many become lines of a pack, and read the same", async () => {
    const reader = new Spool(spool.directory);
    await commitAll(1);
    spool.pack(21);
    expect(readdirSync(spool.path("results"))).toHaveLength(20);
    const before = runs.map((run) => reader.readResult(run));
    spool.pack(20);
    expect(readdirSync(spool.path("results"))).toEqual([]);
    for (const opened of [spool, reader, new Spool(spool.directory)]) {
      expect(runs.map((run) => opened.readResult(run))).toEqual(before);
      expect(runs.every((run) => opened.hasResult(run))).toBe(true);
      expect(found(opened)).toEqual([...runs].sort());
    }
  });

  test("a result that comes after its pack counts for no reader", async () => {
    await commitAll(1);
    const late = new Spool(spool.directory);
    expect(late.hasResult(runs[0] as string)).toBe(true);
    spool.pack(1);
    // A writer that has not seen the pack: as if it had stopped just before link(2).
    writeFileSync(
      spool.path("results", `${runs[0]}.json`),
      formatRunResult(result(runs[0] as string, 2)),
    );
    for (const opened of [spool, late, new Spool(spool.directory)]) {
      expect(opened.readResult(runs[0] as string)?.attempt).toBe(1);
      expect(found(opened)).toEqual([...runs].sort());
    }
    expect((await commitAll(2)).some(Boolean)).toBe(false);
    spool.pack(1);
    expect(readdirSync(spool.path("results"))).toEqual([]);
    expect(readFileSync(spool.path("packs/000001.ndjson"), "utf8").split("\n")).toHaveLength(21);
  });

  test("recording leaves out what is committed already", async () => {
    const [first = "", second = ""] = runs;
    await spool.commit(result(first, 1), spool.beginAttempt(first));
    spool.record([result(first, 7), result(second, 7)]);
    spool.record([result(second, 8)]);
    expect([first, second].map((run) => spool.readResult(run)?.attempt)).toEqual([1, 7]);
    expect(readdirSync(spool.path("packs"))).toEqual(["000001.idx", "000001.ndjson"]);
  });

  test("many packs, with more results than one look-up reads, and one pack twice", () => {
    const many = Array.from({ length: 3 }, (_, pack) =>
      Array.from({ length: 70 + pack }, (_, number) => sha256(`${pack} ${number}`)),
    );
    const reader = new Spool(spool.directory);
    for (const [pack, ids] of many.entries()) spool.record(ids.map((run) => result(run, pack + 1)));
    for (const ending of ["idx", "ndjson"]) {
      cpSync(spool.path(`packs/000002.${ending}`), spool.path(`packs/000004.${ending}`));
    }
    rmSync(spool.path("packs/000003.idx"));
    for (const opened of [reader, new Spool(spool.directory)]) {
      expect(found(opened)).toEqual(many.flat().sort());
      for (const [pack, ids] of many.entries()) {
        expect(new Set(ids.map((run) => opened.readResult(run)?.attempt))).toEqual(
          new Set([pack + 1]),
        );
      }
      const numbers = many
        .flat()
        .map((run) => opened.packedNumber(Buffer.from(run, "hex"), 0) ?? -1);
      expect(new Set(numbers).size).toBe(70 + 71 + 72);
      expect(numbers.map((number) => opened.packedResult(number).run)).toEqual(many.flat());
    }
    expect(spool.readResult(sha256("unknown"))).toBeUndefined();
  });

  test("a lost or foreign index is made again; a damaged pack is reported", () => {
    spool.record(runs.map((run) => result(run, 1)));
    rmSync(spool.path("packs/000001.idx"));
    expect(found(new Spool(spool.directory))).toEqual([...runs].sort());
    writeFileSync(spool.path("packs/000001.idx"), Buffer.alloc(48));
    expect(new Spool(spool.directory).readResult(runs[3] as string)?.attempt).toBe(1);
    appendFileSync(spool.path("packs/000001.ndjson"), "{");
    expect(() => found(new Spool(spool.directory))).toThrow(
      "000001.ndjson:21: error: expected one",
    );
  });
});

describe("lock", () => {
  const lockFile = (holder: object): void => {
    mkdirSync(spool.path("lock"), { recursive: true });
    writeFileSync(spool.path("lock", "7.json"), JSON.stringify(holder));
  };

  test("one holder at a time; after its release the lock is free", () => {
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
