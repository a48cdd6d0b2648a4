/**
 * This Node accepts the cache that the build stores for the threads' compiled scripts; otherwise
 * every answer would be slower.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { Script } from "node:vm";
import { expect, test } from "vitest";

const BUNDLED = join(import.meta.dirname, "..", "..", "dist", "bundled");

test.each(["jobs", "validator"])(
  "the compiled script of the thread of contestant/%s is taken",
  (part) => {
    const folder = join(BUNDLED, "contestant", part);
    const scripts = readdirSync(folder).filter((name) => name.endsWith(".cjs"));
    expect(scripts).toHaveLength(1);
    const file = join(folder, scripts[0] as string);
    const text = readFileSync(file, "latin1");
    const script = new Script(text, { cachedData: readFileSync(`${file}.cache`) });
    expect(script.cachedDataRejected).toBe(false);
    // ASCII only, so that the encoding cannot be mistaken.
    expect(text).toMatch(/^[\0-\x7f]*$/);
  },
);
