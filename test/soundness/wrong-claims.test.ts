/**
 * Wrong claims about the soundness programs are given to the validator, in the form of `agon verify
 * --check`: that a defective program is correct (a correctness witness without invariants, with
 * proofs that must not use one of the grounds in turn), and that an error is reached where none is.
 * It must confirm none of them, nor any claim about behaviour that C leaves open. Every day another
 * part of the programs is tested (the day is printed); `AGON_WRONG_CLAIMS=all` selects all of them,
 * and
 * `AGON_WRONG_CLAIMS=3` the part of that number.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import type { LoadedProgram } from "../../src/contestant/program/load-program.ts";
import { InputError } from "../../src/ground/util/errors.ts";
import type { Witness } from "../../src/ground/witness/index.ts";
import { loadProgram, NO_OVERFLOW, REACHABILITY, Verdicts } from "../regression/verdicts.ts";
import { expectationOf } from "./expectation.ts";
import { FOLDER, programsOf, topicsOf } from "./program-files.ts";

const QUESTIONS = { "unreach-call": REACHABILITY, "no-overflow": NO_OVERFLOW } as const;
/** Undefined: no ground is left out. */
const GROUNDS = [undefined, "execution", "values", "symbolic"] as const;
/** CPU seconds of a validation: confirmations come at once for programs this small. */
const SECONDS = 0.2;
const PARTS = 16;

const asked = process.env.AGON_WRONG_CLAIMS;
const part = Number(asked ?? Math.floor(Date.now() / 86_400_000)) % PARTS;
const programs = topicsOf().flatMap((topic) => programsOf(topic).map((file) => join(topic, file)));
const chosen = asked === "all" ? programs : programs.filter((_, index) => index % PARTS === part);

let verdicts: Verdicts;
beforeAll(async () => {
  verdicts = await Verdicts.create();
  process.stdout.write(`wrong claims: AGON_WRONG_CLAIMS=${asked ?? part}\n`);
});

describe("the validator confirms no wrong claim", { timeout: 120_000 }, () => {
  for (const [index, program] of chosen.entries()) {
    const text = readFileSync(join(FOLDER, program), "utf8");
    const { verdicts: truths } = expectationOf(text);
    const model =
      truths.LP64.size > 0 && (index % 2 === 0 || truths.ILP32.size === 0) ? "LP64" : "ILP32";
    it(`${program}, ${model}`, async () => {
      const loaded = attempt(() => loadProgram(program, text, model));
      if (loaded === undefined) return;
      for (const [name, truth] of truths[model]) {
        const property = QUESTIONS[name];
        if (truth !== "true") {
          const without = GROUNDS[index % GROUNDS.length];
          const claim: Witness = { kind: "correctness", invariants: [] };
          const said = await verdicts.revalidate(loaded, claim, SECONDS, property, without);
          expect(said, `${name}, without ${without}`).not.toBe("true");
        }
        if (truth !== "false" && name === "unreach-call") {
          for (const claim of errorsOf(program, text)) {
            expect(await verdicts.revalidate(loaded, claim, SECONDS)).not.toBe("false");
          }
        }
      }
    });
  }
});

it("right claims are confirmed in that time", async () => {
  const text = (condition: string): string =>
    `void reach_error(void);\nint main(void) { int x = 3; if (${condition}) reach_error(); return 0; }`;
  const [holds, fails] = [text("x == 4"), text("x == 3")];
  const claim: Witness = { kind: "correctness", invariants: [] };
  const right = loadProgram("p.c", holds, "LP64");
  for (const without of GROUNDS) {
    const said = await verdicts.revalidate(right, claim, 5, REACHABILITY, without);
    expect(said, `without ${without}`).toBe("true");
  }
  const wrong = loadProgram("p.c", fails, "LP64");
  for (const error of errorsOf("p.c", fails)) {
    expect(await verdicts.revalidate(wrong, error, 5)).toBe("false");
  }
  expect(errorsOf("p.c", fails)).toHaveLength(1);
});

/** One for each call of the error function. */
function errorsOf(file: string, text: string): Witness[] {
  const lines = text.split("\n");
  return lines.flatMap((line, index): Witness[] => {
    const column = line.indexOf("reach_error()") + 1;
    if (column === 0) return [];
    const location = { file, line: index + 1, column };
    return [{ kind: "violation", segments: [{ avoid: [], follow: { type: "target", location } }] }];
  });
}

/** Undefined for a program that the front end refuses. */
function attempt(action: () => LoadedProgram): LoadedProgram | undefined {
  try {
    return action();
  } catch (error) {
    if (error instanceof InputError) return undefined;
    throw error;
  }
}
