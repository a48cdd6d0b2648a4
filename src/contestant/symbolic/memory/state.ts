/** A symbolic state: a set of executions at one program point. */

import { invariant } from "../../../ground/util/errors.ts";
import type { Term, TermManager } from "../../smt/index.ts";
import { Content } from "./content.ts";
import { IndeterminateBase } from "./content-base.ts";
import { extendPath, joinPaths, type PathCondition } from "./path-condition.ts";
import type { Region } from "./region.ts";

export class State {
  readonly manager: TermManager;
  path: PathCondition;
  readonly contents: Map<Region, Content>;
  /** The holder of this token may write; renewed when the contents become shared. */
  #token: object = {};
  /** The rounding mode as in C's `fegetround`, 32 bits. */
  roundingMode: Term;

  constructor(
    manager: TermManager,
    path: PathCondition,
    contents: Map<Region, Content>,
    roundingMode: Term,
  ) {
    this.manager = manager;
    this.path = path;
    this.contents = contents;
    this.roundingMode = roundingMode;
  }

  get token(): object {
    return this.#token;
  }

  /** A second state with the same contents. */
  fork(): State {
    this.#token = {};
    return new State(this.manager, this.path, new Map(this.contents), this.roundingMode);
  }

  /** Restricts the state to the executions in which `condition` holds. */
  restrict(condition: Term): void {
    this.path = extendPath(this.manager, this.path, condition);
  }

  /** True when no execution is left, as far as the term manager can see. */
  get isEmpty(): boolean {
    return this.path.term === this.manager.false;
  }

  /** True only when the states are equal; both keep their contents. */
  equals(other: State): boolean {
    if (this.path !== other.path || this.roundingMode !== other.roundingMode) return false;
    if (this.contents.size !== other.contents.size) return false;
    for (const [region, content] of this.contents) {
      const twin = other.contents.get(region);
      if (twin === undefined || !content.equals(twin)) return false;
    }
    return true;
  }

  /** The contents of a region, ready to be written by this state. */
  writable(region: Region, current: Content): Content {
    if (current.owner === this.#token) return current;
    const copy = current.copyFor(this.#token);
    this.contents.set(region, copy);
    return copy;
  }

  /**
   * `selector ? a : b` for the contents of a region that one side may not have. A heap block that one side has not
   * allocated is unreachable there; an automatic object that one side has not accessed yet is indeterminate there.
   */
  #select(region: Region, selector: Term, a: Content | undefined, b: Content | undefined): Content {
    const one = a ?? b;
    invariant(one !== undefined, "a region with contents on neither side");
    if (region.kind !== "automatic") {
      return a === undefined || b === undefined ? one : Content.select(this.#token, selector, a, b);
    }
    const untouched = (): Content =>
      new Content(one.codec, this.#token, new IndeterminateBase(this.manager, region.name));
    return Content.select(this.#token, selector, a ?? untouched(), b ?? untouched());
  }

  /** The union of two disjoint states. Both arguments are used up. */
  static merge(a: State, b: State): State {
    const { manager } = a;
    if (a.isEmpty) return b;
    if (b.isEmpty) return a;
    const { path, selector } = joinPaths(manager, a.path, b.path);
    a.#token = {};
    b.#token = {};
    const roundingMode =
      a.roundingMode === b.roundingMode
        ? a.roundingMode
        : manager.ite(selector, a.roundingMode, b.roundingMode);
    const merged = new State(manager, path, a.contents, roundingMode);
    for (const [region, content] of b.contents) {
      const twin = merged.contents.get(region);
      if (twin === content || region.hasEnded) continue;
      merged.contents.set(region, merged.#select(region, selector, twin, content));
    }
    for (const [region, content] of merged.contents) {
      // No access to an object that has ended succeeds: its contents are irrelevant.
      if (region.hasEnded) merged.contents.delete(region);
      if (region.hasEnded || region.kind !== "automatic" || b.contents.has(region)) continue;
      merged.contents.set(region, merged.#select(region, selector, content, undefined));
    }
    return merged;
  }
}
