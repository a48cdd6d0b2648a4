/**
 * The inputs of a violation with as many zeros as possible: what a loop asks for
 * thousands of times matters in few turns only, and witnesses tell equal inputs in a row in one word.
 */
import type { InputChoice } from "../analysis/index.ts";
import { compileProgram } from "../interpreter/index.ts";
import type { Specification } from "../specification/index.ts";
import { isViolatedElsewhere, ReplayInputs } from "../techniques/index.ts";
import type { LoadedProgram } from "../verifier/index.ts";
import { dropNeedless } from "./drop-needless.ts";

/** An execution with other inputs is followed for so many times the edges of that which is known, and some more. */
const STEPS_FACTOR = 2;
const MIN_STEPS = 10_000;
/** Edges that all attempts together may take. */
const MAX_STEPS = 50_000_000;
/** An attempt costs something also where it ends early. */
const MAX_ATTEMPTS = 100;

/** Inputs that violate at the same place as `choices` do. */
export function zeroedInputs(
  { program }: LoadedProgram,
  specification: Specification,
  choices: readonly InputChoice[],
): readonly InputChoice[] {
  let spent = 0;
  let attempts = 0;
  const violationOf = (inputs: readonly InputChoice[], most?: number) => {
    const limits = most === undefined ? {} : { maxSteps: most };
    const compiled = compileProgram(program, { ...specification.execution, ...limits });
    const violation = specification.observe(compiled, compiled.run(new ReplayInputs(inputs)));
    spent += compiled.steps;
    attempts++;
    return violation;
  };
  const first = violationOf(choices);
  if (first === undefined) return choices;
  const most = STEPS_FACTOR * spent + MIN_STEPS;
  const isNonzero = ({ value }: InputChoice): boolean => typeof value === "bigint" && value !== 0n;
  const without = (kept: ReadonlySet<InputChoice>): readonly InputChoice[] =>
    choices.map((choice) =>
      isNonzero(choice) && !kept.has(choice) ? { ...choice, value: 0n } : choice,
    );
  const needed = dropNeedless(
    choices.filter(isNonzero),
    (rest) => {
      const found = violationOf(without(new Set(rest)), most);
      return found?.edge === first.edge && found?.subproperty === first.subproperty;
    },
    () => spent + most > MAX_STEPS || attempts > MAX_ATTEMPTS,
  );
  const zeroed = without(new Set(needed));
  return isViolatedElsewhere(program, specification, zeroed, most) ? zeroed : choices;
}
