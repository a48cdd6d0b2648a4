import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { getPriority } from "node:os";
import { expect, test } from "vitest";
import { lowerPriority } from "./thread-priority.ts";

test.skipIf(!existsSync("/proc/self/task"))(
  "a thread has a lower priority, and others have not",
  () => {
    const [child, other] = [spawn("sleep", ["60"]), spawn("sleep", ["60"])];
    const before = getPriority(other.pid);
    lowerPriority(`${child.pid}/task/${child.pid}`);
    lowerPriority(undefined);
    expect(getPriority(child.pid)).toBeGreaterThan(before);
    expect(getPriority(other.pid)).toBe(before);
    child.kill();
    other.kill();
  },
);
