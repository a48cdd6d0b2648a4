import type { InterpreterOptions } from "../contract.ts";

/** What the code of a program depends on. */
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

/** The same for options that lead to the same code. */
export function codeKey({ errorFunctions, ...others }: CodeOptions): string {
  const flags = Object.entries(others).filter(([, value]) => value !== undefined);
  return JSON.stringify([[...errorFunctions].toSorted(), flags.toSorted()]);
}
