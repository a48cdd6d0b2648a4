/** Reports and slides of 2017 and 2019, benchmark definitions of 2018 and 2020. */
import type { Category } from "../../../ground/model/index.ts";
import { bases, family, over } from "./category-list.ts";

const REACH_SAFETY = bases("unreach-call", "ReachSafety-", [
  "Arrays",
  "BitVectors",
  "ControlFlow",
  "ECA",
  "Floats",
  "Heap",
  "Loops",
  "ProductLines",
  "Recursive",
  "Sequentialized",
]);
const MEM_SAFETY = bases("valid-memsafety", "MemSafety-", [
  "Arrays",
  "Heap",
  "LinkedLists",
  "Other",
]);
const MEM_CLEANUP = bases("valid-memcleanup", "MemSafety-", ["MemCleanup"]);
const CONCURRENCY = bases("unreach-call", "ConcurrencySafety-", ["Main"]);
const TERMINATION = bases("termination", "Termination-", ["MainControlFlow", "MainHeap", "Other"]);

const SAFETY_FAMILIES = ["ReachSafety", "MemSafety", "ConcurrencySafety"];

function overalls(falsification: string, overflows: string): readonly Category[] {
  return [
    over(falsification, [...SAFETY_FAMILIES, overflows, "SoftwareSystems"], {
      answers: "false",
      excludedProperties: ["termination"],
    }),
    over("Overall", [...SAFETY_FAMILIES, overflows, "Termination", "SoftwareSystems"]),
  ];
}

const JAVA = family("JavaOverall", [bases("assert_java", "ReachSafety-", ["Java"])]);

export const CATEGORIES_2017: readonly Category[] = [
  ...family("ReachSafety", [REACH_SAFETY]),
  ...family("MemSafety", [MEM_SAFETY]),
  ...family("ConcurrencySafety", [CONCURRENCY]),
  ...family("Overflows", [bases("no-overflow", "Overflows-", ["BitVectors", "Other"])]),
  ...family("Termination", [TERMINATION]),
  ...family("SoftwareSystems", [
    bases("valid-memsafety", "Systems_", ["BusyBox_MemSafety"]),
    bases("no-overflow", "Systems_", ["BusyBox_Overflows"]),
    bases("unreach-call", "Systems_", ["DeviceDriversLinux64_ReachSafety"]),
  ]),
  ...overalls("Falsification", "Overflows"),
];

const NO_OVERFLOWS = family("NoOverflows", [
  bases("no-overflow", "NoOverflows-", ["BitVectors", "Other"]),
]);

const SOFTWARE_SYSTEMS_2018 = family("SoftwareSystems", [
  bases("valid-memsafety", "Systems_", ["BusyBox_MemSafety"]),
  bases("no-overflow", "Systems_", ["BusyBox_NoOverflows"]),
  bases("unreach-call", "Systems_", ["DeviceDriversLinux64_ReachSafety"]),
]);

export const CATEGORIES_2018: readonly Category[] = [
  ...family("ReachSafety", [REACH_SAFETY]),
  ...family("MemSafety", [MEM_SAFETY]),
  ...family("ConcurrencySafety", [CONCURRENCY]),
  ...NO_OVERFLOWS,
  ...family("Termination", [TERMINATION]),
  ...SOFTWARE_SYSTEMS_2018,
  ...overalls("FalsificationOverall", "NoOverflows"),
];

export const CATEGORIES_2019: readonly Category[] = [
  ...family("ReachSafety", [REACH_SAFETY]),
  ...family("MemSafety", [MEM_SAFETY, MEM_CLEANUP]),
  ...family("ConcurrencySafety", [CONCURRENCY]),
  ...NO_OVERFLOWS,
  ...family("Termination", [TERMINATION]),
  ...SOFTWARE_SYSTEMS_2018,
  ...overalls("FalsificationOverall", "NoOverflows"),
  ...JAVA,
];

export const CATEGORIES_2020: readonly Category[] = [
  ...family("ReachSafety", [REACH_SAFETY]),
  ...family("MemSafety", [
    MEM_SAFETY,
    bases("valid-memsafety", "MemSafety-", ["TerminCrafted"]),
    MEM_CLEANUP,
  ]),
  ...family("ConcurrencySafety", [CONCURRENCY]),
  ...NO_OVERFLOWS,
  ...family("Termination", [TERMINATION]),
  ...family("SoftwareSystems", [
    bases("unreach-call", "SoftwareSystems-", ["AWS-C-Common-ReachSafety"]),
    bases("valid-memsafety", "SoftwareSystems-", ["BusyBox-MemSafety"]),
    bases("no-overflow", "SoftwareSystems-", ["BusyBox-NoOverflows"]),
    bases("unreach-call", "SoftwareSystems-", ["DeviceDriversLinux64-ReachSafety"]),
    bases("valid-memsafety", "SoftwareSystems-", ["OpenBSD-MemSafety"]),
  ]),
  ...overalls("FalsificationOverall", "NoOverflows"),
  ...JAVA,
];
