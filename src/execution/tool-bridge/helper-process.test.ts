import { expect, test } from "vitest";
import { helperIsolation, runHelper } from "./helper-process.ts";

const run = (script: string, seconds = 20): ReturnType<typeof runHelper> =>
  runHelper(
    { command: ["/bin/sh", "-c", script], shown: [], environment: { WORD: "x" } },
    helperIsolation(),
    seconds,
  );

test("a helper prints nothing but what it prints", () => {
  expect(run("echo $WORD; echo y >&2; exit 3")).toEqual({ exitCode: 3, output: "x\ny\n" });
});

test("a helper that hangs is ended", () => {
  expect(run("sleep 100", 1).exitCode).toBe(null);
});
