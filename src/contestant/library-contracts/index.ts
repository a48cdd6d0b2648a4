/** What the C library demands and promises of each function. */
export { argumentAccesses } from "./argument-accesses.ts";
export { type Access, parameterNames } from "./contract.ts";
export { CONTRACTS, contractOf } from "./library-contracts.ts";
export { SIZED_TYPES, withSizes } from "./object-sizes.ts";
