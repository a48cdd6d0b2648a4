/** Steps of control: edges of a function, and what happens between functions. */
import type { CallEdge, CfaEdge, FunctionCfa } from "../cfa/index.ts";

/** A function of the program is entered; arguments are passed. */
export interface EntryStep {
  readonly kind: "enter";
  readonly call: CallEdge;
  readonly callee: FunctionCfa;
}
/** A function is left at its exit; the result goes where the call wants it. */
export interface ExitStep {
  readonly kind: "leave";
  readonly call: CallEdge;
  readonly callee: FunctionCfa;
}
/** A call edge by itself is the call of an intrinsic: control goes on at its target. */
export type Step = CfaEdge | EntryStep | ExitStep;
