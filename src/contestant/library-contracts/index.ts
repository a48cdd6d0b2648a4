/** Demands and promises of the C library for each function. */
export { argumentAccesses } from "./argument-accesses.ts";
export { type Access, parameterNames } from "./contract.ts";
export { ERROR_NUMBERS, type ErrorName } from "./error-numbers.ts";
export { CONTRACTS, contractOf } from "./library-contracts.ts";
export { SIZED_TYPES, withSizes } from "./object-sizes.ts";
