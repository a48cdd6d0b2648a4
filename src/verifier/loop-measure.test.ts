import { beforeAll, expect, test } from "vitest";
import { loadProgram, TERMINATION, Verdicts } from "../../test/regression/verdicts.ts";

/** CPU seconds, many more than are needed. */
const SECONDS = 20;

let verdicts: Verdicts;
beforeAll(async () => {
  verdicts = await Verdicts.create();
});

const PRELUDE =
  "extern int __VERIFIER_nondet_int(void); extern unsigned __VERIFIER_nondet_uint(void);\n";

test.each([
  ["unsigned x = __VERIFIER_nondet_uint(); while (x) x--;", ["x falls with every iteration"]],
  [
    "int n = __VERIFIER_nondet_int(); for (long i = 0; i != n; i++) if (i > 99) break;",
    ["i grows with every iteration"],
  ],
  [
    "unsigned x = __VERIFIER_nondet_uint(), y = 9; while (x && y) { if (y > 1) y--; else { x--; y = 9; } }",
    ["with every iteration x falls, or stays while y falls"],
  ],
])("%s: why it ends", async (body, sentences) => {
  const loaded = loadProgram("a.c", `${PRELUDE}int main(void) { ${body} return 0; }`, "LP64");
  const result = await verdicts.verify(loaded, "termination", SECONDS, TERMINATION);
  if (result.verdict !== "true") throw new Error(JSON.stringify(result));
  expect(result.measures?.map(({ sentence }) => sentence)).toEqual(sentences);
  expect(result.measures?.[0]?.line).toBe(2);
});
