/** A placeholder for the result of a function, in conditions about its calls. */
import type { MemoryObject } from "../../cfa/index.ts";

export const RESULT: MemoryObject = {
  id: -1,
  kind: "temporary",
  name: "result",
  size: 0,
  align: 1,
  type: { kind: "void" },
  scalar: undefined,
  variable: undefined,
  isAddressTaken: false,
  isReadOnly: false,
  initial: [],
};
