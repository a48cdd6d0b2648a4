/**
 * Proofs of termination by transition invariants (format 2.1): every cycle of the program must pass
 * a place where the witness relates a visit to all earlier ones of the same stack frame by a union
 * of well-founded relations, and these relations must hold. Then no stack frame lives for ever
 * (Podelski, Rybalchenko 2004), and without recursion there are finitely many.
 */

import { defined } from "../../ground/util/defined.ts";
import { LineIndex } from "../../ground/util/text-position.ts";
import type { CorrectnessWitness, Invariant } from "../../ground/witness/index.ts";
import { proveListTermination } from "../abstract-interpretation/index.ts";
import { type CfaNode, calledName, type FunctionCfa } from "../cfa/index.ts";
import {
  type ClaimedPart,
  checkBounded,
  proveTermination,
  type RankingKind,
} from "../induction/index.ts";
import type { LoadedProgram } from "../program/index.ts";
import { type Specification, specificationOf } from "../specification/index.ts";
import type { Assertion } from "../symbolic/index.ts";
import { createsThreads, proveWithContracts } from "../techniques/index.ts";
import { type CommonClaims, proveTerminationBySteps } from "../transition-systems/index.ts";
import { replaceAt } from "./at-expressions.ts";
import type { CorrectnessResult } from "./claim-report.ts";
import { correctnessProduct } from "./correctness-product.ts";
import { validateCorrectness } from "./correctness-validator.ts";
import { ClaimWatcher, counterexampleText } from "./counterexample.ts";
import { loopHeadsAt, type Place, statementStartsAt } from "./invariant-places.ts";
import type { ValidationOptions } from "./options.ts";
import { ProgramExpressions } from "./program-expressions.ts";
import { wellFoundedness } from "./transition-relation.ts";
import { placeText } from "./waypoint-follower.ts";
import {
  isDisjunctivelyWellFounded,
  isLimited,
  isTransitiveOrder,
  orderParts,
  unionParts,
} from "./well-founded-relation.ts";

/** A specification that nothing violates: only the claims of the witness are checked. */
const NOTHING: Specification = specificationOf({ formulas: [] });
/** The same for executions that end at signed overflow. */
const NOTHING_BUT_OVERFLOW: Specification = {
  ...NOTHING,
  execution: { ...NOTHING.execution, overflow: "stop" },
  classify: (obligation) =>
    obligation.check === "overflow" ? "ends-execution" : NOTHING.classify(obligation),
};

export function validateTermination(
  loaded: LoadedProgram,
  witness: CorrectnessWitness,
  options: ValidationOptions,
): CorrectnessResult {
  const checked = checkRankings(loaded, witness, options);
  if (checked !== undefined) return checked;
  const { budget } = options;
  const part = budget.part(budget.remainingSeconds() * CLAIMS_SHARE);
  const isEmpty = witness.invariants.length + (witness.contracts?.length ?? 0) === 0;
  const result: CorrectnessResult = isEmpty
    ? { verdict: "confirmed", claims: [] }
    : validateClaims(loaded, witness, { ...options, budget: part });
  if (result.verdict !== "confirmed") return result;
  const impossible = unsupported(loaded);
  if (impossible !== undefined) return { ...result, verdict: "unknown", reason: impossible };
  const recursive = recursiveFunction(loaded);
  const reason = openCycle(loaded, witness, { ...options, budget: part });
  if (reason === undefined && recursive === undefined) return result;
  const isProved =
    (reason === undefined && hasRankings(loaded, options)) ||
    listsEnd(loaded, options) ||
    isUnrolled(loaded, options);
  if (isProved) return result;
  const recursion = `that the recursion of ${recursive?.name} ends is not shown`;
  return { ...result, verdict: "unknown", reason: reason ?? recursion };
}

/**
 * Share of the time for a proof with the ranking functions of the witness; and for executions that
 * refute it.
 */
const RANKINGS_SHARE = 0.5;
const REFUTATION_SHARE = 0.05;
const MAX_REFUTATION_SECONDS = 1;

/**
 * Where every transition invariant is an order by its form: proves termination by these orders
 * alone, checking them and the other claims in one iteration of each loop. Undefined when the proof
 * is not found.
 */
