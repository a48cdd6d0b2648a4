/**
 * Guesses for the inductive proof from an exploration by blocks: regions at loop heads; for a function, a
 * precondition of all its calls, and the postcondition for calls that satisfy it.
 */

import { defined } from "../../../ground/util/defined.ts";
import type { PredicateRegions } from "../../abstract-interpretation/index.ts";
import { ALWAYS, type Diagram, NEVER } from "../../abstract-interpretation/index.ts";
import type { CfaNode, FunctionCfa, MemoryObject, PointerValueType } from "../../cfa/index.ts";
import type { ContractHint } from "../../induction/index.ts";
import { Substitution, type Term, type TermManager, variablesIn } from "../../smt/index.ts";
import type { Assertion } from "../../symbolic/index.ts";
import { clauseExpression } from "../extraction/term-expression.ts";
import type {
  Block,
  BlockSystem,
  Location,
  StateVariable,
} from "../extraction/transition-system.ts";
import { type BlockInvariants, type Exploration, leftBy } from "./block-memo.ts";
import { isNamedAt } from "./clauses.ts";

export interface BlockCandidates {
  readonly lemmas: ReadonlyMap<CfaNode, readonly Assertion[]>;
  readonly contracts: ReadonlyMap<string, readonly ContractHint[]>;
}

export interface BlockProgram {
  readonly system: BlockSystem;
  /** To the locals that a block keeps, the objects whose entry values they hold. */
  readonly keptOf: (fn: FunctionCfa) => ReadonlyMap<MemoryObject, MemoryObject>;
  readonly pointer: PointerValueType;
}

/** Number of explorations of one block whose results are distinguished. */
const MAX_CASES = 20;

export function blockCandidates(
  manager: TermManager,
  { regions, explorations }: BlockInvariants,
  program: BlockProgram,
): BlockCandidates {
  const contracts = new Map<string, readonly ContractHint[]>();
  for (const block of program.system.blocks) {
    if (block.loop !== undefined) continue;
    const own = explorations.filter((exploration) => exploration.block === block);
    const builder = new ContractBuilder(manager, regions, block, program);
    if (own.length > 0) contracts.set(block.fn.name, builder.hints(own));
  }
  return { lemmas: lemmasOf(manager, explorations, regions, program), contracts };
}

/** From all explorations together, and from each for the calls of its entry region. */
function lemmasOf(
  manager: TermManager,
  explorations: readonly Exploration[],
  regions: PredicateRegions,
  program: BlockProgram,
): Map<CfaNode, readonly Assertion[]> {
  const { diagrams } = regions;
  const reached = new Map<Location, Diagram>();
  const lemmas = new Map<CfaNode, readonly Assertion[]>();
  const isReported = (location: Location): boolean =>
    location.isLoopHead && !program.system.calls.has(location);
  const add = (location: Location, region: Diagram, unless: readonly Term[]): void => {
    const { node, variables } = location;
    if (node === undefined) return;
    const clauses = regions.clausesOf(region, (predicate) => isNamedAt(location, predicate));
    const said = clauses.flatMap(
      (literals) => clauseExpression([...unless, ...literals], variables, program.pointer) ?? [],
    );
    const own = said.map(({ condition, inC }) => ({
      condition,
      inC,
      text: inC?.text ?? "a condition on the values of a loop",
    }));
    lemmas.set(node, [...(lemmas.get(node) ?? []), ...own]);
  };
  const cases = casesOf(explorations, regions);
  for (const { block, entered, regions: found } of cases) {
    for (const [location, region] of found) {
      if (!isReported(location)) continue;
      reached.set(location, diagrams.or(reached.get(location) ?? NEVER, region));
      if (block === undefined || entered === ALWAYS || cases.length > MAX_CASES) continue;
      const first = valuesAtEntry(manager, block, location, program.keptOf(block.fn));
      add(location, region, [manager.not(first.apply(regions.termOf(entered)))]);
    }
  }
  for (const [location, region] of reached) add(location, region, []);
  return lemmas;
}

/** The result for a block with an entry region. */
type Case = Pick<Exploration, "block" | "entered" | "regions">;

/**
 * Explorations; those of a loop are distinguished by variables that it never changes, since these still have their
 * entry values.
 */
function casesOf(explorations: readonly Exploration[], regions: PredicateRegions): Case[] {
  const cases: Case[] = [];
  const ofLoops = new Map<string, Map<Location, Diagram>>();
  for (const { block, entered, regions: found } of explorations) {
    if (block?.loop === undefined) {
      cases.push({ block, entered, regions: found });
      continue;
    }
    const { changed } = block;
    const isKept = (predicate: Term): boolean =>
      changed !== undefined && [...variablesIn(predicate)].every((term) => !changed.has(term));
    const kept = regions.saidOf(entered, isKept);
    const key = `${block.entry.id} ${kept}`;
    let together = ofLoops.get(key);
    if (together === undefined) {
      together = new Map();
      ofLoops.set(key, together);
      cases.push({ block, entered: kept, regions: together });
    }
    for (const [location, region] of found) {
      together.set(location, regions.diagrams.or(together.get(location) ?? NEVER, region));
    }
  }
  return cases;
}

