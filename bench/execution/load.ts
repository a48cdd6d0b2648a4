/** Other work on the machine: processes that burn until they are ended. */
import { spawn } from "node:child_process";

/** @param burn the compiled `burn.c`. Returns the function that ends the processes. */
export function startBurning(burn: string, count: number): () => void {
  const children = Array.from({ length: count }, () =>
    spawn(burn, ["many", "1"], { stdio: "ignore" }),
  );
  return () => {
    for (const child of children) child.kill("SIGKILL");
  };
}
