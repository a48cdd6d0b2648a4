/**
 * The product of a program and a correctness witness: claims are assertions at nodes of the
 * program, ghost variables are variables, and values of earlier states (`\at`) are copies that are
 * made there. Every execution of the program is one of the product, and vice versa.
 */

import type { TextRange } from "../../ground/util/text-position.ts";
import type {
  Contract,
  CorrectnessWitness,
  Invariant,
  Location,
} from "../../ground/witness/index.ts";
import {
  type CfaEdge,
  type CfaNode,
  type CfaProgram,
  cast,
  compare,
  type Expression,
  type FunctionCfa,
  INT,
  integer,
  isBool,
  type MemoryObject,
  valueTypeOf,
  zero,
} from "../cfa/index.ts";
import { basicTypes, type CType, RESULT_NAME } from "../cfront/index.ts";
import type { LoadedProgram } from "../program/index.ts";
import type { Assertion } from "../symbolic/index.ts";
import { replaceAt } from "./at-expressions.ts";
import type { EdgeBody, FunctionGraph } from "./function-graph.ts";
import { functionsAt, loopHeadsAt, type Place, statementStartsAt } from "./invariant-places.ts";
import { ProgramExpressions, type WitnessVariables } from "./program-expressions.ts";
import { ProgramProduct } from "./program-product.ts";
import { whyNotWith } from "./threaded-updates.ts";

/** One claim of a witness. */
export interface Claim {
  /** From 1, in the order of the file; invariants first, then contracts. */
  readonly number: number;
  readonly type: Invariant["type"] | "requires" | "ensures" | "ghost_update" | "ghost_variable";
  readonly location: Location | undefined;
  readonly text: string;
  /** Empty when it could not be placed. */
  readonly assertions: Assertion[];
  /** Why it cannot be checked. */
  fault?: string;
}

export interface CorrectnessProduct {
  readonly program: CfaProgram;
  readonly claims: readonly Claim[];
  /** By node of the product; none for programs with threads, see {@link failures}. */
  readonly assertions: ReadonlyMap<CfaNode, readonly Assertion[]>;
  /**
   * For programs with threads: calls of {@link CLAIM_FAILS}, and the assertion that fails where one
   * is reached.
   */
  readonly failures: ReadonlyMap<CfaEdge, Assertion>;
  /** Returns the edge of the program of which an edge of the product is a copy. */
  originalOf(edge: CfaEdge): CfaEdge | undefined;
}

/**
 * @param hasThreads - whether other threads may run between two statements: claims are then checks
 * in atomic blocks, and ghosts change together with the effect of the statement on other threads
 * (threaded-updates.ts)
 */
export function correctnessProduct(
  loaded: LoadedProgram,
  witness: CorrectnessWitness,
  hasThreads = false,
): CorrectnessProduct {
  return new CorrectnessProductBuilder(loaded, witness, hasThreads).build();
}

/** The additions to a function. */
interface FunctionAdditions {
  readonly locals: MemoryObject[];
  /** At the entry, before anything else. */
  readonly requires: Assertion[];
  readonly atEntry: EdgeBody[];
  readonly ensures: Assertion[];
  result: MemoryObject | undefined;
}

/** The additions before a node is left. */
interface NodeAdditions {
  readonly assertions: Assertion[];
  readonly steps: Step[];
  /** After the only edge that leaves the node. */
  readonly after: EdgeBody[];
}

/** Assignments; `isChoice`: the environment decides whether they happen. */
interface Step {
  readonly assignments: readonly EdgeBody[];
  readonly choice?: MemoryObject;
}

/** The function that products of programs with threads call where a claim does not hold. */
export const CLAIM_FAILS = "__agon_claim_fails";
const CHOICE = "__VERIFIER_nondet_int";

class CorrectnessProductBuilder {
  readonly #loaded: LoadedProgram;
  readonly #witness: CorrectnessWitness;
  readonly #expressions: ProgramExpressions;
  readonly #product: ProgramProduct;
  readonly #claims: Claim[] = [];
  readonly #functions = new Map<FunctionCfa, FunctionAdditions>();
  readonly #nodes = new Map<CfaNode, NodeAdditions>();
  readonly #ghosts = new Map<string, MemoryObject>();
  readonly #assertions = new Map<CfaNode, readonly Assertion[]>();
  readonly #failures = new Map<CfaEdge, Assertion>();
  readonly #hasThreads: boolean;

