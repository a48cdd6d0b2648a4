import { defined } from "../../../ground/util/defined.ts";
import type { AnalysisResult } from "../technique.ts";
import type { SearchResult } from "./falsifier.ts";

/** Converts the result of a search by concrete executions to an answer. */
export function searched(found: SearchResult): AnalysisResult {
  switch (found.kind) {
    case "violation": {
      const { subproperty, choices } = found;
      return { kind: "false", subproperty, choices };
    }
    case "exhausted": {
      const reason = "the program has a single execution, which was followed to its end";
      return { kind: "true", reason, invariants: [] };
    }
    case "nothing": {
      const reason = `${found.runs} runs without a violation`;
      const { steps, isLasting } = found;
      return { kind: "unknown", reason, progress: steps, ...defined({ isLasting }) };
    }
  }
}
