import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { delegateControllers, isSufficient, locateCgroups } from "./cgroup-hierarchies.ts";

/** A folder that looks like /proc/self of some host. */
function procSelf(cgroup: string, mountinfo: string): string {
  const folder = mkdtempSync(join(tmpdir(), "agon-proc-"));
  writeFileSync(join(folder, "cgroup"), cgroup);
  writeFileSync(join(folder, "mountinfo"), mountinfo);
  return folder;
}

describe("locateCgroups", () => {
  test("pure v2 in a delegated scope", () => {
    const root = mkdtempSync(join(tmpdir(), "agon-cgroup-"));
    mkdirSync(join(root, "user.slice/agon.scope"), { recursive: true });
    writeFileSync(join(root, "user.slice/agon.scope/cgroup.controllers"), "cpu memory pids\n");
    const found = locateCgroups(
      procSelf(
        "0::/user.slice/agon.scope\n",
        `30 23 0:26 / ${root} rw,nosuid shared:4 - cgroup2 cgroup2 rw,nsdelegate\n`,
      ),
    );
    expect(found.unified).toEqual({
      directory: join(root, "user.slice/agon.scope"),
      controllers: new Set(["cpu", "memory", "pids"]),
    });
    expect(found.v1.size).toBe(0);
    expect(isSufficient(found)).toBe(true);
  });

  test("v1 with joined controllers, and a container that sees a subtree", () => {
    const found = locateCgroups(
      procSelf(
        "4:memory:/docker/abc/inner\n2:cpu,cpuacct:/docker/abc\n",
        [
          "33 31 0:30 /docker/abc /sys/fs/cgroup/cpu,cpuacct rw - cgroup cgroup rw,cpu,cpuacct",
          "35 31 0:32 /docker/abc /sys/fs/cgroup/memory rw - cgroup cgroup rw,memory",
        ].join("\n"),
      ),
    );
    expect(Object.fromEntries(found.v1)).toEqual({
      cpuacct: "/sys/fs/cgroup/cpu,cpuacct",
      memory: "/sys/fs/cgroup/memory/inner",
    });
    expect(isSufficient(found)).toBe(true);
  });

  test("hybrid: v1 controllers and a v2 tree without any", () => {
    const found = locateCgroups(
      procSelf(
        "4:memory:/a\n2:cpuacct:/\n0::/\n",
        [
          "33 31 0:30 / /c/cpuacct rw - cgroup cgroup rw,cpuacct",
          "35 31 0:32 / /c/memory rw - cgroup cgroup rw,memory",
          "41 31 0:38 / /c/unified rw - cgroup2 cgroup2 rw",
        ].join("\n"),
      ),
    );
    expect(found.unified).toEqual({ directory: "/c/unified", controllers: new Set() });
    expect(found.v1.get("memory")).toBe("/c/memory/a");
  });

  test.each([
    ["nothing mounted", "0::/\n", ""],
    ["no proc", "", ""],
  ])("%s", (_name, cgroup, mountinfo) => {
    const found = locateCgroups(procSelf(cgroup, mountinfo));
    expect(found).toEqual({ v1: new Map() });
    expect(isSufficient(found)).toBe(false);
  });
});

test("delegateControllers moves the group's processes to a leaf and enables what there is", () => {
  const directory = mkdtempSync(join(tmpdir(), "agon-cgroup-"));
  writeFileSync(join(directory, "cgroup.procs"), "");
  const delegated = delegateControllers({
    unified: { directory, controllers: new Set(["memory", "hugetlb"]) },
    v1: new Map(),
  });
  expect(delegated.unified?.controllers).toEqual(new Set(["memory"]));
  expect(readFileSync(join(directory, "cgroup.subtree_control"), "utf8")).toBe("+memory");
});
