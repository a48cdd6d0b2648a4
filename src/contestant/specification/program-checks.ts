/**
 * The checks that a programmer may request, where a competition asks for one property: several at a
 * time, each with formulas of its own. This table is complete: the command line, the headlines and
 * the manual follow it.
 */

import type { Formula } from "../../ground/model/index.ts";
import { type CfaProgram, intrinsicOf, mentionedFunctions } from "../cfa/index.ts";

export interface ProgramCheck {
  readonly id: ProgramCheckId;
  /** The name in reports. */
  readonly title: string;
  /** The guarantee of a proof: "no …" in its answer. */
  readonly absence: string;
  readonly formulas: readonly Formula[];
}

export type ProgramCheckId =
  | "assert"
  | "reach-error"
  | "access"
  | "free"
  | "leak"
  | "overflow"
  | "division"
  | "undefined"
  | "race"
  | "deadlock";

const calls = (...names: readonly string[]): readonly Formula[] =>
  names.map((functionName) => ({ kind: "unreach-call", functionName }));

/** In the order in which they are reported. */
export const PROGRAM_CHECKS: readonly ProgramCheck[] = [
  {
    id: "assert",
    title: "an assertion of <assert.h> that fails",
    absence: "failing assertion",
    formulas: calls("__assert_fail", "__assert", "__assert_perror_fail", "__assert_rtn"),
  },
  {
    id: "reach-error",
    title: "a call of reach_error or __VERIFIER_error",
    absence: "call of reach_error",
    formulas: calls("reach_error", "__VERIFIER_error"),
  },
  {
    id: "access",
    title: "an access outside of an object, after its lifetime, or through a null pointer",
    absence: "invalid memory access",
    formulas: [{ kind: "valid-deref" }],
  },
  {
    id: "free",
    title: "free of something else than a live block of malloc, calloc or realloc",
    absence: "invalid free",
    formulas: [{ kind: "valid-free" }],
  },
  {
    id: "leak",
    title: "memory to which no pointer leads any more when the program ends",
    absence: "memory leak",
    formulas: [{ kind: "valid-memtrack" }],
  },
  {
    id: "overflow",
    title: "a signed operation whose result does not fit its type",
    absence: "signed overflow",
    formulas: [{ kind: "no-overflow" }],
  },
  {
    id: "division",
    title: "a division or remainder by zero",
    absence: "division by zero",
    formulas: [{ kind: "no-division-by-zero" }],
  },
  {
    id: "undefined",
    title:
      "other undefined behaviour: shifts by too much or out of the type, writes to constants, calls that do not fit, missing results, float values that do not fit an integer, overlapping copies",
    absence: "other undefined behaviour that Agon knows",
    formulas: [{ kind: "no-undefined-behavior" }],
  },
  {
    id: "race",
    title: "a data race: two threads access memory, one of them writes, and nothing orders them",
    absence: "data race",
    formulas: [{ kind: "no-data-race" }],
  },
  {
    id: "deadlock",
    title: "threads of which none can go on any more",
    absence: "deadlock",
    formulas: [{ kind: "no-deadlock" }],
  },
];

/** Checks for programs with threads only. */
const OF_THREADS: ReadonlySet<ProgramCheckId> = new Set(["race", "deadlock"]);

/** Removes the checks that hold in every program without threads, unless there are no others. */
export function checksOfOneThread(ids: readonly ProgramCheckId[]): readonly ProgramCheckId[] {
  const left = ids.filter((id) => !OF_THREADS.has(id));
  return left.length === 0 ? ids : left;
}

/** @param ids - without duplicates */
export function formulasOfChecks(ids: readonly ProgramCheckId[]): readonly Formula[] {
  return PROGRAM_CHECKS.filter(({ id }) => ids.includes(id)).flatMap(({ formulas }) => formulas);
}

/**
 * Removes formulas that no execution of the program can violate: a program without allocation loses
 * no block, and one thread has no race.
 */
export function withoutVacuous(
  formulas: readonly Formula[],
  program: CfaProgram,
  createsThreads: boolean,
): readonly Formula[] {
  const allocates = [...mentionedFunctions(program)].some(mayAllocate);
  const isVacuous = ({ kind }: Formula): boolean =>
    (!allocates && (kind === "valid-memtrack" || kind === "valid-memcleanup")) ||
    (!createsThreads && (kind === "no-data-race" || kind === "no-deadlock"));
  return formulas.every(isVacuous) ? formulas : formulas.filter((formula) => !isVacuous(formula));
}

/** Formulas that are asked together for a program with threads. */
export interface Question {
  readonly formulas: readonly Formula[];
  /** Some of them, which more techniques support. */
  readonly narrower?: readonly Formula[];
}

type Kinds = readonly Formula["kind"][];

const OPERATIONS: Kinds = ["unreach-call", "no-overflow", "valid-deref", "valid-free"];

/** In the order of the questions: proofs about lost memory take longest. */
const QUESTIONS_OF_THREADS: readonly { readonly kinds: Kinds; readonly narrower?: Kinds }[] = [
  { kinds: ["no-data-race"] },
  {
    kinds: [...OPERATIONS, "no-division-by-zero", "no-undefined-behavior"],
    narrower: OPERATIONS,
  },
  { kinds: ["no-deadlock"] },
  { kinds: ["valid-memtrack"] },
];

/**
 * Returns the questions about a program with threads: each contains formulas that techniques
 * support together.
 */
export function questionsOfThreads(formulas: readonly Formula[]): readonly Question[] {
  const of = (kinds: Kinds): readonly Formula[] =>
    formulas.filter(({ kind }) => kinds.includes(kind));
  const known = QUESTIONS_OF_THREADS.map(({ kinds, narrower = [] }): Question => {
    const [all, some] = [of(kinds), of(narrower)];
    const isNarrower = some.length > 0 && some.length < all.length;
    return { formulas: all, ...(isNarrower ? { narrower: some } : {}) };
  });
  const asked = new Set(known.flatMap((question) => question.formulas));
  const others = formulas.filter((formula) => !asked.has(formula));
  return [...known, { formulas: others }].filter((question) => question.formulas.length > 0);
}

/** Returns the checks that contain a formula. */
export function checksOfFormulas(formulas: readonly Formula[]): readonly ProgramCheckId[] {
  const kinds = (formula: Formula): string =>
    formula.kind === "unreach-call" ? formula.functionName : formula.kind;
  const asked = new Set(formulas.map(kinds));
  return PROGRAM_CHECKS.filter((check) =>
    check.formulas.some((formula) => asked.has(kinds(formula))),
  ).map(({ id }) => id);
}

function mayAllocate(name: string): boolean {
  const kind = intrinsicOf(name)?.kind;
  return kind === "malloc" || kind === "calloc" || kind === "realloc";
}
