/** Scoring over columns gives exactly the results of scoring run by run. */

import { createHash } from "node:crypto";
import fc from "fast-check";
import { expect, test } from "vitest";
import {
  type BaseCategory,
  type Category,
  type Participation,
  parseVerdict,
  RESULT_CATEGORIES,
  WITNESS_VERSIONS,
} from "../../../ground/model/index.ts";
import { ColumnFile, encodeColumnFile } from "../../../ground/util/column-file.ts";
import { defined } from "../../../ground/util/defined.ts";
import { EDITIONS } from "../editions/index.ts";
import { finalStatus } from "../final-status.ts";
import { pointsOf } from "../points.ts";
import { computeStandings } from "../standings.ts";
import type { JudgedRun } from "../tally.ts";
import type { WitnessFacts } from "../validation/input.ts";
import {
  LINT_PHASE,
  type RawOpinion,
  type RawRun,
  RUN_COLUMNS_FORMAT,
  type RunColumns,
  RunColumnsBuilder,
} from "./run-columns.ts";
import { scoreColumns } from "./score-columns.ts";

const BASES: readonly BaseCategory[] = [
  ["C.unreach-call.Loops", "unreach-call"],
  ["unreach-call.ReachSafety-Loops", "unreach-call"],
  ["C.valid-memsafety.Heap", "valid-memsafety"],
  ["termination.Termination-Other", "termination"],
].map(([name = "", property = ""]) => ({ kind: "base", name, property }));
const CATEGORIES: readonly Category[] = [
  ...BASES,
  { kind: "meta", name: "One", children: BASES.slice(0, 2).map(({ name }) => name) },
  { kind: "meta", name: "Two", children: BASES.slice(2).map(({ name }) => name) },
  { kind: "meta", name: "Overall", children: ["One", "Two"] },
  { kind: "meta", name: "FalseOverall", children: ["One", "Two"], answers: "false" },
];
const TOOLS = ["x", "y"].map((id) => ({ id, name: id }));
const PARTICIPATIONS: readonly Participation[] = [
  { tool: "y", categories: ["Overall"], optOut: ["One"] },
];

const status = fc.constantFrom(
  ...["true", "false", "false(unreach-call)", "false(valid-deref)", "unknown", "done"],
  ...["TIMEOUT (true)", "ERROR (1)", ""],
);
const witness: fc.Arbitrary<WitnessFacts> = fc.oneof(
  fc.constant({ state: "unexamined" } as const),
  fc.constant({ state: "missing" } as const),
  fc.constant({ state: "invalid", reason: "no YAML" } as const),
  fc.record({
    state: fc.constant("present" as const),
    kind: fc.constantFrom("violation" as const, "correctness" as const),
    version: fc.constantFrom(...WITNESS_VERSIONS),
  }),
);
const opinion: fc.Arbitrary<RawOpinion> = fc.record(
  {
    tool: fc.constantFrom("v", "w"),
    phase: fc.constantFrom(
      "violation-validation" as const,
      "correctness-validation" as const,
      LINT_PHASE,
    ),
    format: fc.constantFrom("graphml" as const, "yaml" as const),
    status: fc.oneof(
      status,
      fc.constantFrom("ERROR (invalid witness syntax)", "ERROR (witness does not exist)"),
    ),
  },
  { requiredKeys: ["tool", "phase", "status"] },
);
const measure = fc.option(
  fc.integer({ min: 0, max: 900e9 }).map((ns) => ns / 1e9),
  { nil: undefined, freq: 20 },
);
const run = fc.record({
  status,
  witness,
  fixed: fc.option(fc.constantFrom(...RESULT_CATEGORIES), { nil: undefined, freq: 4 }),
  seconds: measure,
  joules: measure,
  opinions: fc.array(opinion, { maxLength: 4 }),
});
const task = fc.record({
  expected: fc.constantFrom("true", "false", "false(valid-deref)", ""),
  isVoid: fc.boolean(),
  runs: fc.array(fc.option(run, { nil: undefined, freq: 8 }), { minLength: 2, maxLength: 2 }),
});
const competition = fc.record({
  edition: fc.constantFrom(...EDITIONS),
  tasks: fc.tuple(...BASES.map(() => fc.array(task, { maxLength: 6 }))),
});

