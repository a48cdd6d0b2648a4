/**
 * Proofs of termination by transition invariants (format 2.1): every cycle of
 * the program must pass a place where the witness relates a visit to all
 * earlier ones of the same activation by a union of well-founded relations, and
 * these relations must hold. Then no activation goes on for ever (Podelski,
 * Rybalchenko 2004), and without recursion there are finitely many.
 */
import type { CfaEdge, CfaNode, FunctionCfa } from "../cfa/index.ts";
import { type Specification, specificationOf } from "../specification/index.ts";
import { createsThreads } from "../techniques/index.ts";
import { LineIndex } from "../util/text-position.ts";
import type { LoadedProgram } from "../verifier/index.ts";
import type { CorrectnessWitness, Invariant } from "../witness/index.ts";
import { type CorrectnessResult, validateCorrectness } from "./correctness-validator.ts";
import { counterexampleText } from "./counterexample.ts";
import { loopHeadsAt, type Place, statementStartsAt } from "./invariant-places.ts";
import type { ValidationOptions } from "./options.ts";
import { wellFoundedness } from "./transition-relation.ts";
import { placeText } from "./waypoint-follower.ts";
import { isDisjunctivelyWellFounded } from "./well-founded-relation.ts";

/** Nothing violates it: what is left to check are the claims of the witness. */
const NOTHING: Specification = specificationOf({ formulas: [] });

export function validateTermination(
  loaded: LoadedProgram,
  witness: CorrectnessWitness,
  options: ValidationOptions,
): CorrectnessResult {
  const result: CorrectnessResult =
    witness.invariants.length + (witness.contracts?.length ?? 0) === 0
      ? { verdict: "confirmed", claims: [] }
      : validateCorrectness(loaded, NOTHING, witness, options);
  if (result.verdict !== "confirmed") return result;
  const reason = unsupported(loaded) ?? openCycle(loaded, witness, options);
  return reason === undefined ? result : { ...result, verdict: "unknown", reason };
}

/** Why an execution could go on for ever other than in a cycle of one function. */
function unsupported({ program }: LoadedProgram): string | undefined {
  if (createsThreads(program)) return "termination of programs with threads is not supported";
  const callees = new Map<FunctionCfa, FunctionCfa[]>();
  for (const fn of program.functions.values()) {
    const called: FunctionCfa[] = [];
    for (const edge of fn.nodes.flatMap(({ leaving }) => leaving)) {
      if (edge.kind !== "call") continue;
      const name = calledName(edge);
      if (name === undefined) return "termination with calls through pointers is not supported";
      if (NEVER_RETURNING.has(name)) return `termination with calls of ${name} is not supported`;
      const callee = program.functions.get(name);
      if (callee !== undefined) called.push(callee);
    }
    callees.set(fn, called);
  }
  const recursive = nodeOnCycle(callees.keys(), (fn) => callees.get(fn) ?? []);
  return recursive && `termination of recursive functions (${recursive.name}) is not supported`;
}

/** They may wait for ever, or start a cycle that no control flow shows. */
const NEVER_RETURNING: ReadonlySet<string> = new Set([
  ...["__VERIFIER_assume", "pause", "longjmp", "_longjmp", "siglongjmp", "__longjmp_chk"],
  "__builtin_longjmp",
]);

/** The first loop that no well-founded transition invariant interrupts: by its form, or by a proof. */
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

/** Those that no infinite run satisfies, given all that the witness claims and that is proved of it. */
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
  const places = type === "loop_transition_invariant" ? loopHeadsAt : statementStartsAt;
  return places(loaded, new LineIndex(loaded.program.text), location);
}

/** The first loop that none of the transition invariants interrupts. */
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

function calledName(edge: CfaEdge): string | undefined {
  if (edge.kind !== "call" || edge.callee.kind !== "address") return undefined;
  const { target } = edge.callee;
  return target.kind === "function" ? target.name : undefined;
}

/** A node that a depth-first search comes back to, of a loop if possible its head; undefined without cycles. */
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
