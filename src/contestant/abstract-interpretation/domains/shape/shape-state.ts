/** A state of the shape analysis: a graph of memory at a location. */

import type { StackFrame } from "../../../analysis-core/index.ts";
import type { CfaNode } from "../../../cfa/index.ts";
import { CaseSplit, type EdgeState } from "../../framework/edge-analysis.ts";
import type { Range } from "../interval/range.ts";
import type { SymbolRanges } from "../value/symbol-ranges.ts";
import type { Integer, IntegerSymbol } from "../value/value.ts";
import type { SegmentEnd } from "./materialisation.ts";
import type { ShapeGraph } from "./shape-graph.ts";
import type { ObjectId } from "./shape-value.ts";

const NO_CHOICES: ReadonlyMap<object, boolean> = new Map();

export class ShapeState implements EdgeState, SymbolRanges {
  node: CfaNode;
  frame: StackFrame;
  graph: ShapeGraph;
  hasMoved = false;
  hasSplit = false;
  /** The alternatives that the current edge takes for conditions that can only be distinguished by choice. */
  choices: ReadonlyMap<object, boolean> = NO_CHOICES;
  /** Number of states that were joined with the first one stored here. */
  joins = 0;

  constructor(node: CfaNode, frame: StackFrame, graph: ShapeGraph) {
    this.node = node;
    this.frame = frame;
    this.graph = graph;
  }

  fork(): ShapeState {
    const copy = new ShapeState(this.node, this.frame, this.graph.fork());
    copy.hasMoved = this.hasMoved;
    copy.hasSplit = this.hasSplit;
    copy.choices = this.choices;
    return copy;
  }

  choose(choice: object, truth: boolean): void {
    this.choices = new Map(this.choices).set(choice, truth);
  }

  /** Called when the edge has been taken. */
  forgetChoices(): void {
    this.choices = NO_CHOICES;
  }

  rangeOf(value: Integer | IntegerSymbol): Range {
    return this.graph.rangeOf(value);
  }

  addSymbol(symbol: IntegerSymbol, values: Range): void {
    this.graph.addSymbol(symbol, values);
  }
}

/** An expression evaluates to one of two addresses, and it is unknown to which. */
export class ChoiceSplit extends CaseSplit {
  readonly choice: object;

  constructor(choice: object) {
    super();
    this.choice = choice;
  }
}

/** An operation needs an end node of a segment: either the segment is empty, or the node is taken out. */
export class SegmentSplit extends CaseSplit {
  readonly segment: ObjectId;
  readonly end: SegmentEnd;

  constructor(segment: ObjectId, end: SegmentEnd) {
    super();
    this.segment = segment;
    this.end = end;
  }
}