  constructor(loaded: LoadedProgram, witness: CorrectnessWitness, hasThreads: boolean) {
    this.#hasThreads = hasThreads;
    this.#loaded = loaded;
    this.#witness = witness;
    this.#expressions = new ProgramExpressions(loaded);
    this.#product = new ProgramProduct(loaded.program);
  }

  build(): CorrectnessProduct {
    const witness = this.#witness;
    this.#addGhosts();
    for (const invariant of witness.invariants) this.#addInvariant(invariant);
    for (const contract of witness.contracts ?? []) this.#addContract(contract);
    // Ghosts change when a place is left, after its claims are checked.
    this.#addUpdates();
    if (this.#claims.some(({ type, fault }) => type === "ghost_update" && fault !== undefined)) {
      this.#dropClaimsAboutGhosts();
    }
    return {
      program: this.#product.withFunctions((cfa) => this.#copy(cfa), this.#ghosts.values()),
      claims: this.#claims,
      assertions: this.#assertions,
      failures: this.#failures,
      originalOf: (edge) => this.#product.originalOf(edge),
    };
  }

  // ------------------------------------------------------------------- claims

  #claim(type: Claim["type"], location: Location | undefined, text: string): Claim {
    const claim: Claim = {
      number: this.#claims.length + 1,
      type,
      location,
      text,
      assertions: [],
    };
    this.#claims.push(claim);
    return claim;
  }

  #addInvariant({ type, location, expression }: Invariant): void {
    const claim = this.#claim(type, location, expression);
    const isLoop = type === "loop_invariant" || type === "loop_transition_invariant";
    const places = isLoop
      ? loopHeadsAt(this.#loaded, this.#product.lines, location)
      : statementStartsAt(this.#loaded, this.#product.lines, location);
    if (places.length === 0) claim.fault = `no ${isLoop ? "loop" : "statement"} starts there`;
    for (const place of places) {
      const assertion = this.#conditionAt(claim, place);
      if (assertion === undefined) continue;
      claim.assertions.push(assertion);
      this.#additions(place.node).assertions.push(assertion);
    }
  }

  #conditionAt(claim: Claim, place: Place): Assertion | undefined {
    const fn = this.#functionOf(place.node);
    const captures: EdgeBody[] = [];
    const own = new Map(this.#ghosts);
    const visits = { any: false, last: false };
    const text = replaceAt(claim.text, (part) => {
      if (part.label === "Old" || part.label === "Pre") return this.#atEntry(fn, part.text, own);
      if (part.label === "AnyPrev") visits.any = true;
      else visits.last = true;
      const captured = this.#capture(fn, part.text, place.offset, own, this.#ghosts);
      if (captured === undefined) return undefined;
      captures.push(captured.copy);
      return captured.name;
    });
    const read = text === undefined ? undefined : this.#expressions.read(text, place.offset, own);
    if (read === undefined || (visits.any && visits.last)) {
      claim.fault = `'${claim.text}' is not understood`;
      return undefined;
    }
    if (captures.length === 0) return { condition: read.expression, text: claim.text };
    if (this.#hasThreads) {
      claim.fault = "it relates two states of a program with threads";
      return undefined;
    }
    // The relation is claimed from the second visit on.
    const visited = this.#local(fn, "visited", basicTypes(this.#loaded.machine).int);
    this.#functionAdditions(fn).atEntry.push(this.#product.assign(visited, integer(INT, 0)));
    const assignments = [...captures, this.#product.assign(visited, integer(INT, 1))];
    const choice = visits.any
      ? { choice: this.#local(fn, "choice", basicTypes(this.#loaded.machine).int) }
      : {};
    this.#additions(place.node).steps.push({ assignments, ...choice });
    const condition: Expression = {
      kind: "conditional",
      type: INT,
      condition: this.#product.load(visited),
      whenTrue: compare("ne", read.expression, zero(read.expression.type)),
      whenFalse: integer(INT, 1),
    };
    return { condition, text: claim.text };
  }

  #addContract({ location, requires, ensures }: Contract): void {
    const [fn] = functionsAt(this.#loaded, this.#product.lines, location);
    for (const [type, text] of [
      ["requires", requires],
      ["ensures", ensures],
    ] as const) {
      if (text === undefined) continue;
      const claim = this.#claim(type, location, text);
      if (fn === undefined) claim.fault = "no function definition starts there";
      else if (this.#hasThreads)
        claim.fault = "contracts of programs with threads are not supported";
      else if (type === "requires") this.#addRequires(claim, fn);
      else this.#addEnsures(claim, fn);
    }
  }

  #addRequires(claim: Claim, fn: FunctionCfa): void {
    const read = this.#expressions.read(claim.text, bodyOffset(fn), this.#ghosts);
    if (read === undefined) {
      claim.fault = `'${claim.text}' is not understood`;
      return;
    }
    const assertion = { condition: read.expression, text: claim.text };
    claim.assertions.push(assertion);
    this.#functionAdditions(fn).requires.push(assertion);
  }

  #addEnsures(claim: Claim, fn: FunctionCfa): void {
    const additions = this.#functionAdditions(fn);
    const own = new Map(this.#ghosts);
    const text = replaceAt(claim.text, ({ label, text: inner }) =>
      label === "Old" || label === "Pre" ? this.#atEntry(fn, inner, own) : undefined,
    );
    if (claim.text.includes("\\result")) {
      additions.result ??= this.#local(fn, "result", fn.symbol.type.result);
      own.set(RESULT_NAME, additions.result);
    }
    // Parameters have their values at the call, even if the function changes them (ACSL 2.3.1).
    const replaced = new Map<MemoryObject, MemoryObject>();
    for (const parameter of fn.parameters) {
      if (parameter.scalar === undefined || !mentions(claim.text, parameter.name)) continue;
      const copy = this.#local(fn, `${parameter.name} at entry`, parameter.type);
      additions.atEntry.push(this.#product.assign(copy, this.#product.load(parameter)));
      replaced.set(parameter, copy);
    }
    const read =
      text === undefined ||
      (additions.result !== undefined && additions.result.scalar === undefined)
        ? undefined
        : this.#expressions.read(text, bodyOffset(fn), own, replaced);
    if (read === undefined) {
      claim.fault = `'${claim.text}' is not understood`;
      return;
    }
    const assertion = { condition: read.expression, text: claim.text };
    claim.assertions.push(assertion);
    additions.ensures.push(assertion);
  }

  // ------------------------------------------------------------------- ghosts

  #addGhosts(): void {
    for (const { name, type, initial } of this.#witness.ghosts?.variables ?? []) {
      const ctype = this.#expressions.typeNamed(type);
      const scalar = ctype === undefined ? undefined : valueTypeOf(ctype);
      const value = this.#expressions.read(initial, this.#product.lines.text.length, new Map());
      const start = scalar && value && this.#converted(value.expression, ctype as CType);
      if (scalar === undefined || (start?.kind !== "integer" && start?.kind !== "float")) {
        const claim = this.#claim("ghost_variable", undefined, `${type} ${name} = ${initial}`);
        claim.fault =
          scalar === undefined ? "the type is not understood" : "the initial value is no constant";
        continue;
      }
      const object = this.#product.newObject("global", name, ctype as CType);
      const ghost = this.#hasThreads ? ({ isGhost: true } as const) : {};
      this.#ghosts.set(name, { ...object, ...ghost, initial: [{ offset: 0, value: start }] });
    }
  }

  #addUpdates(): void {
    for (const { location, assignments } of this.#witness.ghosts?.updates ?? []) {
      const text = assignments.map(({ variable, expression }) => `${variable} = ${expression}`);
      const places = statementStartsAt(this.#loaded, this.#product.lines, location);
      const fault = (why: string): void => {
        this.#claim("ghost_update", location, text.join("; ")).fault = why;
      };
      if (places.length === 0) fault("no statement starts there");
      for (const { node, offset } of places) {
        const values = assignments.map(({ variable, expression }) => {
          const ghost = this.#ghosts.get(variable);
          const read = this.#expressions.read(expression, offset, this.#ghosts);
          return ghost && read && { ghost, value: this.#converted(read.expression, ghost.type) };
        });
        if (values.some((value) => value === undefined)) {
          fault("it is not understood");
          continue;
        }
        const why = this.#hasThreads
          ? whyNotWith(
              node,
              values.map((value) => value?.value),
            )
          : undefined;
        if (why !== undefined) {
          fault(why);
          continue;
        }
        // Updates are simultaneous: they use the values before.
        const fn = this.#functionOf(node);
        const copies = values.flatMap((value) =>
          value === undefined
            ? []
            : [{ ...value, copy: this.#local(fn, `new ${value.ghost.name}`, value.ghost.type) }],
        );
        const changes = [
          ...copies.map(({ copy, value }) => this.#product.assign(copy, value)),
          ...copies.map(({ copy, ghost }) => this.#product.assign(ghost, this.#product.load(copy))),
        ];
        const additions = this.#additions(node);
        if (this.#hasThreads) additions.after.push(...changes);
        else additions.steps.push({ assignments: changes });
      }
    }
  }

  /**
   * Without an unsupported update, ghosts have other values than in the witness: claims about them
   * are neither refuted nor proved.
   */
  #dropClaimsAboutGhosts(): void {
    const names = [...this.#ghosts.keys()];
    const dropped = new Set<Assertion>();
    for (const claim of this.#claims) {
      if (claim.fault !== undefined || !names.some((name) => mentions(claim.text, name))) continue;
      claim.fault = "it mentions ghosts with an unsupported update";
      for (const assertion of claim.assertions.splice(0)) dropped.add(assertion);
    }
    const drop = (assertions: Assertion[]): void => {
      const kept = assertions.filter((assertion) => !dropped.has(assertion));
      assertions.splice(0, assertions.length, ...kept);
    };
    for (const { assertions } of this.#nodes.values()) drop(assertions);
    for (const { requires, ensures } of this.#functions.values()) {
      drop(requires);
      drop(ensures);
    }
  }

  // ------------------------------------------------------ values of other states

  /** Saves the value that an expression has at the entry of the function; returns its new name. */
  #atEntry(fn: FunctionCfa, text: string, own: Map<string, MemoryObject>): string | undefined {
    const captured = this.#capture(fn, text, bodyOffset(fn), own, this.#ghosts);
    if (captured === undefined) return undefined;
    this.#functionAdditions(fn).atEntry.push(captured.copy);
    return captured.name;
  }

  /** Creates a variable for the value of an expression, under a new name in `own`. */
  #capture(
    fn: FunctionCfa,
    text: string,
    offset: number,
    own: Map<string, MemoryObject>,
    variables: WitnessVariables,
  ): { readonly name: string; readonly copy: EdgeBody } | undefined {
    const read = this.#expressions.read(text, offset, variables);
    if (read === undefined || valueTypeOf(read.type) === undefined) return undefined;
    const object = this.#local(fn, text, read.type);
    const name = `at$${object.id}`;
    own.set(name, object);
    return { name, copy: this.#product.assign(object, read.expression) };
  }

  #local(fn: FunctionCfa, name: string, type: CType): MemoryObject {
    const object = this.#product.newObject("temporary", name, type);
    this.#functionAdditions(fn).locals.push(object);
    return object;
  }

  #converted(value: Expression, type: CType): Expression {
    const scalar = valueTypeOf(type);
    if (scalar === undefined) return value;
    return isBool(type)
      ? cast(scalar, compare("ne", value, zero(value.type)))
      : cast(scalar, value);
  }

  #functionOf(node: CfaNode): FunctionCfa {
    return this.#loaded.program.functions.get(node.functionName) as FunctionCfa;
  }

  #functionAdditions(fn: FunctionCfa): FunctionAdditions {
    let additions = this.#functions.get(fn);
    if (additions === undefined) {
      additions = { locals: [], requires: [], atEntry: [], ensures: [], result: undefined };
      this.#functions.set(fn, additions);
    }
    return additions;
  }

  #additions(node: CfaNode): NodeAdditions {
    let additions = this.#nodes.get(node);
    if (additions === undefined) {
      additions = { assertions: [], steps: [], after: [] };
      this.#nodes.set(node, additions);
    }
    return additions;
  }

  // ------------------------------------------------------------------ the copy

  #copy(cfa: FunctionCfa): FunctionCfa {
    const { graph, nodes, copies } = this.#product.copyNodes(cfa);
    const additions = this.#functions.get(cfa);
    for (const node of cfa.nodes) {
      const start = this.#copySteps(graph, copies.get(node) as CfaNode, node);
      for (const edge of node.leaving) {
        const target = copies.get(edge.target) as CfaNode;
        const behind = this.#copyAfter(graph, target, node, edge);
        this.#copyEdge(graph, edge, start, behind, cfa, additions);
      }
    }
    const exit = copies.get(cfa.exit) as CfaNode;
    let entry = copies.get(cfa.entry) as CfaNode;
    if (
      additions !== undefined &&
      (additions.requires.length > 0 || additions.atEntry.length > 0)
    ) {
      const first = graph.node();
      if (additions.requires.length > 0) this.#assertions.set(first, additions.requires);
      const range = cfa.symbol.range;
      const last = this.#assignAll(graph, first, range, additions.atEntry);
      graph.connect(last, entry, range, { kind: "skip" });
      entry = first;
    }
    const locals = [...cfa.locals, ...(additions?.locals ?? [])];
    return { ...cfa, entry, exit, nodes, locals };
  }

  /** @returns the node from which the original's edges leave */
  #copySteps(graph: FunctionGraph, copy: CfaNode, node: CfaNode): CfaNode {
    const additions = this.#nodes.get(node);
    if (additions === undefined) return copy;
    const range = node.leaving[0]?.range ?? { start: 0, end: 0 };
    let from = copy;
    if (this.#hasThreads) from = this.#check(graph, copy, range, additions.assertions);
    else this.#assertions.set(copy, additions.assertions);
    for (const { assignments, choice } of additions.steps) {
      if (choice === undefined) {
        from = this.#assignAll(graph, from, range, assignments);
        continue;
      }
      const chosen = graph.node();
      const { int } = basicTypes(this.#loaded.machine);
      graph.connect(from, chosen, range, this.#product.call(CHOICE, int, range, choice));
      const join = graph.node();
      const condition = compare("ne", this.#product.load(choice), integer(INT, 0));
      const active = graph.split(chosen, join, range, condition);
      const last = this.#assignAll(graph, active, range, assignments);
      graph.connect(last, join, range, { kind: "skip" });
      from = join;
    }
    return from;
  }

  /**
   * @returns the target of the edge that leaves the node: additions after it lie there, before its
   * original target
   */
  #copyAfter(graph: FunctionGraph, target: CfaNode, node: CfaNode, { range }: CfaEdge): CfaNode {
    const after = this.#nodes.get(node)?.after ?? [];
    if (after.length === 0) return target;
    const behind = graph.node();
    const last = this.#assignAll(graph, behind, range, after);
    graph.connect(last, target, range, { kind: "skip" });
    return behind;
  }

  /** Checks a claim while no other thread runs. */
  #check(
    graph: FunctionGraph,
    start: CfaNode,
    range: TextRange,
    assertions: readonly Assertion[],
  ): CfaNode {
    if (assertions.length === 0) return start;
    const { void: nothing } = basicTypes(this.#loaded.machine);
    const call = (name: string): EdgeBody => this.#product.call(name, nothing, range);
    let from = graph.node();
    graph.connect(start, from, range, call("__VERIFIER_atomic_begin"));
    for (const assertion of assertions) {
      const fails = graph.node();
      const { condition } = assertion;
      const next = graph.split(from, fails, range, compare("ne", condition, zero(condition.type)));
      this.#failures.set(graph.connect(fails, next, range, call(CLAIM_FAILS)), assertion);
      from = next;
    }
    const end = graph.node();
    graph.connect(from, end, range, call("__VERIFIER_atomic_end"));
    return end;
  }

  #assignAll(
    graph: FunctionGraph,
    start: CfaNode,
    range: TextRange,
    assignments: readonly EdgeBody[],
  ): CfaNode {
    let from = start;
    for (const body of assignments) {
      const next = graph.node();
      graph.connect(from, next, range, body);
      from = next;
    }
    return from;
  }

  #copyEdge(
    graph: FunctionGraph,
    edge: CfaEdge,
    source: CfaNode,
    target: CfaNode,
    cfa: FunctionCfa,
    additions: FunctionAdditions | undefined,
  ): void {
    const { id: _id, source: _source, target: _target, range, ...body } = edge;
    const connect = (from: CfaNode, to: CfaNode): void => {
      this.#product.copied(graph.connect(from, to, range, body as EdgeBody), edge);
    };
    const ensures = additions?.ensures ?? [];
    if (edge.target !== cfa.exit || ensures.length === 0) {
      connect(source, target);
      return;
    }
    if (edge.kind !== "return") {
      const last = graph.node();
      connect(source, last);
      this.#assertions.set(last, ensures);
      graph.connect(last, target, range, { kind: "skip" });
      return;
    }
    let from = source;
    if (additions?.result !== undefined && edge.value?.kind === "scalar") {
      from = this.#assignAll(graph, from, range, [
        this.#product.assign(additions.result, edge.value.value),
      ]);
    } else {
      from = this.#assignAll(graph, from, range, [{ kind: "skip" }]);
    }
    this.#assertions.set(from, ensures);
    connect(from, target);
  }
}

function bodyOffset(fn: FunctionCfa): number {
  const { definition, range } = fn.symbol;
  return definition === undefined ? range.end : definition.body.range.start + 1;
}

function mentions(text: string, name: string): boolean {
  return new RegExp(`(?<![\\w$.>])${name.replace(/[$]/g, "\\$")}(?![\\w$])`).test(text);
}
