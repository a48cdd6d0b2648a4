/** The location domain: the current node. */

import type { Step } from "../../../analysis-core/index.ts";
import type { CfaNode, CfaProgram } from "../../../cfa/index.ts";
import type { Component } from "../../framework/component.ts";
import { flatLattice, type Lattice, TOP } from "../../framework/lattice.ts";

export const LOCATIONS: Lattice<CfaNode | typeof TOP> = flatLattice<CfaNode>(
  (a, b) => a === b,
  ({ functionName, id }) => `${functionName}:${id}`,
);

/** The target node of a step. */
export function stepTarget(step: Step): CfaNode {
  switch (step.kind) {
    case "enter":
      return step.callee.entry;
    case "leave":
      return step.call.target;
    default:
      return step.target;
  }
}

/** The source node of a step. */
export function stepSource(step: Step): CfaNode {
  switch (step.kind) {
    case "enter":
      return step.call.source;
    case "leave":
      return step.callee.exit;
    default:
      return step.source;
  }
}

export class Locations implements Component<CfaNode | typeof TOP> {
  readonly lattice: Lattice<CfaNode | typeof TOP> = LOCATIONS;
  readonly #entry: CfaNode;

  constructor(program: CfaProgram) {
    this.#entry = program.main.entry;
  }

  initial(): CfaNode {
    return this.#entry;
  }

  post(element: CfaNode | typeof TOP, step: Step): CfaNode | undefined {
    return element === TOP || element === stepSource(step) ? stepTarget(step) : undefined;
  }
}
