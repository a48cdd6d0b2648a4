import { expect, test } from "vitest";
import { isInside, sandboxLayout } from "./sandbox-layout.ts";

test.each([
  ["/a/b", "/a", true],
  ["/a", "/a", true],
  ["/a", "/a/b", false],
  ["/ab", "/a", false],
  ["/a/..b", "/a", true],
])("%s inside %s: %s", (path, folder, expected) => {
  expect(isInside(path, folder)).toBe(expected);
});

const FILES = { workDirectory: "/s/work", inputs: new Map([["task", "/s/input/task"]]) };

function targets(toolPaths: string[], hidden: string[]): string[] {
  return sandboxLayout({ ...FILES, toolPaths, hidden }, []).map(
    ({ kind, target }) => `${kind} ${target}`,
  );
}

test("the run sees its inputs inside its working directory", () => {
  expect(targets([], []).slice(-2)).toEqual(["writable /run/agon", "read-only /run/agon/task"]);
});

test("tools in the system need no mount, others appear under their own path", () => {
  const all = targets(["/usr/bin/x", "/opt/tools/y"], []);
  expect(all).not.toContain("read-only /usr/bin/x");
  const index = all.indexOf("read-only /opt/tools/y");
  expect(all.slice(index - 2, index)).toEqual(["directory /opt", "directory /opt/tools"]);
});

test("hidden folders are covered where a tool would show them", () => {
  expect(targets(["/opt/y"], ["/opt/y/tasks", "/home/x"])).toContain("empty /opt/y/tasks");
  expect(targets(["/opt/y"], ["/opt/y/tasks", "/home/x"])).not.toContain("empty /home/x");
  expect(targets([], ["/usr/share/tasks"])).toContain("empty /usr/share/tasks");
});

test("the home of the user is not visible", () => {
  const shown = targets([], []).map((entry) => entry.split(" ")[1]);
  for (const folder of ["/home", "/root", "/var", "/mnt", "/srv"])
    expect(shown).not.toContain(folder);
});
