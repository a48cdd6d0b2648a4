import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { availableCores, coreGroups, parseCpuList } from "./cores.ts";

test.each([
  ["0", [0]],
  ["0-3", [0, 1, 2, 3]],
  ["0-1,4,8-9", [0, 1, 4, 8, 9]],
  ["", []],
])("CPU list %j", (text, expected) => {
  expect(parseCpuList(text)).toEqual(expected);
});

test("siblings of a physical core are neighbours", () => {
  const root = mkdtempSync(join(tmpdir(), "agon-cpu-"));
  writeFileSync(join(root, "status"), "Name:\tx\nCpus_allowed_list:\t0-3\n");
  for (const [cpu, core] of [0, 1, 0, 1].entries()) {
    mkdirSync(join(root, `cpu${cpu}/topology`), { recursive: true });
    writeFileSync(join(root, `cpu${cpu}/topology/core_id`), `${core}\n`);
    writeFileSync(join(root, `cpu${cpu}/topology/physical_package_id`), "0\n");
  }
  expect(availableCores(root, root)).toEqual([0, 2, 1, 3]);
});

test.each([
  [[0, 1], 1, 2, [[0], [1]]],
  [
    [0, 2, 1, 3],
    2,
    9,
    [
      [0, 2],
      [1, 3],
    ],
  ],
  [[0, 1, 2], 2, 9, [[0, 1]]],
  [[0, 1], 1, 1, [[0]]],
  [[0, 1], 4, 1, []],
])("cores %j in groups of %i for %i jobs", (cores, size, jobs, expected) => {
  expect(coreGroups(cores, size, jobs)).toEqual(expected);
});
