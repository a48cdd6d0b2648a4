/** Category structure of SV-COMP 2025 (`category-structure.yml` of the benchmark definitions). */
import type { BaseCategory, Category } from "../../model/index.ts";
import { bases, family, over } from "./category-list.ts";

/** Names are `<property>.<run set>`. */
function sets(property: string, group: string, names: readonly string[]): readonly BaseCategory[] {
  return bases(property, `${property}.${group}-`, names);
}

const FAMILIES: readonly Category[] = [
  ...family("ReachSafety", [
    sets("unreach-call", "ReachSafety", [
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
    sets("valid-memsafety", "MemSafety", ["Arrays", "Heap", "LinkedLists", "Other", "Juliet"]),
    sets("valid-memcleanup", "MemSafety", ["MemCleanup"]),
  ]),
  ...family("ConcurrencySafety", [
    sets("unreach-call", "ConcurrencySafety", ["Main"]),
    sets("valid-memsafety", "ConcurrencySafety", ["MemSafety"]),
    sets("no-overflow", "ConcurrencySafety", ["NoOverflows"]),
    sets("no-data-race", "NoDataRace", ["Main"]),
  ]),
  ...family("NoOverflows", [sets("no-overflow", "NoOverflows", ["Main", "Juliet"])]),
  ...family("Termination", [
    sets("termination", "Termination", ["BitVectors", "MainControlFlow", "MainHeap", "Other"]),
  ]),
  ...family("SoftwareSystems", [
    sets("unreach-call", "SoftwareSystems", ["AWS-C-Common-ReachSafety"]),
    sets("valid-memsafety", "SoftwareSystems", ["coreutils-MemSafety"]),
    sets("no-overflow", "SoftwareSystems", ["coreutils-NoOverflows", "BusyBox-NoOverflows"]),
    sets("unreach-call", "SoftwareSystems", [
      "DeviceDriversLinux64-ReachSafety",
      "DeviceDriversLinux64Large-ReachSafety",
    ]),
    sets("valid-memsafety", "SoftwareSystems", ["DeviceDriversLinux64-MemSafety"]),
    sets("unreach-call", "SoftwareSystems", ["Intel-TDX-Module-ReachSafety", "Other-ReachSafety"]),
    sets("valid-memsafety", "SoftwareSystems", ["Other-MemSafety"]),
    sets("unreach-call", "SoftwareSystems", ["uthash-ReachSafety"]),
    sets("valid-memsafety", "SoftwareSystems", ["uthash-MemSafety"]),
    sets("no-overflow", "SoftwareSystems", ["uthash-NoOverflows"]),
    sets("valid-memcleanup", "SoftwareSystems", ["uthash-MemCleanup"]),
    sets("termination", "SoftwareSystems", ["DeviceDriversLinux64-Termination"]),
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

export const CATEGORIES_2025: readonly Category[] = [
  ...FAMILIES,
  over("FalsificationOverall", [...SAFETY, "SoftwareSystems", "ValidationCrafted"], {
    answers: "false",
    excludedProperties: ["termination"],
  }),
  over("Overall", [...SAFETY, "Termination", "SoftwareSystems", "ValidationCrafted"]),
  ...family("JavaOverall", [
    sets("assert_java", "ReachSafety", ["Java"]),
    bases("runtime-exception", "runtime-exception.", ["RuntimeException-Java"], {
      demonstration: true,
    }),
  ]),
];
