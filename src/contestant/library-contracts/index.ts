/** What the C library demands and promises of each function. */
export { type ArgumentAccess, argumentAccesses } from "./argument-accesses.ts";
export { type Access, type AccessMode, type Contract, parameterNames } from "./contract.ts";
export { CONTRACTS, contractOf } from "./library-contracts.ts";
export { SIZED_TYPES, withSizes } from "./object-sizes.ts";
