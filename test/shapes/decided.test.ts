/**
 * The verifier as a whole on the programs with lists of any length: TRUE of the right ones, FALSE
 * of those with a mistake. A few at a time, selected by the seed; `AGON_SHAPES=all` selects all of
 * them.
 */
import { readdirSync, readFileSync } from "node:fs";
import { beforeAll, expect, test } from "vitest";
import { parseProperty } from "../../src/ground/properties/index.ts";
import { loadProgram, Verdicts } from "../regression/verdicts.ts";

const SEED = Number(process.env.AGON_SEED ?? 1);
const SECONDS = 10;
/** One in this number of programs is decided. */
const STEP = process.env.AGON_SHAPES === "all" ? 1 : 9;

const SAFETY = parseProperty(
  // One of the mistakes is such a call.
  ["G valid-free", "G valid-deref", "G valid-memtrack", "G ! call(reach_error())"]
    .map((formula) => `CHECK( init(main()), LTL(${formula}) )`)
    .join("\n"),
  "p.prp",
);

/** Calls as deep as a list is long. */
const UNDECIDED: ReadonlySet<string> = new Set(["rec-free.c"]);

const PROGRAMS = (["safe", "unsafe"] as const).flatMap((folder) => {
  const url = new URL(`./${folder}/`, import.meta.url);
  return readdirSync(url)
    .filter((file) => !UNDECIDED.has(file))
    .map((file) => ({
      name: `${folder}/${file}`,
      truth: folder === "safe" ? "true" : "false",
      text: readFileSync(new URL(file, url), "utf8"),
    }));
});

let verdicts: Verdicts;
beforeAll(async () => {
  verdicts = await Verdicts.create();
});

test.each(PROGRAMS.filter((_, index) => (index + SEED) % STEP === 0))(
  "$name is decided",
  { timeout: 120_000 },
  async ({ text, truth }) => {
    const program = loadProgram("p.c", text, "LP64");
    expect((await verdicts.verify(program, "default", SECONDS, SAFETY)).verdict).toBe(truth);
  },
);
