import { expect, test } from "vitest";
import type { ScoredResults } from "../../../organiser/reports/index.ts";
import { findEdition } from "../../../organiser/scoring/index.ts";
import { renderTracks } from "./tracks.ts";

/** Results in which validators said so much. */
function results(phases: readonly (readonly string[])[]): ScoredResults {
  const runs = phases.map((each) => ({ opinions: each.map((phase) => ({ phase })), witness: {} }));
  return {
    edition: findEdition(2025),
    categories: [],
    tools: [],
    rawRuns: () => runs,
  } as unknown as ScoredResults;
}

test.each([
  ["no results", [], "there are no results"],
  ["no validators", [[]], "the results hold verification runs only"],
  ["linters alone", [["lint"]], "only linters looked at the witnesses"],
])("an empty validation track says why: %s", (_what, phases, reason) => {
  expect(renderTracks(results(phases), undefined)).toContain(reason);
});
