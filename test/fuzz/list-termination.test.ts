/**
 * Random loops over lists.
 *
 *     AGON_SEED=7 AGON_PROGRAMS=300 npx vitest run test/fuzz/list-termination.test.ts
 */
import { randomListTerminationTask } from "./random-list-termination-task.ts";
import { testRandomTermination } from "./random-termination.ts";

testRandomTermination({
  title: "lists",
  make: randomListTerminationTask,
  // Lists are decided quickly; tasks for the solver are not tested here.
  seconds: 0.6,
  decidedShare: 1 / 3,
});
