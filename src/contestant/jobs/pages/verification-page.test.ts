import { beforeAll, expect, test } from "vitest";
import { loadProgram, TERMINATION, Verdicts } from "../../../../test/regression/verdicts.ts";
import { renderVerificationPage } from "./verification-page.ts";

/** CPU seconds, many more than are needed. */
const SECONDS = 20;

let verdicts: Verdicts;
beforeAll(async () => {
  verdicts = await Verdicts.create();
});

async function pageOf(text: string, configuration: string): Promise<string> {
  const loaded = loadProgram("a.c", text, "LP64");
  const result = await verdicts.verify(loaded, configuration, SECONDS, TERMINATION);
  return renderVerificationPage(
    { ...result, techniques: [] },
    {
      program: { name: "a.c", path: "a.c", sha256: "0".repeat(64), text },
      answer: result.verdict,
      propertyText: "F end",
      dataModel: "LP64",
      configuration,
      cpuSeconds: 1,
    },
  );
}

test("the page of a proof of termination says why a loop ends", async () => {
  const text = "int main(void) { int i = 10; while (i > 0) i -= 3; return 0; }";
  expect(await pageOf(text, "termination")).toContain(
    "the loop ends: i decreases with every iteration",
  );
});

test("the page of an execution that never ends shows its cycle", async () => {
  const text = "int main(void) { int i = 0; while (i < 10) { if (i == 5) continue; i++; } }";
  const page = await pageOf(text, "non-termination");
  expect(page).toContain("An execution that never ends");
  expect(page).toMatch(/\d+ cycle branching: true/);
});
