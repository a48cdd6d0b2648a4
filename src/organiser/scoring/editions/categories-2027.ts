/** Category structure of SV-COMP 2027 as of mid-2026; names are `<language>.<property>.<name>`. */
import type { BaseCategory, Category } from "../../../ground/model/index.ts";
import { bases, family, over } from "./category-list.ts";

type Marks = Pick<BaseCategory, "demonstration" | "validationOnly">;

function c(property: string, names: readonly string[], marks: Marks = {}): readonly BaseCategory[] {
  return bases(property, `C.${property}.`, names, marks);
}

const CONCURRENT_PROPERTIES = ["no-data-race", "no-overflow", "unreach-call", "valid-memsafety"];
const CRAFTED: Marks = { validationOnly: true };
const DEMONSTRATION: Marks = { demonstration: true };

const FAMILIES: readonly Category[] = [
  ...family("C.ReachSafety", [
    c("unreach-call", [
      "Arrays",
      "BitVectors",
      "Combinations",
      "ControlFlow",
      "ECA",
      "Floats",
      "Hardness",
      "Hardware",
      "Heap",
      "Loops",
      "ProductLines",
      "Recursive",
      "Sequentialized",
      "XCSP",
    ]),
  ]),
  ...family("C.MemSafety", [
    c("valid-memcleanup", ["Main"]),
    c("valid-memsafety", ["Arrays", "Heap", "Juliet", "LinkedLists", "Other"]),
  ]),
  ...family(
    "C.Concurrency",
    CONCURRENT_PROPERTIES.map((property) => c(property, ["Concurrency"])),
  ),
  ...family("C.NoOverflows", [c("no-overflow", ["Juliet", "Main"])]),
  ...family("C.Termination", [
    c("termination", ["BitVectors", "MainControlFlow", "MainHeap", "Other"]),
  ]),
  ...family("C.SoftwareSystems", [
    c("no-overflow", [
      "SoftwareSystems-BusyBox",
      "SoftwareSystems-coreutils",
      "SoftwareSystems-uthash",
    ]),
    c("termination", ["SoftwareSystems-DeviceDriversLinux64", "SoftwareSystems-uthash"]),
    c("unreach-call", [
      "SoftwareSystems-AWS-C-Common",
      "SoftwareSystems-DeviceDriversLinux64",
      "SoftwareSystems-DeviceDriversLinux64Large",
      "SoftwareSystems-Intel-TDX-Module",
      "SoftwareSystems-Other",
      "SoftwareSystems-uthash",
    ]),
    c("valid-memcleanup", ["SoftwareSystems-uthash"]),
    c("valid-memsafety", [
      "SoftwareSystems-coreutils",
      "SoftwareSystems-DeviceDriversLinux64",
      "SoftwareSystems-Other",
      "SoftwareSystems-uthash",
    ]),
  ]),
  ...family(
    "C.ValidationCrafted",
    [
      c("unreach-call", ["CorrectnessWitnesses", "ViolationWitnesses"], CRAFTED),
      c("termination", ["ViolationWitnesses"], CRAFTED),
    ],
    CRAFTED,
  ),
];

const MAIN_FAMILIES = [
  "C.ReachSafety",
  "C.MemSafety",
  "C.Concurrency",
  "C.NoOverflows",
  "C.Termination",
  "C.SoftwareSystems",
];

export const CATEGORIES_2027: readonly Category[] = [
  ...FAMILIES,
  over("C.Overall", [...MAIN_FAMILIES, "C.ValidationCrafted"]),
  over("C.FalseOverall", MAIN_FAMILIES, { answers: "false" }),
  over("C.TrueOverall", MAIN_FAMILIES, { answers: "true" }),
  ...family(
    "C.Huawei-Concurrency-Challenges",
    CONCURRENT_PROPERTIES.map((property) =>
      c(property, ["Huawei-Concurrency-Challenges"], DEMONSTRATION),
    ),
    DEMONSTRATION,
  ),
  ...family("Java.Overall", [
    bases("no-runtime-exception", "Java.no-runtime-exception.", ["Main"]),
    bases("valid-assert", "Java.valid-assert.", ["Main"]),
  ]),
  ...family("SV-LIB.Overall", [
    bases("correct-tags", "SV-LIB.correct-tags.", [
      "CoreVerification",
      "CoreValidation",
      "CTranslated",
    ]),
  ]),
];

const NEW_IN_2027 = "C.termination.SoftwareSystems-uthash";

/** The tree of 2026, as in the organisers' category structure: one base category fewer. */
export const CATEGORIES_2026: readonly Category[] = CATEGORIES_2027.flatMap(
  (category): readonly Category[] => {
    if (category.name === NEW_IN_2027) return [];
    if (category.kind === "base") return [category];
    return [{ ...category, children: category.children.filter((name) => name !== NEW_IN_2027) }];
  },
);
