import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { memoryNodes, parseCpuList, readMachine, threadCount } from "./machine.ts";

test.each([
  ["0", [0]],
  ["0-3", [0, 1, 2, 3]],
  ["0-1,4,8-9", [0, 1, 4, 8, 9]],
  ["", []],
])("CPU list %j", (text, expected) => {
  expect(parseCpuList(text)).toEqual(expected);
});

function folder(files: Readonly<Record<string, string>>): string {
  const root = mkdtempSync(join(tmpdir(), "agon-machine-"));
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, name)), { recursive: true });
    writeFileSync(join(root, name), `${text}\n`);
  }
  return root;
}

const siblings = (cpu: number): string => `system/cpu/cpu${cpu}/topology/core_cpus_list`;

test("hyper-threads, NUMA nodes, efficiency cores; one core is not available", () => {
  const root = folder({
    status: "Name:\tx\nCpus_allowed_list:\t0-3,5",
    [siblings(0)]: "0,2",
    [siblings(1)]: "1,3",
    [siblings(2)]: "0,2",
    [siblings(3)]: "1,3",
    [siblings(5)]: "4-5",
    "system/node/node0/cpulist": "0,2",
    "system/node/node1/cpulist": "1,3-5",
    "cpu_atom/cpus": "4-5",
  });
  const machine = readMachine(root, root);
  expect(machine.cores).toEqual([
    { threads: [0, 2], node: 0, capacity: 1024 },
    { threads: [1, 3], node: 1, capacity: 1024 },
    { threads: [5], node: 1, capacity: 512 },
  ]);
  expect(threadCount(machine)).toBe(5);
  expect(memoryNodes(machine, [3, 5])).toEqual([1]);
  expect(memoryNodes(machine, [3, 0])).toEqual([0, 1]);
  expect(machine.nodeMemory).toBeUndefined();
});

test("memory of nodes; a run that needs more than its node has gets that of others", () => {
  const root = folder({
    status: "Cpus_allowed_list:\t0-1",
    "system/node/online": "0-2",
    "system/node/node0/cpulist": "0",
    "system/node/node0/meminfo": "Node 0 MemTotal:   1000 kB\nNode 0 MemFree:  5 kB",
    "system/node/node1/cpulist": "1",
    "system/node/node1/meminfo": "Node 1 MemTotal:   3000 kB",
    "system/node/node2/meminfo": "Node 2 MemTotal:      0 kB",
  });
  const machine = readMachine(root, root);
  expect(machine.nodeMemory?.get(1)).toBe(3_072_000);
  expect(memoryNodes(machine, [0], 1_000_000)).toEqual([0]);
  expect(memoryNodes(machine, [0], 1_100_000)).toEqual([0, 1]);
  expect(memoryNodes(machine, [0], 9e9)).toEqual([0, 1]);
});

test("capacities from the kernel; siblings and nodes unknown", () => {
  const root = folder({
    status: "Cpus_allowed_list:\t0-1",
    "system/cpu/cpu0/cpu_capacity": "446",
    "system/cpu/cpu1/cpu_capacity": "1024",
  });
  expect(readMachine(root, root).cores).toEqual([
    { threads: [0], node: 0, capacity: 446 },
    { threads: [1], node: 0, capacity: 1024 },
  ]);
});
