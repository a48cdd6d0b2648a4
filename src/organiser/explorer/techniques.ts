/** Techniques of verifiers as a table, as the reports of SV-COMP print it. */
import type { SiteTool } from "./manifest.ts";

/** Columns of the reports, in their order; other techniques follow. */
const REPORT_ORDER: readonly string[] = [
  "CEGAR",
  "Predicate Abstraction",
  "Symbolic Execution",
  "Bounded Model Checking",
  "k-Induction",
  "Property-Directed Reachability",
  "Explicit-Value Analysis",
  "Numeric Interval Analysis",
  "Shape Analysis",
  "Separation Logic",
  "Bit-Precise Analysis",
  "ARG-Based Analysis",
  "Lazy Abstraction",
  "Interpolation",
  "Automata-Based Analysis",
  "Concurrency Support",
  "Ranking Functions",
  "Evolutionary Algorithms",
  "Algorithm Selection",
  "Portfolio",
];

export interface TechniqueTable {
  readonly techniques: readonly string[];
  readonly rows: readonly { readonly tool: SiteTool; readonly uses: readonly boolean[] }[];
}

/** Tools that name no technique have a row without marks; no rows when none does. */
export function techniqueTable(tools: readonly SiteTool[]): TechniqueTable {
  const named = new Map<string, string>();
  for (const { techniques = [] } of tools) {
    for (const name of techniques)
      if (!named.has(name.toLowerCase())) named.set(name.toLowerCase(), name);
  }
  const place = (name: string): number => {
    const index = REPORT_ORDER.findIndex((each) => each.toLowerCase() === name.toLowerCase());
    return index < 0 ? REPORT_ORDER.length : index;
  };
  const techniques = [...named.values()].sort(
    (a, b) => place(a) - place(b) || (a.toLowerCase() < b.toLowerCase() ? -1 : 1),
  );
  return {
    techniques,
    rows:
      techniques.length === 0
        ? []
        : tools.map((tool) => {
            const own = new Set(tool.techniques?.map((name) => name.toLowerCase()));
            return { tool, uses: techniques.map((name) => own.has(name.toLowerCase())) };
          }),
  };
}
