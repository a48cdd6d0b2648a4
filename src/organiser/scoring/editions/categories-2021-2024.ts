/** `category-structure.yml` of the benchmark definitions at the end of December of the year before each edition. */
import type { Category } from "../../../ground/model/index.ts";
import { family, over, runSets } from "./category-list.ts";

const REACH_SAFETY_2021 = [
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
  "XCSP",
  "Combinations",
];

const MEM_SAFETY_2021 = family("MemSafety", [
  runSets("valid-memsafety", "MemSafety", ["Arrays", "Heap", "LinkedLists", "Other"]),
  runSets("valid-memcleanup", "MemSafety", ["MemCleanup"]),
  runSets("valid-memsafety", "MemSafety", ["Juliet"]),
]);

/** The first two years of data races were a demonstration. */
const CONCURRENCY_2021 = family("ConcurrencySafety", [
  runSets("unreach-call", "ConcurrencySafety", ["Main"]),
  runSets("no-data-race", "NoDataRace", ["Main"], { demonstration: true }),
]);

const NO_OVERFLOWS_2021 = family("NoOverflows", [
  runSets("no-overflow", "NoOverflows", ["BitVectors", "Other"]),
]);
const NO_OVERFLOWS_2023 = family("NoOverflows", [
  runSets("no-overflow", "NoOverflows", ["Main", "Juliet"]),
]);

const TERMINATION_2021 = ["MainControlFlow", "MainHeap", "Other"];
const TERMINATION_2022 = family("Termination", [
  runSets("termination", "Termination", ["BitVectors", ...TERMINATION_2021]),
]);

const AWS = runSets("unreach-call", "SoftwareSystems", ["AWS-C-Common-ReachSafety"]);
const BUSYBOX = [
  runSets("valid-memsafety", "SoftwareSystems", ["BusyBox-MemSafety"]),
  runSets("no-overflow", "SoftwareSystems", ["BusyBox-NoOverflows"]),
];
const BUSYBOX_2022 = [
  runSets("unreach-call", "SoftwareSystems", ["BusyBox-ReachSafety"]),
  ...BUSYBOX,
];
const DRIVERS = runSets("unreach-call", "SoftwareSystems", [
  "DeviceDriversLinux64-ReachSafety",
  "DeviceDriversLinux64Large-ReachSafety",
]);
const DRIVERS_MEMORY = runSets("valid-memsafety", "SoftwareSystems", [
  "DeviceDriversLinux64-MemSafety",
]);
const OPEN_BSD_AND_UTHASH = [
  runSets("valid-memsafety", "SoftwareSystems", ["OpenBSD-MemSafety", "uthash-MemSafety"]),
  runSets("no-overflow", "SoftwareSystems", ["uthash-NoOverflows"]),
  runSets("unreach-call", "SoftwareSystems", ["uthash-ReachSafety"]),
];

const SAFETY = ["ReachSafety", "MemSafety", "ConcurrencySafety", "NoOverflows"];

/** Categories that did not change from 2021 to 2024. */
const OVERALLS: readonly Category[] = [
  over("FalsificationOverall", [...SAFETY, "SoftwareSystems"], {
    answers: "false",
    excludedProperties: ["termination"],
  }),
  over("Overall", [...SAFETY, "Termination", "SoftwareSystems"]),
  ...family("JavaOverall", [runSets("assert_java", "ReachSafety", ["Java"])]),
];

export const CATEGORIES_2021: readonly Category[] = [
  ...family("ReachSafety", [runSets("unreach-call", "ReachSafety", REACH_SAFETY_2021)]),
  ...MEM_SAFETY_2021,
  ...CONCURRENCY_2021,
  ...NO_OVERFLOWS_2021,
  ...family("Termination", [runSets("termination", "Termination", TERMINATION_2021)]),
  ...family("SoftwareSystems", [AWS, ...BUSYBOX, DRIVERS, ...OPEN_BSD_AND_UTHASH]),
  ...OVERALLS,
];

