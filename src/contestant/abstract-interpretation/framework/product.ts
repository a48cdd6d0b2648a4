/**
 * The product of analyses (composite program analysis: Beyer, Henzinger, Théoduloz, CAV 2007, section 3.2): a first
 * one that decides the control flow, and a component that follows its steps. Products nest.
 */

import type { StackFrame, Step } from "../../analysis-core/index.ts";
import type { AssumeEdge, CfaEdge, CfaNode } from "../../cfa/index.ts";
import type { Component } from "./component.ts";
import type { CaseSplit, EdgeAnalysis, EdgeState } from "./edge-analysis.ts";
import type { PartitionKey } from "./reached-set.ts";
import type { StateOperators } from "./state-operators.ts";

export class ProductState<A extends EdgeState, D> implements EdgeState {
  first: A;
  second: D;

  constructor(first: A, second: D) {
    this.first = first;
    this.second = second;
  }

  get node(): CfaNode {
    return this.first.node;
  }
  get frame(): StackFrame {
    return this.first.frame;
  }
  get hasMoved(): boolean {
    return this.first.hasMoved;
  }
  set hasMoved(value: boolean) {
    this.first.hasMoved = value;
  }
  get hasSplit(): boolean {
    return this.first.hasSplit;
  }
  set hasSplit(value: boolean) {
    this.first.hasSplit = value;
  }
}

/** The transfer relation of a product. Only the first component splits cases. */
export class ProductAnalysis<A extends EdgeState, D> implements EdgeAnalysis<ProductState<A, D>> {
  readonly #first: EdgeAnalysis<A>;
  readonly #second: Component<D>;

  constructor(first: EdgeAnalysis<A>, second: Component<D>) {
    this.#first = first;
    this.#second = second;
  }

  initial(): ProductState<A, D> {
    return new ProductState(this.#first.initial(), this.#second.initial());
  }

  fork({ first, second }: ProductState<A, D>): ProductState<A, D> {
    return new ProductState(this.#first.fork(first), second);
  }

  branches(
    state: ProductState<A, D>,
    edges: readonly AssumeEdge[],
    others: ProductState<A, D>[],
  ): readonly AssumeEdge[] {
    const { first, second } = state;
    const firstOthers: A[] = [];
    const taken = this.#first.branches(first, edges, firstOthers);
    for (const other of firstOthers) others.push(new ProductState(other, second));
    return taken.filter((edge) => this.#second.post(second, edge, first) !== undefined);
  }

  post(
    state: ProductState<A, D>,
    edge: CfaEdge,
    others: ProductState<A, D>[],
  ): ProductState<A, D> | undefined {
    const { depth } = state.frame;
    const firstOthers: A[] = [];
    const after = this.#first.post(state.first, edge, firstOthers);
    for (const other of firstOthers) {
      const stepped = this.#step(other, state.second, edge, depth);
      if (stepped !== undefined) others.push(stepped);
    }
    return after === undefined ? undefined : this.#step(after, state.second, edge, depth);
  }

  #step(after: A, before: D, edge: CfaEdge, depth: number): ProductState<A, D> | undefined {
    // A target has no successors: it describes the state before the violation.
    if (this.#first.isTarget(after)) return new ProductState(after, before);
    const step: Step =
      edge.kind === "call" && after.frame.depth > depth
        ? { kind: "enter", call: edge, callee: after.frame.fn }
        : edge;
    const second = this.#second.post(before, step, after);
    return second === undefined ? undefined : new ProductState(after, second);
  }

  leave(state: ProductState<A, D>, others: ProductState<A, D>[]): ProductState<A, D> | undefined {
    const { fn: callee, call } = state.frame;
    const firstOthers: A[] = [];
    const after = this.#first.leave(state.first, firstOthers);
    for (const other of firstOthers) others.push(new ProductState(other, state.second));
    if (after === undefined || call === undefined) return undefined;
    const second = this.#second.post(state.second, { kind: "leave", call, callee }, after);
    return second === undefined ? undefined : new ProductState(after, second);
  }

  split({ first, second }: ProductState<A, D>, by: CaseSplit): readonly ProductState<A, D>[] {
    return this.#first.split(first, by).map((half) => new ProductState(half, second));
  }

  isTarget({ first }: ProductState<A, D>): boolean {
    return this.#first.isTarget(first);
  }
}

/** The operators of a product, pointwise. */
export class ProductOperators<A extends EdgeState, D>
  implements StateOperators<ProductState<A, D>>
{
  readonly #first: StateOperators<A>;
  readonly #second: Component<D>;

  constructor(first: StateOperators<A>, second: Component<D>) {
    this.#first = first;
    this.#second = second;
  }

  adjust({ first }: ProductState<A, D>): void {
    this.#first.adjust(first);
  }

  partition({ first }: ProductState<A, D>): PartitionKey {
    return this.#first.partition(first);
  }

  key({ first, second }: ProductState<A, D>): PartitionKey {
    return `${this.#first.key(first)}|${this.#second.lattice.show(second)}`;
  }

  covers(reached: ProductState<A, D>, fresh: ProductState<A, D>): boolean {
    return (
      this.#second.lattice.leq(fresh.second, reached.second) &&
      this.#first.covers(reached.first, fresh.first)
    );
  }

  join(
    reached: ProductState<A, D>,
    fresh: ProductState<A, D>,
    widens: boolean,
  ): ProductState<A, D> {
    const { lattice } = this.#second;
    const joined = lattice.join(reached.second, fresh.second);
    return new ProductState(
      this.#first.join(reached.first, fresh.first, widens),
      widens ? lattice.widen(reached.second, joined) : joined,
    );
  }
}
