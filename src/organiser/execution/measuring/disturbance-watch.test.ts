import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import type { Disturbances } from "../../../ground/model/index.ts";
import { readMachine } from "../system/machine.ts";
import {
  DisturbanceWatch,
  disturbancesBetween,
  type MachineCounters,
  readCounters,
  siblingsOf,
} from "./disturbance-watch.ts";

const NOTHING: MachineCounters = {
  busySeconds: 0,
  stolenSeconds: 0,
  throttleCount: 0,
  swappedPages: 0,
  clockSeconds: 0,
  monotonicSeconds: 0,
};

test.each([
  // 10 s on 2 cores: foreign CPU time below 1 s is not reported.
  ["quiet", { busySeconds: 5.9 }, undefined],
  ["competing load", { busySeconds: 9 }, { foreignCpuSeconds: 4 }],
  ["less than the run itself", { busySeconds: 4 }, undefined],
  ["stolen by the hypervisor", { busySeconds: 5, stolenSeconds: 2 }, { stolenCpuSeconds: 2 }],
  ["heat", { throttleCount: 3 }, { throttleCount: 3 }],
  ["swapping", { swappedPages: 12 }, { swappedPages: 12 }],
  ["clock set forward", { clockSeconds: 3610 }, { clockJumpSeconds: 3600 }],
  ["clock set back", { clockSeconds: -50 }, { clockJumpSeconds: -60 }],
  ["clock adjusted", { clockSeconds: 10.4 }, undefined],
] satisfies [string, Partial<MachineCounters>, Disturbances | undefined][])(
  "%s",
  (_name, change, expected) => {
    const after = { ...NOTHING, monotonicSeconds: 10, clockSeconds: 10, ...change };
    expect(disturbancesBetween(NOTHING, after, { cpuSeconds: 5, coreCount: 2 })).toEqual(expected);
  },
);

test("a short run is not blamed for ticks", () => {
  const after = { ...NOTHING, monotonicSeconds: 0.01, clockSeconds: 0.01, busySeconds: 0.06 };
  expect(disturbancesBetween(NOTHING, after, { cpuSeconds: 0, coreCount: 1 })).toBeUndefined();
});

test("counters of the watched cores alone", () => {
  const root = mkdtempSync(join(tmpdir(), "agon-counters-"));
  const write = (name: string, text: string): void => {
    mkdirSync(dirname(join(root, name)), { recursive: true });
    writeFileSync(join(root, name), text);
  };
  write(
    "proc/stat",
    "cpu  9 9 9 9 9 9 9 9 0 0\ncpu0 100 10 30 900 5 1 2 40 0 0\ncpu1 7 7 7 7 7 7 7 7 0 0\nintr 1\n",
  );
  write("proc/vmstat", "pgpgin 5\npswpin 3\npswpout 4\n");
  write("sys/devices/system/cpu/cpu0/thermal_throttle/core_throttle_count", "6\n");
  expect(readCounters([0], root)).toMatchObject({
    busySeconds: 1.43,
    stolenSeconds: 0.4,
    throttleCount: 6,
    swappedPages: 7,
  });
});

test("hyper-threads beside the run's cores count", () => {
  const machine = {
    cores: [
      { threads: [0, 4], node: 0, capacity: 1 },
      { threads: [1, 5], node: 0, capacity: 1 },
    ],
  };
  expect(siblingsOf(machine, [1])).toEqual([1, 5]);
  expect(siblingsOf(machine)).toEqual([0, 4, 1, 5]);
});

test.skipIf(process.platform !== "linux")("a real competitor is noticed", async () => {
  const cores = siblingsOf(readMachine());
  const watch = new DisturbanceWatch(cores);
  const burners = cores.map(() => spawn("/bin/sh", ["-c", "while :; do :; done"]));
  await new Promise((resolve) => setTimeout(resolve, 600));
  for (const burner of burners) burner.kill("SIGKILL");
  const found = watch.finish(0, 0);
  expect((found?.foreignCpuSeconds ?? 0) + (found?.stolenCpuSeconds ?? 0)).toBeGreaterThan(0.1);
});