export const CATEGORIES_2022: readonly Category[] = [
  ...family("ReachSafety", [runSets("unreach-call", "ReachSafety", REACH_SAFETY_2021)]),
  ...MEM_SAFETY_2021,
  ...CONCURRENCY_2021,
  ...NO_OVERFLOWS_2021,
  ...TERMINATION_2022,
  ...family("SoftwareSystems", [AWS, ...BUSYBOX_2022, DRIVERS, ...OPEN_BSD_AND_UTHASH]),
  ...OVERALLS,
];

export const CATEGORIES_2023: readonly Category[] = [
  ...family("ReachSafety", [
    runSets("unreach-call", "ReachSafety", [...REACH_SAFETY_2021, "Hardware"]),
  ]),
  ...MEM_SAFETY_2021,
  ...family("ConcurrencySafety", [
    runSets("unreach-call", "ConcurrencySafety", ["Main"]),
    runSets("no-data-race", "NoDataRace", ["Main"]),
    runSets("no-overflow", "ConcurrencySafety", ["NoOverflows"]),
    runSets("valid-memsafety", "ConcurrencySafety", ["MemSafety"]),
  ]),
  ...NO_OVERFLOWS_2023,
  ...TERMINATION_2022,
  ...family("SoftwareSystems", [
    AWS,
    runSets("unreach-call", "SoftwareSystems", ["coreutils-ReachSafety"]),
    runSets("valid-memsafety", "SoftwareSystems", ["coreutils-MemSafety"]),
    runSets("no-overflow", "SoftwareSystems", ["coreutils-NoOverflows"]),
    ...BUSYBOX_2022,
    DRIVERS,
    DRIVERS_MEMORY,
    ...OPEN_BSD_AND_UTHASH,
  ]),
  ...OVERALLS,
];

export const CATEGORIES_2024: readonly Category[] = [
  ...family("ReachSafety", [
    runSets("unreach-call", "ReachSafety", [
      ...REACH_SAFETY_2021,
      "Hardware",
      "Hardness",
      "Fuzzle",
    ]),
  ]),
  ...family("MemSafety", [
    runSets("valid-memsafety", "MemSafety", ["Arrays", "Heap", "LinkedLists", "Other", "Juliet"]),
    runSets("valid-memcleanup", "MemSafety", ["MemCleanup"]),
  ]),
  ...family("ConcurrencySafety", [
    runSets("unreach-call", "ConcurrencySafety", ["Main"]),
    runSets("valid-memsafety", "ConcurrencySafety", ["MemSafety"]),
    runSets("no-overflow", "ConcurrencySafety", ["NoOverflows"]),
    runSets("no-data-race", "NoDataRace", ["Main"]),
  ]),
  ...NO_OVERFLOWS_2023,
  ...TERMINATION_2022,
  ...family("SoftwareSystems", [
    AWS,
    runSets("valid-memsafety", "SoftwareSystems", ["coreutils-MemSafety"]),
    runSets("no-overflow", "SoftwareSystems", ["coreutils-NoOverflows", "BusyBox-NoOverflows"]),
    DRIVERS,
    DRIVERS_MEMORY,
    runSets("unreach-call", "SoftwareSystems", ["Other-ReachSafety"]),
    runSets("valid-memsafety", "SoftwareSystems", ["Other-MemSafety"]),
    runSets("unreach-call", "SoftwareSystems", ["uthash-ReachSafety"]),
    runSets("valid-memsafety", "SoftwareSystems", ["uthash-MemSafety"]),
    runSets("no-overflow", "SoftwareSystems", ["uthash-NoOverflows"]),
    runSets("valid-memcleanup", "SoftwareSystems", ["uthash-MemCleanup"]),
    runSets("termination", "SoftwareSystems", ["DeviceDriversLinux64-Termination"]),
  ]),
  ...OVERALLS,
];
