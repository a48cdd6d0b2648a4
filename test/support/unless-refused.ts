import { InputError } from "../../src/ground/util/errors.ts";

/** Undefined for a program that the front end refuses. */
export function unlessRefused<T>(action: () => T): T | undefined {
  try {
    return action();
  } catch (error) {
    if (error instanceof InputError) return undefined;
    throw error;
  }
}