/** The entry values of its block that are known at a location. */
function valuesAtEntry(
  manager: TermManager,
  { entry, loop }: Block,
  { variables }: Location,
  kept: ReadonlyMap<MemoryObject, MemoryObject>,
): Substitution {
  if (loop !== undefined) return new Substitution(manager, new Map());
  const copies = new Map(
    variables.flatMap(({ object, term }) => {
      const original = kept.get(object);
      return original === undefined ? [] : [[original, term] as const];
    }),
  );
  return new Substitution(
    manager,
    new Map(
      entry.variables.flatMap(({ object, term }) => {
        const copy = copies.get(object);
        return copy === undefined ? [] : [[term, copy] as const];
      }),
    ),
  );
}

class ContractBuilder {
  readonly #manager: TermManager;
  readonly #regions: PredicateRegions;
  readonly #block: Block;
  readonly #pointer: PointerValueType;
  /** Variables of the exit, by the objects that represent them in hints. */
  readonly #atExit: readonly StateVariable[];
  readonly #atEntry: readonly StateVariable[];
  /** Entry values of variables that the exit has as well. */
  readonly #first: Substitution;
  /** The object of static storage at the exit, by its representative. */
  readonly #afterwards = new Map<MemoryObject, MemoryObject>();

  constructor(
    manager: TermManager,
    regions: PredicateRegions,
    block: Block,
    { keptOf, pointer }: BlockProgram,
  ) {
    this.#manager = manager;
    this.#regions = regions;
    this.#block = block;
    this.#pointer = pointer;
    const kept = keptOf(block.fn);
    const locals = new Set(block.fn.locals);
    this.#atExit = (block.exit?.variables ?? []).flatMap((variable) => {
      const { object } = variable;
      const original = kept.get(object);
      if (original !== undefined) return [{ ...variable, object: original, isNamed: true }];
      if (object === block.result?.object) return [{ ...variable, isNamed: true }];
      if (locals.has(object)) return [];
      const after = { ...object, id: -1, name: `${object.name}'`, variable: undefined };
      this.#afterwards.set(after, object);
      return [{ ...variable, object: after, isNamed: true }];
    });
    const left = new Set(
      this.#atExit.flatMap(({ term, object }) => (this.#afterwards.has(object) ? [term] : [])),
    );
    const fresh = new Map<Term, Term>();
    this.#atEntry = block.entry.variables.map((variable) => {
      const { term } = variable;
      if (!left.has(term)) return { ...variable, isNamed: true };
      const first = manager.freshVariable(`${term.name}`, term.width);
      fresh.set(term, first);
      return { ...variable, term: first, isNamed: true };
    });
    this.#first = new Substitution(manager, fresh);
  }

  hints(explorations: readonly Exploration[]): ContractHint[] {
    const { diagrams } = this.#regions;
    const entered = explorations.reduce((all, one) => diagrams.or(all, one.entered), NEVER);
    const requires = this.#clauses(entered).flatMap((literals) =>
      this.#hint("requires", this.#firstOf(literals)),
    );
    const cases = explorations.length > MAX_CASES ? [] : explorations;
    const ensures = [
      ...this.#clauses(explorations.reduce((all, one) => diagrams.or(all, leftBy(one)), NEVER)),
      ...cases.flatMap((one) => {
        if (one.entered === ALWAYS) return [];
        const [otherwise] = this.#firstOf([this.#manager.not(this.#regions.termOf(one.entered))]);
        return this.#clauses(leftBy(one)).map((literals) => [otherwise as Term, ...literals]);
      }),
    ];
    return [...requires, ...ensures.flatMap((literals) => this.#hint("ensures", literals))];
  }

  #firstOf(literals: readonly Term[]): readonly Term[] {
    return literals.map((literal) => this.#first.apply(literal));
  }

  #clauses(region: Diagram): readonly (readonly Term[])[] {
    return this.#regions.clausesOf(region, () => true);
  }

  #hint(kind: ContractHint["kind"], literals: readonly Term[]): ContractHint[] {
    const variables = kind === "requires" ? this.#atEntry : [...this.#atEntry, ...this.#atExit];
    const said = clauseExpression(literals, variables, this.#pointer);
    if (said === undefined) return [];
    const { condition } = said;
    const result = kind === "ensures" ? this.#block.result?.object : undefined;
    const afterwards = kind === "ensures" ? this.#afterwards : undefined;
    return [{ kind, condition, ...defined({ result, afterwards }) }];
  }
}
