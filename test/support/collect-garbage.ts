/**
 * Collects garbage at once. The memory of interpreted programs is reserved in large pieces that do
 * not count in V8's heap, so that a test with hundreds of programs would hold all of them, and the
 * system would refuse to start another process.
 */
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

setFlagsFromString("--expose-gc");
export const collectGarbage: () => void = runInNewContext("gc");
