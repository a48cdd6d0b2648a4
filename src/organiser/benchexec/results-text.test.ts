import { expect, test } from "vitest";
import type { BenchmarkRun, Job } from "./benchmark-run.ts";
import { resultsText } from "./results-text.ts";

const job = (runSet: object, identifier: string, expected: string, status?: string): Job =>
  ({
    runSet,
    planned: { identifier, propertyFile: "p.prp", expectedVerdict: { kind: expected } },
    ...(status === undefined
      ? {}
      : {
          result: {
            status,
            cpuTimeSeconds: 1.234,
            wallTimeSeconds: 2,
            startedAt: "2026-01-31T09:05:00Z",
          },
        }),
  }) as unknown as Job;

test("blocks, columns and counts as benchexec writes them", () => {
  const runSet = { name: "fast", options: ["--a", "b"], taskSets: [], property: "$P/p.prp" };
  const run = {
    definition: {
      file: "b.xml",
      options: ["--a"],
      columns: [{ title: "steps" }],
      requirements: { cpuModel: "Fast", memoryBytes: 3e9 },
    },
    runSets: [runSet],
    limits: { memoryBytes: 2e9, timeSeconds: 900, cores: 1 },
    tool: { info: { name: "Tool" }, version: "1", command: ["./tool"] },
    slots: [undefined],
    benchmarkName: "b",
    startedAt: new Date("2026-01-31T09:05:00Z"),
    signal: new AbortController().signal,
  } as unknown as BenchmarkRun;
  const jobs = [
    job(runSet, "t/long/a.yml", "true", "true"),
    job(runSet, "t/b.yml", "false", "true"),
    job(runSet, "t/c.yml", "false", "false(unreach-call)"),
    job(runSet, "t/d.yml", "true", "TIMEOUT"),
    job(runSet, "t/e.yml", "true"),
  ];
  const system = {
    host: "h",
    operatingSystem: "OS",
    kernel: "6",
    cpuModel: "M",
    cores: 4,
    memoryBytes: 25_276_502_016,
  };
  const text = resultsText(run, jobs, {
    system: system as never,
    hertz: 3.4e9,
    hasTurboBoost: false,
    isScored: () => true,
    figuresOf: () => new Map([["steps", "7"]]),
  });
  expect(text).toBe(`   BENCHMARK INFORMATION
benchmark definition:    b.xml
name:                    b
run sets:                fast
date:                    Sat, 2026-01-31 09:05:00 UTC
tool:                    Tool 1
tool executable:         ./tool
options:                 --a
resource limits:
- memory:                2000.0 MB
- time:                  900 s
- cpu cores:             1
hardware requirements:
- cpu model:             Fast
- cpu cores:             1
- memory:                3000.0 MB
------------------------------------------------------------

   SYSTEM INFORMATION
host:                    h
os:                      OS, Linux 6
cpu:                     M
- cores:                 4
- max frequency:         3400.0 MHz
- turbo boost enabled:   False
ram:                     25276.502016 MB
------------------------------------------------------------



fast
Run set 1 of 1 with options '--a b' and propertyfile '$P/p.prp'

inputfile               status                       cpu time   wall time        host     steps
-----------------------------------------------------------------------------------------------
long/a.yml              true                             1.23        2.00        None         7
b.yml                   true                             1.23        2.00        None         7
c.yml                   false(unreach-call)              1.23        2.00        None         7
d.yml                   TIMEOUT                          1.23        2.00        None         7
e.yml                   not run                             -           -        None      None
-----------------------------------------------------------------------------------------------
Run set 1               done                             4.94        2.00           -

Statistics:              4 Files
  correct:               2
    correct true:        1
    correct false:       1
  incorrect:             1
    incorrect true:      1
    incorrect false:     0
  unknown:               1
  Score:               -29 (max: 6)
`);
});
