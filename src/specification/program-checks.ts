/**
 * What a programmer asks of a program, where a competition asks for one property: several checks at
 * a time, each with formulas of its own. This table is all there is: the command line, the
 * headlines and the manual follow it.
 */
import { type CfaProgram, intrinsicOf, mentionedFunctions } from "../cfa/index.ts";
import type { Formula } from "../model/index.ts";

export interface ProgramCheck {
  readonly id: ProgramCheckId;
  /** What is reported. */
  readonly title: string;
  /** What a program without it may rely on: "no …" in the answer of a proof. */
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
  | "undefined";

const calls = (...names: readonly string[]): readonly Formula[] =>
  names.map((functionName) => ({ kind: "unreach-call", functionName }));

/** In the order in which they are told. */
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
];

/** @param ids - none twice */
export function formulasOfChecks(ids: readonly ProgramCheckId[]): readonly Formula[] {
  return PROGRAM_CHECKS.filter(({ id }) => ids.includes(id)).flatMap(({ formulas }) => formulas);
}

/** Without what no execution of the program can violate: who allocates nothing loses nothing. */
export function withoutVacuous(
  formulas: readonly Formula[],
  program: CfaProgram,
): readonly Formula[] {
  if ([...mentionedFunctions(program)].some(mayAllocate)) return formulas;
  const isLeak = ({ kind }: Formula): boolean =>
    kind === "valid-memtrack" || kind === "valid-memcleanup";
  return formulas.every(isLeak) ? formulas : formulas.filter((formula) => !isLeak(formula));
}

function mayAllocate(name: string): boolean {
  const kind = intrinsicOf(name)?.kind;
  return kind === "malloc" || kind === "calloc" || kind === "realloc";
}