function checkRankings(
  loaded: LoadedProgram,
  witness: CorrectnessWitness,
  options: ValidationOptions,
): CorrectnessResult | undefined {
  if (witness.contracts !== undefined || witness.ghosts !== undefined) return undefined;
  if (witness.invariants.length === 0 || unsupported(loaded) !== undefined) return undefined;
  const expressions = new ProgramExpressions(loaded);
  const claims = new Map<CfaNode, readonly ClaimedPart[]>();
  const unions = new Map<CfaNode, readonly ClaimedPart[]>();
  const assertions = new Map<CfaNode, readonly Assertion[]>();
  for (const invariant of witness.invariants) {
    const { type, expression } = invariant;
    const places = placesOf(loaded, invariant);
    if (places.length === 0 || type.startsWith("location")) return undefined;
    const order = isTransition(type) ? orderParts(expression) : undefined;
    const parts = order ?? (isTransition(type) ? unionParts(expression) : undefined);
    if (isTransition(type) && parts === undefined) return undefined;
    for (const { node, offset } of places) {
      if (parts === undefined) {
        const condition = expressions.condition(expression, offset);
        if (condition === undefined) return undefined;
        const before = assertions.get(node) ?? [];
        assertions.set(node, [...before, { condition, text: expression }]);
      } else {
        const claimed = parts.map(({ text, grows, limit }) => {
          const read = expressions.condition(text, offset);
          return read && { expression: read, grows, ...defined({ limit }) };
        });
        if (claims.has(node) || unions.has(node)) return undefined;
        if (claimed.some((part) => part === undefined)) return undefined;
        (order === undefined ? unions : claims).set(
          node,
          claimed.filter((part) => part !== undefined),
        );
      }
    }
  }
  const { budget, seed, createSatSolver } = options;
  const all = [...claims.values(), ...unions.values()].flat();
  const areLimited = all.some(({ limit }) => limit !== undefined);
  const kind = areLimited ? "bounds" : "values";
  const specification = areLimited ? NOTHING_BUT_OVERFLOW : NOTHING;
  const product = correctnessProduct(loaded, witness);
  const seconds = Math.min(budget.remainingSeconds() * REFUTATION_SHARE, MAX_REFUTATION_SECONDS);
  const search = new ClaimWatcher(product, specification).search(budget.part(seconds), seed);
  if (search.refuted.length > 0) return undefined;
  const part = budget.part(budget.remainingSeconds() * RANKINGS_SHARE);
  const isProvedByLoop = (): boolean =>
    proveWithContracts(loaded.program, part, (contracts, rest, areAlone) =>
      proveTermination(
        loaded.program,
        {
          specification: ENDS,
          createSatSolver,
          remainingSeconds: () => rest.remainingSeconds(),
          confirm: () => false,
          contracts,
          guessesNothing: areAlone,
          assertions,
        },
        { claims, kinds: [kind] },
      ),
    ).kind === "true";
  const isProved =
    (unions.size === 0 && isProvedByLoop()) ||
    (assertions.size === 0 && isProvedInCommon(loaded, { orders: claims, unions }, kind, options));
  if (!isProved) return undefined;
  return {
    verdict: "confirmed",
    claims: product.claims.map(({ number, type, location, text }) => ({
      number,
      type,
      text,
      status: "proved" as const,
      ...defined({ location }),
    })),
  };
}

/** Share of the remaining time for the claims about all loops together. */
const COMMON_SHARE = 0.5;

/**
 * Whether the claims about loops are proved for all of them together, on the steps between their
 * heads.
 */
function isProvedInCommon(
  { program }: LoadedProgram,
  claims: NonNullable<CommonClaims["claims"]>,
  kind: RankingKind,
  { budget, createSatSolver }: ValidationOptions,
): boolean {
  const part = budget.part(budget.remainingSeconds() * COMMON_SHARE);
  const answer = proveTerminationBySteps(
    program,
    {
      specification: ENDS,
      createSatSolver,
      remainingSeconds: () => part.remainingSeconds(),
      confirm: () => false,
    },
    { claims, kinds: [kind] },
  );
  return answer.kind === "true";
}

/**
 * Share of the time for the claims of the witness; the rest is for parts that it cannot express, or
 * leaves out.
 */
const CLAIMS_SHARE = 0.6;
/** Share of the rest for ranking functions of recursions. */
const RECURSION_SHARE = 0.5;
/** The same for lengths of lists. */
const LISTS_SHARE = 0.3;

/**
 * Checks the claims of the witness. Strict orders are proved from every visit to the next one.
 * Where all of them have limits, executions end at signed overflow: a ranking function with a limit
 * is then one on all integers.
 */
