/** The one table of demands and promises for functions of the C library. */
import type { Contract } from "./contract.ts";
import { GENERAL } from "./general.ts";
import { INPUT_OUTPUT } from "./input-output.ts";
import { MATHEMATICS } from "./mathematics.ts";
import { TEXT } from "./text.ts";
import { THREADS } from "./threads.ts";

export const CONTRACTS: readonly Contract[] = [
  ...GENERAL,
  ...TEXT,
  ...INPUT_OUTPUT,
  ...MATHEMATICS,
  ...THREADS,
];

const table = new Map(CONTRACTS.map((contract) => [contract.name, contract]));

/**
 * The contract of a function, also by the names that headers and compilers give it: `__isoc99_scanf` is `scanf`,
 * `__builtin_printf` is `printf`, `__isnan` is `isnan`. Undefined for a function that has no entry.
 */
export function contractOf(name: string): Contract | undefined {
  const plain = name.replace(/^__isoc(99|23)_/, "");
  return (
    table.get(plain) ??
    table.get(plain.replace(/^__builtin_/, "")) ??
    (MATHEMATICAL.has(plain.replace(/^__/, "")) ? table.get(plain.replace(/^__/, "")) : undefined)
  );
}

const MATHEMATICAL: ReadonlySet<string> = new Set(MATHEMATICS.map(({ name }) => name));
