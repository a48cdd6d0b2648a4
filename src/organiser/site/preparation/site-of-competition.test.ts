/** Pages without details agree on every run with those with details. */
import { expect, test } from "vitest";
import { storeCompetition, witnessText } from "../../../../test/support/stored-competition.ts";
import { siteOfCompetition } from "./site-of-competition.ts";

const witness = witnessText("correctness", "2.0");
const tasks = [true, false, true].map((expected, index) => ({
  name: `t${index}`,
  expected,
  answers: {
    one: { status: "true", witness, validator: "true" },
    two: { status: index === 0 ? "false(unreach-call)" : "unknown" },
    three: { status: "true", witness, ...(index === 0 ? {} : { validator: "unknown" }) },
  },
}));

test("the same scores, tracks, facts and columns, without reading logs or witnesses", () => {
  const change = { voidTasks: [{ task: "t2.yml#unreach-call", reason: "disputed" }] };
  const { spool, competition } = storeCompetition(tasks, change);
  const whole = siteOfCompetition(competition, spool);
  const lean = siteOfCompetition(competition, spool, { details: false });
  expect(lean.attachments).toEqual([]);
  expect(lean.progress).toEqual(whole.progress);
  const { parts: leanParts, ...leanData } = lean.data;
  const { parts: wholeParts, ...wholeData } = whole.data;
  const tools = wholeData.tools.map(({ logArchives: _, ...tool }) => tool);
  expect(leanData).toEqual({ ...wholeData, tools });
  expect([...leanParts].map(({ part }) => part)).toEqual([...wholeParts].map(({ part }) => part));
  expect([...leanParts].flatMap(({ details }) => [...details()])).toEqual([]);
});
