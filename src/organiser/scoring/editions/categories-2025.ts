/** Category structure of SV-COMP 2025 (`category-structure.yml` of the benchmark definitions). */
import type { Category } from "../../../ground/model/index.ts";
import { bases, family, over, runSets } from "./category-list.ts";

const FAMILIES: readonly Category[] = [
  ...family("ReachSafety", [
    runSets("unreach-call", "ReachSafety", [
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
  ...family("NoOverflows", [runSets("no-overflow", "NoOverflows", ["Main", "Juliet"])]),
  ...family("Termination", [
    runSets("termination", "Termination", ["BitVectors", "MainControlFlow", "MainHeap", "Other"]),
  ]),
  ...family("SoftwareSystems", [
    runSets("unreach-call", "SoftwareSystems", ["AWS-C-Common-ReachSafety"]),
    runSets("valid-memsafety", "SoftwareSystems", ["coreutils-MemSafety"]),
    runSets("no-overflow", "SoftwareSystems", ["coreutils-NoOverflows", "BusyBox-NoOverflows"]),
    runSets("unreach-call", "SoftwareSystems", [
      "DeviceDriversLinux64-ReachSafety",
      "DeviceDriversLinux64Large-ReachSafety",
    ]),
    runSets("valid-memsafety", "SoftwareSystems", ["DeviceDriversLinux64-MemSafety"]),
    runSets("unreach-call", "SoftwareSystems", [
      "Intel-TDX-Module-ReachSafety",
      "Other-ReachSafety",
    ]),
    runSets("valid-memsafety", "SoftwareSystems", ["Other-MemSafety"]),
    runSets("unreach-call", "SoftwareSystems", ["uthash-ReachSafety"]),
    runSets("valid-memsafety", "SoftwareSystems", ["uthash-MemSafety"]),
    runSets("no-overflow", "SoftwareSystems", ["uthash-NoOverflows"]),
    runSets("valid-memcleanup", "SoftwareSystems", ["uthash-MemCleanup"]),
    runSets("termination", "SoftwareSystems", ["DeviceDriversLinux64-Termination"]),
  ]),
  ...family(
    "ValidationCrafted",
    [
      bases(
        "unreach-call",
        "unreach-call.",
        ["CorrectnessWitnesses-Loops", "ViolationWitnesses-ControlFlow"],
        { validationOnly: true },
      ),
    ],
    { validationOnly: true },
  ),
];

const SAFETY = ["ReachSafety", "MemSafety", "ConcurrencySafety", "NoOverflows"];

/** The categories of SV-COMP 2025: families with their base categories, then those over several families. */
export const CATEGORIES_2025: readonly Category[] = [
  ...FAMILIES,
  over("FalsificationOverall", [...SAFETY, "SoftwareSystems", "ValidationCrafted"], {
    answers: "false",
    excludedProperties: ["termination"],
  }),
  over("Overall", [...SAFETY, "Termination", "SoftwareSystems", "ValidationCrafted"]),
  ...family("JavaOverall", [
    runSets("assert_java", "ReachSafety", ["Java"]),
    bases("runtime-exception", "runtime-exception.", ["RuntimeException-Java"], {
      demonstration: true,
    }),
  ]),
];
