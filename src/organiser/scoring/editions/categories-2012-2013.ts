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

/** The part of the 2013 results page that is at hand; Overall and further categories are not. */
export const CATEGORIES_2013: readonly Category[] = [
  ...bases("unreach-label", "", ["BitVectors", "Concurrency"]),
  ...family("ControlFlowInteger", [
    bases("unreach-label", "ControlFlowInteger-", ["MemPrecise", "MemSimple"]),
  ]),
];
