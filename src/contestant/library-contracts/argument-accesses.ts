import type { AccessMode } from "./contract.ts";
import { contractOf } from "./library-contracts.ts";
import { fixedSize } from "./object-sizes.ts";

/** Memory that a call accesses through an argument. */
export interface ArgumentAccess {
  /** Index of the pointer. */
  readonly argument: number;
  /** Bytes; infinite where they are not a fixed number. */
  readonly size: number;
  readonly mode: AccessMode;
  readonly isString: boolean;
  readonly mayBeNull: boolean;
  /** Whether models of the function make the access themselves. */
  readonly isImplemented: boolean;
}

/** The accesses of a function through its arguments, for engines that do not execute its model. */
export function argumentAccesses(name: string, pointerBits: number): ArgumentAccess[] {
  const contract = contractOf(name);
  if (contract === undefined) return [];
  return contract.accesses.flatMap((access): ArgumentAccess[] => {
    if (access.kind !== "string" && access.kind !== "bytes") return [];
    const isString = access.kind === "string";
    return [
      {
        argument: contract.parameters.indexOf(access.of),
        size:
          (isString ? undefined : fixedSize(access.size, pointerBits)) ?? Number.POSITIVE_INFINITY,
        mode: isString ? "read" : access.mode,
        isString,
        mayBeNull: access.mayBeNull,
        isImplemented: access.isImplemented === true,
      },
    ];
  });
}
