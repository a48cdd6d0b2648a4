/**
 * Options of Node for `verify` and `validate`, which the launcher gives as well: one thread
 * compiles and collects garbage beside the thread that works. More threads wait for each other and
 * slow both down: see `bench/verifier/README.md`, "The threads of the engine".
 */
export const ENGINE_OPTIONS: readonly string[] = ["--v8-pool-size=1"];
