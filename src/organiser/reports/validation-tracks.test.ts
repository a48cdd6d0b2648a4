/** The worked example of the rules, through result files of verifier, validators and linter. */
import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Ajv2020 } from "ajv/dist/2020.js";
import { expect, test } from "vitest";
import { storeCompetition, witnessText } from "../../../test/support/stored-competition.ts";
import { parseWords } from "../../faces/cli/arguments.ts";
import { renderTracks } from "../../faces/cli/render/tracks.ts";
import { RESULTS_OPTIONS, readScoredResults } from "../../faces/cli/results-option.ts";
import { scoreDocument } from "./score-document.ts";
import type { ScoredResults } from "./scored-results.ts";
import { validationTracks } from "./validation-tracks.ts";

const folder = mkdtempSync(join(tmpdir(), "agon-tracks-"));
const REST = "2024-12-01_10-00-00.results.SV-COMP25_unreach-call.ReachSafety-Loops.xml";

interface Answer {
  readonly task: number;
  readonly status: string;
}

/** Tasks 0–89 have a violation, 90–99 have none although the verifier reports one. */
function write(benchmark: string, answers: readonly Answer[]): string {
  const path = join(folder, `${benchmark}.${REST}`);
  const runs = answers.map(
    ({ task, status }) =>
      `<run name="c/${task}.yml" properties="unreach-call" expectedVerdict="${task < 90 ? "false" : "true"}"><column title="status" value="${status}"/><column title="cputime" value="2s"/></run>`,
  );
  writeFileSync(
    path,
    `<result benchmarkname="${benchmark}" tool="T" version="1" name="SV-COMP25_unreach-call.ReachSafety-Loops" block="ReachSafety-Loops">${runs.join("")}</result>`,
  );
  return path;
}

const FALSE = "false(unreach-call)";
const all = (statusOf: (task: number) => string): readonly Answer[] =>
  Array.from({ length: 100 }, (_, task) => ({ task, status: statusOf(task) }));
const suffix = "-validate-violation-witnesses-1.0-verifier";
const FILES = [
  write(
    "verifier",
    all(() => FALSE),
  ),
  // Confirms 60 of the 90, refutes 5 of the 10 and confirms one of them.
  write(
    `judge${suffix}`,
    all((task) =>
      task < 60 || task === 99 ? FALSE : task >= 90 && task < 95 ? "true" : "unknown",
    ),
  ),
  write(
    `yes${suffix}`,
    all(() => FALSE),
  ),
  write(
    `sure${suffix}`,
    all(() => FALSE),
  ),
  write(
    `witnesslint${suffix}`,
    all(() => "done"),
  ),
];

function results(files: readonly string[], ...words: readonly string[]): ScoredResults {
  const args = parseWords([files[0] as string, ...words], ["SPOOL"], RESULTS_OPTIONS);
  return readScoredResults(files, args);
}

test("90 correct and 10 wrong witnesses: 3.33 points", () => {
  const scored = results(
    FILES,
    "--edition",
    "2025",
    "--category",
    "unreach-call.ReachSafety-Loops",
  );
  const [track, further] = validationTracks(scored);
  expect(further).toBeUndefined();
  expect(track?.track).toEqual({ kind: "violation", version: "1.0" });
  const [standing] = track?.standings ?? [];
  expect(standing?.witnesses).toEqual({ correct: 90, wrong: 10, unknown: 0 });
  // (60/90 + (10 − 16)/10) / 2 · 100; for a validator that confirms everything: (90/90 − 160/10) /
  // 2 · 100.
  expect(
    standing?.scores.map(({ validator, score, rank }) => [
      validator.slice(0, 5),
      score.toFixed(2),
      rank,
    ]),
  ).toEqual([
    ["judge", "3.33", 1],
    ["yes-v", "-750.00", 2],
    ["sure-", "-750.00", 2],
  ]);
  expect(renderTracks(scored, undefined)).toContain(
    "violation witnesses 1.0, unreach-call.ReachSafety-Loops: 90 correct, 10 wrong, 0 void\n",
  );
});

test("the document has the tracks and fits the schema", () => {
  const validate = new Ajv2020({ allErrors: true, strict: true }).compile(
    JSON.parse(readFileSync("schema/scores.schema.json", "utf8")) as object,
  );
  const document = JSON.parse(
    JSON.stringify(scoreDocument(results(FILES, "--edition", "2025"))),
  ) as { readonly validation: readonly { readonly categories: readonly { name: string }[] }[] };
  validate(document);
  expect(validate.errors ?? []).toEqual([]);
  const names = document.validation[0]?.categories.map(({ name }) => name);
  expect(names).toEqual([
    "ReachSafety",
    "unreach-call.ReachSafety-Loops",
    "FalsificationOverall",
    "Overall",
  ]);
});

test("editions before 2023 have no such track", () => {
  const scored = results(FILES, "--edition", "2022", "--category", "Loops");
  expect(validationTracks(scored)).toEqual([]);
  expect(() => renderTracks(scored, undefined)).toThrow("SV-COMP 2022 has no validation track");
});

test("a spool's own validators", () => {
  const { spool } = storeCompetition([
    {
      name: "a",
      expected: false,
      answers: { x: { status: FALSE, witness: witnessText("violation", "2.0"), validator: FALSE } },
    },
    {
      name: "b",
      expected: true,
      answers: { x: { status: FALSE, witness: witnessText("violation", "2.0"), validator: FALSE } },
    },
  ]);
  const [track] = validationTracks(results([spool.directory]));
  expect(track?.track.version).toBe("2.0");
  // One answer is not a vote, so the first witness is void; the second claims something unexpected.
  const [standing] = track?.standings ?? [];
  expect(standing?.witnesses).toEqual({ correct: 0, wrong: 1, unknown: 1 });
  expect(standing?.scores.map(({ validator, score }) => [validator, String(score)])).toEqual([
    ["val", "-16"],
  ]);
});
