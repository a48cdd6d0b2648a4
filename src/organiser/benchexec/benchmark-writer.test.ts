import { expect, test } from "vitest";
import { shortened } from "./benchmark-writer.ts";

test("a long log keeps its beginning and its end, in whole lines", () => {
  const lines = Array.from({ length: 1000 }, (_, number) => `line ${number}\n`);
  const log = Buffer.from(lines.join(""));
  const short = shortened(log, 2000).toString();
  expect(short.length).toBeLessThan(2200);
  expect(short).toMatch(/^line 0\n/);
  expect(short).toMatch(/line 999\n$/);
  const [head = "", tail = ""] = short.split(/\n\n\nWARNING: [^\n]*\n\n\n\n/);
  expect(log.toString()).toContain(head);
  expect(head).toMatch(/line \d+\n$/);
  expect(tail).toMatch(/^line \d+\n/);
  expect(shortened(log, log.length - 400)).toBe(log);
  expect(shortened(log, Number.POSITIVE_INFINITY)).toBe(log);
});

test("a log of one line is cut within it", () => {
  const short = shortened(Buffer.alloc(100_000, "x"), 1000).toString();
  expect(short).toMatch(
    /^x{500}\n\n\nWARNING: THE LOG WAS TOO LONG: 99000 BYTES .*\n\n\n\nx{500}$/,
  );
});
