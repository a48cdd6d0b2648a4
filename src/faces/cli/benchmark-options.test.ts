/**
 * Every option of benchexec 3.36 works or is refused with a reason; tests the effects of the
 * others.
 */
import { expect, test } from "vitest";
import { choices, parseBenchmarkWords, startTime, usableMachine } from "./benchmark-options.ts";
import { UsageError } from "./command.ts";

/** From `benchexec --help`, with a value where they take one. */
const WORKING: readonly (readonly string[])[] = [
  ["-r", "x"],
  ["--rundefinition", "x"],
  ["-t", "x"],
  ["--tasks", "x"],
  ["--tool-directory", "d"],
  ["-n", "x"],
  ["--name", "x"],
  ["-o", "x"],
  ["--outputpath", "x"],
  ["--description-file", "f"],
  ["-T", "90s"],
  ["--timelimit", "-1"],
  ["-W", "-1"],
  ["--walltimelimit", "90s"],
  ["-M", "1 GB"],
  ["--memorylimit", "-1"],
  ["-N", "2"],
  ["--numOfThreads", "2"],
  ["-c", "1"],
  ["--limitCores", "-1"],
  ["--allowedCores", "0"],
  ["--no-hyperthreading"],
  ["--no-compress-results"],
  ["--results-per-taskset"],
  ["--results-per-rundefinition"],
  ["--maxLogfileSize", "-1"],
  ["--filesCountLimit", "5"],
  ["--filesSizeLimit", "1 MB"],
  ["--startTime", "2026-01-01 00:00:00"],
  ["--container"],
  ["--hidden-dir", "/"],
  ["--read-only-dir", "/"],
];
const REFUSED: readonly (readonly string[])[] = [
  ["-d"],
  ["--debug"],
  ["--commit"],
  ["--message", "x"],
  ["--no-container"],
  ["--network-access"],
  ["--no-tmpfs"],
  ["--keep-system-config"],
  ["--keep-tmp"],
  ["--overlay-dir", "x"],
  ["--full-access-dir", "x"],
];

test.each(WORKING)("%s is understood", (...words) => {
  expect(parseBenchmarkWords([...words, "a.xml", "b.xml"]).files).toEqual(["a.xml", "b.xml"]);
});

test.each(REFUSED)("%s is refused with a reason", (...words) => {
  expect(() => parseBenchmarkWords(["a.xml", ...words])).toThrow(UsageError);
  expect(() => parseBenchmarkWords(["a.xml", ...words])).toThrow(
    /of benchexec is not supported: ./,
  );
});

const args = (...words: string[]) => parseBenchmarkWords(["a.xml", ...words]).args;

test("sizes of logs are MB unless they say otherwise", () => {
  expect(choices(args()).maximalLogBytes).toBe(20_000_000);
  expect(choices(args("--maxLogfileSize", "3")).maximalLogBytes).toBe(3_000_000);
  expect(choices(args("--maxLogfileSize", "3 kB")).maximalLogBytes).toBe(3000);
  expect(choices(args("--maxLogfileSize", "-1")).maximalLogBytes).toBe(Number.POSITIVE_INFINITY);
});

test("the start is a local time", () => {
  expect(startTime(args())).toBeUndefined();
  const time = startTime(args("--startTime", "2026-02-03 04:05:06"));
  expect(time).toEqual(new Date(2026, 1, 3, 4, 5, 6));
  expect(() => startTime(args("--startTime", "2026-02-03"))).toThrow(UsageError);
});

test("cores and threads that may be used", () => {
  const core = (...threads: number[]) => ({ threads, node: 0, capacity: 1024 });
  const machine = { cores: [core(0, 4), core(1, 5), core(2, 6)] };
  const threads = (...words: string[]) =>
    usableMachine(machine, args(...words)).cores.map((each) => each.threads);
  expect(threads()).toEqual([
    [0, 4],
    [1, 5],
    [2, 6],
  ]);
  expect(threads("--allowedCores", "0,4-5")).toEqual([[0, 4], [5]]);
  expect(threads("--no-hyperthreading")).toEqual([[0], [1], [2]]);
  expect(() => threads("--allowedCores", "5-4")).toThrow(UsageError);
  expect(() => threads("--allowedCores", "0,9")).toThrow("core 9 cannot be used here");
});
