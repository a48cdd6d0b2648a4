/** One path of a symbolic execution: a state at a node, with its call stack. */
import type { CallEdge, CfaNode } from "../../cfa/index.ts";
import type { SymbolicStackFrame } from "../evaluation/symbolic-stack-frame.ts";
import type { InputEvent } from "../memory/execution-record.ts";
import type { PathCondition } from "../memory/path-condition.ts";
import type { State } from "../memory/state.ts";

/** The inputs of a path, latest first; paths that were split share their common prefix. */
export interface InputTrail {
  readonly event: InputEvent;
  readonly before: InputTrail | undefined;
}

/** Where a call returns to, innermost first. */
export interface ReturnPoint {
  readonly edge: CallEdge;
  readonly next: ReturnPoint | undefined;
}

export class Path {
  node: CfaNode;
  state: State;
  stackFrame: SymbolicStackFrame;
  returns: ReturnPoint | undefined;
  inputs: InputTrail | undefined;
  /** A state of the same path at the same node, to detect that nothing changes any more. */
  anchor: { readonly node: CfaNode; readonly state: State } | undefined;
  /** Visits of loop heads. */
  visits = 0;
  /** The path condition when its state was last compared with those of other paths. */
  compared: PathCondition | undefined;

  constructor(
    node: CfaNode,
    state: State,
    stackFrame: SymbolicStackFrame,
    returns: ReturnPoint | undefined,
    inputs: InputTrail | undefined,
  ) {
    this.node = node;
    this.state = state;
    this.stackFrame = stackFrame;
    this.returns = returns;
    this.inputs = inputs;
  }

  /** Another path from here on, with its own copy of the call stack. */
  part(node: CfaNode, state: State): Path {
    const { stackFrame, returns, inputs } = this;
    return new Path(node, state, forkStack(stackFrame), returns, inputs);
  }

  /** Oldest first. */
  inputsInOrder(): InputEvent[] {
    const events: InputEvent[] = [];
    for (let history = this.inputs; history !== undefined; history = history.before) {
      events.push(history.event);
    }
    return events.reverse();
  }
}

function forkStack(stackFrame: SymbolicStackFrame): SymbolicStackFrame {
  const stack: SymbolicStackFrame[] = [];
  for (let a: SymbolicStackFrame | undefined = stackFrame; a !== undefined; a = a.caller)
    stack.push(a);
  let copy: SymbolicStackFrame | undefined;
  for (const original of stack.reverse()) copy = original.fork(copy);
  return copy as SymbolicStackFrame;
}
