import type { CfaEdge } from "../model/cfa.ts";
import { INTERNAL_NAMES } from "../model/intrinsics.ts";
import { calledName } from "./called-name.ts";

/** Whether the edge asks for a number that no environment can repeat for ever; no infinite execution rests on it. */
export function isDetermined(edge: CfaEdge): boolean {
  return edge.kind === "call" && calledName(edge)?.startsWith(INTERNAL_NAMES.determined) === true;
}
