/**
 * Base categories from the published benchmark definitions of these years. None of them contains
 * the grouping into meta categories, so those are left out.
 */
import type { Category } from "../../../ground/model/index.ts";
import { bases } from "./category-list.ts";

export const NO_META_CATEGORIES =
  "Base categories are those of the published benchmark definitions; meta categories and Overall are not known: the definitions, the repositories of definitions and tasks, and the pages and reports that were searched do not list their base categories.";

export const CATEGORIES_2014: readonly Category[] = [
  ...bases("unreach-label", "", [
    "BitVectors",
    "Concurrency",
    "ControlFlowInteger",
    "DeviceDrivers64",
    "HeapManipulation",
    "Loops",
    "ProductLines",
    "Recursive",
    "Sequentialized",
    "Simple",
  ]),
  ...bases("valid-memsafety", "", ["MemorySafety"]),
  ...bases("unreach-label", "", ["DriverChallenges"], { demonstration: true }),
  ...bases("termination", "", ["Termination-crafted", "Termination-ext"], { demonstration: true }),
];

export const CATEGORIES_2015: readonly Category[] = [
  ...bases("unreach-call", "", [
    "Arrays",
    "BitVectors",
    "Concurrency",
    "ControlFlowInteger",
    "DeviceDrivers64",
    "ECA",
    "Floats",
    "HeapManipulation",
    "Loops",
    "ProductLines",
    "Recursive",
    "Sequentialized",
    "Simple",
  ]),
  ...bases("valid-memsafety", "", ["MemorySafety"]),
  ...bases("termination", "", ["Termination"]),
];

export const CATEGORIES_2016: readonly Category[] = [
  ...bases("unreach-call", "", ["ArraysReach"]),
  ...bases("valid-memsafety", "", ["ArraysMemSafety"]),
  ...bases("unreach-call", "", ["BitVectorsReach"]),
  ...bases("no-overflow", "", ["BitVectorsOverflows"]),
  ...bases("unreach-call", "", ["HeapReach"]),
  ...bases("valid-memsafety", "", ["HeapMemSafety"]),
  ...bases("unreach-call", "", [
    "Floats",
    "ControlFlow",
    "Simple",
    "ECA",
    "Loops",
    "Recursive",
    "ProductLines",
    "Sequentialized",
  ]),
  ...bases("termination", "", ["Termination"]),
  ...bases("unreach-call", "", ["Concurrency", "DeviceDriversLinux64"]),
  ...bases("valid-memsafety", "", ["BusyBox"]),
];
