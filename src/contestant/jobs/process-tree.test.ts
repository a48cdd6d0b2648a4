import { spawn } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { describe, expect, test, vi } from "vitest";
import { childrenOf, killTree } from "./process-tree.ts";

function isAlive(pid: number): boolean {
  try {
    return !/\) [ZX] /.test(readFileSync(`/proc/${pid}/stat`, "utf8"));
  } catch {
    return false;
  }
}

describe.skipIf(!existsSync("/proc/self/task"))("processes of processes", () => {
  test("are killed with the first of them, and no others", async () => {
    const script = "sh -c 'sleep 300 & sleep 300; true' & sleep 300; true";
    const first = spawn("sh", ["-c", script], { stdio: "ignore" });
    const other = spawn("sleep", ["300"], { stdio: "ignore" });
    const pids = await vi.waitFor(
      () => {
        const children = childrenOf(first.pid as number);
        const all = [...children, ...children.flatMap(childrenOf)];
        expect(all).toHaveLength(4);
        return [first.pid as number, ...all];
      },
      { timeout: 20_000, interval: 5 },
    );
    killTree(first.pid as number);
    await vi.waitFor(() => expect(pids.filter(isAlive)).toEqual([]), { timeout: 20_000 });
    expect(isAlive(other.pid as number)).toBe(true);
    other.kill("SIGKILL");
  });

  test("one that is gone has none", () => {
    expect(childrenOf(2 ** 30)).toEqual([]);
    expect(() => killTree(2 ** 30)).not.toThrow();
  });
});
