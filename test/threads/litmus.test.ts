/**
 * Agon's answers to litmus tests (litmus-programs.ts) are those of C11, or UNKNOWN; it proves those with sequentially consistent
 * operations, and coherence. `AGON_THOROUGH=1` asks every configuration for threads.
 */
import { readFileSync } from "node:fs";
import { afterEach, beforeAll, expect, test } from "vitest";
import { loadProgram, Verdicts } from "../regression/verdicts.ts";
import { collectGarbage } from "../support/collect-garbage.ts";
import {
  LITMUS_TESTS,
  LOAD_ORDERS,
  litmusTable,
  litmusText,
  STORE_ORDERS,
} from "./litmus-programs.ts";
import { propertyOf } from "./programs.ts";

/** Until there is an answer, where there has to be one. */
const SECONDS = [2, 20, 80];
const SECONDS_OF_OTHERS = 1;
const CONFIGURATIONS =
  process.env.AGON_THOROUGH === "1"
    ? ["thread-values", "explore", "sequentialise", "thread-modular"]
    : [];

let verdicts: Verdicts;
beforeAll(async () => {
  verdicts = await Verdicts.create();
});
afterEach(collectGarbage);

const asked = LITMUS_TESTS.flatMap((litmus) =>
  STORE_ORDERS.flatMap((stores) =>
    LOAD_ORDERS.map((loads) => ({ litmus, name: litmus.name, stores, loads })),
  ),
);

test.each(asked)("$name, stores $stores, loads $loads", { timeout: 300_000 }, async (each) => {
  const { litmus, stores, loads } = each;
  const isForbidden = litmus.isForbidden(stores, loads);
  const isTotal = stores === "seq_cst" && loads === "seq_cst";
  const loaded = loadProgram("litmus.c", litmusText(litmus, stores, loads), "LP64");
  const calls = propertyOf("unreach-call");
  let said = "unknown";
  for (const seconds of isTotal || litmus.name === "coherence" ? SECONDS : [SECONDS_OF_OTHERS]) {
    said = (await verdicts.verify(loaded, "default", seconds, calls)).verdict;
    if (said !== "unknown") break;
  }
  expect([`${isForbidden}`, "unknown"]).toContain(said);
  if (isTotal || litmus.name === "coherence") expect(said).toBe("true");
  // Atomic objects do not race, and the joins order the rest.
  const races = await verdicts.verify(
    loaded,
    "default",
    SECONDS_OF_OTHERS,
    propertyOf("no-data-race"),
  );
  expect(races.verdict).not.toBe("false");
  for (const configuration of CONFIGURATIONS) {
    const { verdict } = await verdicts.verify(loaded, configuration, SECONDS_OF_OTHERS, calls);
    expect([`${isForbidden}`, "unknown"], configuration).toContain(verdict);
  }
});

test("the table of the documentation is the one that is tested", () => {
  expect(readFileSync("docs/c-semantics.md", "utf8")).toContain(litmusTable());
});
