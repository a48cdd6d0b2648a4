/** `agon exec`: any command under limits, measured. */
import { mkdtempSync, readFileSync } from "node:fs";
import { getPriority, tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test, vi } from "vitest";
import type { RunMeasurement } from "../../src/organiser/execution/index.ts";
import { agon, start } from "./cli.ts";

vi.setConfig({ testTimeout: 120_000 });

const BURN = "while :; do :; done";

async function figures(...words: readonly string[]): Promise<RunMeasurement> {
  const { code, stdout, stderr } = await agon("exec", "--json", ...words);
  expect(code, stderr).toBe(0);
  return JSON.parse(stdout) as RunMeasurement;
}

describe.skipIf(process.platform !== "linux")("agon exec", () => {
  test("prints the command's output, then the figures", async () => {
    const { code, stdout, stderr } = await agon("exec", "--", "sh", "-c", "echo a; echo b >&2");
    expect({ code, stdout }).toEqual({ code: 0, stdout: "a\nb\n" });
    expect(stderr).toMatch(/^ended by +itself\nexit code +0\nCPU time +\d+\.\d{3} s/);
    expect(stderr).toMatch(/^measured by /m);
    expect(stderr).toMatch(/^isolated by /m);
  });

  test.each([[[]], [["--no-sandbox"]]])(
    "the command has the caller's priority, not its watcher's: %j",
    async (options) => {
      const { code, stdout } = await agon("exec", ...options, "--", "nice");
      expect({ code, stdout }).toEqual({ code: 0, stdout: `${getPriority()}\n` });
    },
  );

  test("limits", async () => {
    const burner = await figures("--cpu", "0.3s", "--cores", "1", "--", "sh", "-c", BURN);
    expect(burner).toMatchObject({ terminationReason: "cputime", signal: 9 });
    expect(burner.cpuTimeSeconds).toBeGreaterThanOrEqual(0.3);
    const sleeper = await figures("--wall", "0.3s", "--", "sleep", "60");
    expect(sleeper.terminationReason).toBe("walltime");
    const hog = await figures(
      ...["--memory", "60MB", "--wall", "60s", "--"],
      ...["perl", "-e", '$x = "x" x 400_000_000; sleep 60'],
    );
    expect(hog.terminationReason).toBe("memory");
    const flood = await figures("--output-size", "5kB", "--", "yes");
    expect(flood).toMatchObject({ terminationReason: "files-size", outputBytes: 5000 });
  });

  test("exit codes and signals are passed on if asked", async () => {
    const words = ["--pass-exit-code", "--no-sandbox", "--", "sh", "-c"];
    expect((await agon("exec", ...words, "exit 7")).code).toBe(7);
    expect((await agon("exec", ...words, "kill -SEGV $$")).code).toBe(139);
    expect((await agon("exec", "--", "sh", "-c", "exit 7")).code).toBe(0);
  });

  test("output into a file, environment, words that look like options", async () => {
    const file = join(mkdtempSync(join(tmpdir(), "agon-exec-test-")), "log");
    const { code, stdout } = await agon(
      ...["exec", "--output", file, "--env", "GREETING=good day", "--"],
      ...["sh", "-c", 'echo "$GREETING" "$@"', "sh", "--help"],
    );
    expect({ code, stdout }).toEqual({ code: 0, stdout: "" });
    expect(readFileSync(file, "utf8")).toBe("good day --help\n");
  });

  test("Ctrl-C ends the command", async () => {
    const { child, finished } = start(["exec", "--", "sh", "-c", "echo up; exec sleep 60"]);
    child.stdout?.once("data", () => child.kill("SIGINT"));
    expect((await finished).code).toBe(130);
  });

  test.skipIf(process.getuid?.() !== 0)("root in a folder that only root may enter", async () => {
    const closed = mkdtempSync(join(tmpdir(), "agon-exec-closed-"));
    const { code, stderr } = await agon("exec", "--show", closed, "--", "true");
    expect({ code, stderr }).toMatchObject({ code: 3 });
    expect(stderr).toContain("ERR_FOLDER_CLOSED");
    expect(stderr).toContain(`chmod o+rX ${closed}`);
  });

  test.each([
    [[], 2, "the command is missing"],
    [["--cpu", "fast", "--", "true"], 2, "'fast' is not a time"],
    [["--wall", "0", "--", "true"], 2, "--wall must be more than 0"],
    [["--env", "=x", "--", "true"], 2, "--env: expected NAME"],
    [["--memroy", "1GB", "--", "true"], 2, "did you mean '--memory'?"],
    [["--", "no-such-program-anywhere"], 3, "ERR_COMMAND_NOT_FOUND"],
    [["--cores", "4096", "--", "true"], 3, "ERR_CORES"],
  ])("%j is refused", async (words, expected, message) => {
    const { code, stderr } = await agon("exec", ...words);
    expect(stderr).toContain(message);
    expect(code).toBe(expected);
  });
});
