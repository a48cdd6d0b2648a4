import { closeSync, openSync, readSync } from "node:fs";

/** The lines of a text of any size, one at a time, ended by line feeds. */
export function* readLines(path: string): Generator<Buffer> {
  const file = openSync(path, "r");
  try {
    const chunk = Buffer.alloc(1 << 16);
    let rest = Buffer.alloc(0);
    for (let count = readSync(file, chunk); count > 0; count = readSync(file, chunk)) {
      const bytes = Buffer.concat([rest, chunk.subarray(0, count)]);
      let start = 0;
      for (let end = bytes.indexOf(10); end >= 0; end = bytes.indexOf(10, start)) {
        yield bytes.subarray(start, end);
        start = end + 1;
      }
      rest = bytes.subarray(start);
    }
    if (rest.length > 0) yield rest;
  } finally {
    closeSync(file);
  }
}
