import { expect, test } from "vitest";
import type { RunMeasurement } from "../../../organiser/execution/index.ts";
import { renderFigures } from "./run-figures.ts";

const RUN: RunMeasurement = {
  exitCode: 3,
  cpuTimeSeconds: 1.25,
  wallTimeSeconds: 2,
  memoryBytes: 12_345_678,
  usage: {},
  outputBytes: 7,
  measurement: "cgroup-v2",
  isolation: "bubblewrap",
  startedAt: "2026-11-21T10:00:00Z",
};

test("a run that ended by itself; unknown figures are left out", () => {
  expect(renderFigures(RUN)).toMatchInlineSnapshot(`
    "ended by           itself
    exit code          3
    CPU time           1.250 s
    wall time          2.000 s
    peak memory        12.3 MB
    output             7 B
    measured by        cgroup-v2
    isolated by        bubblewrap
    "
  `);
});

test("a killed run with every figure", () => {
  const { exitCode, ...rest } = RUN;
  const text = renderFigures({
    ...rest,
    signal: 9,
    terminationReason: "cputime",
    usage: {
      cpuUserSeconds: 1,
      cpuSystemSeconds: 0.25,
      readBytes: 4096,
      writtenBytes: 2_500_000_000,
      cpuPressureSeconds: 0.5,
      memoryPressureSeconds: 0,
      ioPressureSeconds: 0.001,
    },
  });
  expect(text).toMatchInlineSnapshot(`
    "ended by           the limit on CPU time
    signal             9 (SIGKILL)
    CPU time           1.250 s (1.000 s user, 0.250 s system)
    wall time          2.000 s
    peak memory        12.3 MB
    block I/O          4.1 kB read, 2.50 GB written
    waited for CPU     0.500 s
    waited for memory  0.000 s
    waited for I/O     0.001 s
    output             7 B
    measured by        cgroup-v2
    isolated by        bubblewrap
    "
  `);
});

test("disturbances of a run are reported", () => {
  const disturbances = { foreignCpuSeconds: 1.5, throttleCount: 2, clockJumpSeconds: -60 };
  expect(renderFigures({ ...RUN, disturbances })).toContain(
    "disturbed by       heat (cores slowed down 2 times), other programs on its cores (1.500 s of CPU time), a jump of the clock (-60.000 s)\n",
  );
});
