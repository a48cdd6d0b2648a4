/**
 * Lazy abstraction with interpolants (McMillan, CAV 2006), with large blocks and forced covering (Beyer, Wendler:
 * "Algorithms for software model checking: predicate abstraction vs. Impact", FMCAD 2012): labels of the unwinding
 * are interpolants, and a node is not expanded when an older one at its location covers it.
 */

import {
  AbstractReachabilityGraph,
  type ArgNode,
  FirstInFirstOut,
} from "../../abstract-interpretation/index.ts";
import type { Term, TermManager } from "../../smt/index.ts";
import type { PathPosition } from "../extraction/execution-path.ts";
import type { Location, TransitionSystem } from "../extraction/transition-system.ts";
import type { InterpolantSequence } from "../interpolation/interpolants.ts";
import type { LocationStates } from "../step-proof.ts";
import { clausesByLocation, conjunctionsByLocation } from "./clauses.ts";
import { type ReachedGraph, reachedNodes } from "./reached-graph.ts";
import {
  ended,
  type LazyAbstractionAnswer,
  type LazyAbstractionOptions,
  type LazyAbstractionStatistics,
  PathSearch,
} from "./search.ts";

/** A vertex of the unwinding. */
interface Vertex {
  readonly path: PathPosition;
  /** A conjunction that holds after the path. */
  label: readonly Term[];
  isExpanded: boolean;
}

type Node = ArgNode<Vertex>;

export function checkByImpact(
  manager: TermManager,
  system: TransitionSystem,
  options: LazyAbstractionOptions,
): LazyAbstractionAnswer {
  const search = new PathSearch(manager, system, options);
  return ended(search, new Impact(search));
}

/** Number of older nodes of a location that are tried for forced covering, newest first. */
const MAX_FORCED = 3;

class Impact {
  readonly #search: PathSearch;
  readonly #graph = new AbstractReachabilityGraph<Vertex>();
  readonly #waitlist = new FirstInFirstOut<Node>();
  /** In the order of creation. */
  readonly #nodes = new Map<Location, Node[]>();
  #covered = 0;

  constructor(search: PathSearch) {
    this.#search = search;
  }

  statistics(): LazyAbstractionStatistics {
    const labels = new Map<Location, Set<Term>>();
    for (const [location, nodes] of this.#nodes) {
      labels.set(location, new Set(nodes.flatMap(({ state }) => state.label)));
    }
    const predicates = [...labels.values()].reduce((sum, { size }) => sum + size, 0);
    return {
      ...this.#search.statistics(),
      predicates,
      nodes: this.#graph.size,
      covered: this.#covered,
    };
  }

  run(): undefined {
    this.#search.lookAhead();
    this.#add(this.#search.paths.root, undefined);
    for (let node = this.#waitlist.next(); node !== undefined; node = this.#waitlist.next()) {
      this.#search.checkBudget();
      if (node.state.isExpanded || isCovered(node)) continue;
      if (this.#close(node) || this.#forceCover(node)) continue;
      this.#expand(node);
    }
  }

  clauses(): Map<Location, readonly (readonly Term[])[]> {
    return clausesByLocation(this.#search.manager, this.#labels());
  }

  states(): LocationStates {
    return conjunctionsByLocation(this.#search.manager, this.#labels());
  }

  #labels(): (readonly [Location, readonly (readonly Term[])[]])[] {
    return [...this.#nodes].map(([location, nodes]) => {
      const open = nodes.filter((node) => !isCovered(node));
      return [location, open.map(({ state }) => state.label)];
    });
  }

  graph(): ReachedGraph {
    const predicates = [...this.#nodes].map(
      ([location, nodes]) =>
        [location, new Set(nodes.flatMap(({ state }) => state.label))] as const,
    );
    const nodes = reachedNodes(
      this.#graph.root,
      ({ path }) => path.location,
      ({ label }) => label,
    );
    return { nodes, predicates: new Map(predicates) };
  }

  #add(path: PathPosition, parent: Node | undefined): Node {
    const node = this.#graph.add({ path, label: [], isExpanded: false }, parent);
    const alike = this.#nodes.get(path.location);
    if (alike === undefined) this.#nodes.set(path.location, [node]);
    else alike.push(node);
    this.#waitlist.add(node);
    return node;
  }

  // ---------------------------------------------------------------- expansion

