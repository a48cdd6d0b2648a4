/**
 * Options of Node for `verify` and `validate`, which the launcher gives as well: one thread compiles and collects garbage beside
 * the one that works. More of them wait for each other at the cost of both: `bench/verifier/README.md`, "The threads of the engine".
 */
export const ENGINE_OPTIONS: readonly string[] = ["--v8-pool-size=1"];
