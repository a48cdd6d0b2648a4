/** The nodes of a whole program in weak topological order, and where its cycles are cut. */
import {
  type CfaNode,
  type CfaProgram,
  type WtoElement,
  weakTopologicalOrder,
} from "../cfa/index.ts";

import type { Position } from "./stack-frame.ts";

export class ProgramOrder {
  /** Heads of the components of all functions: every cycle within a function contains one. */
  readonly heads: ReadonlySet<CfaNode>;
  readonly #positions = new Map<CfaNode, number>();

  constructor(program: CfaProgram) {
    const heads = new Set<CfaNode>();
    const number = (elements: readonly WtoElement[]): void => {
      for (const element of elements) {
        const node = element.kind === "node" ? element.node : element.head;
        this.#positions.set(node, this.#positions.size);
        if (element.kind === "node") continue;
        heads.add(node);
        number(element.body);
      }
    };
    for (const fn of program.functions.values()) number(weakTopologicalOrder(fn));
    this.heads = heads;
  }

  positionOf(node: CfaNode): number {
    return this.#positions.get(node) ?? 0;
  }

  /** Inner calls first, then nodes in weak topological order: a waitlist order for merged states. */
  readonly compare = (a: Position, b: Position): number =>
    b.frame.depth - a.frame.depth || this.positionOf(a.node) - this.positionOf(b.node);
}
