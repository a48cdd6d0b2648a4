/**
 * Termination of random loops and recursions, whose truth exhaustive execution decides.
 *
 *     AGON_SEED=7 AGON_PROGRAMS=3000 npx vitest run test/fuzz/termination.test.ts
 */
import { testRandomTermination } from "./random-termination.ts";
import { randomTerminationTask } from "./random-termination-task.ts";

testRandomTermination({
  title: "termination",
  make: randomTerminationTask,
  seconds: 1,
  decidedShare: 1 / 2,
});
