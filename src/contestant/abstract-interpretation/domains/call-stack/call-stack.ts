/** The call-stack domain: the frames of the functions that have been entered and not left. */

import type { Step } from "../../../analysis-core/index.ts";
import { pushFrame, type StackFrame } from "../../../analysis-core/index.ts";
import type { CfaProgram } from "../../../cfa/index.ts";
import type { Component } from "../../framework/component.ts";
import { flatLattice, type Lattice, TOP } from "../../framework/lattice.ts";

export const CALL_STACKS: Lattice<StackFrame | typeof TOP> = flatLattice<StackFrame>(
  (a, b) => a.fn === b.fn && a.key === b.key,
  ({ fn, key }) => `${key}${fn.name}`,
);

export class CallStacks implements Component<StackFrame | typeof TOP> {
  readonly lattice: Lattice<StackFrame | typeof TOP> = CALL_STACKS;
  readonly #main: StackFrame;

  constructor({ main }: CfaProgram) {
    this.#main = pushFrame(main, undefined, undefined);
  }

  initial(): StackFrame {
    return this.#main;
  }

  post(element: StackFrame | typeof TOP, step: Step): StackFrame | typeof TOP | undefined {
    if (element === TOP) return TOP;
    switch (step.kind) {
      case "enter":
        return pushFrame(step.callee, element, step.call);
      case "leave":
        return element.call === step.call ? element.caller : undefined;
      default:
        return element;
    }
  }
}
