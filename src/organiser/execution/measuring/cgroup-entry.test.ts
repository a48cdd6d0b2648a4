import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { prepareEntry } from "./cgroup-entry.ts";
import { usableCgroups } from "./cgroup-hierarchies.ts";

const memberships = (): string => readFileSync("/proc/self/cgroup", "utf8");

test.skipIf(process.platform !== "linux")("leaves this process where it is", async () => {
  const { unified, v1 } = usableCgroups();
  const before = memberships();
  const outcomes = [await prepareEntry(), await prepareEntry()];
  expect(memberships()).toBe(before);
  // A process that may create groups for runs may enter its own.
  if (unified !== undefined || v1.size > 0) expect(outcomes).toEqual([true, true]);
});
