import { open } from "node:fs/promises";
import { outputLines } from "../../tools/index.ts";

/** Bytes of each end of an output that are read; SV-COMP keeps 2 MB of a log. */
const END_BYTES = 1_000_000;

/**
 * The lines of a tool's output, for finding its answer. The lines in the middle of an output of
 * more than 2 MB are left out, as in BenchExec: splitting a flood of ten million lines would keep
 * this thread from watching the limits of other runs.
 */
export async function readOutputLines(path: string): Promise<readonly string[]> {
  const file = await open(path, "r");
  try {
    const { size } = await file.stat();
    if (size <= 2 * END_BYTES) return outputLines(await file.readFile("utf8"));
    const read = async (start: number): Promise<readonly string[]> => {
      const buffer = Buffer.alloc(END_BYTES);
      const { bytesRead } = await file.read(buffer, 0, END_BYTES, start);
      return outputLines(buffer.toString("utf8", 0, bytesRead));
    };
    // The lines at the cut are incomplete.
    return [...(await read(0)).slice(0, -1), ...(await read(size - END_BYTES)).slice(1)];
  } finally {
    await file.close();
  }
}
