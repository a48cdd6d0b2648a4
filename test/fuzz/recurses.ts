/** Whether a random program with recursion calls a function within itself, for some of its inputs. */
import { loadProgram } from "../../src/contestant/program/load-program.ts";
import { exhaustiveTruth } from "./ground-truth.ts";
import type { RandomTask } from "./random-task.ts";

/** Such programs count the calls; `main` calls once, or once more after it has kept the first result. */
export function recurses(task: RandomTask): boolean {
  const text = task.text
    .replace("if (!c) reach_error();", "(void)c;")
    .replaceAll("count++;", "if (++count > 1) reach_error();")
    .replace("int s = r;", "int s = r; count = 0;");
  const asked: RandomTask = { ...task, text };
  return exhaustiveTruth(asked, loadProgram("counted.c", text, task.dataModel).program).isViolated;
}
