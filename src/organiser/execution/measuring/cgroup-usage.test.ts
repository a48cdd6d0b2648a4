import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { cgroupUsage } from "./cgroup-usage.ts";

function group(files: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(join(tmpdir(), "agon-group-"));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  return folder;
}

const CPU_STAT = "usage_usec 1500000\nuser_usec 1250000\nsystem_usec 250000\nnice_usec 0\n";
const PRESSURE =
  "some avg10=0.00 avg60=0.00 avg300=0.00 total=12500\nfull avg10=0.00 avg60=0.00 avg300=0.00 total=9\n";

test("v2", () => {
  const unified = group({
    "cpu.stat": CPU_STAT,
    "io.stat":
      "8:0 rbytes=1000 wbytes=20 rios=1 wios=1 dbytes=0 dios=0\n8:16 rbytes=5 wbytes=0 rios=1 wios=0\n",
    "cpu.pressure": PRESSURE,
    "io.pressure": PRESSURE,
  });
  expect(cgroupUsage(unified, new Map())).toEqual({
    cpuUserSeconds: 1.25,
    cpuSystemSeconds: 0.25,
    readBytes: 1005,
    writtenBytes: 20,
    cpuPressureSeconds: 0.0125,
    ioPressureSeconds: 0.0125,
  });
});

const V1 = group({
  "cpuacct.stat": "user 150\nsystem 25\n",
  "blkio.throttle.io_service_bytes":
    "8:0 Read 4096\n8:0 Write 512\n8:0 Sync 4608\n8:0 Async 0\n8:0 Discard 0\n8:0 Total 4608\nTotal 4608\n",
});
const V1_CONTROLLERS = new Map([
  ["cpuacct", V1],
  ["blkio", V1],
]);

test("v1", () => {
  expect(cgroupUsage(undefined, V1_CONTROLLERS)).toEqual({
    cpuUserSeconds: 1.5,
    cpuSystemSeconds: 0.25,
    readBytes: 4096,
    writtenBytes: 512,
  });
});

test("hybrid: the unified tree is read first, v1 for the figures that it lacks", () => {
  expect(cgroupUsage(group({ "cpu.stat": CPU_STAT }), V1_CONTROLLERS)).toEqual({
    cpuUserSeconds: 1.25,
    cpuSystemSeconds: 0.25,
    readBytes: 4096,
    writtenBytes: 512,
  });
});

test("CPU time by core, from version 1; cores that were not used are left out", () => {
  const cpuacct = group({ "cpuacct.usage_percpu": "0 1500000000 250000000 0 \n" });
  expect(cgroupUsage(undefined, new Map([["cpuacct", cpuacct]]))).toEqual({
    cpuCoreSeconds: { "1": 1.5, "2": 0.25 },
  });
});

test("figures that the kernel does not report are absent", () => {
  expect(cgroupUsage(group({}), new Map())).toEqual({});
});
