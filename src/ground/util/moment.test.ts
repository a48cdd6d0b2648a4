import { expect, test } from "vitest";
import { formatDuration } from "./duration.ts";
import { formatMoment } from "./moment.ts";

test.each([
  ["2026-11-22T14:03:59.123Z", "22 Nov 2026, 14:03"],
  ["2026-01-02", "2 Jan 2026"],
  ["2026-13-02T00:00:00Z", "2026-13-02T00:00:00Z"],
  ["–", "–"],
])("%s for people: %s", (text, wanted) => {
  expect(formatMoment(text)).toBe(wanted);
});

test.each([
  [0.417, "0.42 s"],
  [185, "3 min 5 s"],
  [7800, "2 h 10 min"],
  [47 * 3600, "47 h"],
  [6.5 * 86_400, "6.5 days"],
  [500 * 86_400, "500 days"],
  [249_300_000, "7.9 years"],
])("%d seconds for people: %s", (seconds, wanted) => {
  expect(formatDuration(seconds)).toBe(wanted);
});
