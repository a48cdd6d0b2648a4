import { readFileSync } from "node:fs";
import { Ajv2020 } from "ajv/dist/2020.js";
import { expect, test } from "vitest";
import { storeCompetition, witnessText } from "../../../test/support/stored-competition.ts";
import { parseWords } from "../../faces/cli/arguments.ts";
import { RESULTS_OPTIONS, readScoredResults } from "../../faces/cli/results-option.ts";
import { scoreDocument } from "./score-document.ts";

const FALSE = "false(unreach-call)";
const { spool } = storeCompetition(
  [
    {
      name: "a",
      expected: false,
      answers: {
        x: { status: FALSE, witness: witnessText("violation", "2.0"), validator: FALSE },
        y: { status: FALSE },
      },
    },
    { name: "b", expected: true, answers: { x: { status: "true" }, y: { status: FALSE } } },
    { name: "c", expected: true, answers: { x: { status: "TIMEOUT" }, y: { status: FALSE } } },
  ],
  { voidTasks: [{ task: "b.yml#unreach-call", reason: "reads a freed object" }] },
);
const schema = JSON.parse(readFileSync("schema/scores.schema.json", "utf8")) as object;
const validate = new Ajv2020({ allErrors: true, strict: true }).compile(schema);

function documentFor(...words: readonly string[]): unknown {
  const args = parseWords([spool.directory, ...words], ["SPOOL"], RESULTS_OPTIONS);
  const document = scoreDocument(readScoredResults([spool.directory], args));
  return JSON.parse(JSON.stringify(document));
}

test.each(["2012", "2019", "2025", "svcomp-2026"])(
  "by the rules of %s it fits the schema",
  (edition) => {
    validate(documentFor("--edition", edition));
    expect(validate.errors ?? []).toEqual([]);
  },
);

test("a document with another statement does not fit", () => {
  const document = documentFor() as { categories: { scores: { score: unknown }[] }[] };
  const [score] = document.categories[0]?.scores ?? [];
  if (score !== undefined) score.score = 1.5;
  expect(validate(document)).toBe(false);
});

test("scores are exact, medals and confirmations are included", () => {
  const document = documentFor() as {
    readonly categories: readonly { readonly name: string; readonly scores: readonly unknown[] }[];
  };
  expect(document.categories.find(({ name }) => name === "Overall")?.scores[0]).toMatchObject({
    tool: "x",
    rank: 1,
    medal: "gold",
    score: "1",
    scoreNumber: 1,
    confirmation: { false: { total: 1, confirmed: 1, unconfirmed: 0, rate: 1 } },
    effort: { false: { results: 1 }, true: { results: 0 } },
  });
});
