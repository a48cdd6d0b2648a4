/** What the build stores of the threads' compiled scripts is what this Node takes; else every answer would be slower. */
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
    // Nobody may read this as Latin-1 were it anything else.
    expect(text).toMatch(/^[\0-\x7f]*$/);
  },
);