type Given = typeof competition extends fc.Arbitrary<infer T> ? T : never;

function rawRuns({ tasks }: Given): {
  readonly builder: RunColumnsBuilder;
  readonly raw: readonly (RawRun & { readonly expected: string; readonly isVoid: boolean })[];
} {
  const builder = new RunColumnsBuilder();
  const raw = BASES.flatMap(({ name }, which) =>
    (tasks[which] ?? []).flatMap(({ expected, isVoid, runs }, index) => {
      const id = `${index}.yml`;
      const verdict = parseVerdict(expected);
      builder.addTask(name, {
        task: id,
        isVoid,
        ...(verdict === undefined || verdict.kind === "unknown"
          ? {}
          : { expectedVerdict: verdict }),
      });
      return runs.flatMap((each, tool) =>
        each === undefined
          ? []
          : [
              {
                tool: TOOLS[tool]?.id ?? "",
                category: name,
                task: id,
                status: each.status,
                witness: each.witness,
                ...defined({
                  resultCategory: each.fixed,
                  cpuTimeSeconds: each.seconds,
                  cpuEnergyJoules: each.joules,
                }),
                opinions: each.opinions,
                expected,
                isVoid,
              },
            ],
      );
    }),
  );
  for (const each of raw) builder.addRun(each);
  return { builder, raw };
}

/** One by one, as `agon score` does it for a spool. */
function judged(
  edition: Given["edition"],
  each: ReturnType<typeof rawRuns>["raw"][number],
): JudgedRun {
  const {
    status: answer,
    resultCategory,
    witness: facts,
    opinions,
    expected,
    isVoid,
    ...rest
  } = each;
  const verdict = parseVerdict(expected);
  const final =
    resultCategory === undefined
      ? finalStatus({
          edition,
          category: BASES.find(({ name }) => name === each.category) as BaseCategory,
          expectedVerdict: verdict?.kind === "unknown" ? undefined : verdict,
          isVoid,
          verification: { status: answer },
          witness: facts,
          lints: opinions.filter(({ phase }) => phase === LINT_PHASE),
          validations: opinions.flatMap(({ phase, ...other }) =>
            phase === LINT_PHASE ? [] : [{ ...other, phase }],
          ),
        })
      : { status: answer, category: resultCategory };
  return {
    ...rest,
    status: final.status,
    resultCategory: final.category,
    points: pointsOf(final.status, final.category, edition.scoring),
  };
}

function stored(builder: RunColumnsBuilder): RunColumns {
  const hash = (bytes: Uint8Array): string => createHash("sha256").update(bytes).digest("hex");
  const metadata = {
    format: RUN_COLUMNS_FORMAT,
    name: "n",
    edition: "svcomp-2026",
    categories: CATEGORIES,
    tools: TOOLS,
    participations: PARTICIPATIONS,
  } as const;
  const bytes = Uint8Array.from(Buffer.concat(encodeColumnFile(metadata, builder.build(), hash)));
  const file = new ColumnFile({
    read: (offset, length) => bytes.slice(offset, offset + length),
    size: bytes.length,
    hash,
  });
  return { metadata, column: (table, name) => file.column(table, name) };
}

test("both ways agree on every run and every standing, for all editions", () => {
  fc.assert(
    fc.property(competition, (given) => {
      const { builder, raw } = rawRuns(given);
      const scored = scoreColumns(stored(builder), given.edition);
      const runs = raw.map((each) => judged(given.edition, each));
      expect(
        [...scored.outcomeOf].map((code) => {
          const { status: text, resultCategory, points } = scored.outcomes[code] ?? {};
          return [text, resultCategory, points];
        }),
      ).toEqual(
        runs.map(({ status: text, resultCategory, points }) => [text, resultCategory, points]),
      );
      const standings = computeStandings({
        edition: given.edition,
        categories: CATEGORIES,
        tools: TOOLS,
        participations: PARTICIPATIONS,
        tasks: scored.tasks,
        runs,
      });
      expect(plain(scored.standings)).toEqual(plain(standings));
    }),
    { numRuns: 120 },
  );
}, 60_000);

/** With exact fractions as texts. */
function plain(value: unknown): unknown {
  return JSON.parse(
    JSON.stringify(value, (_, part: unknown) => (typeof part === "bigint" ? String(part) : part)),
  );
}
