import type { InterpreterOptions } from "../contract.ts";

/** The options that determine the code of a program. */
export type CodeOptions = Omit<
  InterpreterOptions,
  "observer" | "maxSteps" | "maxMemoryBytes" | "maxStaticBytes"
> & {
  readonly isObserved: boolean;
};

export function codeOptions({
  observer,
  maxSteps: _steps,
  maxMemoryBytes: _memory,
  maxStaticBytes: _statics,
  ...others
}: InterpreterOptions): CodeOptions {
  const isObserved = observer !== undefined;
  const walksLoops =
    others.walksLoops === true || (isObserved && observer.mayMissIterations !== true);
  return { ...others, isObserved, walksLoops };
}

/** A key that is equal for options with the same code. */
export function codeKey({ errorFunctions, ...others }: CodeOptions): string {
  const flags = Object.entries(others).filter(([, value]) => value !== undefined);
  return JSON.stringify([[...errorFunctions].toSorted(), flags.toSorted()]);
}