  #expand(node: Node): void {
    const { paths, system } = this.#search;
    node.state.isExpanded = true;
    const { path } = node.state;
    for (const step of this.#search.stepsFrom(path.location)) {
      if (!this.#search.isPossible(node.state.label, step)) continue;
      const after = paths.after(path, step);
      if (step.to === system.error) this.#refute(after, node);
      else if (!this.#isRefutedByFacts(after, node)) this.#add(after, node);
      // The refutation may have made the node unreachable, or covered.
      if (isCovered(node)) return;
    }
  }

  /** An error is followed at once; afterwards the labels of the path exclude it. */
  #refute(end: PathPosition, node: Node): void {
    const interpolants = this.#search.interpolantsOf(end);
    if (interpolants === undefined) return;
    this.#strengthen(node, interpolants);
    this.#search.options.onRefinement?.(this.statistics());
  }

  #isRefutedByFacts(after: PathPosition, node: Node): boolean {
    const { interpolator, manager } = this.#search;
    if (!interpolator.factsAt(after).includes(manager.false)) return false;
    const interpolants = interpolator.establish(after, [manager.false]);
    if (interpolants === undefined) return false;
    this.#strengthen(node, interpolants);
    return true;
  }

  /** Conjoins interpolants to the labels from the start to a node. */
  #strengthen(node: Node, interpolants: InterpolantSequence): void {
    for (let at: Node | undefined = node; at !== undefined; at = at.parents[0]) {
      const { state } = at;
      const fresh = (interpolants[state.path.depth] ?? []).filter(
        (term) => !state.label.includes(term),
      );
      if (fresh.length === 0) continue;
      state.label = [...state.label, ...fresh];
      for (const covered of [...at.covers]) {
        if (!this.#implies(covered, fresh)) this.#uncover(covered);
      }
    }
  }

  // ----------------------------------------------------------------- covering

  /** Whether an older node covers it. */
  #close(node: Node): boolean {
    for (const older of this.#candidates(node)) {
      if (!this.#implies(node, older.state.label)) continue;
      this.#cover(node, older);
      return true;
    }
    return false;
  }

  /** Strengthens a node so that an older one covers it, where that is possible. */
  #forceCover(node: Node): boolean {
    let tries = 0;
    for (const older of this.#candidates(node).reverse()) {
      if (++tries > MAX_FORCED) return false;
      const sequence = this.#establish(node, older.state.label);
      if (sequence === undefined) continue;
      this.#strengthen(node, sequence);
      // The labels of the path may be those that the covering depends on.
      if (isCovered(older) || !this.#implies(node, older.state.label)) continue;
      this.#cover(node, older);
      return true;
    }
    return false;
  }

  /** Derives a label from the path to a node: from the label of its parent, or from the start. */
  #establish(node: Node, label: readonly Term[]): InterpolantSequence | undefined {
    const { interpolator } = this.#search;
    const { path } = node.state;
    const parent = node.parents[0];
    if (parent !== undefined && path.step !== undefined) {
      if (interpolator.isKept(parent.state.label, path.step, label)) {
        return Array.from({ length: path.depth + 1 }, (_, at) => (at === path.depth ? label : []));
      }
    }
    return interpolator.establish(path, label);
  }

  #candidates(node: Node): Node[] {
    return (this.#nodes.get(node.state.path.location) ?? []).filter(
      (other) => other.id < node.id && other.state.isExpanded && !isCovered(other),
    );
  }

  #implies(node: Node, label: readonly Term[]): boolean {
    const { manager, solvers } = this.#search;
    const open = label.filter((term) => !node.state.label.includes(term));
    if (open.length === 0) return true;
    const missed = manager.not(manager.and(...open));
    return solvers.check(node.state.path.location, [...node.state.label, missed]) === "unsat";
  }

  #cover(node: Node, by: Node): void {
    this.#covered++;
    this.#graph.cover(node, by);
    // Nodes covered by a part of the unwinding that is not expanded any more have to be expanded themselves.
    for (const below of subtreeOf(node)) {
      for (const leaning of [...below.covers]) this.#uncover(leaning);
    }
  }

  #uncover(node: Node): void {
    this.#covered--;
    this.#graph.uncover(node);
    for (const below of subtreeOf(node)) {
      if (!below.state.isExpanded) this.#waitlist.add(below);
    }
  }
}

/** A node that is covered, or has a covered ancestor, is not expanded. */
function isCovered(node: Node): boolean {
  for (let at: Node | undefined = node; at !== undefined; at = at.parents[0]) {
    if (at.coveredBy !== undefined) return true;
  }
  return false;
}

function subtreeOf(node: Node): Node[] {
  const found = [node];
  for (const at of found) found.push(...at.children);
  return found;
}
