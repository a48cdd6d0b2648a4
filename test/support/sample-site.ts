/** A small competition as the data of a site, with something in every field. */
import { categoryPart, type PartRun } from "../../src/explorer/index.ts";
import type { Category } from "../../src/model/index.ts";
import { computeStandings, findEdition } from "../../src/scoring/index.ts";
import type { SiteData } from "../../src/site/index.ts";

const edition = findEdition(2026);

/** Two tools, two tasks; `mark` stands in every text that comes from outside. */
export function sampleSite(mark = ""): SiteData {
  const category = `C.no-overflow.Main${mark}`;
  const categories: readonly Category[] = [
    { kind: "base", name: category, property: `no-overflow${mark}` },
    { kind: "meta", name: `C.Overall${mark}`, children: [category] },
  ];
  const tools = ["a", "b"].map((id) => ({
    id: `${id}${mark}`,
    name: `Tool ${id}${mark}`,
    version: `1${mark}`,
    module: `module${mark}`,
    options: [`--option${mark}`],
    facts: [
      [`Archive${mark}`, `text${mark}`, `https://example.org/${mark}`],
      ["Project", "text", mark === "" ? "https://example.org/" : mark],
    ] as const,
    techniques: [`technique${mark}`],
    frameworks: [`framework${mark}`],
  }));
  const tasks = [1, 2].map((number) => ({
    id: `t/${number}${mark}.yml#no-overflow`,
    expected: "true",
  }));
  const runs = tools.flatMap((tool) =>
    tasks.map(
      (task): PartRun => ({
        tool: tool.id,
        category,
        task: task.id,
        status: `ERROR (${mark})`,
        resultCategory: "error",
        points: 0,
        cpuTimeSeconds: 1.5,
        verificationStatus: `false(${mark})`,
        witnessFacts: { state: "invalid", reason: `reason${mark}` },
        checks: [{ tool: `v${mark}`, phase: "violation-validation", status: `answer${mark}` }],
      }),
    ),
  );
  const standings = computeStandings({
    edition,
    categories,
    tools,
    participations: [],
    tasks: new Map([
      [category, tasks.map(({ id }) => ({ task: id, expectedVerdict: { kind: "true" as const } }))],
    ]),
    runs,
  });
  const part = categoryPart(
    category,
    tasks,
    tools.map(({ id }) => id),
    runs,
  );
  return {
    title: `Cup${mark}`,
    edition: { ...edition, name: `${edition.name}${mark}` },
    facts: [[`label${mark}`, `fact${mark}`]],
    tools,
    validators: [{ id: `v${mark}`, name: `Validator${mark}` }],
    participations: [],
    categories,
    standings,
    parts: [
      {
        part,
        details: () =>
          tools.map(({ id }) => [
            id,
            {
              [tasks[0]?.id ?? ""]: {
                validations: [],
                missingValidators: [`missing${mark}`],
                host: `host${mark}`,
                commandLine: [`word${mark}`],
                log: { excerpt: `output${mark}`, bytes: 6, omittedBytes: 0 },
                witness: {
                  ...{ sha256: "ab", findings: [`finding${mark}`], kind: "violation" },
                  producer: `producer${mark}`,
                  text: `witness${mark}`,
                  waypoints: [
                    {
                      ...{ file: `p${mark}.c`, line: 1, segment: 1, action: "follow" },
                      ...{ type: "assumption", text: `x == 1${mark}` },
                    },
                  ],
                  invariants: [],
                },
              },
            },
          ]),
        sources: () => ({
          texts: { ab: `int main(void) { return 0; } // ${mark}` },
          tasks: { [tasks[0]?.id ?? ""]: [{ path: `p${mark}.c`, sha256: "ab" }] },
        }),
        automata: () => ({
          [tasks[0]?.id ?? ""]: [
            {
              ...{ name: `main${mark}`, file: `p${mark}.c`, lines: [1, 1] },
              blocks: [
                {
                  kind: "entry",
                  statements: [{ line: 1, column: 1, text: `f()${mark}` }],
                  decision: { line: 1, column: 2, text: `x${mark}` },
                },
                { kind: "exit", statements: [] },
              ],
              arcs: [{ from: 0, to: 1, outcome: `true${mark}` }],
            },
          ],
        }),
      },
    ],
    earlier: [
      {
        title: `Earlier${mark}`,
        edition: { ...edition, name: `Rules${mark}` },
        tools,
        parts: [part],
      },
    ],
  };
}
