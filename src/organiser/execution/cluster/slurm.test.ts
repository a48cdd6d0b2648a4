import { expect, test } from "vitest";
import { parseTasks } from "./slurm.ts";

test("elements that wait or run are listed; ended ones and other lines are not", () => {
  const output = `agon-ab12-1 0 RUNNING
agon-ab12-1 1 PENDING
agon-ab12-1 2 COMPLETING
agon-ab12-1 3 REQUEUED
agon-ab12-1 4 REQUEUE_HOLD
agon-ab12-1 5 COMPLETED
agon-ab12-1 6 CANCELLED
agon-ab12-1 7 NODE_FAIL
agon-ab12-1 8 OUT_OF_MEMORY
agon-ab12-1 N/A PENDING

`;
  expect(parseTasks(output).map(({ index, state }) => `${index} ${state}`)).toEqual([
    "0 RUNNING",
    "1 PENDING",
    "2 COMPLETING",
    "3 REQUEUED",
    "4 REQUEUE_HOLD",
  ]);
  expect(parseTasks("")).toEqual([]);
});