function validateClaims(
  loaded: LoadedProgram,
  witness: CorrectnessWitness,
  options: ValidationOptions,
): CorrectnessResult {
  const { invariants } = witness;
  const transitions = invariants.filter(({ type }) => isTransition(type));
  const areLimited =
    transitions.length > 0 && transitions.every(({ expression }) => isLimited(expression));
  const specification = areLimited ? NOTHING_BUT_OVERFLOW : NOTHING;
  const steps = invariants.map((invariant) => {
    const { type, expression } = invariant;
    if (!isTransition(type) || !isTransitiveOrder(expression)) return invariant;
    const step = replaceAt(expression, ({ label, text }) =>
      label === "AnyPrev" ? `\\at(${text}, LastPrev)` : `\\at(${text}, ${label})`,
    );
    return { ...invariant, expression: step ?? expression };
  });
  const result = validateCorrectness(
    loaded,
    specification,
    { ...witness, invariants: steps },
    options,
  );
  const claims = result.claims.map((claim, index) => {
    const said = invariants[index]?.expression;
    return said === undefined ? claim : { ...claim, text: said };
  });
  return { ...result, claims };
}

const ENDS: Specification = specificationOf({ formulas: [{ kind: "termination" }] });

/** Whether the engine finds a ranking function for every loop and every recursion. */
function hasRankings({ program }: LoadedProgram, options: ValidationOptions): boolean {
  const { budget, createSatSolver } = options;
  const part = budget.part(budget.remainingSeconds() * RECURSION_SHARE);
  const answer = proveWithContracts(program, part, (contracts, rest, areAlone) =>
    proveTermination(program, {
      specification: ENDS,
      createSatSolver,
      remainingSeconds: () => rest.remainingSeconds(),
      confirm: () => false,
      contracts,
      guessesNothing: areAlone,
    }),
  );
  return answer.kind === "true";
}

/** Whether lists are proved to get shorter, which the format cannot express. */
function listsEnd({ program }: LoadedProgram, { budget }: ValidationOptions): boolean {
  const part = budget.part(budget.remainingSeconds() * LISTS_SHARE);
  return proveListTermination(program, ENDS, () => part.remainingSeconds()) !== undefined;
}

/** Whether unrolling reaches the end of all executions. */
function isUnrolled({ program }: LoadedProgram, options: ValidationOptions): boolean {
  const { budget, createSatSolver, onProgress } = options;
  const answer = checkBounded(program, {
    specification: { ...ENDS, execution: { ...ENDS.execution, overflow: "wrap" } },
    createSatSolver,
    remainingSeconds: () => budget.remainingSeconds(),
    confirm: () => false,
    onPhase: (bound) => onProgress?.(`unrolling, bound ${bound}`),
  });
  return answer.kind === "true";
}

/** Returns why an execution might not terminate other than in a cycle of one function. */
function unsupported({ program }: LoadedProgram): string | undefined {
  if (createsThreads(program)) return "termination of programs with threads is not supported";
  for (const { nodes } of program.functions.values()) {
    for (const edge of nodes.flatMap(({ leaving }) => leaving)) {
      if (edge.kind !== "call") continue;
      const name = calledName(edge);
      if (name === undefined) return "termination with calls through pointers is not supported";
      if (NEVER_RETURNING.has(name)) return `termination with calls of ${name} is not supported`;
    }
  }
  return undefined;
}

function recursiveFunction({ program }: LoadedProgram): FunctionCfa | undefined {
  const calleesOf = ({ nodes }: FunctionCfa): FunctionCfa[] =>
    nodes
      .flatMap(({ leaving }) => leaving)
      .flatMap((edge) => program.functions.get(calledName(edge) ?? "") ?? []);
  return nodeOnCycle(program.functions.values(), calleesOf);
}

/** They may wait for ever, or start a cycle that is not in the control flow. */
const NEVER_RETURNING: ReadonlySet<string> = new Set([
  ...["__VERIFIER_assume", "pause", "longjmp", "_longjmp", "siglongjmp", "__longjmp_chk"],
  "__builtin_longjmp",
]);

/**
 * Returns the first loop that no well-founded transition invariant interrupts: by its form, or by a
 * proof.
 */
