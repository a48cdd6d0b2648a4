import { expect, test } from "vitest";
import { MAX_SAMPLES, TimeLineRecorder } from "./time-line.ts";

/** A run of `seconds`, looked at every 20 ms, that burns one core and takes 1 MB a second. */
function record(seconds: number): TimeLineRecorder {
  const recorder = new TimeLineRecorder();
  for (let tick = 0; tick * 0.02 <= seconds; tick++) {
    const time = tick * 0.02;
    recorder.add(time, time, () => Math.round(time * 1e6));
  }
  return recorder;
}

test("short runs have a point every 50 ms or somewhat later", () => {
  expect(record(0.2).samples()).toEqual({
    seconds: [0, 0.06, 0.12, 0.18],
    cpuSeconds: [0, 0.06, 0.12, 0.18],
    memoryBytes: [0, 60_000, 120_000, 180_000],
  });
});

test.each([5, 13, 60, 900])(
  "a run of %i s has enough points, evenly spread, not too many",
  (end) => {
    const { seconds = [], cpuSeconds = [], memoryBytes = [] } = record(end).samples() ?? {};
    expect(seconds.length).toBeLessThanOrEqual(MAX_SAMPLES);
    expect(seconds.length).toBeGreaterThan(MAX_SAMPLES / 3);
    expect([cpuSeconds.length, memoryBytes.length]).toEqual([seconds.length, seconds.length]);
    const gaps = seconds.slice(1).map((second, index) => second - (seconds[index] as number));
    expect(Math.max(...gaps)).toBeLessThan(2.5 * Math.min(...gaps));
    expect(end - (seconds.at(-1) as number)).toBeLessThan(2 * Math.max(...gaps));
  },
);

test("nothing is recorded where memory cannot be read", () => {
  const recorder = new TimeLineRecorder();
  recorder.add(0, 0, () => undefined);
  expect(recorder.samples()).toBeUndefined();
});
