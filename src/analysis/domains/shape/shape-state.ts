/** A state of the shape analysis: a graph of memory, where control stands. */
import type { CfaNode } from "../../../cfa/index.ts";
import { CaseSplit, type EdgeState } from "../../core/edge-analysis.ts";
import type { StackFrame } from "../../core/stack-frame.ts";
import type { Range } from "../interval/range.ts";
import type { SymbolRanges } from "../value/symbol-ranges.ts";
import type { Integer, IntegerSymbol } from "../value/value.ts";
import type { SegmentEnd } from "./materialisation.ts";
import type { ShapeGraph } from "./shape-graph.ts";
import type { ObjectId } from "./shape-value.ts";

export class ShapeState implements EdgeState, SymbolRanges {
  node: CfaNode;
  frame: StackFrame;
  graph: ShapeGraph;
  hasMoved = false;
  hasSplit = false;
  /** How many states were joined with the first one that was stored here. */
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
    return copy;
  }

  rangeOf(value: Integer | IntegerSymbol): Range {
    return this.graph.rangeOf(value);
  }

  addSymbol(symbol: IntegerSymbol, values: Range): void {
    this.graph.addSymbol(symbol, values);
  }
}

/** An operation needs an end node of a segment: the segment has none, or it is taken out. */
export class SegmentSplit extends CaseSplit {
  readonly segment: ObjectId;
  readonly end: SegmentEnd;

  constructor(segment: ObjectId, end: SegmentEnd) {
    super();
    this.segment = segment;
    this.end = end;
  }
}
