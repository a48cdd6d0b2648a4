import { expect, test } from "vitest";
import { formatDuration } from "./duration.ts";

test.each([
  [0.424, "0.42 s"],
  [12.4, "12 s"],
  [185, "3 min 5 s"],
  [180, "3 min"],
  [7800, "2 h 10 min"],
])("%f: %s", (seconds, text) => {
  expect(formatDuration(seconds)).toBe(text);
});
