/** Pages about one task, run, program or witness. */
export { CounterexamplePage } from "./counterexample.tsx";
export { RunPage } from "./run.tsx";
export { TaskPage } from "./task.tsx";
export { WitnessPage } from "./witness.tsx";
