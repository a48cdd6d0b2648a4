import { expect, test } from "vitest";
import type { ScoredResults } from "../../../organiser/reports/index.ts";
import { findEdition } from "../../../organiser/scoring/index.ts";
import { renderTracks } from "./tracks.ts";

/** Results in which validators gave these answers. */
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
  ["no validators", [[]], "the results contain verification runs only"],
  ["linters alone", [["lint"]], "only linters checked the witnesses"],
])("an empty validation track gives the reason: %s", (_what, phases, reason) => {
  expect(renderTracks(results(phases), undefined)).toContain(reason);
});
