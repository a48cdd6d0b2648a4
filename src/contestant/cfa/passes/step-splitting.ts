/**
 * Splits the edges of a function into steps with at most one access that another thread may affect.
 */
import type { TextRange } from "../../../ground/util/text-position.ts";
import type {
  AssignEdge,
  AssumeEdge,
  CallArgument,
  CallEdge,
  CfaEdge,
  CfaNode,
  CfaProgram,
  Expression,
} from "../model/cfa.ts";
import { type GrowingFunction, NewObjects } from "./growing-function.ts";
import { NoVisibleSteps, SharedReads } from "./shared-reads.ts";

export type AccessMode = "read" | "written";

export abstract class StepSplitting {
  protected readonly program: CfaProgram;
  protected readonly objects: NewObjects;
  protected readonly reads: SharedReads;
  /** Places before accesses that other threads may affect. */
  protected readonly visible: Set<CfaNode> = new Set();
  /** The function that is being built. */
  protected fn!: GrowingFunction;

  constructor(program: CfaProgram) {
    this.program = program;
    this.objects = new NewObjects(program);
    const isPrivate = (address: Expression): boolean => this.isPrivate(address, "read");
    this.reads = new SharedReads(program, this.objects, isPrivate, this.visible);
  }

  /** Whether no other thread affects the access to a scalar. */
  protected abstract isPrivate(address: Expression, mode: AccessMode): boolean;
  /** Whether no other thread affects the access to a record, which takes several steps. */
  protected abstract isPrivateRecord(address: Expression): boolean;
  protected abstract call(edge: CallEdge, start: CfaNode, target: CfaNode): void;

  /** @throws NoVisibleSteps */
  protected branch(edges: readonly AssumeEdge[], start: CfaNode): void {
    const [{ condition, range }] = edges as [AssumeEdge];
    if (edges.some((edge) => edge.condition !== condition)) {
      throw new NoVisibleSteps("a branch on several conditions");
    }
    const { at, values } = this.reads.emit([condition], this.fn, start, range);
    for (const edge of edges) {
      this.fn.origin = edge;
      const operation = { ...edge, condition: values[0] as Expression };
      this.fn.connect(at, this.fn.copyOf(edge.target), edge.range, operation);
    }
  }

  /** @throws NoVisibleSteps */
  protected edge(edge: CfaEdge, start: CfaNode): void {
    const target = this.fn.copyOf(edge.target);
    const { range } = edge;
    switch (edge.kind) {
      case "skip":
      case "declare":
      case "end-scope":
      case "unsupported":
        this.copy(edge, start);
        return;
      case "copy":
      case "clear": {
        const places = edge.kind === "copy" ? [edge.to, edge.from] : [edge.address];
        if (!places.every((place) => this.isPrivateRecord(place))) {
          throw new NoVisibleSteps("a record that threads may access at the same time");
        }
        this.copy(edge, start);
        return;
      }
      case "return": {
        const { at, passed } = this.readArguments(edge.value ? [edge.value] : [], [], start, edge);
        this.fn.connect(at, target, range, { ...edge, value: passed[0] });
        return;
      }
      case "assign": {
        const read = this.reads.emit([edge.address, edge.value], this.fn, start, range);
        const [address, value] = read.values as [Expression, Expression];
        this.store({ ...edge, address, value }, read.at, target, range);
        return;
      }
      case "call":
        this.call(edge, start, target);
        return;
      case "assume":
        throw new NoVisibleSteps("a branch among other edges");
    }
  }

  protected copy(edge: CfaEdge, at: CfaNode): void {
    this.fn.origin = edge;
    this.fn.connect(at, this.fn.copyOf(edge.target), edge.range, edge);
  }

  protected store(
    operation: Pick<AssignEdge, "kind" | "address" | "value" | "bitField">,
    at: CfaNode,
    target: CfaNode,
    range: TextRange,
  ): void {
    if (!this.isPrivate(operation.address, "written")) {
      if (operation.bitField !== undefined) throw new NoVisibleSteps("a shared bit-field");
      this.visible.add(at);
    }
    this.fn.connect(at, target, range, operation);
  }

  /**
   * Every read that other threads may affect becomes a step, in any order; returns the expressions
   * with the read values.
   */
  protected readArguments(
    passed: readonly CallArgument[],
    expressions: readonly Expression[],
    start: CfaNode,
    { range }: Pick<CfaEdge, "range">,
  ): ReturnType<SharedReads["emitCall"]> {
    for (const argument of passed) {
      if (argument.kind === "record" && !this.isPrivateRecord(argument.address)) {
        throw new NoVisibleSteps("a shared record as an argument");
      }
    }
    return this.reads.emitCall(passed, expressions, this.fn, start, range);
  }
}