function openCycle(
  loaded: LoadedProgram,
  witness: CorrectnessWitness,
  options: ValidationOptions,
): string | undefined {
  const transitions = witness.invariants.filter(({ type }) => isTransition(type));
  const isByForm = ({ expression }: Invariant): boolean => isDisjunctivelyWellFounded(expression);
  const byForm = transitions.filter(isByForm);
  const open = cycleWithout(loaded, byForm);
  const others = transitions.filter((invariant) => !isByForm(invariant));
  if (open === undefined || others.length === 0) return open;
  const { proved, remarks } = proveWellFounded(loaded, witness, others, options);
  const rest = cycleWithout(loaded, [...byForm, ...proved]);
  return rest && [rest, ...remarks].join("; ");
}

/**
 * Returns the invariants that no infinite run satisfies, given all proved claims of the witness.
 */
function proveWellFounded(
  loaded: LoadedProgram,
  witness: CorrectnessWitness,
  transitions: readonly Invariant[],
  options: ValidationOptions,
): { readonly proved: readonly Invariant[]; readonly remarks: readonly string[] } {
  const questions = transitions.flatMap((invariant) =>
    wellFoundedness(loaded, invariant, placesOf(loaded, invariant)).map((claim) => ({
      invariant,
      claim,
    })),
  );
  if (questions.length === 0) return { proved: [], remarks: [] };
  const known = witness.invariants;
  const invariants = [...known, ...questions.map(({ claim }) => claim)];
  const { claims } = validateCorrectness(loaded, NOTHING, { ...witness, invariants }, options);
  const reportOf = (index: number) => claims[known.length + index];
  const proved = questions.filter((_, index) => reportOf(index)?.status === "proved");
  const remarks = questions.flatMap(({ invariant, claim }, index) => {
    const counterexample = reportOf(index)?.counterexample;
    if (counterexample === undefined || !claim.expression.startsWith("!")) return [];
    return `'${invariant.expression}' holds between equal states ${counterexampleText(counterexample)}`;
  });
  return { proved: proved.map(({ invariant }) => invariant), remarks };
}

function placesOf(loaded: LoadedProgram, { type, location }: Invariant): readonly Place[] {
  const places = type.startsWith("loop") ? loopHeadsAt : statementStartsAt;
  return places(loaded, new LineIndex(loaded.program.text), location);
}

/** Returns the first loop that none of the transition invariants interrupts. */
function cycleWithout(
  loaded: LoadedProgram,
  transitions: readonly Invariant[],
): string | undefined {
  const lines = new LineIndex(loaded.program.text);
  const covered = new Set(
    transitions.flatMap((invariant) => placesOf(loaded, invariant).map(({ node }) => node)),
  );
  for (const { nodes, isLibrary, name } of loaded.program.functions.values()) {
    const open = nodeOnCycle(
      nodes.filter((node) => !covered.has(node)),
      ({ leaving }) => leaving.map(({ target }) => target).filter((node) => !covered.has(node)),
    );
    if (open === undefined) continue;
    if (isLibrary) return `that the library function ${name} terminates is not shown`;
    const { line, column } = lines.positionOf(startOf(open));
    const place = placeText({ file: "", line, column });
    return `no transition invariant shows that the loop at ${place} ends: one must say that a value grows or shrinks, such as 'x < \\at(x, AnyPrev)'`;
  }
  return undefined;
}

function isTransition(type: Invariant["type"]): boolean {
  return type === "loop_transition_invariant" || type === "location_transition_invariant";
}

function startOf({ loop, leaving }: CfaNode): number {
  return loop?.keyword.start ?? leaving[0]?.range.start ?? 0;
}

/**
 * Returns a node to which a depth-first search returns, if possible a loop head; undefined without
 * cycles.
 */
function nodeOnCycle<T>(nodes: Iterable<T>, next: (node: T) => readonly T[]): T | undefined {
  const states = new Map<T, "open" | "done">();
  for (const root of nodes) {
    if (states.has(root)) continue;
    states.set(root, "open");
    const stack = [{ node: root, rest: [...next(root)] }];
    for (let top = stack.at(-1); top !== undefined; top = stack.at(-1)) {
      const target = top.rest.pop();
      if (target === undefined) {
        states.set(top.node, "done");
        stack.pop();
      } else if (states.get(target) === "open") {
        return target;
      } else if (!states.has(target)) {
        states.set(target, "open");
        stack.push({ node: target, rest: [...next(target)] });
      }
    }
  }
  return undefined;
}
