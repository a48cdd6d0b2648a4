import type { Category } from "../../../ground/model/index.ts";
import { bases, family, over } from "./category-list.ts";

const FIRST = [
  "ControlFlowInteger",
  "DeviceDrivers",
  "DeviceDrivers64",
  "HeapManipulation",
  "SystemC",
  "Concurrency",
];

/** Report on SV-COMP 2012, section 4. */
export const CATEGORIES_2012: readonly Category[] = [
  ...bases("unreach-label", "", FIRST),
  over("Overall", FIRST),
];

/** The available part of the 2013 results page; Overall and further categories are missing. */
export const CATEGORIES_2013: readonly Category[] = [
  ...bases("unreach-label", "", ["BitVectors", "Concurrency"]),
  ...family("ControlFlowInteger", [
    bases("unreach-label", "ControlFlowInteger-", ["MemPrecise", "MemSimple"]),
  ]),
];
